//! The page in a real browser, as people open it: from the disk.
//!
//! The tests need Chromium and its driver; where they are not installed each says so and passes. They look at a quick
//! report, or at the one in the folder that `DRIFTBENCH_REPORT` names.

mod access;
mod address;
mod driver;
mod explorer;
mod figures;
mod first_screen;
mod paper;
mod ranking;
mod report;
mod taking;
mod weight;

/// Every view, and a page of each kind, by fragments that every report has.
const VIEWS: [&str; 11] = [
    "#start",
    "#explore",
    "#explore?rows=variants&metric=order-position",
    "#explore?cell=baumgarte/rk4~pendulum",
    "#boards",
    "#problems",
    "#problem?id=pendulum",
    "#variant?id=baumgarte/rk4",
    "#method?id=baumgarte",
    "#compare?ids=baumgarte/rk4~unstabilized/rk4~mass-projection/rk4",
    "#gains",
];

/// Views of words: the parts of the evidence and the glossary.
const WORDS: [&str; 5] = [
    "#evidence",
    "#evidence?part=orders",
    "#evidence?part=steady-state",
    "#evidence?part=drift-prediction",
    "#about",
];
