//! The section on gain maps: which gains are stable.

use crate::figure;
use maud::{Markup, html};
use results::Results;

/// The section, if there are maps.
pub(super) fn body(results: &Results) -> Option<Markup> {
    if results.gain_maps.is_empty() {
        return None;
    }
    Some(html! {
        p { "Feedback acts once in a step or once in a pass, so too large a gain overshoots and makes violations grow. "
            "Each map shows, for one integrator and one place of the feedback, which gains α = c₁/h and β = c₂/h² make the "
            "violation of a linear constraint decay: those for which the largest factor by which it changes in a step, the "
            "spectral radius, is below one." }
        (figure::gain_maps(results))
    })
}
