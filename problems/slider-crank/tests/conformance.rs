//! Question and truth, held together by the shared suite.

conformance::problem_suite!(slider_crank::problems());
