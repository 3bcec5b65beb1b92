//! Vectors of N lanes as arrays, in code that compilers can vectorise.

use super::{Double, Float, Int, Mask, Simd, window_length};
use std::array::from_fn;
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Sub};

/// Vectors of N lanes that use no instruction of a particular machine.
#[derive(Clone, Copy)]
pub struct Portable<const N: usize>;

#[derive(Clone, Copy)]
pub struct F<const N: usize>([f32; N]);

#[derive(Clone, Copy)]
pub struct D<const N: usize>([f64; N]);

#[derive(Clone, Copy)]
pub struct I<const N: usize>([u32; N]);

#[derive(Clone, Copy)]
pub struct M<const N: usize>([bool; N]);

impl<const N: usize> Simd for Portable<N> {
    const LANES: usize = N;
    type F = F<N>;
    type D = D<N>;
    type I = I<N>;
    type M = M<N>;
    type Pick = [usize; N];

    #[inline(always)]
    fn f32(self, x: f32) -> F<N> {
        F([x; N])
    }

    #[inline(always)]
    fn f64(self, x: f64) -> D<N> {
        D([x; N])
    }

    #[inline(always)]
    fn u32(self, x: u32) -> I<N> {
        I([x; N])
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> F<N> {
        let from = &from[..N];
        F(from_fn(|i| from[i]))
    }

    #[inline(always)]
    fn load_f64(self, from: &[f64]) -> D<N> {
        let from = &from[..N];
        D(from_fn(|i| from[i]))
    }

    #[inline(always)]
    fn load_u32(self, from: &[u32]) -> I<N> {
        let from = &from[..N];
        I(from_fn(|i| from[i]))
    }

    #[inline(always)]
    unsafe fn load_at(self, from: *const f32) -> F<N> {
        // SAFETY: the caller's promise.
        F(unsafe { from.cast::<[f32; N]>().read_unaligned() })
    }

    #[inline(always)]
    fn pick(self, index: I<N>) -> [usize; N] {
        index.0.map(|i| i as usize % N)
    }

    #[inline(always)]
    unsafe fn pick_at(self, from: *const f32, pick: [usize; N]) -> F<N> {
        // SAFETY: N numbers are readable, as the caller promises.
        let from = unsafe { from.cast::<[f32; N]>().read_unaligned() };
        F(pick.map(|i| from[i % N]))
    }

    #[inline(always)]
    fn pick8(self, table: &[f32; 8], index: I<N>) -> F<N> {
        F(index.0.map(|i| table[i as usize & 7]))
    }

    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: I<N>) -> F<N> {
        F(index.0.map(|i| table[i as usize & 15]))
    }

    #[inline(always)]
    fn pick32(self, table: &[f32; 32], index: I<N>) -> F<N> {
        F(index.0.map(|i| table[i as usize & 31]))
    }

    #[inline(always)]
    fn pick_window(self, from: &[u32], stride: usize, index: I<N>) -> I<N> {
        assert!(from.len() >= window_length(stride));
        I(index.0.map(|i| from[stride * (i as usize >> 3 & 3) + (i as usize & 7)]))
    }
}

/// Implements an operator on two arrays, lane by lane.
macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $f:expr) => {
        impl<const N: usize> $trait for $type<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(from_fn(|i| $f(self.0[i], other.0[i])))
            }
        }
    };
}

operator!(F, Add, add, |a: f32, b: f32| a + b);
operator!(F, Sub, sub, |a: f32, b: f32| a - b);
operator!(F, Mul, mul, |a: f32, b: f32| a * b);
operator!(F, Div, div, |a: f32, b: f32| a / b);
operator!(D, Add, add, |a: f64, b: f64| a + b);
operator!(D, Sub, sub, |a: f64, b: f64| a - b);
operator!(D, Mul, mul, |a: f64, b: f64| a * b);
operator!(D, Div, div, |a: f64, b: f64| a / b);
operator!(I, Add, add, u32::wrapping_add);
operator!(I, Sub, sub, u32::wrapping_sub);
operator!(I, Mul, mul, u32::wrapping_mul);
operator!(I, BitXor, bitxor, |a: u32, b: u32| a ^ b);
operator!(I, BitAnd, bitand, |a: u32, b: u32| a & b);

impl<const N: usize> Float for F<N> {
    type Mask = M<N>;
    type I = I<N>;

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    unsafe fn store_at(self, to: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { to.cast::<[f32; N]>().write_unaligned(self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(from_fn(|i| if self.0[i] < other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn floor(self) -> Self {
        Self(self.0.map(|x| {
            if x.is_nan() || x.abs() >= 8_388_608.0 {
                return x;
            }
            let truncated = x as i32 as f32;
            (if truncated > x { truncated - 1.0 } else { truncated }).copysign(x)
        }))
    }

    #[inline(always)]
    fn to_i32(self) -> I<N> {
        I(self.0.map(|x| x as i32 as u32))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(from_fn(|i| if self.0[i] > other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> M<N> {
        M(from_fn(|i| self.0[i] < other.0[i]))
    }
}

impl<const N: usize> Double for D<N> {
    type F = F<N>;
    type I = I<N>;

    #[inline(always)]
    fn floor(self) -> Self {
        // `f64::floor` is a function call on platforms whose baseline has no instruction for it.
        Self(self.0.map(|x| {
            if x.is_nan() || x.abs() >= 4_503_599_627_370_496.0 {
                return x;
            }
            let truncated = x as i64 as f64;
            (if truncated > x { truncated - 1.0 } else { truncated }).copysign(x)
        }))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f64::abs))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(from_fn(|i| if self.0[i] < other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn from_f32(x: F<N>) -> Self {
        Self(x.0.map(f64::from))
    }

    #[inline(always)]
    fn to_f32(self) -> F<N> {
        F(self.0.map(|x| x as f32))
    }

    #[inline(always)]
    fn to_i32(self) -> I<N> {
        I(self.0.map(|x| x as i32 as u32))
    }

    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        to[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        (0..N).any(|i| self.0[i] != other.0[i])
    }
}

impl<const N: usize> Int for I<N> {
    type F = F<N>;

    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        to[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(self.0.map(|x| x >> BITS))
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(self.0.map(|x| x << BITS))
    }

    #[inline(always)]
    fn sign(self) -> Self {
        Self(self.0.map(|x| (x as i32 >> 31) as u32))
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        self.0 != other.0
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        Self(from_fn(|i| ((u64::from(self.0[i]) * u64::from(other.0[i])) >> 32) as u32))
    }

    #[inline(always)]
    fn to_f32(self) -> F<N> {
        F(self.0.map(|x| x as i32 as f32))
    }
}

impl<const N: usize> Mask for M<N> {
    type F = F<N>;
    type I = I<N>;

    #[inline(always)]
    fn select(self, yes: F<N>, no: F<N>) -> F<N> {
        F(from_fn(|i| if self.0[i] { yes.0[i] } else { no.0[i] }))
    }

    #[inline(always)]
    fn select_u32(self, yes: I<N>, no: I<N>) -> I<N> {
        I(from_fn(|i| if self.0[i] { yes.0[i] } else { no.0[i] }))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.contains(&true)
    }
}
