//! Question and truth, held together by the shared suite.

conformance::problem_suite!(andrews_squeezer::problems());
