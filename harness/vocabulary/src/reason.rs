//! Why an observed order is above its claim, or why the runs do not decide about the claim.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the reasons from one list of members with their words and their meaning.
macro_rules! reasons {
    ( $count:literal, $( $(#[$doc:meta])* $Member:ident => $id:literal, $words:literal, $meaning:literal; )+ ) => {
        /// Why an order is above its claim, or why a claim stays undecided.
        ///
        /// The reasons above a claim are circumstances under which theory lets a method do better than it promises for
        /// every mechanism; the reasons of undecided claims are read off the errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Reason { $( $(#[$doc])* $Member, )+ }

        impl Reason {
            /// Every reason, those of undecided claims first.
            pub const ALL: [Self; $count] = [$( Self::$Member, )+];

            /// The word in `results.json`.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$Member => $id, )+ }
            }

            /// A few words for people.
            pub const fn words(self) -> &'static str {
                match self { $( Self::$Member => $words, )+ }
            }

            /// One sentence for the glossary.
            pub const fn meaning(self) -> &'static str {
                match self { $( Self::$Member => $meaning, )+ }
            }
        }
    };
}

reasons! { 10,
    /// The slopes still rise.
    StillRising => "still_rising", "slopes still rising",
        "The slopes rise from step to step without slowing down, so the order may be higher than the last one.";
    /// The slopes still fall.
    StillFalling => "still_falling", "slopes still falling",
        "The slopes fall from step to step without slowing down, so the order may be lower than the last one.";
    /// The slopes jump.
    SlopesDisagree => "slopes_disagree", "slopes disagree",
        "The slopes jump up and down between the steps by more than a third of an order.";
    /// The errors are as large as the motion.
    LostMotion => "lost_motion", "errors as large as the motion",
        "In all but the finest one or two runs the error of q or v is half the size of the motion or more, so that they say nothing about an order.";
    /// Too few runs came to their end.
    TooFewRuns => "too_few_runs", "too few runs came to their end",
        "Fewer than three runs came to their end, and two errors give no order.";
    /// The constraints are linear.
    LinearConstraints => "linear_constraints", "linear constraints",
        "The Jacobian is constant, so stages do not leave the constraints and gains tied to the step cost no order there.";
    /// The motion is steady.
    SteadyMotion => "steady_motion", "steady motion",
        "The multipliers are constant along the true motion, so an error in phase does not reach them.";
    /// The gains are tied to the step.
    GainsPerStep => "gains_per_step", "gains tied to the step",
        "The gains grow as the step shrinks; the claim holds for every mechanism, and on some the order is higher.";
    /// The mechanism starts from rest.
    FromRest => "from_rest", "start from rest",
        "The mechanism starts from rest, where a scheme that works at half steps makes an error of higher order than in motion.";
    /// A term of higher order is the largest.
    HigherTerm => "higher_term", "a term of higher order is the largest",
        "At these steps a term of higher order is larger than the one that the claim is about.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_the_results_is_the_one_that_is_written() {
        for reason in Reason::ALL {
            let written = serde_json::to_string(&reason).unwrap();
            assert_eq!(written, format!("{:?}", reason.id()));
        }
    }
}
