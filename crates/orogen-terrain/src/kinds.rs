//! Kinds with parameters, such as operations: one table gives their structs, their defaults, and
//! the rows by which panel and files address them.

use super::param::{Value, ValueError};

/// Declares kinds of a thing: for each its struct, its defaults and the table of its parameters;
/// and two enums, one of the kinds by name, one of the kinds with their parameters.
///
/// A row reads as one of [`document!`](crate::document).
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
            /// One with its defaults.
            pub fn new(kind: $Name) -> Self {
                match kind { $( $Name::$Kind => Self::$Kind($Kind::default()), )* }
            }

            /// Which it is.
            pub fn $by(&self) -> $Name {
                match self { $( Self::$Kind(_) => $Name::$Kind, )* }
            }

            /// The table of its parameters.
            pub fn params(&self) -> &'static [$crate::param::Param<Self>] {
                self.$by().params()
            }
        }

        impl $Name {
            /// The table of its parameters: of another kind, a row reads its default and writes
            /// nothing.
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

/// A value for a parameter that a kind doesn't have.
pub(super) fn misplaced(value: &Value) -> ValueError {
    ValueError::Type(value.to_string())
}
