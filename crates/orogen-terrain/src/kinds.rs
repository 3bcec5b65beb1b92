//! A macro for families of kinds with parameters, such as operations. One table declares the
//! struct, the defaults and the parameter rows of each kind. The panel and files use these rows.

use super::param::{Value, ValueError};

/// Declares a family of kinds.
///
/// Each kind gets a struct with defaults and a parameter table. The family gets an enum of the kind
/// names, and an enum of the kinds with their parameters.
///
/// Rows have the format of [`document!`](crate::document).
macro_rules! kinds {
    (
        $(#[doc = $name_doc:literal])* $Name:ident: $what:literal;
        $(#[doc = $family_doc:literal])* $Family:ident by $by:ident;
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

        $(#[doc = $family_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $Family {
            $( #[doc = $doc] $Kind($Kind), )*
        }

        impl $Family {
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
            pub fn params(self) -> &'static [$crate::param::Param<$Family>] {
                use $crate::param::{ParamField, Param, ParamKind::*, Stage};
                match self { $( Self::$Kind => {
                    const TABLE: &[Param<$Family>] = &[ $( Param {
                        key: concat!($word, ".", stringify!($name)),
                        label: $label,
                        kind: $kind,
                        unit: $unit,
                        stage: Stage::$stage,
                        doc: $sentence,
                        get: |family| match family {
                            $Family::$Kind(p) => ParamField::to_value(&p.$name),
                            _ => ParamField::to_value(&$Kind::default().$name),
                        },
                        put: |family, value| match family {
                            $Family::$Kind(p) => ParamField::from_value(value).map(|v| p.$name = v),
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

/// Returns the error for setting a parameter that the kind does not have.
pub(super) fn misplaced(value: &Value) -> ValueError {
    ValueError::Type(value.to_string())
}

#[cfg(test)]
mod tests {
    use crate::landform::{LandformKind, LandformLayer};
    use crate::marks::{Tool, ToolKind};
    use crate::mask::{MaskKind, MaskType};
    use crate::operation::{Operation, OperationKind};
    use crate::param::Param;
    use crate::wavy::at_share;

    type Kind<T> = (&'static str, T, &'static [Param<T>]);

    fn check<T: Clone + PartialEq + std::fmt::Debug>(all: &[Kind<T>]) {
        for (name, default, params) in all {
            assert!(!params.is_empty(), "{name}");
            for param in *params {
                assert_eq!(param.group(), *name);
                assert!(param.doc.ends_with('.') && !param.label.is_empty(), "{}", param.key);
                let value = (param.get)(default);
                assert_eq!(param.kind.check(value.clone()), Ok(value.clone()), "{}", param.key);
                let mut others = [0.0, 1.0].map(|share| at_share(param.kind, share)).into_iter();
                let other = others.find(|other| *other != value).expect("another value");
                let mut modified = default.clone();
                param.set(&mut modified, other.clone()).expect("a value in range");
                let changed = params.iter().filter(|p| (p.get)(&modified) != (p.get)(default));
                assert_eq!(changed.map(|p| p.key).collect::<Vec<_>>(), [param.key]);
                assert_eq!((param.get)(&modified), other, "{}", param.key);
                for (_, foreign, _) in all.iter().filter(|(other, ..)| other != name) {
                    assert_eq!((param.get)(foreign), value, "{}", param.key);
                    let mut kept = foreign.clone();
                    assert!(param.set(&mut kept, other.clone()).is_err(), "{}", param.key);
                    assert_eq!(kept, *foreign);
                }
            }
        }
    }

    #[test]
    fn rows_read_and_write_only_their_own_kind() {
        let all =
            OperationKind::ALL.iter().map(|k| (k.name, Operation::new(k.value), k.value.params()));
        check(&all.collect::<Vec<_>>());
        let all = MaskType::ALL.iter().map(|k| (k.name, MaskKind::new(k.value), k.value.params()));
        check(&all.collect::<Vec<_>>());
        let all = ToolKind::ALL.iter().map(|k| (k.name, Tool::new(k.value), k.value.params()));
        check(&all.collect::<Vec<_>>());
        let all = LandformKind::ALL
            .iter()
            .map(|k| (k.name, LandformLayer::new(k.value), k.value.params()));
        check(&all.collect::<Vec<_>>());
    }
}
