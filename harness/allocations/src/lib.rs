//! A global allocator that counts what a thread allocates, and holds a process to a limit.
//!
//! A test binary installs it with
//!
//! ```text
//! #[global_allocator]
//! static ALLOCATOR: allocations::CountingAllocator = allocations::CountingAllocator;
//! ```
//!
//! and asks [`count`] how often a piece of work went to the heap. Counts belong to the calling thread, so
//! that tests which run side by side do not see each other.
//!
//! **Invariant:** this is the only crate of the workspace with unsafe code, and it does nothing but forward
//! to the system's allocator, or refuse.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that the process may have allocated at a time; zero for no limit.
static LIMIT: AtomicU64 = AtomicU64::new(0);
/// Bytes that the process has allocated since there is a limit.
static USED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    // Constant and without a destructor: reading it never allocates, not even the first time in a thread.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes allocated and not freed; negative where another thread's blocks were freed.
    static BYTES: Cell<i64> = const { Cell::new(0) };
}

/// The system's allocator with a counter in front. Growing a block counts as an allocation, freeing does not.
pub struct CountingAllocator;

/// Sets a limit to the bytes that the process may have allocated at a time, counted from now on; zero for none. An
/// allocation beyond it fails, which ends the process with a message that begins with `memory allocation of`.
pub fn limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Whether `bytes` more are within the limit, and counts them if they are.
fn take(bytes: usize) -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    if limit == 0 {
        return true;
    }
    let used = USED.fetch_add(bytes as u64, Ordering::Relaxed);
    // What was allocated before there was a limit may be freed: the count is then below zero, that is, very large.
    let within = (used as i64).saturating_add(bytes as i64) <= limit as i64;
    if !within {
        give_back(bytes);
    }
    within
}

fn give_back(bytes: usize) {
    if LIMIT.load(Ordering::Relaxed) > 0 {
        USED.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

fn note(bytes: usize) {
    // A thread that is being torn down may still allocate; nobody asks for its count any more.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
    add(bytes as i64);
}

fn add(bytes: i64) {
    let _ = BYTES.try_with(|n| n.set(n.get().wrapping_add(bytes)));
}

// SAFETY: every call is forwarded unchanged to `System`, which keeps the contract of `GlobalAlloc`, or answered with a
// null pointer, which the contract allows; the counters are a thread-local `Cell` and atomics, which neither allocate
// nor unwind.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        if !take(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the caller promises a layout of non-zero size, which is all that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        if !take(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size);
        if !take(new_size) {
            return ptr::null_mut();
        }
        give_back(layout.size());
        add(-(layout.size() as i64));
        // SAFETY: every block of this allocator came from `System` with the same layout.
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(-(layout.size() as i64));
        give_back(layout.size());
        // SAFETY: every block of this allocator came from `System` with the same layout.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Number of allocations of this thread so far; always zero where the allocator is not installed.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Does `work` and counts its allocations on this thread.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, u64) {
    let before = allocations();
    let result = work();
    (result, allocations() - before)
}

/// Does `work` and counts the bytes that stay allocated afterwards.
pub fn kept<R>(work: impl FnOnce() -> R) -> (R, i64) {
    let before = BYTES.with(Cell::get);
    let result = work();
    (result, BYTES.with(Cell::get) - before)
}

/// Whether the allocator is installed in this binary. A count of zero proves nothing where it is not.
pub fn is_installed() -> bool {
    // The black box keeps the allocation from being optimized away.
    count(|| drop(std::hint::black_box(Box::new(0_u8)))).1 > 0
}
