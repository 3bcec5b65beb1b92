//! The options of a noise. One list gives the flags of `orogen sample`, the keys of `orogen texture
//! --set`, and the help for both.

use super::error::Error;
use super::flag::parse_finite;
use crate::export::file_error::reason;
use crate::export::source;
use crate::noise::choice::Choice;
use crate::noise::{
    BASES, Fade, FadeCurve, FractalKind, GradientSet, Metric, NoiseSpec, PermutationKind, Seed,
    Warp,
};
use crate::text;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// An option of a noise.
pub struct NoiseKey {
    /// The name: `--name` as a flag, `name=…` after `--set`.
    pub name: &'static str,
    /// The placeholder of the value in the help.
    value_name: &'static str,
    /// The help text.
    doc: fn() -> String,
    /// Parses a value.
    read: fn(&str) -> Result<NoiseChange, Error>,
}

/// A parsed value, as a function that stores it in a noise.
pub type NoiseChange = Arc<dyn Fn(&mut NoiseSpec) + Send + Sync>;

/// The options, in the order of the help.
pub const NOISE_KEYS: &[NoiseKey] = &[
    NoiseKey {
        name: "basis",
        value_name: "NAME",
        doc: || format!("The noise of each octave: {}", names(BASES.iter().map(|row| row.name))),
        read: |text| change(parse_name(text), |spec| &mut spec.basis),
    },
    NoiseKey {
        name: "permutation",
        value_name: "NAME",
        doc: || {
            let names = names(PermutationKind::NAMED.iter().map(|(name, ..)| *name));
            format!(
                "How lattice points are hashed: {names}, or file:PATH, a file with the numbers 0 to 255 in any order [hash]"
            )
        },
        read: |text| change(parse_permutation(text), |spec| &mut spec.permutation),
    },
    NoiseKey {
        name: "seed",
        value_name: "N|TEXT",
        doc: || {
            "A 64-bit number or any text; only the permutations hash and table use it, and noises without a permutation [0]"
                .into()
        },
        read: |text| change(Ok(Seed::from_text(text)), |spec| &mut spec.seed),
    },
    NoiseKey {
        name: "gradients",
        value_name: "SET",
        doc: || {
            format!("The gradients of Perlin noise in 1D and 2D: {} [8]", choices(GradientSet::ALL))
        },
        read: |text| change(parse_name(text), |spec| &mut spec.gradients),
    },
    NoiseKey {
        name: "fade",
        value_name: "NAME",
        doc: || {
            format!(
                "The curve that blends lattice points: {}, or custom:A,B,C with its values at ¼, ½ and ¾ [quintic]",
                choices(Fade::ALL)
            )
        },
        read: |text| change(parse_fade(text), |spec| &mut spec.fade),
    },
    NoiseKey {
        name: "radius2",
        value_name: "R",
        doc: || {
            "The squared radius of simplex kernels in 3D and 4D: 0.6 as published, 0.5 for noise without jumps [0.6]".into()
        },
        read: |text| change(parse_finite(text), |spec| &mut spec.radius2),
    },
    NoiseKey {
        name: "metric",
        value_name: "NAME",
        doc: || format!("How Worley noise measures distance: {} [euclidean]", choices(Metric::ALL)),
        read: |text| change(parse_name(text), |spec| &mut spec.metric),
    },
    NoiseKey {
        name: "period",
        value_name: "X,Y",
        doc: || {
            "The distances after which the noise repeats along x and y: whole numbers from 1 [none]"
                .into()
        },
        read: |text| change(parse_period(text), |spec| &mut spec.period),
    },
    NoiseKey {
        name: "fractal",
        value_name: "KIND",
        doc: || format!("How octaves are combined: {} [none]", choices(FractalKind::ALL)),
        read: |text| change(parse_name(text), |spec| &mut spec.fractal),
    },
    NoiseKey {
        name: "octaves",
        value_name: "N",
        doc: || "The number of octaves; a fraction weights the last octave, as in 3.5 [6]".into(),
        read: |text| change(parse_finite(text), |spec| &mut spec.octaves),
    },
    NoiseKey {
        name: "lacunarity",
        value_name: "L",
        doc: || "The ratio of an octave's frequency to the previous octave's [2]".into(),
        read: |text| change(parse_finite(text), |spec| &mut spec.lacunarity),
    },
    NoiseKey {
        name: "gain",
        value_name: "G",
        doc: || "The ratio of an octave's amplitude to the previous octave's [0.5]".into(),
        read: |text| change(parse_finite(text), |spec| &mut spec.gain),
    },
    NoiseKey {
        name: "offset",
        value_name: "H",
        doc: || "The level from which ridged and hybrid octaves are measured [1]".into(),
        read: |text| change(parse_finite(text), |spec| &mut spec.offset),
    },
    NoiseKey {
        name: "normalise",
        value_name: "on|measured|off",
        doc: || {
            "on divides by the sum of the amplitudes; measured first scales the basis to [-1, 1]; off keeps the sum [on]"
                .into()
        },
        read: |text| change(parse_name(text), |spec| &mut spec.normalise),
    },
    NoiseKey {
        name: "rotate",
        value_name: "on|off",
        doc: || "Turns each octave by the golden angle from the previous octave [off]".into(),
        read: |text| change(parse_switch(text), |spec| &mut spec.rotate),
    },
    NoiseKey {
        name: "octave-seeds",
        value_name: "on|off",
        doc: || "Gives each octave its own seed and shift [off]".into(),
        read: |text| change(parse_switch(text), |spec| &mut spec.octave_seeds),
    },
    NoiseKey {
        name: "warp",
        value_name: "STRENGTH,FREQUENCY,TIMES",
        doc: || {
            "Displaces the points by STRENGTH times a noise of FREQUENCY, 0 to 3 TIMES [none]"
                .into()
        },
        read: |text| change(parse_warp(text), |spec| &mut spec.warp),
    },
];

/// The given noise options, in the order of [`NOISE_KEYS`].
#[derive(Clone, Default)]
pub struct NoiseArgs {
    given: Vec<(&'static str, NoiseChange)>,
}

impl NoiseArgs {
    /// Applies the options to `spec`.
    pub fn apply_to(&self, spec: &mut NoiseSpec) {
        self.given.iter().for_each(|(_, change)| change(spec));
    }

    /// Returns the name of the first option that was given, if any.
    pub fn first_given(&self) -> Option<&'static str> {
        self.given.first().map(|(name, _)| *name)
    }

    /// Returns true if the option `name` was given.
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == name)
    }
}

impl NoiseKey {
    /// Parses a value of the option.
    ///
    /// # Errors
    /// The error describes the value. It does not contain the option's name.
    pub fn read(&self, text: &str) -> Result<NoiseChange, Error> {
        (self.read)(text.trim())
    }
}

impl clap::Args for NoiseArgs {
    fn augment_args(command: Command) -> Command {
        command.args(NOISE_KEYS.iter().map(|key| {
            Arg::new(key.name)
                .long(key.name)
                .value_name(key.value_name)
                .help((key.doc)())
                .action(ArgAction::Set)
                .allow_hyphen_values(true)
                .value_parser(|text: &str| key.read(text))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for NoiseArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let value =
            |key: &NoiseKey| Some((key.name, matches.get_one::<NoiseChange>(key.name)?.clone()));
        self.given = NOISE_KEYS.iter().filter_map(value).collect();
        Ok(())
    }
}

/// Makes a [`NoiseChange`] that stores a parsed value in the field that `field` returns.
fn change<T: Clone + Send + Sync + 'static>(
    read: Result<T, Error>,
    field: fn(&mut NoiseSpec) -> &mut T,
) -> Result<NoiseChange, Error> {
    let value = read?;
    Ok(Arc::new(move |spec| field(spec).clone_from(&value)))
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn choices<T>(rows: &[Choice<T>]) -> String {
    names(rows.iter().map(|row| row.name))
}

/// Parses the name of a choice.
fn parse_name<T: FromStr<Err: std::error::Error>>(text: &str) -> Result<T, Error> {
    Ok(text.parse()?)
}

fn parse_switch(text: &str) -> Result<bool, Error> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Error("allowed are on or off".to_owned())),
    }
}

/// Returns the file that a setting reads, if any.
pub fn file_of(key: &str, value: &str) -> Option<PathBuf> {
    value.strip_prefix(FILE_PREFIX).filter(|_| key == "permutation").map(PathBuf::from)
}

/// The prefix of a value that is the path of a permutation file.
const FILE_PREFIX: &str = "file:";

fn parse_permutation(text: &str) -> Result<PermutationKind, Error> {
    match text.strip_prefix(FILE_PREFIX) {
        Some(path) => table_from_file(Path::new(path)),
        None => {
            PermutationKind::from_name(text).map_err(|error| Error(format!("{error} file:PATH")))
        }
    }
}

/// The largest permutation file, in bytes.
const MAX_TABLE_BYTES: u64 = 1 << 16;

/// Reads a permutation table from a file of 256 numbers, separated by white space or commas.
fn table_from_file(path: &Path) -> Result<PermutationKind, Error> {
    let shown = path.display();
    let fail = |why: &str| Error(format!("cannot read `{shown}`: {why}"));
    let mut text = String::new();
    let file = source::open(path).map_err(|why| fail(&why.to_string()))?;
    match file.take(MAX_TABLE_BYTES + 1).read_to_string(&mut text) {
        Ok(bytes) if bytes as u64 > MAX_TABLE_BYTES => {
            return Err(fail(
                "it is over 64 KiB long; it must contain only the numbers 0 to 255, each once",
            ));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            return Err(fail("it is not text; it must contain the numbers 0 to 255, each once"));
        }
        Err(error) => return Err(fail(&reason(&error))),
    }
    let mut table = [0u8; 256];
    let mut is_used = [false; 256];
    let mut count = 0;
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
    {
        let number: u8 = word.parse().map_err(|_| {
            Error(format!(
                "`{shown}` contains `{}`; it must contain the numbers 0 to 255, each once",
                text::sanitise(word)
            ))
        })?;
        if std::mem::replace(&mut is_used[usize::from(number)], true) {
            return Err(Error(format!(
                "`{shown}` contains {number} twice; it must contain the numbers 0 to 255, each once"
            )));
        }
        // The loop refuses duplicates, so at most 256 numbers arrive here.
        table[count] = number;
        count += 1;
    }
    if count < 256 {
        return Err(Error(format!(
            "`{shown}` contains {count} numbers; it must contain the 256 numbers 0 to 255, each once"
        )));
    }
    Ok(PermutationKind::File(Box::new(table)))
}

fn parse_fade(text: &str) -> Result<Fade, Error> {
    let Some(knots) = text.strip_prefix("custom:") else { return parse_name(text) };
    let form_error = || {
        let form = "a custom fade is custom:A,B,C, its values at ¼, ½ and ¾";
        Error(format!("{form}: numbers from 0 to 1, such as custom:0.1,0.5,0.9"))
    };
    let parts: Vec<&str> = knots.split(',').collect();
    let &[a, b, c] = parts.as_slice() else { return Err(form_error()) };
    let knot = |text: &str| parse_finite(text).map_err(|_| form_error());
    Ok(Fade::Custom(FadeCurve::through([knot(a)?, knot(b)?, knot(c)?])))
}

fn parse_period(text: &str) -> Result<Option<[u32; 2]>, Error> {
    let side = |text: &str| match text.trim().parse::<u32>() {
        Ok(side) if side >= 1 => Ok(side),
        _ => Err(Error("a period is X,Y: two whole numbers from 1, such as 8,8".to_owned())),
    };
    match text.split_once(',') {
        Some((x, y)) => Ok(Some([side(x)?, side(y)?])),
        None => Ok(Some([side(text)?; 2])),
    }
}

fn parse_warp(text: &str) -> Result<Warp, Error> {
    let form_error = || Error("a warp is STRENGTH,FREQUENCY,TIMES, such as 0.5,2,1".to_owned());
    let parts: Vec<&str> = text.split(',').collect();
    let &[strength, frequency, times] = parts.as_slice() else { return Err(form_error()) };
    let times = times.trim().parse().map_err(|_| form_error())?;
    Ok(Warp { strength: parse_finite(strength)?, frequency: parse_finite(frequency)?, times })
}

#[cfg(test)]
mod tests;
