//! Question and truth, held together by the shared suite.

conformance::problem_suite!(n_four_bar::problems());
