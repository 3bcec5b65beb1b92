//! The native half of the Python package `orogen`.
//!
//! Its functions take and fill numpy arrays of one type and layout, and release the interpreter
//! lock while they work. The Python files next to this crate give them their arguments, and have
//! the documentation that users read.

mod arguments;
mod errors;
mod export;
mod grounds;
mod heights;
mod land;
mod noise;
mod parameters;
mod values;
mod work;

use pyo3::prelude::*;

/// The native functions of the package `orogen`, which wraps them.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::export::export;
    #[pymodule_export]
    use super::grounds::{colours, erosion, materials, normals, slopes, surface, water};
    #[pymodule_export]
    use super::heights::{heights, heights_at, heights_precise, trace};
    #[pymodule_export]
    use super::land::{NativeLand, presets, version};
    #[pymodule_export]
    use super::noise::{NativeNoise, bases};
    #[pymodule_export]
    use super::work::set_threads;
}
