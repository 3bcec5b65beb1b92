//! Choices by name: enums declared with their names, descriptions and parser.

use thiserror::Error;

/// One value of a choice, with its name and description.
///
/// ```
/// use orogen_noise::FractalKind;
///
/// let names: Vec<_> = FractalKind::ALL.iter().map(|choice| choice.name).collect();
/// assert!(names.contains(&"ridged"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice<T> {
    /// The value.
    pub value: T,
    /// The name in recipes and on the command line.
    pub name: &'static str,
    /// A description in one sentence.
    pub doc: &'static str,
}

/// The error for a name that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no {what} `{}`{}; one of: {}",
    crate::text::sanitise(.given), suggestion(.given, .allowed), .allowed.join(" ")
)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of thing that the name should select, for example "fade".
    pub what: &'static str,
    /// The unknown name.
    pub given: String,
    /// The names that are allowed.
    pub allowed: Vec<&'static str>,
}

impl UnknownName {
    /// The part of the message that suggests the most similar allowed name.
    ///
    /// It is empty if no name is similar.
    pub fn suggestion_text(&self) -> String {
        suggestion(&self.given, &self.allowed)
    }
}

fn suggestion(given: &str, names: &[&'static str]) -> String {
    let similar_name = crate::text::nearest(given, names);
    similar_name.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// Declares an enum whose variants have a name and a one-sentence doc comment.
///
/// It also generates `ALL`, `name`, `doc`, `Display` and `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* pub enum $type:ident: $what:literal {
        $(#[doc = $doc:literal] $(#[$inner:meta])* $variant:ident = $name:literal,)+
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $(#[doc = $doc] $(#[$inner])* $variant,)+
        }

        impl $type {
            /// Every variant with its name and doc, in the order in which lists show them.
            pub const ALL: &'static [$crate::choice::Choice<$type>] = &[
                $($crate::choice::Choice { value: $type::$variant, name: $name, doc: $doc.trim_ascii() },)+
            ];

            /// The name in recipes and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }

            /// A description in one sentence.
            pub const fn doc(self) -> &'static str {
                match self { $($type::$variant => $doc.trim_ascii(),)+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::choice::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::choice::find($what, name, Self::ALL.iter().map(|c| (c.name, c.value)))
            }
        }
    };
}
#[doc(hidden)]
pub use choices;

/// Finds the value called `name` in `rows`, or returns an error that lists all names.
#[doc(hidden)]
pub fn find<T>(
    what: &'static str,
    name: &str,
    rows: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, UnknownName> {
    let found = rows.clone().find(|(row, _)| *row == name);
    found.map(|(_, value)| value).ok_or_else(|| UnknownName {
        what,
        given: name.to_owned(),
        allowed: rows.map(|(row, _)| row).collect(),
    })
}
