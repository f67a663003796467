//! A figure before it is drawn: panels with axes and layers, and the key below them.

use crate::axis::Axis;
use crate::look::Look;
use crate::paper::Ink;

/// A place in a panel: both parts between 0 and 1, from the lower left corner.
pub(crate) type Place = [f64; 2];

/// A figure.
pub(crate) struct Figure {
    /// What it shows, for readers who cannot see it.
    pub(crate) title: String,
    /// Whether panels are clear enough at half the width of a column.
    pub(crate) small: bool,
    /// The panels, row by row.
    pub(crate) panels: Vec<Panel>,
    /// The lines of the key.
    pub(crate) key: Vec<Entry>,
}

/// One panel.
pub(crate) struct Panel {
    /// The text above it.
    pub(crate) heading: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) height: Height,
    /// What is drawn, the first layer below.
    pub(crate) layers: Vec<Layer>,
}

/// The height of a frame.
#[derive(Clone, Copy)]
pub(crate) enum Height {
    /// As a part of its width.
    OfWidth(f64),
    /// In micrometres.
    Fixed(f64),
}

/// One layer of a panel.
pub(crate) enum Layer {
    /// A variant: lines with gaps where nothing can be shown, and markers.
    Curve {
        lines: Vec<Vec<Place>>,
        markers: Vec<Place>,
        look: Look,
    },
    /// Polygons of one colour, side by side.
    Area { polygons: Vec<Vec<Place>>, ink: Ink },
    /// Lines that are no variant.
    Lines { lines: Vec<Vec<Place>>, pen: Pen },
    /// A point that is no variant.
    Cross(Place),
    /// A text to the right of a place.
    Label { at: Place, text: String },
}

/// How a line that is no variant is drawn, in micrometres.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    pub(crate) dashes: &'static [f64],
}

/// One line of the key.
pub(crate) struct Entry {
    pub(crate) sample: Sample,
    pub(crate) label: String,
}

/// The sample beside a line of the key.
pub(crate) enum Sample {
    /// A line with a marker.
    Curve(Look),
    /// A marker alone.
    Marker(Look),
    /// A filled box.
    Area(Ink),
    /// A line.
    Line(Pen),
    /// A cross.
    Cross,
}

/// The curve of a variant through values, with a marker at each of them, if any can be shown.
pub(crate) fn curve(x: &Axis, y: &Axis, values: &[[f64; 2]], look: Look) -> Option<Layer> {
    let places = values
        .iter()
        .map(|value| Some([x.at(value[0])?, y.at(value[1])?]));
    let places: Vec<Option<Place>> = places.collect();
    let markers: Vec<Place> = places.iter().copied().flatten().collect();
    let pieces = places.split(Option::is_none);
    let lines = pieces
        .map(|piece| piece.iter().copied().flatten().collect::<Vec<Place>>())
        .filter(|line| line.len() > 1)
        .collect();
    (!markers.is_empty()).then_some(Layer::Curve {
        lines,
        markers,
        look,
    })
}
