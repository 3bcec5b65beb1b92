//! Tests that compare every operation at every level with plain numbers, lane by lane.

mod lanes;
mod plain;

use super::*;
use lanes::Lanes;
use plain::{Bits, Operands, Results, STRIDE, expected_results, operands, window_number};
use proptest::prelude::*;
use proptest::sample::select;
use std::array::from_fn;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of lanes of every operand: whole vectors of any width.
const N: usize = MAX_LANES;

/// The bits of memory before it is written; no operation gives them.
const UNTOUCHED: u32 = 0x7fc0_dead;

/// Stores lanes into longer memory, and asserts that nothing after them has changed.
macro_rules! stored {
    ($value:expr, $lanes:expr, $untouched:expr) => {{
        let mut to = [$untouched; N + 1];
        $value.store(&mut to);
        assert!(
            to[$lanes..].iter().all(|x| x.to_bits() == $untouched.to_bits()),
            "a store goes on past its lanes"
        );
        to
    }};
}

trait ToBits {
    fn to_bits(&self) -> u32;
}

impl ToBits for u32 {
    fn to_bits(&self) -> u32 {
        *self
    }
}

struct Recorder<'a> {
    operands: &'a Operands,
    results: &'a mut Results,
}

impl Recorder<'_> {
    fn record<T: Bits>(&mut self, name: &'static str, first: usize, lanes: usize, values: &[T]) {
        let row = self.results.entry(name).or_insert([0; N]);
        for (to, value) in row[first..first + lanes].iter_mut().zip(values) {
            *to = value.bits();
        }
    }

    fn floats<S: Simd>(&mut self, name: &'static str, first: usize, value: S::F) {
        let to = stored!(value, S::LANES, f32::from_bits(UNTOUCHED));
        self.record(name, first, S::LANES, &to);
        let mut to = [f32::from_bits(UNTOUCHED); N + 1];
        // SAFETY: there is room for more than the lanes.
        unsafe { value.store_at(to.as_mut_ptr()) };
        assert!(
            to[S::LANES..].iter().all(|x| x.to_bits() == UNTOUCHED),
            "a store goes on past its lanes"
        );
        assert!(
            self.results[name][first..].iter().zip(&to[..S::LANES]).all(|(a, b)| *a == b.bits()),
            "{name}"
        );
    }

    fn doubles<S: Simd>(&mut self, name: &'static str, first: usize, value: S::D) {
        let to = stored!(value, S::LANES, f64::from_bits(u64::from(UNTOUCHED)));
        self.record(name, first, S::LANES, &to);
    }

    fn words<S: Simd>(&mut self, name: &'static str, first: usize, value: S::I) {
        let to = stored!(value, S::LANES, UNTOUCHED);
        self.record(name, first, S::LANES, &to);
    }

    fn truth<S: Simd>(&mut self, name: &'static str, first: usize, truth: bool) {
        self.record(name, first, S::LANES, &[truth; N]);
    }
}

impl Kernel for Recorder<'_> {
    fn run<S: Simd>(mut self, simd: S) {
        let Operands { floats: [a, b], doubles: [x, y], words: [i, j], table } = self.operands;
        for first in (0..N).step_by(S::LANES) {
            let (a, b) = (simd.load(&a[first..]), simd.load(&b[first..]));
            let (x, y) = (simd.load_f64(&x[first..]), simd.load_f64(&y[first..]));
            let (i, j) = (simd.load_u32(&i[first..]), simd.load_u32(&j[first..]));

            self.floats::<S>("f32 +", first, a + b);
            self.floats::<S>("f32 -", first, a - b);
            self.floats::<S>("f32 *", first, a * b);
            self.floats::<S>("f32 abs", first, a.abs());
            self.floats::<S>("f32 min", first, a.min(b));
            self.floats::<S>("f32 max", first, a.max(b));
            self.floats::<S>("f32 floor", first, a.floor());
            self.floats::<S>("f32 sqrt", first, a.sqrt());
            self.words::<S>("f32 to i32", first, a.to_i32());
            self.floats::<S>("select", first, a.lt(b).select(a, b));
            self.words::<S>("select u32", first, a.lt(b).select_u32(i, j));

            self.doubles::<S>("f64 +", first, x + y);
            self.doubles::<S>("f64 -", first, x - y);
            self.doubles::<S>("f64 *", first, x * y);
            self.doubles::<S>("f64 /", first, x / y);
            self.doubles::<S>("f64 abs", first, x.abs());
            self.doubles::<S>("f64 min", first, x.min(y));
            self.doubles::<S>("f64 floor", first, x.floor());
            self.doubles::<S>("f32 to f64", first, S::D::from_f32(a));
            self.floats::<S>("f64 to f32", first, x.to_f32());
            self.words::<S>("f64 to i32", first, x.to_i32());

            self.words::<S>("u32 +", first, i + j);
            self.words::<S>("u32 -", first, i - j);
            self.words::<S>("u32 *", first, i * j);
            self.words::<S>("u32 ^", first, i ^ j);
            self.words::<S>("u32 &", first, i & j);
            self.words::<S>("u32 >> 3", first, i.shr::<3>());
            self.words::<S>("u32 >> 31", first, i.shr::<31>());
            self.words::<S>("u32 << 1", first, i.shl::<1>());
            self.words::<S>("u32 << 30", first, i.shl::<30>());
            self.words::<S>("u32 sign", first, i.sign());
            self.words::<S>("u32 mul_high", first, i.mul_high(j));
            self.floats::<S>("u32 to f32", first, i.to_f32());

            self.floats::<S>("pick8", first, simd.pick8(table.first_chunk().unwrap(), i));
            self.floats::<S>("pick16", first, simd.pick16(table.first_chunk().unwrap(), i));
            self.floats::<S>("pick32", first, simd.pick32(table.first_chunk().unwrap(), i));
            let window: [u32; 3 * STRIDE + 8] = from_fn(window_number);
            self.words::<S>("pick_window", first, simd.pick_window(&window, STRIDE, i));
            assert_eq!(i.first(), self.operands.words[0][first], "first");
            for start in [first, N + first, 2 * N - S::LANES] {
                // SAFETY: from there on the table has numbers for all lanes.
                let (loaded, picked) = unsafe {
                    let from = table.as_ptr().add(start);
                    (simd.load_at(from), simd.pick_at(from, simd.pick(i)))
                };
                let (mut all, mut some, mut indices) = ([0.0; N], [0.0; N], [0; N]);
                loaded.store(&mut all);
                picked.store(&mut some);
                i.store(&mut indices);
                for lane in 0..S::LANES {
                    assert_eq!(all[lane].bits(), table[start + lane].bits(), "load_at");
                    assert_eq!(
                        some[lane].bits(),
                        table[start + indices[lane] as usize % S::LANES].bits(),
                        "pick_at"
                    );
                }
            }
            self.floats::<S>("f32", first, simd.f32(table[0]));
            self.doubles::<S>("f64", first, simd.f64(f64::from(table[0])));
            self.words::<S>("u32", first, simd.u32(UNTOUCHED));
        }
        // Over all lanes of all vectors
        let any = |name: &'static str, recorder: &mut Self| {
            let Operands { floats: [a, b], doubles: [x, y], words: [i, j], .. } = recorder.operands;
            (0..N).step_by(S::LANES).any(|first| match name {
                "any less" => simd.load(&a[first..]).lt(simd.load(&b[first..])).any(),
                "any f64 differs" => simd.load_f64(&x[first..]).any_ne(simd.load_f64(&y[first..])),
                _ => simd.load_u32(&i[first..]).any_ne(simd.load_u32(&j[first..])),
            })
        };
        for name in ["any less", "any f64 differs", "any u32 differs"] {
            let truth = any(name, &mut self);
            for first in (0..N).step_by(S::LANES) {
                self.truth::<S>(name, first, truth);
            }
        }
    }
}

proptest! {
    #[test]
    fn every_operation_has_the_bits_of_plain_numbers_at_every_level(operands in operands()) {
        let expected_results = expected_results(&operands);
        // Numbers outside the range of i32 may become any i32.
        let fits = |x: f64| x.trunc().abs() < 2_147_483_647.0;
        for level in Lanes::all() {
            let mut results = Results::new();
            level.run(Recorder { operands: &operands, results: &mut results });
            prop_assert!(results.keys().eq(expected_results.keys()));
            for (name, expected) in &expected_results {
                for lane in 0..N {
                    let is_defined = match *name {
                        "f32 to i32" => fits(f64::from(operands.floats[0][lane])),
                        "f64 to i32" => fits(operands.doubles[0][lane]),
                        _ => true,
                    };
                    prop_assert!(
                        !is_defined || results[name][lane] == expected[lane],
                        "{name}, lane {lane} at {level:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn any_rows_are_interleaved_at_every_level(
        rows in 0usize..40,
        extra_rows in prop::array::uniform8(0usize..9),
        seed in any::<u32>(),
    ) {
        struct Rows<'a>([&'a [u32]; 8], &'a mut [[u32; 8]]);
        impl Loops for Rows<'_> {
            #[inline(always)]
            fn run(self, interleave: impl Interleave) {
                interleave.interleave(self.0, self.1);
            }
        }
        let number = |c: usize, row: usize| seed.wrapping_mul(1 + 8 * row as u32 + c as u32);
        let columns: [Vec<u32>; 8] =
            from_fn(|c| (0..rows + extra_rows[c]).map(|row| number(c, row)).collect());
        for level in Lanes::all() {
            // The rows before and after must stay untouched
            let mut out = vec![[UNTOUCHED; 8]; rows + 2];
            level.run_loops(Rows(columns.each_ref().map(Vec::as_slice), &mut out[1..=rows]));
            prop_assert!(out[0] == [UNTOUCHED; 8] && out[rows + 1] == [UNTOUCHED; 8]);
            for (row, numbers) in out[1..=rows].iter().enumerate() {
                prop_assert_eq!(*numbers, from_fn(|c| number(c, row)));
            }
            // One row more than the shortest column has
            let mut out = vec![[UNTOUCHED; 8]; rows + extra_rows.iter().min().unwrap() + 1];
            let columns = columns.each_ref().map(Vec::as_slice);
            prop_assert!(
                catch_unwind(AssertUnwindSafe(|| level.run_loops(Rows(columns, &mut out))))
                    .is_err()
            );
        }
    }
}

#[test]
fn windows_past_the_end_are_refused() {
    /// Picks from a window. The fields are the distance between rows and the length of the slice.
    struct WindowPick(usize, usize);
    impl Kernel for WindowPick {
        fn run<S: Simd>(self, simd: S) {
            let Self(stride, length) = self;
            simd.pick_window(&vec![0; length], stride, simd.u32(0)).store(&mut [0; N]);
        }
    }
    for level in Lanes::all() {
        for (stride, length, is_valid) in
            [(8, 32, true), (8, 31, false), (0, 8, true), (0, 7, false), (usize::MAX, 64, false)]
        {
            let is_accepted = catch_unwind(|| level.run(WindowPick(stride, length))).is_ok();
            assert_eq!(is_accepted, is_valid, "stride {stride}, {length} numbers at {level:?}");
        }
    }
}

#[test]
fn slices_shorter_than_a_vector_are_refused() {
    /// Does one of the operations on a slice.
    struct Short(usize, usize);
    impl Kernel for Short {
        fn run<S: Simd>(self, simd: S) {
            let Self(operation, length) = self;
            let (mut floats, mut doubles, mut words) = ([0.0; N], [0.0; N], [0; N]);
            match operation {
                0 => simd.load(&floats[..length]).store(&mut [0.0; N]),
                1 => simd.load_f64(&doubles[..length]).store(&mut [0.0; N]),
                2 => simd.load_u32(&words[..length]).store(&mut [0; N]),
                3 => simd.f32(1.0).store(&mut floats[..length]),
                4 => simd.f64(1.0).store(&mut doubles[..length]),
                _ => simd.u32(1).store(&mut words[..length]),
            }
        }
    }
    for level in Lanes::all() {
        for (operation, length) in
            (0..6).flat_map(|operation| (0..=level.lanes()).map(move |length| (operation, length)))
        {
            let refused = catch_unwind(|| level.run(Short(operation, length))).is_err();
            assert_eq!(
                refused,
                length < level.lanes(),
                "operation {operation} on {length} numbers at {level:?}"
            );
        }
    }
}
