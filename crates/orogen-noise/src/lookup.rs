//! The steps from a lattice point to its number and to what the number picks, as traces list them.
//!
//! The code that takes a step reports it ([`super::permutation`], [`super::hash`]). The value of
//! the last step is the number.

use serde::Serialize;
use std::fmt;

/// A step on the way from a lattice point to its number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Lookup {
    /// A coordinate is wrapped to the noise's period; the steps after it have the wrapped one.
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
    /// A number of a table of 256.
    Table {
        /// The axis whose coordinate enters, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The number from the step before; 0 at first.
        from: u32,
        /// `from` + (`coordinate` & 255): up to 510, as in publications, which store their table
        /// twice. Here it is taken modulo 256.
        index: u32,
        /// The number in the table.
        value: u32,
    },
    /// A number by arithmetic alone: (34x² + x) mod 289.
    P289 {
        /// The axis whose coordinate enters, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The number from the step before; 0 at first.
        from: u32,
        /// x = `from` + (`coordinate` mod 289).
        index: u32,
        /// 34x² + x.
        product: u32,
        /// The product modulo 289.
        value: u32,
    },
    /// The key of a coordinate, a word of the hash.
    Key {
        /// The axis of the coordinate, from 0.
        axis: usize,
        /// The cell's coordinate, 64 bits in two words.
        coordinate: i64,
        /// The seed's word for the axis.
        axis_word: u32,
        /// The avalanche of that word xor the coordinate's low word.
        middle: u32,
        /// The avalanche of the middle xor the coordinate's high word.
        value: u32,
    },
    /// The last step of the hash: the avalanche of the sum of the keys.
    Avalanche {
        /// Modulo 2³².
        sum: u32,
        /// The number.
        value: u32,
    },
    /// OpenSimplex2's word of a coordinate: the coordinate times a prime, modulo 2⁶⁴.
    Prime {
        /// The axis of the coordinate, from 0.
        axis: usize,
        /// The cell's coordinate.
        coordinate: i64,
        /// The product.
        value: u64,
    },
    /// The last step of OpenSimplex2's hash: some bits of a product.
    Product {
        /// The seed; that of the second lattice differs.
        seed: u64,
        /// (`seed` xor all words) times the author's multiplier, modulo 2⁶⁴.
        product: u64,
        /// Seven bits of it in 2D, eight in 3D, mixed with its highest.
        value: u32,
    },
}

impl Lookup {
    /// The result of the step. That of the last step is the lattice point's number.
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

/// The choice that a lattice point's number makes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Pick {
    /// One of a list of gradients: the number modulo their count.
    Index {
        /// The number of gradients.
        of: u32,
        /// The index of the gradient, from 0.
        index: u32,
    },
    /// A direction: the number over how many numbers there are, as a part of a turn from +x to +y.
    Turn {
        /// The count of possible numbers.
        of: u64,
        /// The direction in turns, in [0, 1).
        turns: f64,
    },
    /// A number from −1 to 1, both included: 2·number/(`of` − 1) − 1.
    Number {
        /// The count of possible numbers.
        of: u64,
        /// The resulting value.
        number: f64,
    },
    /// Further words that follow from the number ([`super::hash::further_word`]): a direction of
    /// n dimensions, or the place of a feature point.
    Words {
        /// The count of words that were drawn.
        words: u32,
        /// The count of vectors that were drawn until one could be used.
        tries: u32,
    },
    /// The lattice point is edited ([`super::Edit`]): its number chooses nothing.
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
            Self::Number { of, number } => write!(f, "over 0 to {} = {number}", of - 1),
            Self::Edited => write!(f, "edited"),
            Self::Words { words, tries } => write!(f, "{words} further words in {tries} tries"),
        }
    }
}
