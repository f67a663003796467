//! The problem of the README passes the suite as it stands there.

#[expect(unreachable_pub, reason = "it is a crate of its own elsewhere")]
#[path = "common/readme_bead.rs"]
mod bead;

use limits::runge_kutta;
use problem::Flow;
use std::cell::RefCell;

conformance::problem_suite!(bead::problems());

#[test]
fn it_is_the_one_of_the_readme_and_short() {
    let source = include_str!("common/readme_bead.rs");
    let readme = include_str!("../../../README.md");
    assert!(
        readme.contains(source),
        "README.md shows another problem than tests/common/readme_bead.rs"
    );
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = source.lines().filter(code).count();
    assert!(lines <= 70, "a first problem takes {lines} lines of code");
}

#[test]
fn rk4_shows_its_order_on_the_suggested_ladder() {
    let problem = bead::problems().remove(0);
    let (system, end) = (problem.system(), problem.card().end_time);
    let truth = problem.truth(&[end]).remove(0);
    let flow = RefCell::new(Flow::new(&*system));
    let error = |steps: usize| {
        let (mut q, mut v) = ([1.0, 0.5], [0.0, 0.0]);
        for _ in 0..steps {
            let acceleration = |q: &[f64; 2], v: &[f64; 2]| {
                let mut rates = [f64::NAN; 4];
                let y = [q[0], q[1], v[0], v[1]];
                flow.borrow_mut().rate(0.0, &y, &mut rates);
                [rates[2], rates[3]]
            };
            runge_kutta::step(end / steps as f64, acceleration, &mut q, &mut v);
        }
        math::hypot(q[0] - truth.q[0], q[1] - truth.q[1])
    };
    let steps = problem.ladder().steps(4);
    let errors: Vec<f64> = steps.into_iter().map(error).collect();
    for pair in errors.windows(2) {
        let slope = math::log2(pair[0] / pair[1]);
        assert!((slope - 4.0).abs() < 0.2, "{errors:?}");
    }
}
