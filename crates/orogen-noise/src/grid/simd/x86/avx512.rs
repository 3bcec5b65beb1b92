//! AVX-512 (only AVX-512F is used): vectors of sixteen lanes of f32.

use super::super::{Double, Float, Int, Kernel, Mask, Simd, window_length};
use super::vectors;
use std::arch::x86_64::*;

/// Returns true if the machine has AVX-512F and the features that compilers imply with it.
pub fn is_available() -> bool {
    super::avx2::is_available()
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("avx512f")
}

/// Runs a kernel with AVX-512.
///
/// # Panics
/// If the machine has no AVX-512.
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

const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;

vectors! {
    Avx512: 16 lanes;
    registers: __m512, __m512d, __m512i, masks __mmask16, picks I;
    splat: _mm512_set1_ps, _mm512_set1_pd, _mm512_set1_epi32;
    load: _mm512_loadu_ps, _mm512_loadu_pd, _mm512_loadu_si512;
    store: _mm512_storeu_ps, _mm512_storeu_pd, _mm512_storeu_si512;
    f32: Add add = _mm512_add_ps, Sub sub = _mm512_sub_ps, Mul mul = _mm512_mul_ps, Div div = _mm512_div_ps;
    f32 unary: abs = _mm512_abs_ps, floor = _mm512_roundscale_ps::<FLOOR>, sqrt = _mm512_sqrt_ps;
    f32 binary: min = _mm512_min_ps, max = _mm512_max_ps;
    f32 to: widen, _mm512_cvttps_epi32;
    f64: Add add = _mm512_add_pd, Sub sub = _mm512_sub_pd, Mul mul = _mm512_mul_pd, Div div = _mm512_div_pd;
    f64 unary: abs = _mm512_abs_pd, floor = _mm512_roundscale_pd::<FLOOR>;
    f64 binary: min = _mm512_min_pd;
    f64 to: narrow, narrow_to_i32;
    u32: Add add = _mm512_add_epi32, Sub sub = _mm512_sub_epi32, Mul mul = _mm512_mullo_epi32,
        BitXor bitxor = _mm512_xor_si512, BitAnd bitand = _mm512_and_si512;
    u32 shifts: _mm512_srl_epi32, _mm512_sll_epi32, _mm512_srai_epi32::<31>;
    u32 binary: mul_high = multiply_high;
    u32 to: _mm512_cvtepi32_ps, first _mm512_cvtsi512_si32;
    comparisons: less, select, select_u32, any, any_ne_f64, any_ne_u32;
    specific: {
        #[inline(always)]
        fn pick(self, index: I) -> I {
            // The instruction ignores all but the lowest four bits of an index.
            index
        }

        #[inline(always)]
        unsafe fn pick_at(self, from: *const f32, pick: I) -> F {
            // SAFETY: the machine has AVX-512; sixteen numbers are readable, as the caller
            // promises.
            F(unsafe { _mm512_permutexvar_ps(pick.0, _mm512_loadu_ps(from)) })
        }

        #[inline(always)]
        fn pick8(self, table: &[f32; 8], index: I) -> F {
            let table: [f32; 16] = std::array::from_fn(|i| table[i & 7]);
            self.pick16(&table, index)
        }

        #[inline(always)]
        fn pick16(self, table: &[f32; 16], index: I) -> F {
            // SAFETY: the table has sixteen numbers.
            unsafe { self.pick_at(table.as_ptr(), index) }
        }

        #[inline(always)]
        fn pick32(self, table: &[f32; 32], index: I) -> F {
            // SAFETY: the machine has AVX-512; the table has two times sixteen numbers.
            F(unsafe {
                let low = _mm512_loadu_ps(table.as_ptr());
                _mm512_permutex2var_ps(low, index.0, _mm512_loadu_ps(table.as_ptr().add(16)))
            })
        }

        #[inline(always)]
        fn pick_window(self, from: &[u32], stride: usize, index: I) -> I {
            assert!(from.len() >= window_length(stride));
            // SAFETY: the machine has AVX-512; four rows of eight numbers are there, as asserted.
            I(unsafe { pick_window(from.as_ptr(), stride, index.0) })
        }

        #[inline(always)]
        fn interleave_blocks(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
            // SAFETY: a machine with AVX-512 has AVX2, whose vectors hold one row of eight numbers.
            unsafe { super::avx2::interleave_blocks(columns, rows) }
        }
    }
}

/// # Safety
/// Four rows of eight numbers, `stride` apart, must be readable from `from` on.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn pick_window(from: *const u32, stride: usize, index: __m512i) -> __m512i {
    let mut rows = [_mm256_setzero_si256(); 4];
    for (i, row) in rows.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        *row = unsafe { _mm256_loadu_si256(from.add(i * stride).cast()) };
    }
    let upper = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(rows[0]), rows[1]);
    let lower = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(rows[2]), rows[3]);
    _mm512_permutex2var_epi32(upper, index, lower)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn widen(x: __m512) -> [__m512d; 2] {
    let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(x)));
    [_mm512_cvtps_pd(_mm512_castps512_ps256(x)), _mm512_cvtps_pd(high)]
}

#[target_feature(enable = "avx512f")]
#[inline]
fn narrow(low: __m512d, high: __m512d) -> __m512 {
    let low = _mm512_castps_pd(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)));
    _mm512_castpd_ps(_mm512_insertf64x4::<1>(low, _mm256_castps_pd(_mm512_cvtpd_ps(high))))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn narrow_to_i32(low: __m512d, high: __m512d) -> __m512i {
    let low = _mm512_castsi256_si512(_mm512_cvttpd_epi32(low));
    _mm512_inserti64x4::<1>(low, _mm512_cvttpd_epi32(high))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn multiply_high(a: __m512i, b: __m512i) -> __m512i {
    let even = _mm512_mul_epu32(a, b);
    let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(a), _mm512_srli_epi64::<32>(b));
    _mm512_mask_blend_epi32(0b1010_1010_1010_1010, _mm512_srli_epi64::<32>(even), odd)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn less(a: __m512, b: __m512) -> __mmask16 {
    _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn select(mask: __mmask16, yes: __m512, no: __m512) -> __m512 {
    _mm512_mask_blend_ps(mask, no, yes)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn select_u32(mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i {
    _mm512_mask_blend_epi32(mask, no, yes)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn any(mask: __mmask16) -> bool {
    mask != 0
}

#[target_feature(enable = "avx512f")]
#[inline]
fn any_ne_f64(a: [__m512d; 2], b: [__m512d; 2]) -> bool {
    let low = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(a[0], b[0]);
    let high = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(a[1], b[1]);
    low | high != 0
}

#[target_feature(enable = "avx512f")]
#[inline]
fn any_ne_u32(a: __m512i, b: __m512i) -> bool {
    _mm512_cmpneq_epi32_mask(a, b) != 0
}
