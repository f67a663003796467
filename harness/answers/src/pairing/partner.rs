//! The unstabilized variant that a variant is compared with.

use results::{Method, OWN, Results, Variant};
use verification::middle_of;

/// The unstabilized variant that another one is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner<'a> {
    /// Its id.
    pub variant: &'a str,
    /// Why it has another integrator, for methods with a discretization of their own.
    pub stand_in: Option<String>,
}

/// The unstabilized variant with the same integrator and step control as `variant`; unstabilized variants are their own
/// partners.
///
/// A discretization of its own has no such partner. Its stand-in has fixed steps, the same claimed order of the position and
/// the nearest number of evaluations per step; of equally near ones the first in the catalogue. Absent where there is none.
pub fn partner<'a>(results: &'a Results, variant: &str) -> Option<Partner<'a>> {
    let has = |m: &&Method| m.variants.iter().any(|v| v.id == variant);
    let method = results.methods.iter().find(has)?;
    let own = method.variants.iter().find(|v| v.id == variant)?;
    if method.is_baseline() {
        return Some(Partner {
            variant: &own.id,
            stand_in: None,
        });
    }
    if own.integrator == OWN {
        return stand_in(results, own);
    }
    let same = |v: &&Variant| v.integrator == own.integrator && v.adaptive == own.adaptive;
    baselines(results).find(same).map(|found| Partner {
        variant: &found.id,
        stand_in: None,
    })
}

fn baselines(results: &Results) -> impl Iterator<Item = &Variant> {
    let methods = results.methods.iter().filter(|m| m.is_baseline());
    methods.flat_map(|m| &m.variants)
}

fn stand_in<'a>(results: &'a Results, own: &Variant) -> Option<Partner<'a>> {
    let order = own.claimed_order.position?;
    let wanted = evaluations_per_step(results, &own.id)?;
    let off = |v: &'a Variant| {
        let found = evaluations_per_step(results, &v.id)?;
        Some((v, found, math::ln(found / wanted).abs()))
    };
    let (found, evaluations, _) = baselines(results)
        .filter(|v| !v.adaptive && v.claimed_order.position == Some(order))
        .filter_map(off)
        // Of equally near ones the first stays.
        .min_by(|a, b| a.2.total_cmp(&b.2))?;
    Some(Partner {
        variant: &found.id,
        stand_in: Some(format!(
            "it has a discretization of its own with {wanted:.1} evaluations per step; {} has the same order {order} and \
             {evaluations:.1} evaluations per step",
            found.id
        )),
    })
}

/// Median over the cells of a variant of the evaluations per step.
fn evaluations_per_step(results: &Results, variant: &str) -> Option<f64> {
    let cells = results.cells.iter().filter(|cell| cell.variant == variant);
    let per_step = |cell: &results::Cell| {
        let (mut evaluations, mut steps) = (0, 0);
        for run in &cell.runs {
            evaluations += run.work.evaluations;
            steps += run.steps;
        }
        (evaluations > 0 && steps > 0).then(|| evaluations as f64 / steps as f64)
    };
    middle_of(&cells.filter_map(per_step).collect::<Vec<f64>>())
}
