//! The steps from a lattice point to its number, and what the number picks.
//!
//! Traces list them. The code that takes a step reports it ([`super::permutation`],
//! [`super::hash`]). The value of the last step is the lattice point's pseudo-random number.

use serde::Serialize;
use std::fmt;

/// One step from a lattice point to its pseudo-random number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Lookup {
    /// Wraps a coordinate to the noise's period. The following steps use the wrapped coordinate.
    Wrap {
        /// The axis of the coordinate, from 0.
        axis: usize,
        /// The coordinate before wrapping.
        coordinate: i64,
        /// The period in cells.
        period: i64,
        /// The wrapped coordinate, from 0 to `period` − 1.
        value: i64,
    },
    /// Looks up a number in a table of 256 numbers.
    Table {
        /// The axis whose coordinate the step uses, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The number from the step before, or 0 in the first step.
        from: u32,
        /// The index `from` + (`coordinate` & 255), up to 510. Publications store their table twice
        /// for this; here the index is taken modulo 256.
        index: u32,
        /// The number in the table.
        value: u32,
    },
    /// Computes a number without a table: (34x² + x) mod 289.
    P289 {
        /// The axis whose coordinate the step uses, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The number from the step before, or 0 in the first step.
        from: u32,
        /// x = `from` + (`coordinate` mod 289).
        index: u32,
        /// 34x² + x.
        product: u32,
        /// The product modulo 289.
        value: u32,
    },
    /// Hashes one coordinate to its key.
    Key {
        /// The axis of the coordinate, from 0.
        axis: usize,
        /// The cell's coordinate; the hash takes its 64 bits as two words.
        coordinate: i64,
        /// The seed's word for the axis.
        axis_word: u32,
        /// The avalanche of (`axis_word` xor the coordinate's low word).
        middle: u32,
        /// The avalanche of (`middle` xor the coordinate's high word).
        value: u32,
    },
    /// The last step of the hash: the avalanche of the sum of all keys.
    Avalanche {
        /// The sum of the keys, modulo 2³².
        sum: u32,
        /// The lattice point's number.
        value: u32,
    },
    /// Multiplies a coordinate by a prime, modulo 2⁶⁴, as OpenSimplex2 does.
    Prime {
        /// The axis of the coordinate, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The product.
        value: u64,
    },
    /// The last step of OpenSimplex2's hash: it takes some bits of a product.
    Product {
        /// The seed. The second lattice has another seed than the first.
        seed: u64,
        /// (`seed` xor all words) times OpenSimplex2's multiplier, modulo 2⁶⁴.
        product: u64,
        /// Seven bits of the product in 2D, eight in 3D, after it is mixed with its highest bits.
        value: u32,
    },
}

impl Lookup {
    /// The result of the step. The last step's result is the lattice point's number.
    pub fn value(&self) -> i128 {
        match *self {
            Self::Wrap { value, .. } => value.into(),
            Self::Prime { value, .. } => value.into(),
            Self::Table { value, .. }
            | Self::P289 { value, .. }
            | Self::Key { value, .. }
            | Self::Avalanche { value, .. }
            | Self::Product { value, .. } => value.into(),
        }
    }
}

impl fmt::Display for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Wrap { coordinate, period, value, .. } => {
                write!(f, "{coordinate} mod {period} = {value}")
            }
            Self::Table { coordinate, from, value, .. } => {
                write!(f, "p[{from} + {}] = {value}", coordinate & 255)
            }
            Self::P289 { index, product, value, .. } => {
                write!(f, "P({index}) = {product} mod 289 = {value}")
            }
            Self::Key { coordinate, axis, value, .. } => {
                write!(f, "key {axis} of {coordinate} = {value:#010x}")
            }
            Self::Avalanche { sum, value } => write!(f, "avalanche of {sum:#010x} = {value:#010x}"),
            Self::Prime { coordinate, axis, value } => {
                write!(f, "word {axis} of {coordinate} = {value:#018x}")
            }
            Self::Product { product, value, .. } => {
                write!(f, "bits of {product:#018x} = {value}")
            }
        }
    }
}

/// The choice that a lattice point's number makes, for example of a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Pick {
    /// One of a list of gradients, by the number modulo their count.
    Index {
        /// The number of gradients.
        of: u32,
        /// The index of the gradient, from 0.
        index: u32,
    },
    /// A direction: number ÷ count of possible numbers, as a fraction of a turn from +x towards +y.
    Turn {
        /// The count of possible numbers.
        of: u64,
        /// The direction in turns, in [0, 1).
        turns: f64,
    },
    /// A value from −1 to 1, both included: 2·h/(`of` − 1) − 1 for the lattice point's number h.
    Number {
        /// The count of possible numbers.
        of: u64,
        /// The resulting value.
        number: f64,
    },
    /// A choice that needs several words: a direction in n dimensions, or a feature point.
    ///
    /// [`super::hash::further_word`] derives the words from the number.
    Words {
        /// The number of words that were drawn.
        words: u32,
        /// The number of vectors that were drawn, up to the first usable vector.
        tries: u32,
    },
    /// No choice: the lattice point is edited ([`super::Edit`]).
    Edited,
}

impl Pick {
    /// Picks one of `of` gradients by `number`.
    #[inline]
    pub const fn one_of(of: u32, number: u32) -> Self {
        Self::Index { of, index: number % of }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Index { of, index } => write!(f, "mod {of} = {index}"),
            Self::Turn { of, turns } => write!(f, "/ {of} = {turns} turns"),
            Self::Number { of, number } => write!(f, "of 0 to {}, mapped to {number}", of - 1),
            Self::Edited => write!(f, "edited"),
            Self::Words { words, tries } => {
                write!(f, "with {words} further words in {tries} tries")
            }
        }
    }
}
