//! The rows of a document as rows of what holds it.

use super::error::ValueError;
use super::kind::Value;
use super::table::{Document, Param};

/// A document that a holder may have.
pub(crate) trait Held<H>: Document {
    /// The holder's, if it has one.
    fn of(holder: &H) -> Option<&Self>;

    /// The same, to be changed.
    fn of_mut(holder: &mut H) -> Option<&mut Self>;

    /// What is wrong with a value for a holder that has none.
    fn misplaced(value: &Value) -> ValueError {
        ValueError::Type(value.to_string())
    }
}

/// Reads a row's parameter: of a holder without the document the default.
fn get<D: Held<H>, H, const ROW: usize>(holder: &H) -> Value {
    let get = D::params()[ROW].get;
    D::of(holder).map_or_else(|| get(&D::default()), get)
}

/// Writes a row's parameter.
fn put<D: Held<H>, H, const ROW: usize>(holder: &mut H, value: Value) -> Result<(), ValueError> {
    match D::of_mut(holder) {
        Some(document) => (D::params()[ROW].put)(document, value),
        None => Err(D::misplaced(&value)),
    }
}

/// A document's table as one of its holders: a row reads the default of a holder without the
/// document, and writes nothing.
pub(crate) fn held_rows<D: Held<H>, H>() -> Vec<Param<H>> {
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
