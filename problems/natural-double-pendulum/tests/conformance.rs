//! Question and truth, held together by the shared suite.

conformance::problem_suite!(natural_double_pendulum::problems());
