//! Errors of the program as Python's exceptions, with the program's messages.

use std::fmt::Display;
use std::io::ErrorKind;

use numpy::AsSliceError;
use orogen_export::arrays::ArrayError;
use orogen_export::scene_file::{SceneFileError, SceneFileProblem};
use orogen_export::{ExportError, FileError, FileProblem};
use orogen_terrain::scene::SceneError;
use pyo3::PyErr;
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyIsADirectoryError, PyKeyError, PyKeyboardInterrupt,
    PyMemoryError, PyOSError, PyPermissionError, PyTypeError, PyValueError,
};

/// A value that is not allowed.
pub fn value_error(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A value of the wrong type.
pub fn type_error(why: impl Display) -> PyErr {
    PyTypeError::new_err(why.to_string())
}

/// The error of an array that the Python half should have made contiguous.
pub fn layout_error(error: AsSliceError) -> PyErr {
    value_error(error)
}

/// The error of a parameter: `KeyError` if it does not exist, `ValueError` if its value is wrong.
pub fn scene_error(error: SceneError) -> PyErr {
    match error {
        SceneError::UnknownKey { .. }
        | SceneError::WhichLayer { .. }
        | SceneError::NoLayer { .. }
        | SceneError::NoPart { .. } => PyKeyError::new_err(error.to_string()),
        _ => value_error(error),
    }
}

/// The error of a file that holds no readable scene.
pub fn scene_file_error(error: SceneFileError) -> PyErr {
    let line = error.to_string();
    match error {
        SceneFileError::Read { problem: SceneFileProblem::File(problem), .. } => {
            os_error(&problem, line)
        }
        SceneFileError::Read { problem: SceneFileProblem::NoJson(_), .. } => {
            PyFileNotFoundError::new_err(line)
        }
        _ => value_error(line),
    }
}

/// The error of an export.
pub fn export_error(error: ExportError) -> PyErr {
    let line = error.to_string();
    match error {
        ExportError::Write(FileError::Write { problem, .. }) => os_error(&problem, line),
        ExportError::Protected(_) => {
            PyFileExistsError::new_err(format!("{line}, or pass force=True to replace the file"))
        }
        ExportError::Cancelled { .. } => PyKeyboardInterrupt::new_err(line),
        _ => value_error(line),
    }
}

/// The error of sampling into an array.
pub fn array_error(error: ArrayError) -> PyErr {
    match error {
        ArrayError::Memory => PyMemoryError::new_err(error.to_string()),
        _ => PyKeyboardInterrupt::new_err(error.to_string()),
    }
}

fn os_error(problem: &FileProblem, line: String) -> PyErr {
    match problem {
        FileProblem::IsFolder => PyIsADirectoryError::new_err(line),
        FileProblem::IsReadOnly => PyPermissionError::new_err(line),
        FileProblem::NoFolder(_) => PyFileNotFoundError::new_err(line),
        FileProblem::Memory => PyMemoryError::new_err(line),
        FileProblem::Format(_) => value_error(line),
        FileProblem::System { kind: ErrorKind::NotFound, .. } => PyFileNotFoundError::new_err(line),
        FileProblem::System { kind: ErrorKind::PermissionDenied, .. } => {
            PyPermissionError::new_err(line)
        }
        _ => PyOSError::new_err(line),
    }
}
