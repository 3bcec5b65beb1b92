//! Vectors of f32, f64 and u32 with the few operations that the grid kernels need.
//!
//! There is one implementation in portable code and one for each instruction set. Every operation
//! acts on each lane alone and rounds according to IEEE 754, without estimates or fused operations.
//! So a kernel written for [`Simd`] gives the same bits at every vector width. A value whose type
//! implements [`Simd`] proves that the machine has the instructions, because [`Level::run`] checks
//! the machine before it makes the value.

#[cfg(any(test, not(any(target_arch = "x86_64", target_feature = "simd128"))))]
mod portable;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod registers;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::{Add, BitAnd, BitXor, Div, Mul, Sub};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// The numbers of columns and rows of the window from which [`Simd::pick_window`] picks.
pub(super) const WINDOW: [usize; 2] = [8, 4];

/// The number of lanes of the widest vectors, in any instruction set.
pub(super) const MAX_LANES: usize = 16;

/// A set of vector instructions.
pub(super) trait Simd: Copy {
    /// The number of lanes of a vector, at most [`MAX_LANES`].
    const LANES: usize;
    type F: Float<Mask = Self::M, I = Self::I>;
    type D: Double<F = Self::F, I = Self::I>;
    type I: Int<F = Self::F>;
    type M: Mask<F = Self::F, I = Self::I>;
    /// For each lane, the index of a lane from which it takes a number.
    type Pick: Copy;

    fn f32(self, x: f32) -> Self::F;
    fn f64(self, x: f64) -> Self::D;
    fn u32(self, x: u32) -> Self::I;

    /// Loads the first numbers of a slice. The slice must have a number for each lane.
    fn load(self, from: &[f32]) -> Self::F;
    fn load_f64(self, from: &[f64]) -> Self::D;
    fn load_u32(self, from: &[u32]) -> Self::I;

    /// Loads a vector from an address.
    ///
    /// # Safety
    /// From that address on, as many numbers as there are lanes must be readable.
    unsafe fn load_at(self, from: *const f32) -> Self::F;
    /// Makes picks of index mod [`Simd::LANES`].
    fn pick(self, index: Self::I) -> Self::Pick;
    /// `from[pick]` for each lane.
    ///
    /// # Safety
    /// From `from` on, as many numbers as there are lanes must be readable.
    unsafe fn pick_at(self, from: *const f32, pick: Self::Pick) -> Self::F;
    /// `table[index mod 8]` for each lane.
    fn pick8(self, table: &[f32; 8], index: Self::I) -> Self::F;
    /// `table[index mod 16]` for each lane.
    fn pick16(self, table: &[f32; 16], index: Self::I) -> Self::F;

    /// `table[index mod 32]` for each lane.
    fn pick32(self, table: &[f32; 32], index: Self::I) -> Self::F;
    /// `from[stride · (index / 8 mod 4) + index mod 8]` for each lane: a number of a [`WINDOW`]
    /// whose rows are `stride` apart.
    ///
    /// # Panics
    /// If the window extends past the end of `from`.
    fn pick_window(self, from: &[u32], stride: usize, index: Self::I) -> Self::I;

    /// Does as much of [`Interleave::interleave`] as whole blocks allow, and returns the number of
    /// rows done. The caller does the remaining rows one by one.
    #[inline(always)]
    fn interleave_blocks(self, _columns: [&[u32]; 8], _rows: &mut [[u32; 8]]) -> usize {
        0
    }
}

/// A vector of f32.
pub(super) trait Float:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    type Mask;
    type I;
    fn store(self, to: &mut [f32]);
    /// # Safety
    /// From that address on, as many numbers as there are lanes must be writable.
    unsafe fn store_at(self, to: *mut f32);
    fn abs(self) -> Self;
    /// The smaller number in each lane, or `other` where neither is smaller (equal, or NaN).
    fn min(self, other: Self) -> Self;
    /// Rounds down to whole numbers and keeps the sign of zero.
    fn floor(self) -> Self;
    /// Converts whole numbers in the range of i32.
    fn to_i32(self) -> Self::I;
    /// The larger number in each lane, or `other` where neither is larger (equal, or NaN).
    fn max(self, other: Self) -> Self;
    fn sqrt(self) -> Self;
    /// The lanes where `self` is less than `other`.
    fn lt(self, other: Self) -> Self::Mask;
}

/// A vector of f64, with as many lanes as a vector of f32.
pub(super) trait Double:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    type F;
    type I;
    /// Rounds down to whole numbers and keeps the sign of zero.
    fn floor(self) -> Self;
    fn abs(self) -> Self;
    /// The smaller number in each lane, or `other` where neither is smaller (equal, or NaN).
    fn min(self, other: Self) -> Self;
    fn from_f32(x: Self::F) -> Self;
    fn to_f32(self) -> Self::F;
    /// Converts whole numbers in the range of i32.
    fn to_i32(self) -> Self::I;
    /// Returns true if the vectors differ in any lane.
    fn any_ne(self, other: Self) -> bool;
    fn store(self, to: &mut [f64]);
}

/// A vector of u32, with wrapping arithmetic.
pub(super) trait Int:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
{
    type F;
    fn store(self, to: &mut [u32]);
    /// The number in the first lane.
    fn first(self) -> u32;
    fn shr<const BITS: u32>(self) -> Self;
    fn shl<const BITS: u32>(self) -> Self;
    /// All bits set in lanes that are negative as i32, else 0.
    fn sign(self) -> Self;
    /// Returns true if the vectors differ in any lane.
    fn any_ne(self, other: Self) -> bool;
    /// The upper 32 of the product's 64 bits.
    fn mul_high(self, other: Self) -> Self;
    /// Converts lanes, taken as i32, to the nearest f32.
    fn to_f32(self) -> Self::F;
}

/// A boolean for each lane.
pub(super) trait Mask: Copy {
    type F;
    type I;
    /// Takes `yes` in lanes that are true, `no` elsewhere.
    fn select(self, yes: Self::F, no: Self::F) -> Self::F;
    fn select_u32(self, yes: Self::I, no: Self::I) -> Self::I;
    fn any(self) -> bool;
}

/// Work that any set of vector instructions can do.
///
/// `run`, and every function that it calls with vectors, must be `#[inline(always)]`, so that they
/// are compiled with the instructions of the caller. Closures on vectors that are passed to the
/// standard library, for example to an array's `map`, may not be inlined and are then many times
/// slower.
pub(super) trait Kernel {
    fn run<S: Simd>(self, simd: S);
}

/// Work in plain loops, which the compiler can vectorise.
///
/// `run` and every function that it calls must be `#[inline(always)]`, as in `Kernel`.
pub trait Loops {
    /// Does the work.
    fn run(self, interleave: impl Interleave);
}

/// The only operation that compilers do not vectorise on their own.
pub trait Interleave: Copy {
    /// Turns columns into rows: row i is the i-th number of each column.
    ///
    /// # Panics
    /// If a column has fewer numbers than there are rows.
    fn interleave(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]);
}

impl<S: Simd> Interleave for S {
    #[inline(always)]
    fn interleave(self, columns: [&[u32]; 8], rows: &mut [[u32; 8]]) {
        let done = self.interleave_blocks(columns, rows);
        for (i, row) in rows.iter_mut().enumerate().skip(done) {
            for (number, column) in row.iter_mut().zip(columns) {
                *number = column[i];
            }
        }
    }
}

struct LoopKernel<L>(L);

impl<L: Loops> Kernel for LoopKernel<L> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.0.run(simd);
    }
}

/// A set of vector instructions. Results have the same bits at every level.
///
/// ```
/// use orogen_noise::grid::Level;
///
/// assert!(Level::available().contains(&Level::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Four lanes in portable code, parts of which compilers vectorise for the platform.
    #[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
    Portable,
    /// Four lanes, on every 64-bit Arm machine.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// Four lanes, in WebAssembly compiled with `-C target-feature=+simd128`.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    /// Four lanes, on every 64-bit x86 machine.
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// Eight lanes.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixteen lanes.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The distance from the first number of a window to its end, if rows are `stride` apart.
const fn window_length(stride: usize) -> usize {
    stride.saturating_mul(WINDOW[1] - 1).saturating_add(WINDOW[0])
}

/// The number of highest levels that [`Level::best`] must not use.
static EXCLUDED: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// The best level of this machine, unless [`Level::limit`] has limited it.
    pub fn best() -> Self {
        static AVAILABLE: OnceLock<Vec<Level>> = OnceLock::new();
        let available = AVAILABLE.get_or_init(Self::available);
        let excluded = usize::from(EXCLUDED.load(Ordering::Relaxed));
        available[available.len().saturating_sub(1 + excluded)]
    }

    /// Limits [`Level::best`] to this level in the whole program.
    ///
    /// Tests and benchmarks use it to compare levels. Heights keep their bits.
    ///
    /// # Panics
    /// If the machine does not have the level.
    pub fn limit(self) {
        let available = Self::available();
        let index = available.iter().rposition(|level| *level == self);
        let index = index.expect("a level of this machine");
        EXCLUDED.store((available.len() - 1 - index) as u8, Ordering::Relaxed);
    }

    /// The lowest level, which every machine of the architecture has.
    #[doc(hidden)]
    pub fn lowest() -> Self {
        Self::available()[0]
    }

    /// The levels that this machine supports, the best one last.
    pub fn available() -> Vec<Self> {
        let all = [
            #[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
            (Self::Portable, true),
            #[cfg(target_arch = "aarch64")]
            (Self::Neon, neon().is_some()),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            (Self::Simd128, simd128().is_some()),
            #[cfg(target_arch = "x86_64")]
            (Self::Sse2, true),
            #[cfg(target_arch = "x86_64")]
            (Self::Avx2, x86::avx2::is_available()),
            #[cfg(target_arch = "x86_64")]
            (Self::Avx512, x86::avx512::is_available()),
        ];
        all.into_iter().filter_map(|(level, is_available)| is_available.then_some(level)).collect()
    }

    /// Runs work in plain loops, compiled for this level.
    ///
    /// # Panics
    /// If the machine does not have the level.
    #[doc(hidden)]
    pub fn run_loops(self, loops: impl Loops) {
        self.run(LoopKernel(loops));
    }

    /// The number of lanes of f32 in a vector.
    pub(super) const fn lanes(self) -> usize {
        match self {
            #[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
            Self::Portable => 4,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => 4,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => 8,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => 16,
        }
    }

    /// Runs `kernel` at this level.
    ///
    /// # Panics
    /// If the machine does not have the level.
    pub(super) fn run(self, kernel: impl Kernel) {
        match self {
            #[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
            Self::Portable => kernel.run(portable::Portable::<4>),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => kernel.run(neon().expect("this machine has no NEON")),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => kernel.run(simd128().expect("this program has no vectors")),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => x86::sse2::run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::avx2::run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::avx512::run(kernel),
        }
    }
}

#[cfg(target_arch = "aarch64")]
fn neon() -> Option<registers::Registers<fearless_simd::aarch64::Neon>> {
    fearless_simd::Level::baseline().as_neon().map(registers::Registers)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn simd128() -> Option<registers::Registers<fearless_simd::wasm32::WasmSimd128>> {
    fearless_simd::Level::baseline().as_wasm_simd128().map(registers::Registers)
}
