//! AVX-512 (its foundation and no more): sixteen lanes.

use super::super::{Double, Float, Int, Kernel, Mask, Simd};
use super::{operators, operators_of_halves};
use std::arch::x86_64::*;

/// Whether the machine has AVX-512, and all that compilers take for granted where it is.
pub fn is_available() -> bool {
    super::avx2::is_available()
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("avx512f")
}

/// Does the work of a kernel with AVX-512.
///
/// # Panics
/// Where the machine has no AVX-512.
pub fn run(kernel: impl Kernel) {
    #[target_feature(enable = "avx512f")]
    fn with_avx512(kernel: impl Kernel) {
        kernel.run(Avx512(()));
    }
    assert!(is_available(), "this machine has no AVX-512");
    // SAFETY: the machine has AVX-512, which has just been asserted.
    unsafe { with_avx512(kernel) }
}

#[derive(Clone, Copy)]
pub struct Avx512(());

#[derive(Clone, Copy)]
pub struct F(__m512);

#[derive(Clone, Copy)]
pub struct D(__m512d, __m512d);

#[derive(Clone, Copy)]
pub struct I(__m512i);

#[derive(Clone, Copy)]
pub struct M(__mmask16);

operators!(F: Add add = _mm512_add_ps, Sub sub = _mm512_sub_ps, Mul mul = _mm512_mul_ps);
operators_of_halves!(D: Add add = _mm512_add_pd, Sub sub = _mm512_sub_pd, Mul mul = _mm512_mul_pd, Div div = _mm512_div_pd);
operators!(I: Add add = _mm512_add_epi32, Sub sub = _mm512_sub_epi32, Mul mul = _mm512_mullo_epi32);
operators!(I: BitXor bitxor = _mm512_xor_si512, BitAnd bitand = _mm512_and_si512);

impl Simd for Avx512 {
    const LANES: usize = 16;
    type F = F;
    type D = D;
    type I = I;
    type M = M;
    type Pick = I;

    #[inline(always)]
    fn f32(self, x: f32) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        F(unsafe { _mm512_set1_ps(x) })
    }

    #[inline(always)]
    fn f64(self, x: f64) -> D {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe { D(_mm512_set1_pd(x), _mm512_set1_pd(x)) }
    }

    #[inline(always)]
    fn u32(self, x: u32) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        I(unsafe { _mm512_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> F {
        assert!(from.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        F(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn load_f64(self, from: &[f64]) -> D {
        assert!(from.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        unsafe { D(_mm512_loadu_pd(from.as_ptr()), _mm512_loadu_pd(from.as_ptr().add(8))) }
    }

    #[inline(always)]
    fn load_u32(self, from: &[u32]) -> I {
        assert!(from.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        I(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn load_at(self, from: *const f32) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the rest is the caller's promise.
        F(unsafe { _mm512_loadu_ps(from) })
    }

    #[inline(always)]
    fn pick(self, index: I) -> I {
        // The instruction looks at the lowest four bits alone.
        index
    }

    #[inline(always)]
    unsafe fn pick_at(self, from: *const f32, index: I) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the rest is the caller's promise.
        F(unsafe { _mm512_permutexvar_ps(index.0, _mm512_loadu_ps(from)) })
    }

    #[inline(always)]
    fn pick8(self, table: &[f32; 8], index: I) -> F {
        let table: [f32; 16] = std::array::from_fn(|i| table[i & 7]);
        // SAFETY: the table has sixteen numbers.
        unsafe { self.pick_at(table.as_ptr(), index) }
    }

    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: I) -> F {
        // SAFETY: the table has sixteen numbers.
        unsafe { self.pick_at(table.as_ptr(), index) }
    }

    #[inline(always)]
    fn interleave_blocks(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
        // SAFETY: `self` exists, so the machine has AVX-512 and AVX2. This is half as wide: eight numbers are a row.
        unsafe { super::avx2::interleave_blocks(columns, rows) }
    }
}

const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;

impl Float for F {
    type Mask = M;
    type I = I;

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        assert!(to.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_at(self, to: *mut f32) {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the rest is the caller's promise.
        unsafe { _mm512_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_abs_ps(self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_roundscale_ps::<FLOOR>(self.0) })
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        I(unsafe { _mm512_cvttps_epi32(self.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn lt(self, other: Self) -> M {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        M(unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0) })
    }
}

impl Double for D {
    type F = F;
    type I = I;

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe { Self(_mm512_roundscale_pd::<FLOOR>(self.0), _mm512_roundscale_pd::<FLOOR>(self.1)) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe { Self(_mm512_abs_pd(self.0), _mm512_abs_pd(self.1)) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe { Self(_mm512_min_pd(self.0, other.0), _mm512_min_pd(self.1, other.1)) }
    }

    #[inline(always)]
    fn from_f32(x: F) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe {
            let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(x.0)));
            Self(_mm512_cvtps_pd(_mm512_castps512_ps256(x.0)), _mm512_cvtps_pd(high))
        }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe {
            let low = _mm512_castps_pd(_mm512_castps256_ps512(_mm512_cvtpd_ps(self.0)));
            let high = _mm256_castps_pd(_mm512_cvtpd_ps(self.1));
            F(_mm512_castpd_ps(_mm512_insertf64x4::<1>(low, high)))
        }
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe {
            let low = _mm512_castsi256_si512(_mm512_cvttpd_epi32(self.0));
            I(_mm512_inserti64x4::<1>(low, _mm512_cvttpd_epi32(self.1)))
        }
    }

    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        assert!(to.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        unsafe {
            _mm512_storeu_pd(to.as_mut_ptr(), self.0);
            _mm512_storeu_pd(to.as_mut_ptr().add(8), self.1);
        }
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe {
            let low = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(self.0, other.0);
            let high = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(self.1, other.1);
            low | high != 0
        }
    }
}

impl Int for I {
    type F = F;

    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= 16);
        // SAFETY: `self` or a vector exists, so the machine has AVX-512; the slice is long enough.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_srl_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_sll_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn sign(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        Self(unsafe { _mm512_srai_epi32::<31>(self.0) })
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe { _mm512_cmpneq_epi32_mask(self.0, other.0) != 0 }
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        unsafe {
            let even = _mm512_mul_epu32(self.0, other.0);
            let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(self.0), _mm512_srli_epi64::<32>(other.0));
            Self(_mm512_mask_blend_epi32(0b1010_1010_1010_1010, _mm512_srli_epi64::<32>(even), odd))
        }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        F(unsafe { _mm512_cvtepi32_ps(self.0) })
    }
}

impl Mask for M {
    type F = F;
    type I = I;

    #[inline(always)]
    fn select(self, yes: F, no: F) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        F(unsafe { _mm512_mask_blend_ps(self.0, no.0, yes.0) })
    }

    #[inline(always)]
    fn select_u32(self, yes: I, no: I) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX-512.
        I(unsafe { _mm512_mask_blend_epi32(self.0, no.0, yes.0) })
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }
}
