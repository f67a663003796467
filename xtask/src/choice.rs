//! Options that select a part of the matrix.

use clap::Args;
use runner::{Scope, Selection};

/// The selected methods, problems and tags.
#[derive(Args, Clone, Default)]
pub(crate) struct Choice {
    /// One preset of each problem that is not slow, without the finest steps, timed in fewer rounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// A method, a variant, or everything below one (`baumgarte/rk4/*`); all when absent
    #[arg(long = "method", value_name = "ID")]
    pub(crate) methods: Vec<String>,
    /// A problem, a preset, or a problem with all its presets (`pendulum/*`); all when absent
    #[arg(long = "problem", value_name = "ID")]
    pub(crate) problems: Vec<String>,
    /// Only problems that carry one of these tags
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
}

impl Choice {
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            methods: self.methods.clone(),
            problems: self.problems.clone(),
            tags: self.tags.clone(),
        }
    }

    pub(crate) fn scope(&self) -> Scope {
        if self.quick {
            Scope::Quick
        } else {
            Scope::Full
        }
    }

    /// The arguments that make the same choice.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let quick = self.quick.then(|| "--quick".to_owned());
        let named = self.named();
        let names = named.flat_map(|(name, id)| [name.to_owned(), id.to_owned()]);
        quick.into_iter().chain(names).collect()
    }

    /// All selected names with their options.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = [
            ("--method", &self.methods),
            ("--problem", &self.problems),
            ("--tag", &self.tags),
        ];
        options
            .into_iter()
            .flat_map(|(option, ids)| ids.iter().map(move |id| (option, id.as_str())))
    }
}
