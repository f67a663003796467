//! Results to figures for papers and slides: SVG and PNG in the widths of one and two columns.
//!
//! plotters lays out axes and panels on a sheet of paper; the sheet is written by two small writers of our own, which draw
//! text in outlines of one font, so that a figure looks the same everywhere.
//!
//! Invariant: this crate is a pure function. It has no clock, no files, no environment and no random source, so the same
//! results give the same bytes.

mod axis;
mod boards;
mod choice;
mod dots;
mod figure;
mod font;
mod gains;
mod guide;
mod ink;
mod key;
mod look;
mod paper;
mod png;
mod raster;
mod ratios;
mod runs;
mod sheet;
mod svg;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod typeset;
mod usual;

pub use look::MOST;
pub use usual::{usual_problems, usual_variants};

use choice::Choice;
use figure::Figure;
use results::Results;
use std::collections::BTreeSet;

/// What is to be drawn.
#[derive(Clone, Debug)]
pub struct Request {
    /// Variant ids, at most [`MOST`].
    pub variants: Vec<String>,
    /// Ids of the problems with figures of their own.
    pub problems: Vec<String>,
    /// Ids of the problems that are rows of a figure.
    pub compared: Vec<String>,
    /// Width of all figures.
    pub width: Width,
    /// The formats of every figure.
    pub formats: Vec<Format>,
}

/// The width of a figure in print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One column of a journal, 85 mm.
    OneColumn,
    /// Two columns of a journal, 170 mm.
    TwoColumns,
}

impl Width {
    /// The width in millimetres.
    pub const fn millimetres(self) -> u32 {
        match self {
            Self::OneColumn => 85,
            Self::TwoColumns => 170,
        }
    }
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable outlines.
    Svg,
    /// Pixels, 300 for an inch.
    Png,
}

impl Format {
    /// The ending of a file name.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// A file with a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// File name.
    pub name: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Figures, and those for which the results have nothing to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The files.
    pub files: Vec<File>,
    /// Names of figures that were left out.
    pub left_out: Vec<String>,
}

/// Why no figure was drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The results lack what was named.
    #[error("the results have no {kind} `{name}`")]
    Unknown {
        /// `variant` or `problem`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// More variants than one figure tells apart.
    #[error("{asked} variants are too many for one figure, which tells {MOST} apart")]
    TooMany {
        /// Number of variants.
        asked: usize,
    },
    /// The library that lays out axes and panels could not draw.
    #[error("drawing {figure}: {why}")]
    Drawing {
        /// The figure.
        figure: String,
        /// The reason.
        why: String,
    },
}

impl Error {
    fn unknown(kind: &'static str, name: &str) -> Self {
        Self::Unknown {
            kind,
            name: name.to_owned(),
        }
    }
}

/// Draws every figure of a request.
///
/// # Errors
/// When the results lack a name, or when there are more than [`MOST`] variants.
pub fn draw(results: &Results, request: &Request) -> Result<Figures, Error> {
    let choice = Choice::of(results, request)?;
    let mut figures = Figures::default();
    let mut taken = BTreeSet::new();
    for (stem, figure) in planned(&choice) {
        let name = free_name(&stem, &mut taken);
        let Some(figure) = figure else {
            figures.left_out.push(name);
            continue;
        };
        let width = f64::from(request.width.millimetres()) * 1e3;
        let paper = sheet::draw(&figure, width).map_err(|error| Error::Drawing {
            figure: name.clone(),
            why: error.to_string(),
        })?;
        figures
            .files
            .extend(request.formats.iter().map(|format| File {
                name: format!("{name}.{}", format.ending()),
                bytes: match format {
                    Format::Svg => svg::write(&paper, &figure.title),
                    Format::Png => png::write(&paper),
                },
            }));
    }
    Ok(figures)
}

/// All figures of a choice with their names, those without anything to draw too.
fn planned(choice: &Choice) -> Vec<(String, Option<Figure>)> {
    let mut planned = vec![];
    for problem in &choice.problems {
        let id = &problem.id;
        planned.push((
            format!("convergence-{id}"),
            runs::convergence(choice, problem),
        ));
        planned.push((
            format!("work-precision-{id}"),
            runs::work_precision(choice, problem),
        ));
    }
    planned.push((
        "ratio-to-no-stabilization".to_owned(),
        ratios::ratios(choice),
    ));
    let integrators: BTreeSet<&str> = choice
        .variants
        .iter()
        .map(|chosen| chosen.variant.integrator.as_str())
        .collect();
    for integrator in integrators {
        planned.push((
            format!("gains-{integrator}"),
            gains::gains(choice, integrator),
        ));
    }
    planned.push(("performance-profiles".to_owned(), boards::profiles(choice)));
    planned.push(("scores".to_owned(), boards::scores(choice)));
    planned
}

/// A file name in small letters, digits and hyphens that no other figure has.
fn free_name(stem: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_alphanumeric() => c,
        _ => '-',
    };
    let name: String = stem.chars().map(plain).collect();
    let numbered = |k: usize| match k {
        1 => name.clone(),
        k => format!("{name}-{k}"),
    };
    let mut free = (1..).map(numbered).filter(|name| !taken.contains(name));
    let name = free.next().unwrap_or(name.clone());
    taken.insert(name.clone());
    name
}
