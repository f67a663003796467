//! Accelerations for rows of any rank: by factorization where [`independence`] allows it, else by singular value
//! [`decomposition`].

mod decomposition;
mod independence;
mod orthogonal_columns;
mod solver;

pub use solver::MinNorm;
