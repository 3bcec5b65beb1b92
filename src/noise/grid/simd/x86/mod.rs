//! The vectors of x86-64.
//!
//! `unsafe` here has two reasons. Intrinsics may only run where their instruction set is: each set's own type can be made by its
//! `run` alone, which asks the machine first. Loads and stores go through pointers: the length of their slice is asserted.

pub(super) mod avx2;
pub(super) mod avx512;
pub(super) mod sse2;

/// Operators of a vector type by their intrinsics.
macro_rules! operators {
    ($type:ident: $($trait:ident $method:ident = $intrinsic:ident),+) => {$(
        impl std::ops::$trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a value of this type exists, so the machine has its instructions.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )+};
}

/// The same where a vector is two registers.
macro_rules! operators_of_halves {
    ($type:ident: $($trait:ident $method:ident = $intrinsic:ident),+) => {$(
        impl std::ops::$trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a value of this type exists, so the machine has its instructions.
                unsafe { Self($intrinsic(self.0, other.0), $intrinsic(self.1, other.1)) }
            }
        }
    )+};
}

use {operators, operators_of_halves};
