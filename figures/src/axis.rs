//! Axes of panels: places between 0 and 1 for values, and ticks with their texts.

use crate::font;
use crate::typeset;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use results::Scale;
use std::ops::Range;

/// The most ticks without text that are drawn along an axis.
const MINOR: usize = 60;

/// An axis with its name.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// The name, with the unit.
    pub(crate) name: String,
    /// Whether lines are drawn across the panel at the ticks.
    pub(crate) grid: bool,
    scale: reports::axis::Axis,
    kind: Scale,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis with decades over all positive values, if there are any.
    pub(crate) fn log(name: &str, values: impl Iterator<Item = f64>) -> Option<Self> {
        let kind = Scale::Logarithmic;
        let scale = reports::axis::Axis::over(kind, values, [0.0, 1.0])?;
        Some(Self::with_ticks(name, kind, scale))
    }

    /// An axis with decades between two positive values, if they are apart.
    pub(crate) fn decades(name: &str, ends: [f64; 2]) -> Option<Self> {
        let kind = Scale::Logarithmic;
        let scale = reports::axis::Axis::between(kind, ends.map(math::log10), [0.0, 1.0])?;
        Some(Self::with_ticks(name, kind, scale))
    }

    /// An axis with even steps between two values, if they are apart.
    pub(crate) fn linear(name: &str, ends: [f64; 2]) -> Option<Self> {
        let scale = reports::axis::Axis::between(Scale::Linear, ends, [0.0, 1.0])?;
        Some(Self::with_ticks(name, Scale::Linear, scale))
    }

    /// A vertical axis with names at places, if there are any.
    pub(crate) fn rows(rows: Vec<(f64, String)>) -> Option<Self> {
        let mut axis = Self::linear("", [0.0, 1.0])?;
        axis.ticks = rows;
        (!axis.ticks.is_empty()).then_some(axis)
    }

    fn with_ticks(name: &str, kind: Scale, scale: reports::axis::Axis) -> Self {
        let ticks = scale.ticks().into_iter();
        Self {
            name: name.to_owned(),
            grid: true,
            scale,
            kind,
            ticks: ticks
                .map(|tick| (tick.at, typeset::number(&tick.text)))
                .collect(),
        }
    }

    /// The same axis with room below its lower end, a part of its length.
    pub(crate) fn with_room_below(self, part: f64) -> Self {
        let [low, high] = self.scale.ends();
        let ends = [low - part * (high - low), high];
        match reports::axis::Axis::between(self.kind, ends, [0.0, 1.0]) {
            Some(scale) => Self::with_ticks(&self.name, self.kind, scale),
            None => self,
        }
    }

    /// The part of the axis that a decade takes.
    pub(crate) fn decade(&self) -> f64 {
        let [low, high] = self.scale.ends();
        1.0 / (high - low)
    }

    /// The place of a value, if the axis can show it.
    pub(crate) fn at(&self, value: f64) -> Option<f64> {
        self.scale
            .can_show(value)
            .then(|| self.scale.at(value))
            .filter(|place| place.is_finite())
    }

    /// Places and texts of the ticks.
    pub(crate) fn ticks(&self) -> &[(f64, String)] {
        &self.ticks
    }

    /// Width of the widest text.
    pub(crate) fn widest(&self, size: f64) -> f64 {
        let lines = self.ticks.iter().flat_map(|(_, text)| text.split('\n'));
        lines
            .map(|line| font::width(line, size))
            .fold(0.0, f64::max)
    }

    /// Places of ticks without text: the digits 2 to 9 of every decade, or whole decades where those are too many.
    pub(crate) fn minor(&self) -> Vec<f64> {
        if self.kind == Scale::Linear {
            return vec![];
        }
        let [low, high] = self.scale.ends();
        let (first, last) = (low.floor() as i32, high.ceil() as i32);
        let every = |digits: i32| {
            let values = (first..=last)
                .flat_map(move |k| (1..=digits).map(move |d| f64::from(d) * math::powi(10.0, k)));
            let places = values.filter_map(|value| self.at(value));
            let inside = places.filter(|place| (0.0..=1.0).contains(place));
            inside.collect::<Vec<f64>>()
        };
        let digits = if (last - first) as usize * 9 <= MINOR {
            9
        } else {
            1
        };
        every(digits)
    }

    /// Leaves out every other text until those that are left have room along a length.
    pub(crate) fn thinned(mut self, length: f64, size: f64) -> Self {
        let gap = font::width("0", size);
        let crowded = |ticks: &[(f64, String)]| {
            ticks.windows(2).any(|pair| {
                let width = |k: usize| font::width(&pair[k].1, size);
                (pair[1].0 - pair[0].0).abs() * length < 0.5 * (width(0) + width(1)) + gap
            })
        };
        while crowded(&self.ticks) {
            let mut keep = false;
            self.ticks.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self
    }
}

/// What plotters asks of an axis: places are its values.
impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (from, to): (i32, i32)) -> i32 {
        // The conversion saturates.
        (f64::from(from) + place * (f64::from(to) - f64::from(from))).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match hint.weight().allow_light_points() {
            true => vec![],
            false => self.ticks.iter().map(|(place, _)| *place).collect(),
        }
    }

    fn range(&self) -> Range<f64> {
        0.0..1.0
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, place: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == place);
        tick.map_or_else(String::new, |(_, text)| text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks().iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn decades_have_raised_exponents() {
        let axis = Axis::log("h", [1e-4, 1e-1].into_iter()).unwrap();
        assert_eq!(texts(&axis), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"]);
        let axis = Axis::log("h", [1.25e-3, 5e-3].into_iter()).unwrap();
        assert_eq!(texts(&axis), ["10⁻³", "2·10⁻³", "5·10⁻³"]);
    }

    #[test]
    fn decades_are_divided_where_there_is_room() {
        let minor = |ends: [f64; 2]| Axis::decades("x", ends).unwrap().minor().len();
        assert_eq!(minor([1.0, 100.0]), 19);
        assert_eq!(minor([1e-15, 1.0]), 16);
    }

    #[test]
    fn texts_that_have_no_room_are_left_out() {
        let axis = Axis::linear("x", [0.0, 10.0]).unwrap();
        assert_eq!(texts(&axis).len(), 6);
        let narrow = axis.thinned(20.0, 7.0);
        assert!(texts(&narrow).len() < 4, "{:?}", texts(&narrow));
    }

    #[test]
    fn room_below_moves_values_up() {
        let axis = Axis::log("e", [1e-8, 1e-2].into_iter()).unwrap();
        let before = axis.at(1e-8).unwrap();
        assert!(axis.with_room_below(0.3).at(1e-8).unwrap() > before + 0.2);
    }
}
