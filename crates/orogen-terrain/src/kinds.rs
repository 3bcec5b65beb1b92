//! Kinds with parameters, such as operations. One table declares their structs, their defaults and
//! the rows that panel and files use.

use super::param::{Value, ValueError};

/// Declares a family of kinds: a struct with defaults and a parameter table for each kind, an enum
/// of the kind names, and an enum of the kinds with their parameters.
///
/// Rows have the format of [`document!`](crate::document).
macro_rules! kinds {
    (
        $(#[doc = $name_doc:literal])* $Name:ident: $what:literal;
        $(#[doc = $whole_doc:literal])* $Whole:ident by $by:ident;
        $(
            #[doc = $doc:literal]
            $Kind:ident = $word:literal {
                $( $name:ident: $Type:ty = $default:expr, $kind:expr, $unit:literal, $stage:ident, $label:literal,
                   $sentence:literal; )*
            }
        )*
    ) => {
        orogen_noise::choice::choices! {
            $(#[doc = $name_doc])*
            pub enum $Name: $what {
                $( #[doc = $doc] $Kind = $word, )*
            }
        }

        $(
            #[doc = $doc]
            #[derive(Clone, Debug, PartialEq)]
            pub struct $Kind {
                $( #[doc = $sentence] pub $name: $Type, )*
            }

            impl Default for $Kind {
                fn default() -> Self {
                    Self { $( $name: $default, )* }
                }
            }
        )*

        $(#[doc = $whole_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $Whole {
            $( #[doc = $doc] $Kind($Kind), )*
        }

        impl $Whole {
            /// Creates a kind with its default parameters.
            pub fn new(kind: $Name) -> Self {
                match kind { $( $Name::$Kind => Self::$Kind($Kind::default()), )* }
            }

            /// The name of the kind.
            pub fn $by(&self) -> $Name {
                match self { $( Self::$Kind(_) => $Name::$Kind, )* }
            }

            /// The parameter table of the kind.
            pub fn params(&self) -> &'static [$crate::param::Param<Self>] {
                self.$by().params()
            }
        }

        impl $Name {
            /// The parameter table of the kind. Applied to another kind, a row reads its default
            /// and writes nothing.
            pub fn params(self) -> &'static [$crate::param::Param<$Whole>] {
                use $crate::param::{Field, Param, ParamKind::*, Stage};
                match self { $( Self::$Kind => {
                    const TABLE: &[Param<$Whole>] = &[ $( Param {
                        key: concat!($word, ".", stringify!($name)),
                        label: $label,
                        kind: $kind,
                        unit: $unit,
                        stage: Stage::$stage,
                        doc: $sentence,
                        get: |whole| match whole {
                            $Whole::$Kind(p) => Field::to_value(&p.$name),
                            _ => Field::to_value(&$Kind::default().$name),
                        },
                        put: |whole, value| match whole {
                            $Whole::$Kind(p) => Field::from_value(value).map(|v| p.$name = v),
                            _ => Err($crate::kinds::misplaced(&value)),
                        },
                    }, )* ];
                    TABLE
                } )* }
            }
        }
    };
}
pub(super) use kinds;

/// The error of a value for a parameter that the kind does not have.
pub(super) fn misplaced(value: &Value) -> ValueError {
    ValueError::Type(value.to_string())
}
