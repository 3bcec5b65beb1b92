//! Checks arrays and options that come from Python.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray};
use orogen_export::arrays::ArrayLines;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{layout_error, type_error, value_error};

/// Positions along one axis, for a land in metres.
pub type Line<'py> = PyReadonlyArray1<'py, f64>;

/// An array to fill.
pub type Out<'py, T, D> = PyReadwriteArray<'py, T, D>;

/// The largest coordinate in metres, the same as for the areas of exports.
const MAX_POSITION_M: f64 = 1e12;

/// Returns columns and rows after a check of their order and their range.
pub fn lines<'a>(x: &'a Line<'_>, z: &'a Line<'_>, band_limit_m: f64) -> PyResult<ArrayLines<'a>> {
    let columns_m = line("x", x)?;
    let rows_m = line("z", z)?;
    Ok(ArrayLines { columns_m, rows_m, band_limit_m })
}

fn line<'a>(name: &str, positions: &'a Line<'_>) -> PyResult<&'a [f64]> {
    let positions_m = positions.as_slice().map_err(layout_error)?;
    if let Some(bad) = positions_m.iter().find(|c| c.is_nan() || c.abs() > MAX_POSITION_M) {
        let message = format!("{name} = {bad} is out of range; allowed are -1e12 to 1e12 m");
        return Err(value_error(message));
    }
    match positions_m.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(value_error(format!(
            "{name} does not ascend: after {} comes {}; samples this close need a larger spacing, or positions nearer to 0",
            pair[0], pair[1]
        ))),
        None => Ok(positions_m),
    }
}

/// The largest magnitude of a point's coordinate. Beyond it, f64 skips whole numbers.
const MAX_COORDINATE: f64 = 9_007_199_254_740_992.0;

/// Returns the coordinates of points along one axis. NaN is allowed, and gives NaN.
pub fn coordinates<'a>(name: &str, axis: &'a Line<'_>) -> PyResult<&'a [f64]> {
    let coordinates = axis.as_slice().map_err(layout_error)?;
    match coordinates.iter().find(|c| c.abs() > MAX_COORDINATE) {
        Some(bad) => Err(value_error(format!(
            "{name} = {bad} is out of range; allowed are -2**53 to 2**53 (±9.007e15)"
        ))),
        None => Ok(coordinates),
    }
}

/// Checks the number of values in an array.
pub fn check_length(name: &str, has: usize, needs: usize) -> PyResult<()> {
    match has == needs {
        true => Ok(()),
        false => Err(value_error(format!("{name} has {has} values; {needs} are needed"))),
    }
}

/// Options by name. The Python half passes only the options that the caller gave.
pub struct Options<'a, 'py>(pub &'a Bound<'py, PyDict>);

impl<'py> Options<'_, 'py> {
    /// Returns an option of some type; `None` if it was not given.
    pub fn get<T>(&self, name: &str, allowed: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let Some(value) = self.given(name)? else { return Ok(None) };
        match value.extract() {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                let message = format!("{name}: {} is not {allowed}", value.repr()?);
                Err(type_error(message))
            }
        }
    }

    /// Returns an option that is a name from a list.
    pub fn named<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let given: Option<String> = self.get(name, "a text")?;
        let parse =
            |text: String| text.parse().map_err(|error| value_error(format!("{name}: {error}")));
        given.map(parse).transpose()
    }

    /// Returns the object of an option, unless it is `None`.
    pub fn given(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }
}

/// A map's samples, row by row from the north.
pub type Samples2<'py> = PyReadonlyArray2<'py, f32>;
