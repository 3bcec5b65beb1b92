//! Parameters, each declared once in a table.
//!
//! The panel, files, `--set` and the documentation read the tables. A *document* ([`Document`]) is
//! a struct of groups, and a group is a struct of typed parameters. The macro
//! [`document!`](crate::document) declares the structs, the defaults and the table in one place. No
//! other code states a default or a range.

mod embedded;
mod error;
mod kind;
mod table;

pub(crate) use embedded::{Embedded, embedded_rows};
pub use error::{ParamError, ValueError};
use kind::wrong_type;
pub use kind::{ChoiceRow, ParamKind, Value};
pub use table::{Document, Param, Stage};

/// A type that a parameter's field can have.
pub trait ParamField: Sized {
    /// Converts the field to a value.
    fn to_value(&self) -> Value;
    /// Converts a value to the field. Returns an error if the value has another kind or does not
    /// fit the type.
    fn from_value(value: Value) -> Result<Self, ValueError>;
}

macro_rules! field {
    ($type:ty, $variant:ident, $to:expr, $from:expr) => {
        impl ParamField for $type {
            fn to_value(&self) -> Value {
                Value::$variant($to(self))
            }
            fn from_value(value: Value) -> Result<Self, ValueError> {
                match value {
                    Value::$variant(v) => $from(v),
                    other => Err(wrong_type(&other)),
                }
            }
        }
    };
}

field!(f64, Number, |x: &f64| *x, Ok);
field!(u32, Integer, |i: &u32| i64::from(*i), |i: i64| u32::try_from(i)
    .map_err(|_| ValueError::Range(i.to_string())));
field!(bool, Toggle, |b: &bool| *b, Ok);
field!([f32; 3], Colour, |c: &[f32; 3]| *c, Ok);
field!(String, Text, String::clone, Ok);
field!(Vec<[f64; 2]>, Curve, Vec::clone, Ok);

/// Makes an enum usable as a field with named values: `choice_field!(Fade)`.
///
/// The enum needs `fn name(self) -> &'static str` and `FromStr`. Both must use the names in the
/// rows of its `ParamKind::Choice`.
#[doc(hidden)]
#[macro_export]
macro_rules! choice_field {
    ($type:ty) => {
        impl $crate::param::ParamField for $type {
            fn to_value(&self) -> $crate::param::Value {
                $crate::param::Value::Choice(self.name())
            }
            fn from_value(value: $crate::param::Value) -> Result<Self, $crate::param::ValueError> {
                let text = value.to_string();
                text.parse()
                    .map_err(|_| $crate::param::ValueError::Name { given: text, nearest: None })
            }
        }
    };
}

/// Declares a document: its structs, defaults and table.
///
/// A row declares one parameter: `name: Type = default, Kind, "unit", Stage, "Label", "Sentence.";`
#[doc(hidden)]
#[macro_export]
macro_rules! document {
    // A document with fields that are not parameters.
    ($(#[$doc:meta])* $Document:ident { fields { $($fields:tt)* } $($groups:tt)* }) => {
        $crate::document! { @struct $(#[$doc])* $Document { $($fields)* } { $($groups)* } }
        impl $crate::param::Document for $Document {
            fn params() -> &'static [$crate::param::Param<Self>] {
                const TABLE: &[$crate::param::Param<$Document>] =
                    &$crate::document! { @rows $Document $($groups)* };
                TABLE
            }
            fn groups() -> &'static [(&'static str, &'static str)] {
                &$crate::document! { @titles $($groups)* }
            }
        }
    };
    // A document that may contain another document, whose rows come first.
    ($(#[$doc:meta])* $Document:ident over $Embedded:ident {
        fields { $($fields:tt)* } $($groups:tt)*
    }) => {
        $crate::document! { @struct $(#[$doc])* $Document { $($fields)* } { $($groups)* } }
        impl $crate::param::Document for $Document {
            fn params() -> &'static [$crate::param::Param<Self>] {
                static TABLE: std::sync::LazyLock<Vec<$crate::param::Param<$Document>>> =
                    std::sync::LazyLock::new(|| {
                        let mut rows = $crate::param::embedded_rows::<$Embedded, $Document>();
                        rows.extend($crate::document! { @rows $Document $($groups)* });
                        rows
                    });
                &TABLE
            }
            fn groups() -> &'static [(&'static str, &'static str)] {
                static TITLES: std::sync::LazyLock<Vec<(&'static str, &'static str)>> =
                    std::sync::LazyLock::new(|| {
                        let embedded = <$Embedded as $crate::param::Document>::groups();
                        [embedded, &$crate::document! { @titles $($groups)* }].concat()
                    });
                &TITLES
            }
        }
    };
    (@struct $(#[$doc:meta])* $Document:ident {
        $( $(#[$field_doc:meta])* $field:ident: $FieldType:ty; )*
    } {
        $( $group:ident: $Group:ident, $title:literal { $($row:tt)* } )*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $Document {
            $( $(#[$field_doc])* pub $field: $FieldType, )*
            $( #[doc = concat!("The parameters of the group “", $title, "”.")] pub $group: $Group, )*
        }
        $( $crate::document! { @group $Group, $title { $($row)* } } )*
    };
    (@group $Group:ident, $title:literal {
        $( $name:ident: $Type:ty = $default:expr, $kind:expr, $unit:literal, $stage:ident, $label:literal,
           $sentence:literal; )*
    }) => {
        #[doc = concat!("The parameters of the group “", $title, "”.")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Group {
            $( #[doc = $sentence] pub $name: $Type, )*
        }
        impl Default for $Group {
            fn default() -> Self {
                Self { $( $name: $default, )* }
            }
        }
    };
    (@rows $Document:ident $( $group:ident: $Group:ident, $title:literal {
        $( $name:ident: $Type:ty = $default:expr, $kind:expr, $unit:literal, $stage:ident, $label:literal,
           $sentence:literal; )*
    } )*) => {{
        use $crate::param::{ParamField, Param, ParamKind::*, Stage};
        [ $( $( Param::<$Document> {
            key: concat!(stringify!($group), ".", stringify!($name)),
            label: $label,
            kind: $kind,
            unit: $unit,
            stage: Stage::$stage,
            doc: $sentence,
            get: |d| ParamField::to_value(&d.$group.$name),
            put: |d, v| ParamField::from_value(v).map(|v| d.$group.$name = v),
        }, )* )* ]
    }};
    (@titles $( $group:ident: $Group:ident, $title:literal { $($row:tt)* } )*) => {
        [ $( (stringify!($group), $title), )* ]
    };
    ($(#[$doc:meta])* $Document:ident { $($groups:tt)* }) => {
        $crate::document! { $(#[$doc])* $Document { fields {} $($groups)* } }
    };
}

#[cfg(test)]
mod tests;
