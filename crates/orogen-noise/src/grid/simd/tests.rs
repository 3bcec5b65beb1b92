//! Tests that compare every operation at every level with plain numbers, lane by lane.

mod lanes;

use super::*;
use lanes::Lanes;
use proptest::prelude::*;
use proptest::sample::select;
use std::array::from_fn;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of lanes of every operand: whole vectors of any width.
const N: usize = MAX_LANES;

#[derive(Clone, Debug)]
struct Operands {
    floats: [[f32; N]; 2],
    doubles: [[f64; N]; 2],
    words: [[u32; N]; 2],
    /// Twice as long, so that it can be read from any lane on.
    table: [f32; 2 * N],
}

/// The bits of each lane by the name of the operation. All NaN count as the same.
type Results = BTreeMap<&'static str, [u64; N]>;

trait Bits: Copy {
    fn bits(self) -> u64;
}

impl Bits for f32 {
    fn bits(self) -> u64 {
        u64::from(if self.is_nan() { f32::NAN.to_bits() } else { self.to_bits() })
    }
}

impl Bits for f64 {
    fn bits(self) -> u64 {
        if self.is_nan() { f64::NAN.to_bits() } else { self.to_bits() }
    }
}

impl Bits for u32 {
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

impl Bits for bool {
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

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

struct Drive<'a> {
    operands: &'a Operands,
    results: &'a mut Results,
}

impl Drive<'_> {
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

impl Kernel for Drive<'_> {
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
            for at in [first, N + first, 2 * N - S::LANES] {
                // SAFETY: from there on the table has numbers for all lanes.
                let (loaded, picked) = unsafe {
                    let from = table.as_ptr().add(at);
                    (simd.load_at(from), simd.pick_at(from, simd.pick(i)))
                };
                let (mut all, mut some, mut indices) = ([0.0; N], [0.0; N], [0; N]);
                loaded.store(&mut all);
                picked.store(&mut some);
                i.store(&mut indices);
                for lane in 0..S::LANES {
                    assert_eq!(all[lane].bits(), table[at + lane].bits(), "load_at");
                    assert_eq!(
                        some[lane].bits(),
                        table[at + indices[lane] as usize % S::LANES].bits(),
                        "pick_at"
                    );
                }
            }
            self.floats::<S>("f32", first, simd.f32(table[0]));
            self.doubles::<S>("f64", first, simd.f64(f64::from(table[0])));
            self.words::<S>("u32", first, simd.u32(UNTOUCHED));
        }
        // Over all lanes of all vectors
        let any = |name: &'static str, drive: &mut Self| {
            let Operands { floats: [a, b], doubles: [x, y], words: [i, j], .. } = drive.operands;
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

/// The distance between the rows of a window.
const STRIDE: usize = 11;

fn window_number(i: usize) -> u32 {
    (i as u32 + 1).wrapping_mul(0x9e37_79b9)
}

/// Computes the results with plain numbers.
fn expected_results(operands: &Operands) -> Results {
    let Operands { floats: [a, b], doubles: [x, y], words: [i, j], table } = operands;
    let mut results = Results::new();
    let mut float =
        |name, f: &dyn Fn(usize) -> f32| results.insert(name, from_fn(|lane| f(lane).bits()));
    float("f32 +", &|l| a[l] + b[l]);
    float("f32 -", &|l| a[l] - b[l]);
    float("f32 *", &|l| a[l] * b[l]);
    float("f32 abs", &|l| a[l].abs());
    float("f32 min", &|l| if a[l] < b[l] { a[l] } else { b[l] });
    float("f32 max", &|l| if a[l] > b[l] { a[l] } else { b[l] });
    float("f32 floor", &|l| a[l].floor());
    float("f32 sqrt", &|l| a[l].sqrt());
    float("select", &|l| if a[l] < b[l] { a[l] } else { b[l] });
    float("f64 to f32", &|l| x[l] as f32);
    float("u32 to f32", &|l| i[l] as i32 as f32);
    float("pick8", &|l| table[i[l] as usize % 8]);
    float("pick16", &|l| table[i[l] as usize % 16]);
    float("pick32", &|l| table[i[l] as usize % 32]);
    float("f32", &|_| table[0]);
    let mut double =
        |name, f: &dyn Fn(usize) -> f64| results.insert(name, from_fn(|lane| f(lane).bits()));
    double("f64 +", &|l| x[l] + y[l]);
    double("f64 -", &|l| x[l] - y[l]);
    double("f64 *", &|l| x[l] * y[l]);
    double("f64 /", &|l| x[l] / y[l]);
    double("f64 abs", &|l| x[l].abs());
    double("f64 min", &|l| if x[l] < y[l] { x[l] } else { y[l] });
    double("f64 floor", &|l| x[l].floor());
    double("f32 to f64", &|l| f64::from(a[l]));
    double("f64", &|_| f64::from(table[0]));
    let mut word =
        |name, f: &dyn Fn(usize) -> u32| results.insert(name, from_fn(|lane| f(lane).bits()));
    word("f32 to i32", &|l| a[l] as i32 as u32);
    word("f64 to i32", &|l| x[l] as i32 as u32);
    word("select u32", &|l| if a[l] < b[l] { i[l] } else { j[l] });
    word("u32 +", &|l| i[l].wrapping_add(j[l]));
    word("u32 -", &|l| i[l].wrapping_sub(j[l]));
    word("u32 *", &|l| i[l].wrapping_mul(j[l]));
    word("u32 ^", &|l| i[l] ^ j[l]);
    word("u32 &", &|l| i[l] & j[l]);
    word("u32 >> 3", &|l| i[l] >> 3);
    word("u32 >> 31", &|l| i[l] >> 31);
    word("u32 << 1", &|l| i[l] << 1);
    word("u32 << 30", &|l| i[l] << 30);
    word("u32 sign", &|l| if (i[l] as i32) < 0 { u32::MAX } else { 0 });
    word("u32 mul_high", &|l| ((u64::from(i[l]) * u64::from(j[l])) >> 32) as u32);
    word("pick_window", &|l| window_number(STRIDE * (i[l] as usize >> 3 & 3) + i[l] as usize % 8));
    word("u32", &|_| UNTOUCHED);
    results.insert("any less", [(0..N).any(|l| a[l] < b[l]).bits(); N]);
    results.insert("any f64 differs", [(x != y).bits(); N]);
    results.insert("any u32 differs", [(i != j).bits(); N]);
    results
}

fn operands() -> impl Strategy<Value = Operands> {
    let corners = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -2.5,
        f64::INFINITY,
        f64::NAN,
        8_388_608.5,
        4_503_599_627_370_497.0,
    ];
    let corner = select(corners.to_vec());
    let double = prop_oneof![corner.clone(), -3.0..3.0, -1e9..1e9, any::<f64>()];
    let float =
        prop_oneof![corner.prop_map(|x| x as f32), -3.0f32..3.0, -1e9f32..1e9, any::<f32>()];
    let word = prop_oneof![0u32..20, select(vec![u32::MAX, 1 << 31, 16, 1 << 30]), any::<u32>()];
    let doubles = [prop::array::uniform16(double.clone()), prop::array::uniform16(double)];
    let floats = [prop::array::uniform16(float.clone()), prop::array::uniform16(float.clone())];
    let words = [prop::array::uniform16(word.clone()), prop::array::uniform16(word)];
    let operands = (doubles, floats, words, prop::array::uniform32(float), any::<bool>());
    operands.prop_map(|(doubles, floats, words, table, same)| match same {
        true => Operands {
            floats: [floats[0]; 2],
            doubles: [doubles[0]; 2],
            words: [words[0]; 2],
            table,
        },
        false => Operands { floats, doubles, words, table },
    })
}

proptest! {
    #[test]
    fn every_operation_has_the_bits_of_plain_numbers_at_every_level(operands in operands()) {
        let expected_results = expected_results(&operands);
        // Numbers outside the range of i32 may become any i32.
        let fits = |x: f64| x.trunc().abs() < 2_147_483_647.0;
        for level in Lanes::all() {
            let mut results = Results::new();
            level.run(Drive { operands: &operands, results: &mut results });
            prop_assert!(results.keys().eq(expected_results.keys()));
            for (name, expected) in &expected_results {
                for lane in 0..N {
                    let defined = match *name {
                        "f32 to i32" => fits(f64::from(operands.floats[0][lane])),
                        "f64 to i32" => fits(operands.doubles[0][lane]),
                        _ => true,
                    };
                    prop_assert!(
                        !defined || results[name][lane] == expected[lane],
                        "{name}, lane {lane} at {level:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn any_rows_are_interleaved_at_every_level(
        rows in 0usize..40,
        longer in prop::array::uniform8(0usize..9),
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
            from_fn(|c| (0..rows + longer[c]).map(|row| number(c, row)).collect());
        for level in Lanes::all() {
            // The rows before and after must stay untouched
            let mut out = vec![[UNTOUCHED; 8]; rows + 2];
            level.run_loops(Rows(columns.each_ref().map(Vec::as_slice), &mut out[1..=rows]));
            prop_assert!(out[0] == [UNTOUCHED; 8] && out[rows + 1] == [UNTOUCHED; 8]);
            for (row, numbers) in out[1..=rows].iter().enumerate() {
                prop_assert_eq!(*numbers, from_fn(|c| number(c, row)));
            }
            // One row more than the shortest column has
            let mut out = vec![[UNTOUCHED; 8]; rows + longer.iter().min().unwrap() + 1];
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
    struct Picks(usize, usize);
    impl Kernel for Picks {
        fn run<S: Simd>(self, simd: S) {
            let Self(stride, length) = self;
            simd.pick_window(&vec![0; length], stride, simd.u32(0)).store(&mut [0; N]);
        }
    }
    for level in Lanes::all() {
        for (stride, length, wanted) in
            [(8, 32, true), (8, 31, false), (0, 8, true), (0, 7, false), (usize::MAX, 64, false)]
        {
            let picks = catch_unwind(|| level.run(Picks(stride, length))).is_ok();
            assert_eq!(picks, wanted, "stride {stride}, {length} numbers at {level:?}");
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
