//! SSE2: vectors of four lanes of f32, which every 64-bit x86 machine supports.

use super::super::{Double, Float, Int, Kernel, Mask, Simd, window_length};
use super::vectors;
use std::arch::x86_64::*;

/// Runs a kernel with SSE2.
pub fn run(kernel: impl Kernel) {
    kernel.run(Sse2);
}

#[derive(Clone, Copy)]
pub struct Sse2;

/// Indices below four. SSE2 has no instruction that picks by a vector of indices.
#[derive(Clone, Copy)]
pub struct Pick(I);

vectors! {
    Sse2: 4 lanes;
    registers: __m128, __m128d, __m128i, masks __m128, picks Pick;
    splat: _mm_set1_ps, _mm_set1_pd, _mm_set1_epi32;
    load: _mm_loadu_ps, _mm_loadu_pd, _mm_loadu_si128;
    store: _mm_storeu_ps, _mm_storeu_pd, _mm_storeu_si128;
    f32: Add add = _mm_add_ps, Sub sub = _mm_sub_ps, Mul mul = _mm_mul_ps, Div div = _mm_div_ps;
    f32 unary: abs = abs_f32, floor = floor_f32, sqrt = _mm_sqrt_ps;
    f32 binary: min = _mm_min_ps, max = _mm_max_ps;
    f32 to: widen, _mm_cvttps_epi32;
    f64: Add add = _mm_add_pd, Sub sub = _mm_sub_pd, Mul mul = _mm_mul_pd, Div div = _mm_div_pd;
    f64 unary: abs = abs_f64, floor = floor_f64;
    f64 binary: min = _mm_min_pd;
    f64 to: narrow, narrow_to_i32;
    u32: Add add = _mm_add_epi32, Sub sub = _mm_sub_epi32, Mul mul = multiply_low,
        BitXor bitxor = _mm_xor_si128, BitAnd bitand = _mm_and_si128;
    u32 shifts: _mm_srl_epi32, _mm_sll_epi32, _mm_srai_epi32::<31>;
    u32 binary: mul_high = multiply_high;
    u32 to: _mm_cvtepi32_ps, first _mm_cvtsi128_si32;
    comparisons: _mm_cmplt_ps, select, select_u32, any, any_ne_f64, any_ne_u32;
    specific: {
        #[inline(always)]
        fn pick(self, index: I) -> Pick {
            Pick(index & self.u32(3))
        }

        #[inline(always)]
        unsafe fn pick_at(self, from: *const f32, Pick(index): Pick) -> F {
            let [a, b, c, d] = index.lanes();
            // SAFETY: every x86-64 machine has SSE2; four numbers are readable, as the caller
            // promises, and picks are below four.
            F(unsafe { _mm_setr_ps(*from.add(a), *from.add(b), *from.add(c), *from.add(d)) })
        }

        #[inline(always)]
        fn pick8(self, table: &[f32; 8], index: I) -> F {
            let [a, b, c, d] = index.lanes().map(|lane| table[lane & 7]);
            // SAFETY: every x86-64 machine has SSE2.
            F(unsafe { _mm_setr_ps(a, b, c, d) })
        }

        #[inline(always)]
        fn pick16(self, table: &[f32; 16], index: I) -> F {
            let [a, b, c, d] = index.lanes().map(|lane| table[lane & 15]);
            // SAFETY: every x86-64 machine has SSE2.
            F(unsafe { _mm_setr_ps(a, b, c, d) })
        }

        #[inline(always)]
        fn pick32(self, table: &[f32; 32], index: I) -> F {
            let [a, b, c, d] = index.lanes().map(|lane| table[lane & 31]);
            // SAFETY: every x86-64 machine has SSE2.
            F(unsafe { _mm_setr_ps(a, b, c, d) })
        }

        #[inline(always)]
        fn pick_window(self, from: &[u32], stride: usize, index: I) -> I {
            assert!(from.len() >= window_length(stride));
            self.load_u32(&index.lanes().map(|i| from[stride * (i >> 3 & 3) + (i & 7)]))
        }
    }
}

impl I {
    #[inline(always)]
    fn lanes(self) -> [usize; 4] {
        let mut lanes = [0; 4];
        self.store(&mut lanes);
        lanes.map(|x| x as usize)
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn abs_f32(x: __m128) -> __m128 {
    _mm_andnot_ps(_mm_set1_ps(-0.0), x)
}

#[target_feature(enable = "sse2")]
#[inline]
fn abs_f64(x: __m128d) -> __m128d {
    _mm_andnot_pd(_mm_set1_pd(-0.0), x)
}

#[target_feature(enable = "sse2")]
#[inline]
fn widen(x: __m128) -> [__m128d; 2] {
    [_mm_cvtps_pd(x), _mm_cvtps_pd(_mm_movehl_ps(x, x))]
}

#[target_feature(enable = "sse2")]
#[inline]
fn narrow(low: __m128d, high: __m128d) -> __m128 {
    _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high))
}

#[target_feature(enable = "sse2")]
#[inline]
fn narrow_to_i32(low: __m128d, high: __m128d) -> __m128i {
    _mm_unpacklo_epi64(_mm_cvttpd_epi32(low), _mm_cvttpd_epi32(high))
}

/// The lower 32 bits of the products.
#[target_feature(enable = "sse2")]
#[inline]
fn multiply_low(a: __m128i, b: __m128i) -> __m128i {
    let even = _mm_mul_epu32(a, b);
    let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(a), _mm_srli_epi64::<32>(b));
    _mm_unpacklo_epi32(_mm_shuffle_epi32::<0b10_00>(even), _mm_shuffle_epi32::<0b10_00>(odd))
}

/// The upper 32 bits of the products.
#[target_feature(enable = "sse2")]
#[inline]
fn multiply_high(a: __m128i, b: __m128i) -> __m128i {
    let even = _mm_mul_epu32(a, b);
    let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(a), _mm_srli_epi64::<32>(b));
    _mm_unpacklo_epi32(_mm_shuffle_epi32::<0b11_01>(even), _mm_shuffle_epi32::<0b11_01>(odd))
}

/// Rounds down to whole numbers, for which SSE2 has no instruction.
#[target_feature(enable = "sse2")]
#[inline]
fn floor_f64(x: __m128d) -> __m128d {
    // Adding 2⁵² with the sign of x rounds to a whole number, because the sum has no room for a
    // fraction.
    let sign = _mm_and_pd(x, _mm_set1_pd(-0.0));
    let limit = _mm_set1_pd(4_503_599_627_370_496.0);
    let magic = _mm_or_pd(limit, sign);
    let nearest = _mm_sub_pd(_mm_add_pd(x, magic), magic);
    let above = _mm_and_pd(_mm_cmpgt_pd(nearest, x), _mm_set1_pd(1.0));
    let floor = _mm_or_pd(_mm_sub_pd(nearest, above), sign);
    // From 2⁵² on, every number is whole.
    let small = _mm_cmplt_pd(_mm_andnot_pd(_mm_set1_pd(-0.0), x), limit);
    _mm_or_pd(_mm_and_pd(small, floor), _mm_andnot_pd(small, x))
}

/// Rounds down to whole numbers, as [`floor_f64`] does; here the limit is 2²³.
#[target_feature(enable = "sse2")]
#[inline]
fn floor_f32(x: __m128) -> __m128 {
    let sign = _mm_and_ps(x, _mm_set1_ps(-0.0));
    let limit = _mm_set1_ps(8_388_608.0);
    let magic = _mm_or_ps(limit, sign);
    let nearest = _mm_sub_ps(_mm_add_ps(x, magic), magic);
    let above = _mm_and_ps(_mm_cmpgt_ps(nearest, x), _mm_set1_ps(1.0));
    let floor = _mm_or_ps(_mm_sub_ps(nearest, above), sign);
    let small = _mm_cmplt_ps(_mm_andnot_ps(_mm_set1_ps(-0.0), x), limit);
    _mm_or_ps(_mm_and_ps(small, floor), _mm_andnot_ps(small, x))
}

#[target_feature(enable = "sse2")]
#[inline]
fn select(mask: __m128, yes: __m128, no: __m128) -> __m128 {
    _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no))
}

#[target_feature(enable = "sse2")]
#[inline]
fn select_u32(mask: __m128, yes: __m128i, no: __m128i) -> __m128i {
    let mask = _mm_castps_si128(mask);
    _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no))
}

#[target_feature(enable = "sse2")]
#[inline]
fn any(mask: __m128) -> bool {
    _mm_movemask_ps(mask) != 0
}

#[target_feature(enable = "sse2")]
#[inline]
fn any_ne_f64(a: [__m128d; 2], b: [__m128d; 2]) -> bool {
    _mm_movemask_pd(_mm_or_pd(_mm_cmpneq_pd(a[0], b[0]), _mm_cmpneq_pd(a[1], b[1]))) != 0
}

#[target_feature(enable = "sse2")]
#[inline]
fn any_ne_u32(a: __m128i, b: __m128i) -> bool {
    _mm_movemask_epi8(_mm_cmpeq_epi32(a, b)) != 0xffff
}
