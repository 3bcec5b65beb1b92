//! The controls of a figure: numbers, choices and switches.

use orogen_noise::text::sanitise;

/// A number, choice or switch that the user sets for a figure.
///
/// ```
/// use orogen_lab::control::Control;
///
/// let control = Control::integer("demo.count", "Count", (1, 3, 8), "The number of octaves.");
/// assert_eq!(control.start(), 3.0);
/// assert_eq!(control.nearest_allowed(9.4), 8.0);
/// assert_eq!(control.parse("5").unwrap(), 5.0);
/// assert!(control.parse("many").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// A key that is unique in the whole lab, such as `cell.ramps`.
    pub key: &'static str,
    /// The label of the control.
    pub label: &'static str,
    /// The kind of value and its range.
    pub kind: ControlKind,
    /// The tooltip: one sentence.
    pub doc: &'static str,
}

/// The kinds of control. All values are stored as numbers.
#[derive(Clone, Copy, Debug)]
pub enum ControlKind {
    /// A number in a range.
    Number {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// The default.
        start: f64,
    },
    /// A whole number in a range.
    Integer {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The default.
        start: i64,
    },
    /// A switch: 0 or 1.
    Toggle {
        /// The default.
        start: bool,
    },
    /// One of several names, stored as its index.
    Choice {
        /// The names of the choices.
        names: &'static [&'static str],
        /// The default.
        start: usize,
    },
    /// A parameter of the recipe, by its key; this control changes the land itself.
    Recipe(&'static str),
}

/// A value outside the range of a control.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} must be {allowed}, not `{given}`")]
pub struct ControlError {
    /// The key of the control.
    pub key: &'static str,
    /// The allowed values, in words.
    pub allowed: String,
    /// The rejected value.
    pub given: String,
}

impl Control {
    /// A number.
    pub const fn number(
        key: &'static str,
        label: &'static str,
        (min, start, max): (f64, f64, f64),
        doc: &'static str,
    ) -> Self {
        Self { key, label, kind: ControlKind::Number { min, max, start }, doc }
    }

    /// A whole number.
    pub const fn integer(
        key: &'static str,
        label: &'static str,
        (min, start, max): (i64, i64, i64),
        doc: &'static str,
    ) -> Self {
        Self { key, label, kind: ControlKind::Integer { min, max, start }, doc }
    }

    /// A switch.
    pub const fn toggle(
        key: &'static str,
        label: &'static str,
        start: bool,
        doc: &'static str,
    ) -> Self {
        Self { key, label, kind: ControlKind::Toggle { start }, doc }
    }

    /// One of several names; the first is the default.
    pub const fn choice(
        key: &'static str,
        label: &'static str,
        names: &'static [&'static str],
        doc: &'static str,
    ) -> Self {
        Self { key, label, kind: ControlKind::Choice { names, start: 0 }, doc }
    }

    /// A parameter of the recipe.
    pub const fn recipe(key: &'static str) -> Self {
        Self { key, label: "", kind: ControlKind::Recipe(key), doc: "" }
    }

    /// The default.
    ///
    /// NaN for a parameter of the recipe, because the recipe holds its value.
    pub fn start(&self) -> f64 {
        match self.kind {
            ControlKind::Number { start, .. } => start,
            ControlKind::Integer { start, .. } => start as f64,
            ControlKind::Toggle { start } => f64::from(u8::from(start)),
            ControlKind::Choice { start, .. } => start as f64,
            ControlKind::Recipe(_) => f64::NAN,
        }
    }

    /// Returns the allowed value nearest to `value`.
    pub fn nearest_allowed(&self, value: f64) -> f64 {
        match self.kind {
            ControlKind::Number { min, max, .. } => value.clamp(min, max),
            ControlKind::Integer { min, max, .. } => value.round().clamp(min as f64, max as f64),
            ControlKind::Toggle { .. } => f64::from(u8::from(value >= 0.5)),
            ControlKind::Choice { names, .. } => value.round().clamp(0.0, (names.len() - 1) as f64),
            ControlKind::Recipe(_) => value,
        }
    }

    /// Parses a value: a number, `on` or `off`, or the name of a choice.
    ///
    /// # Errors
    /// If the text has another form, or the number is out of range.
    pub fn parse(&self, text: &str) -> Result<f64, ControlError> {
        let value = match self.kind {
            ControlKind::Toggle { .. } => match text {
                "on" | "true" | "1" => Some(1.0),
                "off" | "false" | "0" => Some(0.0),
                _ => None,
            },
            ControlKind::Choice { names, .. } => {
                names.iter().position(|name| *name == text).map(|index| index as f64)
            }
            _ => text.parse().ok().filter(|value: &f64| self.nearest_allowed(*value) == *value),
        };
        value.ok_or_else(|| ControlError {
            key: self.key,
            allowed: self.allowed_values(),
            given: sanitise(text),
        })
    }

    /// The allowed values in words.
    pub fn allowed_values(&self) -> String {
        match self.kind {
            ControlKind::Number { min, max, .. } => format!("{min} to {max}"),
            ControlKind::Integer { min, max, .. } => format!("a whole number, {min} to {max}"),
            ControlKind::Toggle { .. } => "on or off".to_owned(),
            ControlKind::Choice { names, .. } => names.join(", "),
            ControlKind::Recipe(key) => format!("any value that --set {key} accepts"),
        }
    }
}
