//! SSE2: four lanes, on every 64-bit x86 machine.

use super::super::{Double, Float, Int, Kernel, Mask, Simd};
use super::{operators, operators_of_halves};
use std::arch::x86_64::*;

/// Does the work of a kernel with SSE2.
pub fn run(kernel: impl Kernel) {
    kernel.run(Sse2);
}

#[derive(Clone, Copy)]
pub struct Sse2;

#[derive(Clone, Copy)]
pub struct F(__m128);

#[derive(Clone, Copy)]
pub struct D(__m128d, __m128d);

#[derive(Clone, Copy)]
pub struct I(__m128i);

#[derive(Clone, Copy)]
pub struct M(__m128);

/// Numbers below four: SSE2 has no instruction that picks by a vector of them.
#[derive(Clone, Copy)]
pub struct Pick(I);

operators!(F: Add add = _mm_add_ps, Sub sub = _mm_sub_ps, Mul mul = _mm_mul_ps);
operators_of_halves!(D: Add add = _mm_add_pd, Sub sub = _mm_sub_pd, Mul mul = _mm_mul_pd, Div div = _mm_div_pd);
operators!(I: Add add = _mm_add_epi32, Sub sub = _mm_sub_epi32, Mul mul = multiply_low);
operators!(I: BitXor bitxor = _mm_xor_si128, BitAnd bitand = _mm_and_si128);

impl Simd for Sse2 {
    const LANES: usize = 4;
    type F = F;
    type D = D;
    type I = I;
    type M = M;
    type Pick = Pick;

    #[inline(always)]
    fn f32(self, x: f32) -> F {
        // SAFETY: every x86-64 machine has SSE2.
        F(unsafe { _mm_set1_ps(x) })
    }

    #[inline(always)]
    fn f64(self, x: f64) -> D {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { D(_mm_set1_pd(x), _mm_set1_pd(x)) }
    }

    #[inline(always)]
    fn u32(self, x: u32) -> I {
        // SAFETY: every x86-64 machine has SSE2.
        I(unsafe { _mm_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> F {
        assert!(from.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        F(unsafe { _mm_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn load_f64(self, from: &[f64]) -> D {
        assert!(from.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        unsafe { D(_mm_loadu_pd(from.as_ptr()), _mm_loadu_pd(from.as_ptr().add(2))) }
    }

    #[inline(always)]
    fn load_u32(self, from: &[u32]) -> I {
        assert!(from.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        I(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn load_at(self, from: *const f32) -> F {
        // SAFETY: every x86-64 machine has SSE2; the rest is the caller's promise.
        F(unsafe { _mm_loadu_ps(from) })
    }

    #[inline(always)]
    fn pick(self, index: I) -> Pick {
        Pick(index & self.u32(3))
    }

    #[inline(always)]
    unsafe fn pick_at(self, from: *const f32, Pick(index): Pick) -> F {
        let [a, b, c, d] = index.lanes();
        // SAFETY: four numbers are readable, as the caller promises, and picks are below four.
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
}

impl I {
    #[inline(always)]
    fn lanes(self) -> [usize; 4] {
        let mut lanes = [0; 4];
        self.store(&mut lanes);
        lanes.map(|x| x as usize)
    }
}

/// The lower halves of the products.
#[target_feature(enable = "sse2")]
#[inline]
fn multiply_low(a: __m128i, b: __m128i) -> __m128i {
    let even = _mm_mul_epu32(a, b);
    let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(a), _mm_srli_epi64::<32>(b));
    _mm_unpacklo_epi32(_mm_shuffle_epi32::<0b10_00>(even), _mm_shuffle_epi32::<0b10_00>(odd))
}

/// The largest integer that is no more than `x`: SSE2 has no instruction for it.
#[target_feature(enable = "sse2")]
#[inline]
fn floor(x: __m128d) -> __m128d {
    // The sum with 2⁵², of the same sign, has no room for a fraction.
    let sign = _mm_and_pd(x, _mm_set1_pd(-0.0));
    let limit = _mm_set1_pd(4_503_599_627_370_496.0);
    let magic = _mm_or_pd(limit, sign);
    let nearest = _mm_sub_pd(_mm_add_pd(x, magic), magic);
    let above = _mm_and_pd(_mm_cmpgt_pd(nearest, x), _mm_set1_pd(1.0));
    let floor = _mm_or_pd(_mm_sub_pd(nearest, above), sign);
    // From there on every number is whole.
    let small = _mm_cmplt_pd(_mm_andnot_pd(_mm_set1_pd(-0.0), x), limit);
    _mm_or_pd(_mm_and_pd(small, floor), _mm_andnot_pd(small, x))
}

/// The same for f32.
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

impl Float for F {
    type Mask = M;
    type I = I;

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        assert!(to.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        unsafe { _mm_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_at(self, to: *mut f32) {
        // SAFETY: every x86-64 machine has SSE2; the rest is the caller's promise.
        unsafe { _mm_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_andnot_ps(_mm_set1_ps(-0.0), self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { floor_f32(self.0) })
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: every x86-64 machine has SSE2.
        I(unsafe { _mm_cvttps_epi32(self.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn lt(self, other: Self) -> M {
        // SAFETY: every x86-64 machine has SSE2.
        M(unsafe { _mm_cmplt_ps(self.0, other.0) })
    }
}

impl Double for D {
    type F = F;
    type I = I;

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { Self(floor(self.0), floor(self.1)) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { Self(_mm_andnot_pd(_mm_set1_pd(-0.0), self.0), _mm_andnot_pd(_mm_set1_pd(-0.0), self.1)) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { Self(_mm_min_pd(self.0, other.0), _mm_min_pd(self.1, other.1)) }
    }

    #[inline(always)]
    fn from_f32(x: F) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { Self(_mm_cvtps_pd(x.0), _mm_cvtps_pd(_mm_movehl_ps(x.0, x.0))) }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: every x86-64 machine has SSE2.
        F(unsafe { _mm_movelh_ps(_mm_cvtpd_ps(self.0), _mm_cvtpd_ps(self.1)) })
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: every x86-64 machine has SSE2.
        I(unsafe { _mm_unpacklo_epi64(_mm_cvttpd_epi32(self.0), _mm_cvttpd_epi32(self.1)) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        assert!(to.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        unsafe {
            _mm_storeu_pd(to.as_mut_ptr(), self.0);
            _mm_storeu_pd(to.as_mut_ptr().add(2), self.1);
        }
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe {
            let (low, high) = (_mm_cmpneq_pd(self.0, other.0), _mm_cmpneq_pd(self.1, other.1));
            _mm_movemask_pd(_mm_or_pd(low, high)) != 0
        }
    }
}

impl Int for I {
    type F = F;

    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; the slice is long enough.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn sign(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_srai_epi32::<31>(self.0) })
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(self.0, other.0)) != 0xffff }
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe {
            let even = _mm_mul_epu32(self.0, other.0);
            let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(self.0), _mm_srli_epi64::<32>(other.0));
            Self(_mm_unpacklo_epi32(_mm_shuffle_epi32::<0b11_01>(even), _mm_shuffle_epi32::<0b11_01>(odd)))
        }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: every x86-64 machine has SSE2.
        F(unsafe { _mm_cvtepi32_ps(self.0) })
    }
}

impl Mask for M {
    type F = F;
    type I = I;

    #[inline(always)]
    fn select(self, yes: F, no: F) -> F {
        // SAFETY: every x86-64 machine has SSE2.
        F(unsafe { _mm_or_ps(_mm_and_ps(self.0, yes.0), _mm_andnot_ps(self.0, no.0)) })
    }

    #[inline(always)]
    fn select_u32(self, yes: I, no: I) -> I {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe {
            let mask = _mm_castps_si128(self.0);
            I(_mm_or_si128(_mm_and_si128(mask, yes.0), _mm_andnot_si128(mask, no.0)))
        }
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe { _mm_movemask_ps(self.0) != 0 }
    }
}
