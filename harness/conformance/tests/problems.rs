//! An honest problem passes the whole suite.

#[path = "common/bead.rs"]
mod bead;

conformance::problem_suite!(vec![Box::new(bead::Bead {
    defect: bead::Defect::None,
    specified: true,
}) as Box<dyn problem::Problem>]);
