//! Errors about the values of parameters.

use orogen_noise::text::{number, sanitise};

/// A parameter does not accept a value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key}: {problem}; allowed is {allowed}")]
#[non_exhaustive]
pub struct ParamError {
    /// The parameter: `group.name`.
    pub key: String,
    /// The problem with the value.
    pub problem: ValueError,
    /// A description of the allowed values.
    pub allowed: String,
}

/// A problem with a value.
///
/// Variants hold the full text as given; messages shorten it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value has another kind than the parameter.
    #[error("{} is of the wrong type", sanitise(.0))]
    Type(String),
    /// The value has the wrong TOML type; the string names this type.
    #[error("a {0} is of the wrong type")]
    TomlType(&'static str),
    /// The value is below the minimum or above the maximum.
    #[error("{} is out of range", sanitise(.0))]
    Range(String),
    /// The number is infinite or NaN.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// The number has a fraction.
    #[error("{} is not a whole number", number(*.0))]
    NotWhole(f64),
    /// The text is not a number.
    #[error("`{}` is not a number", sanitise(.0))]
    NotANumber(String),
    /// A text with units or arithmetic cannot be evaluated; the string is the reason.
    #[error("{0}")]
    Quantity(String),
    /// The whole number is too large for a TOML integer.
    #[error("{} is beyond TOML's numbers (up to {}); put it in quotes", sanitise(.0), i64::MAX)]
    BeyondToml(String),
    /// The text is neither on nor off.
    #[error("`{}` is neither on nor off", sanitise(.0))]
    Toggle(String),
    /// The name is not a choice of the parameter.
    #[error("`{}` is not a known name{}", sanitise(.given), suggestion(*.nearest))]
    Name {
        /// The name as given.
        given: String,
        /// The most similar known name.
        nearest: Option<&'static str>,
    },
    /// The text is not a colour.
    #[error("`{}` is not a colour", sanitise(.0))]
    Colour(String),
    /// The array is not a colour.
    #[error("{} is not three numbers", sanitise(.0))]
    NotThreeNumbers(String),
    /// A display value is outside 0..=1.
    #[error("the colour value {} is out of range", number(f64::from(*.0)))]
    ColourRange(f32),
    /// The parameter belongs to a noise layer, but the recipe has no noise layer.
    #[error("this recipe has no noise layer")]
    NoNoiseLayer,
    /// The text is not a point of a curve.
    #[error("`{}` is not a point x:y", sanitise(.0))]
    Point(String),
    /// The curve has too few or too many points.
    #[error("the curve has {0} points")]
    CurveLength(usize),
    /// A point of the curve lies outside [0, 1]², or the points' x do not rise.
    #[error("a point lies outside the unit square, or the points' x does not rise")]
    CurveShape,
    /// The text is not the path of a mark; the string is the reason.
    #[error("{0}")]
    Path(String),
    /// The text is too long.
    #[error("the text has {0} characters")]
    TextLength(usize),
    /// The text contains a control character, such as a line break.
    #[error("the text contains a control character, such as a line break")]
    ControlCharacter,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}
