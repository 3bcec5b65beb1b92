//! Vectors as wide as a register, over the crate `fearless_simd`: NEON and WebAssembly's SIMD.
//!
//! The crate's `min` and `max` treat NaN and zeros in a way that depends on the machine. Here they
//! are comparisons with selections, whose bits are those of every other level.

use super::{Double, Float, Int, MAX_LANES, Mask, Simd, WINDOW, window_length};
use fearless_simd::Simd as Instructions;
use fearless_simd::prelude::{
    Bytes, Select, SimdBase, SimdFloat, SimdInt, SimdIntWiden, SimdMask, SimdNarrow, SimdWiden,
};
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Sub};

/// Vectors of a set of instructions. A value of `T` proves that the machine has them.
#[derive(Clone, Copy)]
pub struct Registers<T>(pub T);

#[derive(Clone, Copy)]
pub struct F<T: Instructions>(T::f32s);

/// The first half of the lanes, and the second half.
#[derive(Clone, Copy)]
pub struct D<T: Instructions>(T::f64s, T::f64s);

#[derive(Clone, Copy)]
pub struct I<T: Instructions>(T::u32s);

#[derive(Clone, Copy)]
pub struct M<T: Instructions>(T::mask32s);

const fn lanes<T: Instructions>() -> usize {
    <T::f32s as SimdBase<T>>::LEN
}

impl<T: Instructions> Simd for Registers<T> {
    const LANES: usize = lanes::<T>();
    type F = F<T>;
    type D = D<T>;
    type I = I<T>;
    type M = M<T>;
    /// The indices of bytes.
    type Pick = T::u8s;

    #[inline(always)]
    fn f32(self, x: f32) -> F<T> {
        F(T::f32s::splat(self.0, x))
    }

    #[inline(always)]
    fn f64(self, x: f64) -> D<T> {
        let x = T::f64s::splat(self.0, x);
        D(x, x)
    }

    #[inline(always)]
    fn u32(self, x: u32) -> I<T> {
        I(T::u32s::splat(self.0, x))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> F<T> {
        F(T::f32s::from_slice(self.0, &from[..Self::LANES]))
    }

    #[inline(always)]
    fn load_f64(self, from: &[f64]) -> D<T> {
        let (low, high) = from[..Self::LANES].split_at(Self::LANES / 2);
        D(T::f64s::from_slice(self.0, low), T::f64s::from_slice(self.0, high))
    }

    #[inline(always)]
    fn load_u32(self, from: &[u32]) -> I<T> {
        I(T::u32s::from_slice(self.0, &from[..Self::LANES]))
    }

    #[inline(always)]
    unsafe fn load_at(self, from: *const f32) -> F<T> {
        // SAFETY: the array has a number for each lane, which are readable, as the caller promises.
        let numbers = unsafe { from.cast::<<T::f32s as SimdBase<T>>::Array>().read_unaligned() };
        F(T::f32s::load_array(self.0, numbers))
    }

    #[inline(always)]
    fn pick(self, index: I<T>) -> T::u8s {
        bytes::<T>(index.0 & (Self::LANES as u32 - 1))
    }

    #[inline(always)]
    unsafe fn pick_at(self, from: *const f32, pick: T::u8s) -> F<T> {
        // SAFETY: the caller's promise.
        F(unsafe { self.load_at(from) }.0.swizzle_dyn(pick))
    }

    #[inline(always)]
    fn pick8(self, table: &[f32; 8], index: I<T>) -> F<T> {
        self.pick_in::<8>(|first| self.part(table, first), index)
    }

    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: I<T>) -> F<T> {
        self.pick_in::<16>(|first| self.part(table, first), index)
    }

    #[inline(always)]
    fn pick32(self, table: &[f32; 32], index: I<T>) -> F<T> {
        self.pick_in::<32>(|first| self.part(table, first), index)
    }

    #[inline(always)]
    fn pick_window(self, from: &[u32], stride: usize, index: I<T>) -> I<T> {
        // A vector must lie in one row
        const { assert!(lanes::<T>() <= WINDOW[0]) }
        assert!(from.len() >= window_length(stride));
        let part = |first: usize| {
            let start = first / WINDOW[0] * stride + first % WINDOW[0];
            self.load_u32(&from[start..]).0.bitcast()
        };
        I(self.pick_in::<{ WINDOW[0] * WINDOW[1] }>(part, index).0.bitcast())
    }
}

/// The indices of the bytes of numbers with these indices.
#[inline(always)]
fn bytes<T: Instructions>(index: T::u32s) -> T::u8s {
    (index * 0x0404_0404 + 0x0302_0100).bitcast()
}

impl<T: Instructions> Registers<T> {
    /// The vector of a table's numbers from `first` on. A table shorter than a vector is repeated.
    #[inline(always)]
    fn part<const LENGTH: usize>(self, table: &[f32; LENGTH], first: usize) -> T::f32s {
        if first + Self::LANES <= LENGTH {
            return self.load(&table[first..]).0;
        }
        let numbers: [f32; MAX_LANES] = std::array::from_fn(|i| table[i % LENGTH]);
        self.load(&numbers).0
    }

    /// The number `index mod LENGTH` for each lane, for a length of 8, 16 or 32. `part` returns the
    /// vector of the numbers from an index on.
    #[inline(always)]
    fn pick_in<const LENGTH: usize>(self, part: impl Fn(usize) -> T::f32s, index: I<T>) -> F<T> {
        if LENGTH <= Self::LANES {
            return F(part(0).swizzle_dyn(bytes::<T>(index.0 & (LENGTH as u32 - 1))));
        }
        let pair = 2 * Self::LANES;
        let within = bytes::<T>(index.0 & (pair as u32 - 1));
        let picked =
            |first: usize| part(first).concat_swizzle_dyn(part(first + Self::LANES), within);
        // The higher bits choose between pairs of vectors, then between pairs of pairs
        let choice = |length: usize, first: T::f32s, second: T::f32s| {
            let bit = index.0 & length as u32;
            let is_second = bit.simd_ne(T::u32s::splat(self.0, 0));
            is_second.select(second, first)
        };
        F(match LENGTH / pair {
            1 => picked(0),
            2 => choice(pair, picked(0), picked(pair)),
            _ => choice(
                2 * pair,
                choice(pair, picked(0), picked(pair)),
                choice(pair, picked(2 * pair), picked(3 * pair)),
            ),
        })
    }
}

/// Implements operators on vectors of one register.
macro_rules! operators {
    ($type:ident: $($trait:ident $method:ident),+) => {
        $(impl<T: Instructions> $trait for $type<T> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        })+
    };
}

/// Implements operators on vectors of two registers.
macro_rules! double_operators {
    ($($trait:ident $method:ident),+) => {
        $(impl<T: Instructions> $trait for D<T> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0), $trait::$method(self.1, other.1))
            }
        })+
    };
}

operators!(F: Add add, Sub sub, Mul mul, Div div);
operators!(I: Add add, Sub sub, Mul mul, BitXor bitxor, BitAnd bitand);
double_operators!(Add add, Sub sub, Mul mul, Div div);

impl<T: Instructions> Float for F<T> {
    type Mask = M<T>;
    type I = I<T>;

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        self.0.store_slice(&mut to[..lanes::<T>()]);
    }

    #[inline(always)]
    unsafe fn store_at(self, to: *mut f32) {
        // SAFETY: the array has a number for each lane, which are writable, as the caller promises.
        unsafe { to.cast::<<T::f32s as SimdBase<T>>::Array>().write_unaligned(self.0.to_array()) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(self.0.simd_lt(other.0).select(self.0, other.0))
    }

    #[inline(always)]
    fn floor(self) -> Self {
        Self(self.0.floor())
    }

    #[inline(always)]
    fn to_i32(self) -> I<T> {
        I(self.0.to_int::<T::i32s>().bitcast())
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(other.0.simd_lt(self.0).select(self.0, other.0))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    #[inline(always)]
    fn lt(self, other: Self) -> M<T> {
        M(self.0.simd_lt(other.0))
    }
}

impl<T: Instructions> Double for D<T> {
    type F = F<T>;
    type I = I<T>;

    #[inline(always)]
    fn floor(self) -> Self {
        Self(self.0.floor(), self.1.floor())
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs(), self.1.abs())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(
            self.0.simd_lt(other.0).select(self.0, other.0),
            self.1.simd_lt(other.1).select(self.1, other.1),
        )
    }

    #[inline(always)]
    fn from_f32(x: F<T>) -> Self {
        let (low, high) = x.0.widen();
        Self(low, high)
    }

    #[inline(always)]
    fn to_f32(self) -> F<T> {
        F(self.0.narrow(self.1))
    }

    #[inline(always)]
    fn to_i32(self) -> I<T> {
        // The sum has the whole number in its lowest bits; not every machine can convert to i64
        let bits = |x: T::f64s| -> T::u64s { (x.trunc() + MAGIC).bitcast() };
        I(bits(self.0).narrow(bits(self.1)))
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        (self.0.simd_ne(other.0)).any_true() || (self.1.simd_ne(other.1)).any_true()
    }

    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        let (low, high) = to[..lanes::<T>()].split_at_mut(lanes::<T>() / 2);
        self.0.store_slice(low);
        self.1.store_slice(high);
    }
}

/// 1.5 · 2⁵², whose sum with a whole number below 2³¹ in magnitude holds that number in its lowest
/// 32 bits.
const MAGIC: f64 = 6_755_399_441_055_744.0;

impl<T: Instructions> Int for I<T> {
    type F = F<T>;

    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        self.0.store_slice(&mut to[..lanes::<T>()]);
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(self.0 >> BITS)
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(self.0 << BITS)
    }

    #[inline(always)]
    fn sign(self) -> Self {
        let signed: T::i32s = self.0.bitcast();
        Self((signed >> 31).bitcast())
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        self.0.simd_ne(other.0).any_true()
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        let (low, high) = self.0.widening_mul(other.0);
        Self((low >> 32).narrow(high >> 32))
    }

    #[inline(always)]
    fn to_f32(self) -> F<T> {
        let signed: T::i32s = self.0.bitcast();
        F(signed.to_float())
    }
}

impl<T: Instructions> Mask for M<T> {
    type F = F<T>;
    type I = I<T>;

    #[inline(always)]
    fn select(self, yes: F<T>, no: F<T>) -> F<T> {
        F(self.0.select(yes.0, no.0))
    }

    #[inline(always)]
    fn select_u32(self, yes: I<T>, no: I<T>) -> I<T> {
        I(self.0.select(yes.0, no.0))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.any_true()
    }
}
