//! Question and truth, held together by the shared suite.

conformance::problem_suite!(three_link_pendulum::problems());
