//! The picture of a mechanism: moving points, what joins them, and what stands still.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Everything in the picture of a mechanism that does not change while it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sketch {
    /// Number of coordinates of a point: 2 with y upwards, or 3 with z upwards.
    pub dimensions: usize,
    /// Number of moving points.
    pub points: usize,
    /// Points that are fixed to the ground.
    pub fixed: Vec<Vec<f64>>,
    /// Lines on the ground, such as a ring or a rail, each as the points that it passes through.
    pub paths: Vec<Vec<Vec<f64>>>,
    /// What joins two points.
    pub links: Vec<Link>,
}

/// A straight line between two points of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// Places of its ends in the list of all points: the moving ones first, then the fixed ones.
    pub ends: [usize; 2],
    /// Whether it is a spring; other links keep their length.
    pub elastic: bool,
}

/// A reason why a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SketchError {
    /// It is neither plane nor spatial.
    Dimensions(usize),
    /// There is nothing that moves.
    Empty,
    /// A link names a point that there is not.
    Link {
        /// Place of the link.
        link: usize,
    },
    /// A point of the ground has the wrong number of coordinates, or one that is not a number.
    Ground,
    /// A frame has the wrong number of coordinates, or one that is not a number.
    Frame,
}

impl fmt::Display for SketchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimensions(found) => write!(f, "a picture has 2 or 3 dimensions, not {found}"),
            Self::Empty => f.write_str("no point moves"),
            Self::Link { link } => write!(f, "link {link} has no two points"),
            Self::Ground => f.write_str("a point of the ground is not a point"),
            Self::Frame => f.write_str("a frame does not hold the points"),
        }
    }
}

impl std::error::Error for SketchError {}

impl Sketch {
    /// A picture in the plane with so many moving points.
    pub fn plane(points: usize) -> Self {
        Self::new(2, points)
    }

    /// A picture in space with so many moving points.
    pub fn space(points: usize) -> Self {
        Self::new(3, points)
    }

    fn new(dimensions: usize, points: usize) -> Self {
        Self {
            dimensions,
            points,
            fixed: Vec::new(),
            paths: Vec::new(),
            links: Vec::new(),
        }
    }

    /// With these fixed points after those that it has.
    #[must_use]
    pub fn fixed<const D: usize>(mut self, points: impl IntoIterator<Item = [f64; D]>) -> Self {
        self.fixed.extend(points.into_iter().map(Vec::from));
        self
    }

    /// With a line on the ground.
    #[must_use]
    pub fn path<const D: usize>(mut self, points: impl IntoIterator<Item = [f64; D]>) -> Self {
        self.paths.push(points.into_iter().map(Vec::from).collect());
        self
    }

    /// With links that keep their length.
    #[must_use]
    pub fn rods(self, ends: impl IntoIterator<Item = [usize; 2]>) -> Self {
        self.linked(ends, false)
    }

    /// With springs.
    #[must_use]
    pub fn springs(self, ends: impl IntoIterator<Item = [usize; 2]>) -> Self {
        self.linked(ends, true)
    }

    fn linked(mut self, ends: impl IntoIterator<Item = [usize; 2]>, elastic: bool) -> Self {
        let links = ends.into_iter().map(|ends| Link { ends, elastic });
        self.links.extend(links);
        self
    }

    /// Whether everything in it can be drawn.
    ///
    /// # Errors
    /// What cannot.
    pub fn check(&self) -> Result<(), SketchError> {
        if !matches!(self.dimensions, 2 | 3) {
            return Err(SketchError::Dimensions(self.dimensions));
        }
        if self.points == 0 {
            return Err(SketchError::Empty);
        }
        let mut ground = self.fixed.iter().chain(self.paths.iter().flatten());
        let is_point = |point: &Vec<f64>| {
            point.len() == self.dimensions && point.iter().all(|x| x.is_finite())
        };
        if !ground.all(is_point) {
            return Err(SketchError::Ground);
        }
        let all = self.points + self.fixed.len();
        let is_line = |link: &Link| {
            let [a, b] = link.ends;
            a < all && b < all && a != b
        };
        match self.links.iter().position(|link| !is_line(link)) {
            Some(link) => Err(SketchError::Link { link }),
            None => Ok(()),
        }
    }

    /// Whether a frame holds the moving points, coordinate after coordinate.
    ///
    /// # Errors
    /// When it does not.
    pub fn check_frame(&self, frame: &[f64]) -> Result<(), SketchError> {
        let whole = frame.len() == self.points * self.dimensions;
        match whole && frame.iter().all(|x| x.is_finite()) {
            true => Ok(()),
            false => Err(SketchError::Frame),
        }
    }

    /// The largest coordinate of the ground and of these frames.
    pub fn size<'a>(&'a self, frames: impl IntoIterator<Item = &'a [f64]>) -> f64 {
        let ground = self.fixed.iter().chain(self.paths.iter().flatten());
        let ground = ground.map(Vec::as_slice);
        let all = ground.chain(frames).flatten();
        all.fold(0.0, |size: f64, x| size.max(x.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pendulum() -> Sketch {
        Sketch::plane(1).fixed([[0.0, 0.0]]).rods([[0, 1]])
    }

    #[test]
    fn what_can_be_drawn_passes_and_what_cannot_is_named() {
        assert_eq!(pendulum().check(), Ok(()));
        let error = |sketch: Sketch| sketch.check().unwrap_err();
        assert_eq!(
            error(pendulum().rods([[1, 2]])),
            SketchError::Link { link: 1 }
        );
        assert_eq!(
            error(pendulum().springs([[0, 0]])),
            SketchError::Link { link: 1 }
        );
        assert_eq!(error(pendulum().fixed([[0.0; 3]])), SketchError::Ground);
        assert_eq!(
            error(pendulum().path([[f64::NAN, 0.0]])),
            SketchError::Ground
        );
        assert_eq!(error(Sketch::plane(0)), SketchError::Empty);
        assert_eq!(error(Sketch::new(4, 1)), SketchError::Dimensions(4));
    }

    #[test]
    fn a_frame_holds_every_coordinate_of_every_point() {
        assert_eq!(pendulum().check_frame(&[0.6, -0.8]), Ok(()));
        for frame in [&[0.6][..], &[0.6, -0.8, 0.0], &[0.6, f64::NAN]] {
            assert_eq!(pendulum().check_frame(frame), Err(SketchError::Frame));
        }
    }

    #[test]
    fn the_size_is_that_of_the_point_farthest_out() {
        let sketch = pendulum().path([[-3.0, 0.0], [2.0, 0.0]]);
        assert_eq!(sketch.size([&[1.0, -2.0][..]]), 3.0);
        assert_eq!(sketch.size([&[1.0, -4.0][..]]), 4.0);
    }
}
