//! What is wrong with a value that a parameter does not take.

use orogen_noise::text::{number, shown};

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key}: {problem}; allowed is {allowed}")]
#[non_exhaustive]
pub struct ParamError {
    /// The parameter: `group.name`.
    pub key: String,
    /// What is wrong with the value.
    pub problem: ValueError,
    /// The values that it takes, in words.
    pub allowed: String,
}

/// What is wrong with a value. Texts are as they were given; messages shorten them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// It is of another kind.
    #[error("{} is of the wrong type", shown(.0))]
    Type(String),
    /// It is of a type of TOML that has no text of its own to show.
    #[error("a {0} is of the wrong type")]
    TomlType(&'static str),
    /// It is below the lowest or above the highest value.
    #[error("{} is out of range", shown(.0))]
    Range(String),
    /// It is no number that a computation could use.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// It has a fraction.
    #[error("{} is not a whole number", number(*.0))]
    NotWhole(f64),
    /// A text that is no number.
    #[error("`{}` is not a number", shown(.0))]
    NotANumber(String),
    /// A text with units or arithmetic that is no number: why.
    #[error("{0}")]
    Quantity(String),
    /// A whole number that TOML itself cannot hold.
    #[error("{} is beyond TOML's numbers (up to {}); put it in quotes", shown(.0), i64::MAX)]
    BeyondToml(String),
    /// A text that is no switch.
    #[error("`{}` is neither on nor off", shown(.0))]
    Toggle(String),
    /// A name that is not in the table.
    #[error("`{}` is not one of its names{}", shown(.given), meant(*.nearest))]
    Name {
        /// The name as it was given.
        given: String,
        /// The name that may have been meant.
        nearest: Option<&'static str>,
    },
    /// A text that is no colour.
    #[error("`{}` is not a colour", shown(.0))]
    Colour(String),
    /// An array that is no colour.
    #[error("{} is not three numbers", shown(.0))]
    NotThreeNumbers(String),
    /// A display value outside 0..=1.
    #[error("the colour value {} is out of range", number(f64::from(*.0)))]
    ColourRange(f32),
    /// There is nothing that has the parameter: no layer of noise.
    #[error("no layer of this recipe is noise")]
    Nothing,
    /// A text that is no point of a curve.
    #[error("`{}` is not a point x:y", shown(.0))]
    Point(String),
    /// A curve of too few points, or too many.
    #[error("the curve has {0} points")]
    CurveLength(usize),
    /// A curve that is no function on the unit square.
    #[error("the curve's points leave the unit square, or their x does not rise")]
    CurveShape,
    /// A text that is too long.
    #[error("the text has {0} characters")]
    TextLength(usize),
    /// A text that is more than one line of letters.
    #[error("the text holds a control character")]
    ControlCharacter,
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}
