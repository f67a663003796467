//! Tables of a mechanism that automatic differentiation needs.

use crate::Shape;

/// Displacements of the coordinates, and groups of columns of J that share an evaluation.
pub(super) struct Tables {
    pub(super) directions: Vec<Direction>,
    pub(super) groups: Vec<Group>,
}

/// Motion of the coordinates under a virtual displacement.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    /// Coordinate `q[i]` moves by itself.
    Plain(usize),
    /// The quaternion at `q[at]` rotates about body axis `axis`.
    Rotation { at: usize, axis: usize },
}

/// Columns differentiated in one pass, and where their derivatives go: (row, position in the values).
pub(super) struct Group {
    pub(super) columns: Vec<usize>,
    pub(super) entries: Vec<(usize, usize)>,
}

/// The mass and the gradient of the potential, where both are constant.
pub(super) struct Constants {
    pub(super) mass: Vec<f64>,
    pub(super) gradient: Vec<f64>,
}

impl Tables {
    pub(super) fn new(shape: &Shape) -> Self {
        let mut directions = Vec::with_capacity(shape.n_v());
        let mut q = 0;
        while directions.len() < shape.n_v() {
            if shape.quaternions().iter().any(|b| b.q == q) {
                directions.extend((0..3).map(|axis| Direction::Rotation { at: q, axis }));
                q += 4;
            } else {
                directions.push(Direction::Plain(q));
                q += 1;
            }
        }
        let group = |columns: Vec<usize>| {
            let mut entries = Vec::new();
            for row in 0..shape.constraints() {
                let own = shape.rows().columns(row);
                let at = shape.rows().range(row).start;
                let hit = own.iter().position(|c| columns.binary_search(c).is_ok());
                entries.extend(hit.map(|k| (row, at + k)));
            }
            Group { columns, entries }
        };
        Self {
            directions,
            groups: shape
                .rows()
                .column_groups()
                .into_iter()
                .map(group)
                .collect(),
        }
    }
}
