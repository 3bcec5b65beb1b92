//! Embeds the table of a document in the table of its container.

use super::error::ValueError;
use super::kind::Value;
use super::table::{Document, Param};

/// A document that a container of type `H` may hold.
pub(crate) trait Embedded<H>: Document {
    /// The container's document, if it has one.
    fn of(holder: &H) -> Option<&Self>;

    /// The container's document, mutable.
    fn of_mut(holder: &mut H) -> Option<&mut Self>;

    /// The error of a value for a container without the document.
    fn misplaced(value: &Value) -> ValueError {
        ValueError::Type(value.to_string())
    }
}

/// Reads a row's parameter; returns the default if the container lacks the document.
fn get<D: Embedded<H>, H, const ROW: usize>(holder: &H) -> Value {
    let get = D::params()[ROW].get;
    D::of(holder).map_or_else(|| get(&D::default()), get)
}

/// Writes a row's parameter.
fn put<D: Embedded<H>, H, const ROW: usize>(
    holder: &mut H,
    value: Value,
) -> Result<(), ValueError> {
    match D::of_mut(holder) {
        Some(document) => (D::params()[ROW].put)(document, value),
        None => Err(D::misplaced(&value)),
    }
}

/// Converts a document's table to rows of its container. If the container lacks the document, rows
/// read the default and writes fail.
pub(crate) fn held_rows<D: Embedded<H>, H>() -> Vec<Param<H>> {
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
