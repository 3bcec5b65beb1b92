//! AVX2: eight lanes.

use super::super::{Double, Float, Int, Kernel, Mask, Simd};
use super::{operators, operators_of_halves};
use std::arch::x86_64::*;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Does the work of a kernel with AVX2.
///
/// # Panics
/// Where the machine has no AVX2.
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

#[derive(Clone, Copy)]
pub struct F(__m256);

#[derive(Clone, Copy)]
pub struct D(__m256d, __m256d);

#[derive(Clone, Copy)]
pub struct I(__m256i);

#[derive(Clone, Copy)]
pub struct M(__m256);

operators!(F: Add add = _mm256_add_ps, Sub sub = _mm256_sub_ps, Mul mul = _mm256_mul_ps);
operators_of_halves!(D: Add add = _mm256_add_pd, Sub sub = _mm256_sub_pd, Mul mul = _mm256_mul_pd, Div div = _mm256_div_pd);
operators!(I: Add add = _mm256_add_epi32, Sub sub = _mm256_sub_epi32, Mul mul = _mm256_mullo_epi32);
operators!(I: BitXor bitxor = _mm256_xor_si256, BitAnd bitand = _mm256_and_si256);

impl Simd for Avx2 {
    const LANES: usize = 8;
    type F = F;
    type D = D;
    type I = I;
    type M = M;
    type Pick = I;

    #[inline(always)]
    fn f32(self, x: f32) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        F(unsafe { _mm256_set1_ps(x) })
    }

    #[inline(always)]
    fn f64(self, x: f64) -> D {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { D(_mm256_set1_pd(x), _mm256_set1_pd(x)) }
    }

    #[inline(always)]
    fn u32(self, x: u32) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        I(unsafe { _mm256_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> F {
        assert!(from.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        F(unsafe { _mm256_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn load_f64(self, from: &[f64]) -> D {
        assert!(from.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        unsafe { D(_mm256_loadu_pd(from.as_ptr()), _mm256_loadu_pd(from.as_ptr().add(4))) }
    }

    #[inline(always)]
    fn load_u32(self, from: &[u32]) -> I {
        assert!(from.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        I(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn load_at(self, from: *const f32) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the rest is the caller's promise.
        F(unsafe { _mm256_loadu_ps(from) })
    }

    #[inline(always)]
    fn pick(self, index: I) -> I {
        // The instruction looks at the lowest three bits alone.
        index
    }

    #[inline(always)]
    unsafe fn pick_at(self, from: *const f32, index: I) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the rest is the caller's promise.
        F(unsafe { _mm256_permutevar8x32_ps(_mm256_loadu_ps(from), index.0) })
    }

    #[inline(always)]
    fn pick8(self, table: &[f32; 8], index: I) -> F {
        // SAFETY: the table has eight numbers.
        unsafe { self.pick_at(table.as_ptr(), index) }
    }

    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: I) -> F {
        // SAFETY: the table has eight numbers.
        let low = unsafe { self.pick_at(table.as_ptr(), index) };
        // SAFETY: it has eight more.
        let high = unsafe { self.pick_at(table.as_ptr().add(8), index) };
        let bit3 = index.shl::<28>();
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        F(unsafe { _mm256_blendv_ps(low.0, high.0, _mm256_castsi256_ps(bit3.0)) })
    }

    #[inline(always)]
    fn interleave_blocks(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
        // SAFETY: `self` exists, so the machine has AVX2.
        unsafe { interleave_blocks(columns, rows) }
    }
}

/// Makes columns rows, eight at a time; how many rows were made.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
pub(super) unsafe fn interleave_blocks(columns: [&[u32]; 8], rows: &mut [[u32; 8]]) -> usize {
    assert!(columns.iter().all(|column| column.len() >= rows.len()));
    let (blocks, _) = rows.as_chunks_mut::<8>();
    let done = 8 * blocks.len();
    for (i, block) in blocks.iter_mut().enumerate() {
        // SAFETY: the machine has AVX2, as the caller promises; eight rows from 8·i on are rows, and each column is as long as there are
        // rows, which has just been asserted; a row is a vector.
        unsafe {
            let mut vectors = [_mm256_setzero_si256(); 8];
            for c in 0..8 {
                vectors[c] = _mm256_loadu_si256(columns[c].as_ptr().add(8 * i).cast());
            }
            let [a, b, c, d, e, f, g, h] = vectors;
            // Pairs, then fours, of numbers of neighbouring columns, of the rows 0 and 4, 1 and 5, 2 and 6, 3 and 7.
            let (ab, cd, ef, gh) = (unpack(a, b), unpack(c, d), unpack(e, f), unpack(g, h));
            for half in 0..2 {
                let (first, last) = (unpack_pairs(ab[half], cd[half]), unpack_pairs(ef[half], gh[half]));
                for odd in 0..2 {
                    let row = 2 * half + odd;
                    let (low, high) = (
                        _mm256_permute2x128_si256::<0x20>(first[odd], last[odd]),
                        _mm256_permute2x128_si256::<0x31>(first[odd], last[odd]),
                    );
                    _mm256_storeu_si256(block[row].as_mut_ptr().cast(), low);
                    _mm256_storeu_si256(block[row + 4].as_mut_ptr().cast(), high);
                }
            }
        }
    }
    done
}

/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn unpack(a: __m256i, b: __m256i) -> [__m256i; 2] {
    // SAFETY: the caller's promise.
    unsafe { [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)] }
}

/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn unpack_pairs(a: __m256i, b: __m256i) -> [__m256i; 2] {
    // SAFETY: the caller's promise.
    unsafe { [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)] }
}

impl Float for F {
    type Mask = M;
    type I = I;

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        assert!(to.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_at(self, to: *mut f32) {
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the rest is the caller's promise.
        unsafe { _mm256_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_floor_ps(self.0) })
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        I(unsafe { _mm256_cvttps_epi32(self.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn lt(self, other: Self) -> M {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        M(unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0) })
    }
}

impl Double for D {
    type F = F;
    type I = I;

    #[inline(always)]
    fn floor(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { Self(_mm256_floor_pd(self.0), _mm256_floor_pd(self.1)) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { Self(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0), _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.1)) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { Self(_mm256_min_pd(self.0, other.0), _mm256_min_pd(self.1, other.1)) }
    }

    #[inline(always)]
    fn from_f32(x: F) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe {
            let (low, high) = (_mm256_castps256_ps128(x.0), _mm256_extractf128_ps::<1>(x.0));
            Self(_mm256_cvtps_pd(low), _mm256_cvtps_pd(high))
        }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        F(unsafe { _mm256_set_m128(_mm256_cvtpd_ps(self.1), _mm256_cvtpd_ps(self.0)) })
    }

    #[inline(always)]
    fn to_i32(self) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        I(unsafe { _mm256_set_m128i(_mm256_cvttpd_epi32(self.1), _mm256_cvttpd_epi32(self.0)) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        assert!(to.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        unsafe {
            _mm256_storeu_pd(to.as_mut_ptr(), self.0);
            _mm256_storeu_pd(to.as_mut_ptr().add(4), self.1);
        }
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe {
            let low = _mm256_cmp_pd::<_CMP_NEQ_UQ>(self.0, other.0);
            let high = _mm256_cmp_pd::<_CMP_NEQ_UQ>(self.1, other.1);
            _mm256_movemask_pd(_mm256_or_pd(low, high)) != 0
        }
    }
}

impl Int for I {
    type F = F;

    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= 8);
        // SAFETY: `self` or a vector exists, so the machine has AVX2; the slice is long enough.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn sign(self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        Self(unsafe { _mm256_srai_epi32::<31>(self.0) })
    }

    #[inline(always)]
    fn any_ne(self, other: Self) -> bool {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi32(self.0, other.0)) != -1 }
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe {
            let even = _mm256_mul_epu32(self.0, other.0);
            let odd = _mm256_mul_epu32(_mm256_srli_epi64::<32>(self.0), _mm256_srli_epi64::<32>(other.0));
            Self(_mm256_blend_epi32::<0b1010_1010>(_mm256_srli_epi64::<32>(even), odd))
        }
    }

    #[inline(always)]
    fn to_f32(self) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        F(unsafe { _mm256_cvtepi32_ps(self.0) })
    }
}

impl Mask for M {
    type F = F;
    type I = I;

    #[inline(always)]
    fn select(self, yes: F, no: F) -> F {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        F(unsafe { _mm256_blendv_ps(no.0, yes.0, self.0) })
    }

    #[inline(always)]
    fn select_u32(self, yes: I, no: I) -> I {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        I(unsafe { _mm256_blendv_epi8(no.0, yes.0, _mm256_castps_si256(self.0)) })
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: `self` or a vector exists, so the machine has AVX2.
        unsafe { _mm256_movemask_ps(self.0) != 0 }
    }
}
