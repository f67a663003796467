//! The other side: what a worker does.

use crate::line::{Hello, heard, task};
use runner::{Bench, Catalog, Event};
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::mpsc;
use std::thread;

/// Stack of the thread that runs methods: as much as a main thread has.
const STACK: usize = 8 << 20;

/// Does the tasks on standard input until it ends.
///
/// Methods run in a thread of their own, so that the process ends with the harness, whatever they do.
pub fn serve(catalog: fn() -> Catalog) {
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let Some(hello) = lines
        .next()
        .and_then(|line| serde_json::from_str(&line).ok())
    else {
        return;
    };
    let Hello { scope, memory } = hello;
    allocations::limit(memory);
    let (give, take) = mpsc::channel::<String>();
    let work = move || {
        let _guard = EndsWithPanic;
        let bench = Bench::new(catalog(), scope);
        for line in take {
            let say = |event: Event| {
                let mut out = io::stdout().lock();
                let said = out.write_all(heard(&event).as_bytes());
                if said.and_then(|()| out.flush()).is_err() {
                    // Nobody listens any more.
                    process::exit(0);
                }
            };
            let Some(task) = task(&line) else {
                process::exit(2);
            };
            let done = bench.carry_out(&task, &say);
            say(Event::Done(Box::new(done)));
        }
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    let Ok(_worker) = thread else {
        process::exit(2);
    };
    for line in lines {
        if give.send(line).is_err() {
            // The thread that runs methods is gone: a panic in the catalogue, for example.
            process::exit(101);
        }
    }
    process::exit(0);
}

/// Ends the process when the thread that runs methods panics outside of a task, as a catalogue may.
struct EndsWithPanic;

impl Drop for EndsWithPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            process::exit(101);
        }
    }
}
