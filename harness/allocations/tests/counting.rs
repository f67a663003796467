//! The counter, installed.

use allocations::{CountingAllocator, count, is_installed};
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn an_installed_allocator_knows_it() {
    assert!(is_installed());
}

#[test]
fn every_way_to_get_memory_counts_once() {
    assert_eq!(count(|| drop(black_box(Box::new(1_u64)))).1, 1);
    assert_eq!(count(|| drop(black_box(vec![0_u8; 100]))).1, 1);
    let mut grown: Vec<u64> = Vec::with_capacity(4);
    let (_, growing) = count(|| black_box(&mut grown).reserve_exact(1000));
    assert_eq!(growing, 1);
}

#[test]
fn work_within_memory_that_is_there_counts_nothing() {
    let mut buffer = vec![0.0; 64];
    let (sum, n) = count(|| {
        for (k, x) in black_box(&mut buffer).iter_mut().enumerate() {
            *x = k as f64;
        }
        buffer.iter().sum::<f64>()
    });
    assert_eq!((sum, n), (2016.0, 0));
}

#[test]
fn freeing_counts_nothing() {
    let block = black_box(vec![0_u8; 100]);
    assert_eq!(count(|| drop(block)).1, 0);
}

#[test]
fn threads_do_not_see_each_other() {
    let ((), here) = count(|| {
        std::thread::scope(|scope| {
            let busy = scope.spawn(|| {
                count(|| {
                    for n in 1..100 {
                        drop(black_box(vec![0_u8; n]));
                    }
                })
            });
            assert_eq!(busy.join().expect("the thread only allocates").1, 99);
        });
    });
    assert!(
        here < 99,
        "spawning a thread allocates a little, got {here}"
    );
}
