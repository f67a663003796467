//! Question and truth, held together by the shared suite.

conformance::problem_suite!(planar_double_pendulum::problems());
