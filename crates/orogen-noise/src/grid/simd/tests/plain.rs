//! The operations on plain numbers, lane by lane.

use super::*;

#[derive(Clone, Debug)]
pub struct Operands {
    pub floats: [[f32; N]; 2],
    pub doubles: [[f64; N]; 2],
    pub words: [[u32; N]; 2],
    /// Twice as long, so that it can be read from any lane on.
    pub table: [f32; 2 * N],
}

/// The bits of each lane by the name of the operation. All NaN count as the same.
pub type Results = BTreeMap<&'static str, [u64; N]>;

pub trait Bits: Copy {
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

/// The distance between the rows of a window.
pub const STRIDE: usize = 11;

pub fn window_number(i: usize) -> u32 {
    (i as u32 + 1).wrapping_mul(0x9e37_79b9)
}

/// Computes the results with plain numbers.
pub fn expected_results(operands: &Operands) -> Results {
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

/// Generates operands, with corner cases among them.
pub fn operands() -> impl Strategy<Value = Operands> {
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
