//! Vectors for x86-64.
//!
//! A table describes each instruction set: its register types, and for each operation a function on
//! registers, which is an intrinsic or a function of several intrinsics. The macro [`vectors`]
//! makes the types and traits from a table.
//!
//! `unsafe` has two reasons here. An intrinsic may only run on a machine that has its instruction
//! set: only the set's `run` can make a value of the set's type, and it checks the machine first.
//! Loads and stores use pointers: the length of the slice is asserted before.

pub(super) mod avx2;
pub(super) mod avx512;
pub(super) mod sse2;

/// Makes the types of an instruction set, and their operations, from a table.
///
/// The functions in a table are intrinsics or safe functions. Except for loads and stores, they
/// only need a machine that has the instructions.
macro_rules! vectors {
    (
        $simd:ident: $lanes:literal lanes;
        registers: $f:ty, $d:ty, $i:ty, masks $m:ty, picks $pick:ty;
        splat: $splat_f:ident, $splat_d:ident, $splat_i:ident;
        load: $load_f:ident, $load_d:ident, $load_i:ident;
        store: $store_f:ident, $store_d:ident, $store_i:ident;
        f32: $($f_trait:ident $f_operator:ident = $f_operation:ident),+;
        f32 unary: $($f_unary:ident = $f_unary_operation:expr),+;
        f32 binary: $($f_binary:ident = $f_binary_operation:ident),+;
        f32 to: $f_to_f64:ident, $f_to_i32:ident;
        f64: $($d_trait:ident $d_operator:ident = $d_operation:ident),+;
        f64 unary: $($d_unary:ident = $d_unary_operation:expr),+;
        f64 binary: $($d_binary:ident = $d_binary_operation:ident),+;
        f64 to: $d_to_f32:ident, $d_to_i32:ident;
        u32: $($i_trait:ident $i_operator:ident = $i_operation:ident),+;
        u32 shifts: $shr:ident, $shl:ident, $sign:expr;
        u32 binary: $($i_binary:ident = $i_binary_operation:ident),+;
        u32 to: $i_to_f32:ident, first $i_first:ident;
        comparisons: $less:ident, $select:ident, $select_u32:ident, $any:ident, $any_ne_f64:ident, $any_ne_u32:ident;
        specific: { $($specific:tt)* }
    ) => {
        #[derive(Clone, Copy)]
        pub struct F($f);

        /// The first half of the lanes, and the second half.
        #[derive(Clone, Copy)]
        pub struct D($d, $d);

        #[derive(Clone, Copy)]
        pub struct I($i);

        #[derive(Clone, Copy)]
        pub struct M($m);

        // All `unsafe` blocks below rely on this: if a value of the set's type or of a vector type
        // exists, the machine has the instructions. Most functions only work on registers.
        impl Simd for $simd {
            const LANES: usize = $lanes;
            type F = F;
            type D = D;
            type I = I;
            type M = M;
            type Pick = $pick;

            #[inline(always)]
            fn f32(self, x: f32) -> F {
                // SAFETY: the machine has the instructions.
                F(unsafe { $splat_f(x) })
            }

            #[inline(always)]
            fn f64(self, x: f64) -> D {
                // SAFETY: the machine has the instructions.
                unsafe { D($splat_d(x), $splat_d(x)) }
            }

            #[inline(always)]
            fn u32(self, x: u32) -> I {
                // SAFETY: the machine has the instructions.
                I(unsafe { $splat_i(x as i32) })
            }

            #[inline(always)]
            fn load(self, from: &[f32]) -> F {
                assert!(from.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough.
                F(unsafe { $load_f(from.as_ptr()) })
            }

            #[inline(always)]
            fn load_f64(self, from: &[f64]) -> D {
                assert!(from.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough for both
                // halves.
                unsafe { D($load_d(from.as_ptr()), $load_d(from.as_ptr().add($lanes / 2))) }
            }

            #[inline(always)]
            fn load_u32(self, from: &[u32]) -> I {
                assert!(from.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough.
                I(unsafe { $load_i(from.as_ptr().cast()) })
            }

            #[inline(always)]
            unsafe fn load_at(self, from: *const f32) -> F {
                // SAFETY: the machine has the instructions; the numbers are readable, as the caller
                // promises.
                F(unsafe { $load_f(from) })
            }

            $($specific)*
        }

        $(impl std::ops::$f_trait for F {
            type Output = Self;

            #[inline(always)]
            fn $f_operator(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $f_operation(self.0, other.0) })
            }
        })+

        impl Float for F {
            type Mask = M;
            type I = I;

            #[inline(always)]
            fn store(self, to: &mut [f32]) {
                assert!(to.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough.
                unsafe { $store_f(to.as_mut_ptr(), self.0) }
            }

            #[inline(always)]
            unsafe fn store_at(self, to: *mut f32) {
                // SAFETY: the machine has the instructions; the numbers are writable, as the caller
                // promises.
                unsafe { $store_f(to, self.0) }
            }

            $(#[inline(always)]
            fn $f_unary(self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $f_unary_operation(self.0) })
            })+

            $(#[inline(always)]
            fn $f_binary(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $f_binary_operation(self.0, other.0) })
            })+

            #[inline(always)]
            fn to_i32(self) -> I {
                // SAFETY: the machine has the instructions.
                I(unsafe { $f_to_i32(self.0) })
            }

            #[inline(always)]
            fn lt(self, other: Self) -> M {
                // SAFETY: the machine has the instructions.
                M(unsafe { $less(self.0, other.0) })
            }
        }

        $(impl std::ops::$d_trait for D {
            type Output = Self;

            #[inline(always)]
            fn $d_operator(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                unsafe { Self($d_operation(self.0, other.0), $d_operation(self.1, other.1)) }
            }
        })+

        impl Double for D {
            type F = F;
            type I = I;

            $(#[inline(always)]
            fn $d_unary(self) -> Self {
                // SAFETY: the machine has the instructions.
                unsafe { Self($d_unary_operation(self.0), $d_unary_operation(self.1)) }
            })+

            $(#[inline(always)]
            fn $d_binary(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                unsafe { Self($d_binary_operation(self.0, other.0), $d_binary_operation(self.1, other.1)) }
            })+

            #[inline(always)]
            fn from_f32(x: F) -> Self {
                // SAFETY: the machine has the instructions.
                let [low, high] = unsafe { $f_to_f64(x.0) };
                Self(low, high)
            }

            #[inline(always)]
            fn to_f32(self) -> F {
                // SAFETY: the machine has the instructions.
                F(unsafe { $d_to_f32(self.0, self.1) })
            }

            #[inline(always)]
            fn to_i32(self) -> I {
                // SAFETY: the machine has the instructions.
                I(unsafe { $d_to_i32(self.0, self.1) })
            }

            #[inline(always)]
            fn any_ne(self, other: Self) -> bool {
                // SAFETY: the machine has the instructions.
                unsafe { $any_ne_f64([self.0, self.1], [other.0, other.1]) }
            }

            #[inline(always)]
            fn store(self, to: &mut [f64]) {
                assert!(to.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough for both
                // halves.
                unsafe {
                    $store_d(to.as_mut_ptr(), self.0);
                    $store_d(to.as_mut_ptr().add($lanes / 2), self.1);
                }
            }
        }

        $(impl std::ops::$i_trait for I {
            type Output = Self;

            #[inline(always)]
            fn $i_operator(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $i_operation(self.0, other.0) })
            }
        })+

        impl Int for I {
            type F = F;

            #[inline(always)]
            fn store(self, to: &mut [u32]) {
                assert!(to.len() >= $lanes);
                // SAFETY: the machine has the instructions; the slice is long enough.
                unsafe { $store_i(to.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn first(self) -> u32 {
                // SAFETY: the machine has the instructions.
                unsafe { $i_first(self.0) as u32 }
            }

            #[inline(always)]
            fn shr<const BITS: u32>(self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $shr(self.0, _mm_cvtsi32_si128(BITS as i32)) })
            }

            #[inline(always)]
            fn shl<const BITS: u32>(self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $shl(self.0, _mm_cvtsi32_si128(BITS as i32)) })
            }

            #[inline(always)]
            fn sign(self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $sign(self.0) })
            }

            $(#[inline(always)]
            fn $i_binary(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions.
                Self(unsafe { $i_binary_operation(self.0, other.0) })
            })+

            #[inline(always)]
            fn any_ne(self, other: Self) -> bool {
                // SAFETY: the machine has the instructions.
                unsafe { $any_ne_u32(self.0, other.0) }
            }

            #[inline(always)]
            fn to_f32(self) -> F {
                // SAFETY: the machine has the instructions.
                F(unsafe { $i_to_f32(self.0) })
            }
        }

        impl Mask for M {
            type F = F;
            type I = I;

            #[inline(always)]
            fn select(self, yes: F, no: F) -> F {
                // SAFETY: the machine has the instructions.
                F(unsafe { $select(self.0, yes.0, no.0) })
            }

            #[inline(always)]
            fn select_u32(self, yes: I, no: I) -> I {
                // SAFETY: the machine has the instructions.
                I(unsafe { $select_u32(self.0, yes.0, no.0) })
            }

            #[inline(always)]
            fn any(self) -> bool {
                // SAFETY: the machine has the instructions.
                unsafe { $any(self.0) }
            }
        }
    };
}

use vectors;
