//! Statistics of convergence: orders, extrapolated values, norms, costs and rankings.
//!
//! Everything here is a pure function on numbers: no clock, no files, no threads. Arbitrary input, `NaN` included, gives a
//! class or a typed error; nothing panics and no class carries a `NaN`.
//!
//! | question                                             | answer in                        |
//! |------------------------------------------------------|----------------------------------|
//! | how large is the error of one run?                   | [`Rms`], [`Max`]                 |
//! | below which error does refinement say nothing?       | [`rounding_floor`]               |
//! | which order do errors at several step sizes show?    | [`observe`]                      |
//! | do errors follow an order with a term of the next?   | [`follows_with_next_term`]       |
//! | what do three values without a reference converge to?| [`extrapolate`]                  |
//! | how does a violation grow over a long motion?       | [`growth`]                       |
//! | how noisy is the median of a sample?                | [`median`]                       |
//! | how noisy is it where the sample comes in groups?  | [`clustered_median`]             |
//! | what does one tolerance cost?                        | [`interpolate_cost`]             |
//! | how do two series compare pair by pair?              | [`floored_ratio`], [`quartiles`] |
//! | which runs does no other beat?                       | [`pareto_front`]                 |
//! | who is ahead over many instances, and who is tied?   | [`scores`], [`rank_intervals`]   |
//! | the same for any other score?                        | [`redrawn_intervals`]            |

mod bootstrap;
mod clusters;
mod growth;
mod ladder;
mod norm;
mod order;
mod paired;
mod pareto;
mod profile;
mod ranks;
mod redrawn;
mod richardson;
mod two_terms;
mod work_precision;

pub use bootstrap::{CONFIDENCE, Measured, median, middle_of};
pub use clusters::clustered_median;
pub use growth::growth;
pub use ladder::{FLOOR_MARGIN, LANDING_MARGIN, LadderError, Sample};
pub use norm::{Max, Rms, rounding_floor};
pub use order::{MAX_SPREAD, QUIET, SETTLED, USUAL, WIDEST, observe};
pub use paired::{ROUNDING, floored_ratio, geometric_mean, quartiles};
pub use pareto::pareto_front;
pub use profile::{LOG2_TAU_MAX, Standing, scores};
pub use ranks::{Instance, REPLICATES, RankInterval, rank_intervals};
pub use redrawn::{Draw, drawn_median, redrawn_intervals};
pub use richardson::{Extrapolation, Richardson, TripleError, extrapolate};
pub use two_terms::follows_with_next_term;
pub use vocabulary::Order;
pub use work_precision::{Price, interpolate_cost};
