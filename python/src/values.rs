//! Values of parameters as Python's objects, and back.

use orogen_terrain::param::Value;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString, PyTuple};

use crate::errors::type_error;

/// Writes a value as the text that `--set` would take.
pub fn to_text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    if let Some(text) = scalar_text(value)? {
        return Ok(text);
    }
    let wrong = || {
        let kinds = "a number, True or False, a text, three numbers for a colour, or pairs of numbers for a curve";
        match value.repr() {
            Ok(repr) => {
                type_error(format!("{key}: {repr} is of the wrong type; allowed are {kinds}"))
            }
            Err(error) => error,
        }
    };
    let part = |item: Bound<'_, PyAny>| -> PyResult<String> {
        if let Some(text) = scalar_text(&item)? {
            return Ok(text);
        }
        let (x, y): (f64, f64) = item.extract().map_err(|_| wrong())?;
        Ok(format!("{x}:{y}"))
    };
    let parts: PyResult<Vec<_>> =
        value.try_iter().map_err(|_| wrong())?.map(|i| part(i?)).collect();
    Ok(parts?.join(","))
}

/// Writes a number or a truth value of Python or numpy.
fn scalar_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(on) = value.cast::<PyBool>() {
        return Ok(Some(if on.is_true() { "on" } else { "off" }.to_owned()));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Some(value.str()?.to_cow()?.into_owned()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Some(number.value().to_string()));
    }
    // A scalar of numpy becomes one of Python.
    let shape = value.getattr("shape").ok().and_then(|shape| shape.cast_into::<PyTuple>().ok());
    match shape {
        Some(shape) if shape.is_empty() => {
            let item = value.call_method0("item")?;
            if item.is_instance_of::<PyString>() {
                return Ok(Some(item.str()?.to_cow()?.into_owned()));
            }
            if item.getattr("shape").is_ok() { Ok(None) } else { scalar_text(&item) }
        }
        _ => Ok(None),
    }
}

/// Converts a value to the Python type of its kind.
pub fn to_object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    // The nearest f64 to the shortest digits of an f32: 0.8 and not 0.800000011920929.
    let shortest = |c: f32| c.to_string().parse::<f64>().unwrap_or(f64::from(c));
    match value {
        Value::Number(x) => x.into_bound_py_any(py),
        Value::Integer(i) => i.into_bound_py_any(py),
        Value::Toggle(on) => on.into_bound_py_any(py),
        Value::Choice(name) => name.into_bound_py_any(py),
        Value::Text(text) => text.into_bound_py_any(py),
        Value::Colour(rgb) => PyTuple::new(py, rgb.map(shortest))?.into_bound_py_any(py),
        Value::Curve(points) => {
            let points: Vec<_> = points.iter().map(|[x, y]| (*x, *y)).collect();
            PyTuple::new(py, points)?.into_bound_py_any(py)
        }
    }
}
