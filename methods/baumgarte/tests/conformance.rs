//! Every claim of the cards, held by the shared suite.

conformance::method_suite!(baumgarte::method());
