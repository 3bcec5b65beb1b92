//! AVX2: vectors of eight lanes of f32.

use super::super::{Double, Float, Int, Kernel, Mask, Simd, window_length};
use super::vectors;
use std::arch::x86_64::*;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Runs a kernel with AVX2.
///
/// # Panics
/// If the machine has no AVX2.
pub fn run(kernel: impl Kernel) {
    #[target_feature(enable = "avx2")]
    fn with_avx2(kernel: impl Kernel) {
        kernel.run(Avx2(()));
    }
    assert!(is_available(), "this machine has no AVX2");
    // SAFETY: the machine has AVX2, which has just been asserted.
    unsafe { with_avx2(kernel) }
}

#[derive(Clone, Copy)]
pub struct Avx2(());

vectors! {
    Avx2: 8 lanes;
    registers: __m256, __m256d, __m256i, masks __m256, picks I;
    splat: _mm256_set1_ps, _mm256_set1_pd, _mm256_set1_epi32;
    load: _mm256_loadu_ps, _mm256_loadu_pd, _mm256_loadu_si256;
    store: _mm256_storeu_ps, _mm256_storeu_pd, _mm256_storeu_si256;
    f32: Add add = _mm256_add_ps, Sub sub = _mm256_sub_ps, Mul mul = _mm256_mul_ps, Div div = _mm256_div_ps;
    f32 unary: abs = abs_f32, floor = _mm256_floor_ps, sqrt = _mm256_sqrt_ps;
    f32 binary: min = _mm256_min_ps, max = _mm256_max_ps;
    f32 to: widen, _mm256_cvttps_epi32;
    f64: Add add = _mm256_add_pd, Sub sub = _mm256_sub_pd, Mul mul = _mm256_mul_pd, Div div = _mm256_div_pd;
    f64 unary: abs = abs_f64, floor = _mm256_floor_pd;
    f64 binary: min = _mm256_min_pd;
    f64 to: narrow, narrow_to_i32;
    u32: Add add = _mm256_add_epi32, Sub sub = _mm256_sub_epi32, Mul mul = _mm256_mullo_epi32,
        BitXor bitxor = _mm256_xor_si256, BitAnd bitand = _mm256_and_si256;
    u32 shifts: _mm256_srl_epi32, _mm256_sll_epi32, _mm256_srai_epi32::<31>;
    u32 binary: mul_high = multiply_high;
    u32 to: _mm256_cvtepi32_ps, first _mm256_cvtsi256_si32;
    comparisons: less, select, select_u32, any, any_ne_f64, any_ne_u32;
    specific: {
        #[inline(always)]
        fn pick(self, index: I) -> I {
            // The instruction ignores all but the lowest three bits of an index.
            index
        }

        #[inline(always)]
        unsafe fn pick_at(self, from: *const f32, pick: I) -> F {
            // SAFETY: the machine has AVX2; eight numbers are readable, as the caller promises.
            F(unsafe { _mm256_permutevar8x32_ps(_mm256_loadu_ps(from), pick.0) })
        }

        #[inline(always)]
        fn pick8(self, table: &[f32; 8], index: I) -> F {
            // SAFETY: the table has eight numbers.
            unsafe { self.pick_at(table.as_ptr(), index) }
        }

        #[inline(always)]
        fn pick16(self, table: &[f32; 16], index: I) -> F {
            // SAFETY: the table has two times eight numbers.
            let [low, high] = unsafe {
                [self.pick_at(table.as_ptr(), index), self.pick_at(table.as_ptr().add(8), index)]
            };
            let bit3 = index.shl::<28>();
            // SAFETY: the machine has AVX2.
            F(unsafe { _mm256_blendv_ps(low.0, high.0, _mm256_castsi256_ps(bit3.0)) })
        }

        #[inline(always)]
        fn pick32(self, table: &[f32; 32], index: I) -> F {
            let (halves, _) = table.as_chunks::<16>();
            let (low, high) = (self.pick16(&halves[0], index), self.pick16(&halves[1], index));
            let bit4 = index.shl::<27>();
            // SAFETY: the machine has AVX2.
            F(unsafe { _mm256_blendv_ps(low.0, high.0, _mm256_castsi256_ps(bit4.0)) })
        }

        #[inline(always)]
        fn pick_window(self, from: &[u32], stride: usize, index: I) -> I {
            assert!(from.len() >= window_length(stride));
            // SAFETY: the machine has AVX2; four rows of eight numbers are there, as asserted.
            I(unsafe { pick_window(from.as_ptr(), stride, index.0) })
        }

        #[inline(always)]
        fn interleave_blocks(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
            // SAFETY: the machine has AVX2.
            unsafe { interleave_blocks(columns, rows) }
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn abs_f32(x: __m256) -> __m256 {
    _mm256_andnot_ps(_mm256_set1_ps(-0.0), x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn abs_f64(x: __m256d) -> __m256d {
    _mm256_andnot_pd(_mm256_set1_pd(-0.0), x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn widen(x: __m256) -> [__m256d; 2] {
    [_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(x))]
}

#[target_feature(enable = "avx2")]
#[inline]
fn narrow(low: __m256d, high: __m256d) -> __m256 {
    _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low))
}

#[target_feature(enable = "avx2")]
#[inline]
fn narrow_to_i32(low: __m256d, high: __m256d) -> __m256i {
    _mm256_set_m128i(_mm256_cvttpd_epi32(high), _mm256_cvttpd_epi32(low))
}

#[target_feature(enable = "avx2")]
#[inline]
fn multiply_high(a: __m256i, b: __m256i) -> __m256i {
    let even = _mm256_mul_epu32(a, b);
    let odd = _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    _mm256_blend_epi32::<0b1010_1010>(_mm256_srli_epi64::<32>(even), odd)
}

#[target_feature(enable = "avx2")]
#[inline]
fn less(a: __m256, b: __m256) -> __m256 {
    _mm256_cmp_ps::<_CMP_LT_OQ>(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn select(mask: __m256, yes: __m256, no: __m256) -> __m256 {
    _mm256_blendv_ps(no, yes, mask)
}

#[target_feature(enable = "avx2")]
#[inline]
fn select_u32(mask: __m256, yes: __m256i, no: __m256i) -> __m256i {
    _mm256_blendv_epi8(no, yes, _mm256_castps_si256(mask))
}

#[target_feature(enable = "avx2")]
#[inline]
fn any(mask: __m256) -> bool {
    _mm256_movemask_ps(mask) != 0
}

#[target_feature(enable = "avx2")]
#[inline]
fn any_ne_f64(a: [__m256d; 2], b: [__m256d; 2]) -> bool {
    let [low, high] =
        [_mm256_cmp_pd::<_CMP_NEQ_UQ>(a[0], b[0]), _mm256_cmp_pd::<_CMP_NEQ_UQ>(a[1], b[1])];
    _mm256_movemask_pd(_mm256_or_pd(low, high)) != 0
}

#[target_feature(enable = "avx2")]
#[inline]
fn any_ne_u32(a: __m256i, b: __m256i) -> bool {
    _mm256_movemask_epi8(_mm256_cmpeq_epi32(a, b)) != -1
}

/// # Safety
/// Four rows of eight numbers, `stride` apart, must be readable from `from` on.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn pick_window(from: *const u32, stride: usize, index: __m256i) -> __m256i {
    let mut rows = [_mm256_castsi256_ps(index); 4];
    for (i, row) in rows.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        let numbers = unsafe { _mm256_loadu_ps(from.add(i * stride).cast()) };
        *row = _mm256_permutevar8x32_ps(numbers, index);
    }
    let bit3 = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index));
    let bit4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(index));
    let upper = _mm256_blendv_ps(rows[0], rows[1], bit3);
    let lower = _mm256_blendv_ps(rows[2], rows[3], bit3);
    _mm256_castps_si256(_mm256_blendv_ps(upper, lower, bit4))
}

/// Turns columns into rows, eight rows at a time. Returns the number of rows done.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn interleave_blocks(columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
    assert!(columns.iter().all(|column| column.len() >= rows.len()));
    let (blocks, _) = rows.as_chunks_mut::<8>();
    let done = 8 * blocks.len();
    for (i, block) in blocks.iter_mut().enumerate() {
        let mut vectors = [_mm256_setzero_si256(); 8];
        for c in 0..8 {
            // SAFETY: there are eight rows from 8·i on, and each column is as long as there are
            // rows, which has just been asserted.
            vectors[c] = unsafe { _mm256_loadu_si256(columns[c].as_ptr().add(8 * i).cast()) };
        }
        let [a, b, c, d, e, f, g, h] = vectors;
        // Interleave neighbouring columns to pairs, then to fours. A vector then holds the rows 0
        // and 4, 1 and 5, 2 and 6, or 3 and 7.
        let (ab, cd, ef, gh) = (unpack(a, b), unpack(c, d), unpack(e, f), unpack(g, h));
        for half in 0..2 {
            let (first, last) =
                (unpack_pairs(ab[half], cd[half]), unpack_pairs(ef[half], gh[half]));
            for odd in 0..2 {
                let row = 2 * half + odd;
                let low = _mm256_permute2x128_si256::<0x20>(first[odd], last[odd]);
                let high = _mm256_permute2x128_si256::<0x31>(first[odd], last[odd]);
                // SAFETY: a row is a vector's eight numbers.
                unsafe {
                    _mm256_storeu_si256(block[row].as_mut_ptr().cast(), low);
                    _mm256_storeu_si256(block[row + 4].as_mut_ptr().cast(), high);
                }
            }
        }
    }
    done
}

#[target_feature(enable = "avx2")]
#[inline]
fn unpack(a: __m256i, b: __m256i) -> [__m256i; 2] {
    [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)]
}

#[target_feature(enable = "avx2")]
#[inline]
fn unpack_pairs(a: __m256i, b: __m256i) -> [__m256i; 2] {
    [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)]
}
