//! Question and truth, held together by the shared suite.

conformance::problem_suite!(five_link_chain::problems());
