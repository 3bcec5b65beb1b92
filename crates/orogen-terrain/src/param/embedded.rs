//! Adds the parameter table of a document to the table of the document that contains it.

use super::error::ValueError;
use super::kind::Value;
use super::table::{Document, Param};

/// A document that a container of type `H` may contain, as a recipe may contain a noise layer.
pub(crate) trait Embedded<H>: Document {
    /// The document in a container; `None` if the container lacks it.
    fn of(container: &H) -> Option<&Self>;

    /// The container's document, mutable.
    fn of_mut(container: &mut H) -> Option<&mut Self>;

    /// The error when `value` is set in a container that lacks the document.
    fn misplaced(value: &Value) -> ValueError {
        ValueError::Type(value.to_string())
    }
}

/// Reads the parameter of row `ROW`; its default if the container lacks the document.
fn get<D: Embedded<H>, H, const ROW: usize>(container: &H) -> Value {
    let get = D::params()[ROW].get;
    D::of(container).map_or_else(|| get(&D::default()), get)
}

/// Writes the parameter of row `ROW`; an error if the container lacks the document.
fn put<D: Embedded<H>, H, const ROW: usize>(
    container: &mut H,
    value: Value,
) -> Result<(), ValueError> {
    match D::of_mut(container) {
        Some(document) => (D::params()[ROW].put)(document, value),
        None => Err(D::misplaced(&value)),
    }
}

/// Converts a document's table to rows for its container. If a container lacks the document,
/// reading a row gives the default, and writing fails.
pub(crate) fn embedded_rows<D: Embedded<H>, H>() -> Vec<Param<H>> {
    type Get<H> = fn(&H) -> Value;
    type Put<H> = fn(&mut H, Value) -> Result<(), ValueError>;
    macro_rules! accessors {
        ($($row:literal)*) => {
            [ $( (get::<D, H, $row> as Get<H>, put::<D, H, $row> as Put<H>), )* ]
        };
    }
    let accessors = accessors!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);
    let rows = D::params();
    assert!(rows.len() <= accessors.len(), "more parameters than accessors");
    let row = |(row, (get, put)): (&Param<D>, (Get<H>, Put<H>))| {
        let &Param { key, label, kind, unit, stage, doc, .. } = row;
        Param { key, label, kind, unit, stage, doc, get, put }
    };
    rows.iter().zip(accessors).map(row).collect()
}
