//! What a misbehaving method does, wherever it does it.

use std::hint::black_box;
use std::process::{self, Command};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// A deed that costs the process or at least the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Panic,
    /// Panics with something that is no text.
    PanicWithNumber,
    /// Panics with something that panics again when it is dropped.
    PanicTwice,
    Abort,
    Exit,
    ExitWithCode,
    Loop,
    Deadlock,
    OverflowStack,
    /// Allocates small blocks without end.
    Hoard,
    /// Allocates one block that no machine has.
    Grab,
    Segfault,
    Kill,
}

impl Deed {
    pub(crate) const ALL: [Self; 13] = [
        Self::Panic,
        Self::PanicWithNumber,
        Self::PanicTwice,
        Self::Abort,
        Self::Exit,
        Self::ExitWithCode,
        Self::Loop,
        Self::Deadlock,
        Self::OverflowStack,
        Self::Hoard,
        Self::Grab,
        Self::Segfault,
        Self::Kill,
    ];

    /// Does it.
    pub(crate) fn commit(self) {
        match self {
            Self::Panic => panic!("on purpose"),
            Self::PanicWithNumber => std::panic::panic_any(42),
            Self::PanicTwice => std::panic::panic_any(Bomb),
            Self::Abort => process::abort(),
            Self::Exit => process::exit(0),
            Self::ExitWithCode => process::exit(7),
            Self::Loop => loop {
                black_box(());
            },
            Self::Deadlock => {
                let lock = Mutex::new(());
                let _first = lock.lock();
                let _second = lock.lock();
                // Where a second lock is an error instead.
                thread::sleep(Duration::from_secs(3600));
            }
            Self::OverflowStack => {
                black_box(deeper(1));
            }
            Self::Hoard => {
                let mut hoard = Vec::new();
                loop {
                    hoard.push(vec![1_u8; 1 << 20]);
                }
            }
            Self::Grab => {
                black_box(vec![1_u8; 1 << 42]);
            }
            Self::Segfault => signal("-SEGV"),
            Self::Kill => signal("-KILL"),
        }
    }
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a second time");
    }
}

#[expect(unconditional_recursion, reason = "that is the deed")]
fn deeper(n: u64) -> u64 {
    let block = black_box([n; 64]);
    deeper(n + 1) + block[7]
}

fn signal(name: &str) {
    let id = process::id().to_string();
    // The first segmentation fault only takes off the handler that looks for stack overflows.
    for _ in 0..2 {
        let _ = Command::new("kill").args([name, &id]).status();
    }
    thread::sleep(Duration::from_secs(3600));
}
