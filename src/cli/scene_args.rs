//! The scene that a command line describes: a recipe, with changes in the order of the flags.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::error::Error;
use super::{flag, recipe};
use crate::export::crash;
use crate::noise::choice::UnknownName;
use crate::terrain::camera::Camera;
use crate::terrain::look::{Overlay, Style};
use crate::terrain::mood::{MOODS, Mood};
use crate::terrain::nearest;
use crate::terrain::preset::new_land;
use crate::terrain::recipe::RECIPE_VERSION;
use crate::terrain::scene::Scene;
use crate::terrain::share;
use crate::terrain::view::View;
use crate::text::sanitise;

/// The flags as clap knows them. Their order on the command line matters, so they are read into
/// [`SceneArgs`].
#[derive(Args)]
#[allow(dead_code, reason = "declares the flags; their values are taken from the matches")]
struct SceneFlags {
    /// A preset's name, a share code (orogen1-…) or a file. A file's name contains a `/` or ends in
    /// .toml (a recipe), or in .png, .exr, .tif, .r16, .r32, .raw or .json (an export or a
    /// screenshot). By default the land of a new file, or with --recipe-version the defaults of
    /// that version.
    #[arg(value_hint = clap::ValueHint::FilePath)]
    recipe: Option<String>,
    /// The version of a preset's land: 1 is the original land, 3 the current one. Version 2 differs
    /// only in rivers that a later flag switches on. A file contains its own version.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = parse_version)]
    recipe_version: Option<u32>,
    /// Changes one parameter; `orogen params` lists the keys. This flag and those below are applied
    /// from left to right, after the preset or file. If two flags set the same parameter, the later
    /// flag wins.
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true,
        value_parser = SceneChange::set)]
    set: Vec<SceneChange>,
    /// The seed: a number or any text.
    #[arg(long, value_name = "N|TEXT", allow_hyphen_values = true, value_parser = SceneChange::seed)]
    seed: Option<SceneChange>,
    /// The camera: yaw,pitch,distance or yaw,pitch,distance,x,y,z.
    #[arg(long, value_name = "POSE", allow_hyphen_values = true, value_parser = SceneChange::camera)]
    camera: Option<SceneChange>,
    #[arg(long, value_name = "NAME", allow_hyphen_values = true,
        value_parser = SceneChange::style, help = style_help())]
    style: Option<SceneChange>,
    #[arg(long, value_name = "NAME", allow_hyphen_values = true,
        value_parser = SceneChange::view, help = view_help())]
    view: Option<SceneChange>,
    #[arg(long, value_name = "NAME", allow_hyphen_values = true,
        value_parser = SceneChange::mood, help = mood_help())]
    mood: Option<SceneChange>,
}

/// The names of the flags that change a scene.
const CHANGES: [&str; 6] = ["set", "seed", "camera", "style", "view", "mood"];

fn parse_version(text: &str) -> Result<u32, Error> {
    let version = text.parse().ok().filter(|version| (1..=RECIPE_VERSION).contains(version));
    flag::require(version, "allowed are 1 to 3")
}

fn style_help() -> String {
    format!(
        "How the land is coloured and lit: {}",
        flag::one_of(Style::ALL.iter().map(|row| row.name))
    )
}

fn view_help() -> String {
    format!(
        "What the view shows of the land: {}",
        flag::one_of(Overlay::ALL.iter().map(|row| row.name))
    )
}

fn mood_help() -> String {
    let moods = flag::one_of(MOODS.iter().map(|mood| mood.slug));
    format!("The light: {moods}. It sets sun, sky, exposure and haze")
}

/// A recipe and the changes to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneArgs {
    /// A preset's name, a file or a share code. `None` for the land of a new file.
    pub recipe: Option<String>,
    /// The version of a preset.
    pub version: Option<u32>,
    /// The changes, in the order of the flags on the command line.
    pub changes: Vec<SceneChange>,
}

/// The change of a scene that one flag makes.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneChange {
    /// A parameter by its key.
    Set(String, String),
    Seed(String),
    Camera(Camera),
    Style(Style),
    View(Overlay),
    Mood(&'static Mood),
}

/// Value parsers.
impl SceneChange {
    fn set(text: &str) -> Result<Self, Error> {
        let (key, value) = flag::setting("fractal.octaves=6")(text)?;
        Ok(Self::Set(key, value))
    }

    fn seed(text: &str) -> Result<Self, Error> {
        Ok(Self::Seed(text.to_owned()))
    }

    fn camera(text: &str) -> Result<Self, Error> {
        Ok(Self::Camera(text.parse()?))
    }

    fn style(text: &str) -> Result<Self, UnknownName> {
        text.parse().map(Self::Style)
    }

    fn view(text: &str) -> Result<Self, UnknownName> {
        text.parse().map(Self::View)
    }

    fn mood(text: &str) -> Result<Self, Error> {
        Ok(Self::Mood(find_mood(text)?))
    }

    fn apply(&self, scene: &mut Scene) -> Result<(), Error> {
        let View { params, camera, .. } = &mut scene.view;
        match self {
            Self::Set(key, value) => {
                let change = format!("{key}={value}");
                let fail = |error| Error(format!("--set {}: {error}", sanitise(&change)));
                return scene.set_text(key, value).map_err(fail);
            }
            Self::Seed(seed) => {
                let fail = |error| Error(format!("--seed: {error}"));
                return scene.set_text("world.seed", seed).map_err(fail);
            }
            Self::Camera(pose) => *camera = *pose,
            Self::Style(style) => params.look.style = *style,
            Self::View(overlay) => params.look.overlay = *overlay,
            Self::Mood(mood) => mood.apply(params),
        }
        Ok(())
    }
}

impl SceneArgs {
    /// Returns the file that the recipe names, if it is a file.
    pub fn file(&self) -> Option<PathBuf> {
        self.recipe.as_deref().and_then(recipe::file)
    }

    /// Returns the place in the lab that a share code may contain at its end.
    ///
    /// # Errors
    /// If the end of the code is not a valid place in the lab.
    #[cfg(feature = "studio")]
    pub fn lab_spot(&self) -> Result<Option<share::LabSpot>, Error> {
        let code =
            self.recipe.as_deref().filter(|name| !recipe::is_file(name) && share::is_code(name));
        Ok(code.map_or(Ok(None), share::lab_spot)?)
    }

    /// Loads the scene and applies the changes.
    ///
    /// # Errors
    /// If the recipe is unknown or unreadable, or a change is invalid.
    pub fn scene(&self) -> Result<Scene, Error> {
        let mut scene = match (&self.recipe, self.version) {
            (Some(name), Some(_)) if has_own_version(name) => {
                let name = sanitise(name);
                return Err(Error(format!("--recipe-version is for presets; {name} has its own")));
            }
            (Some(name), version) => recipe::load(name, version.unwrap_or(RECIPE_VERSION))?,
            (None, Some(version)) => Scene::defaults_of(version),
            (None, None) => new_land()?,
        };
        self.changes.iter().try_for_each(|change| change.apply(&mut scene))?;
        scene.validate()?;
        crash::note_scene(&scene);
        Ok(scene)
    }
}

/// Returns true if a RECIPE argument, a file or a share code, contains a version.
fn has_own_version(name: &str) -> bool {
    recipe::is_file(name) || share::is_code(name)
}

fn find_mood(name: &str) -> Result<&'static Mood, Error> {
    Mood::find(name).ok_or_else(|| {
        let names: Vec<_> = MOODS.iter().map(|mood| mood.slug).collect();
        let hint =
            nearest(name, &names).map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        let (name, names) = (sanitise(name), names.join(", "));
        Error(format!("there is no mood `{name}`{hint}; moods are {names}"))
    })
}

impl Args for SceneArgs {
    fn augment_args(command: Command) -> Command {
        SceneFlags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SceneFlags::augment_args_for_update(command)
    }
}

impl FromArgMatches for SceneArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = |name: &'static str| {
            let values = matches.get_many::<SceneChange>(name).into_iter().flatten().cloned();
            matches.indices_of(name).into_iter().flatten().zip(values)
        };
        let mut changes: Vec<_> = CHANGES.into_iter().flat_map(given).collect();
        changes.sort_by_key(|(place, _)| *place);
        self.changes = changes.into_iter().map(|(_, change)| change).collect();
        self.recipe = matches.get_one("recipe").cloned();
        self.version = matches.get_one("recipe_version").copied();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::error::refusal;
    use crate::terrain::param::{Document, Value};
    use crate::terrain::view::ViewParams;

    /// Parses arguments into a scene: `["course", "--set", "light.ambient=0.2"]`.
    fn scene_of<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<Scene, Error> {
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            scene: SceneArgs,
        }
        let line = Line::try_parse_from(std::iter::once("orogen").chain(arguments));
        line.map_err(|error| refusal(&error))?.scene.scene()
    }

    #[test]
    fn recipe_version_selects_the_land_of_presets_only() {
        let first = scene_of(["alps", "--recipe-version", "1"]).unwrap();
        let frozen = include_str!("../../crates/orogen-terrain/tests/recipes/v1/alps.toml");
        assert_eq!(first, Scene::from_toml(frozen).unwrap());
        let now = scene_of(["alps", "--recipe-version", "3"]).unwrap();
        assert_eq!(now, scene_of(["alps"]).unwrap());
        assert_ne!(first.recipe, now.recipe);
        for (version, variety) in [("1", 0.0), ("2", 0.0), ("3", 1.0)] {
            let scene = scene_of(["alps", "--recipe-version", version]).unwrap();
            assert_eq!(scene.recipe.rivers.variety, variety, "version {version}");
        }
        let refusals = [
            (["moon", "--recipe-version", "1"], "no version 1"),
            (["alps", "--recipe-version", "4"], "allowed are 1 to 3"),
            (["./own.toml", "--recipe-version", "1"], "is for presets"),
        ];
        for (line, expected) in refusals {
            let refusal = scene_of(line).unwrap_err().to_string();
            assert!(refusal.contains(expected), "{refusal}");
        }
    }

    #[test]
    fn a_later_flag_overrides_an_earlier_one() {
        let value = |arguments: &[&str], key: &str| {
            let scene = scene_of(arguments.iter().copied()).unwrap();
            let view_value = ViewParams::param(key).map(|row| (row.get)(&scene.view.params));
            view_value.unwrap_or_else(|| Value::Text(scene.recipe.world.seed.clone())).to_string()
        };
        for (flag, key, given, other) in [
            ("--style", "look.style", "natural", "course"),
            ("--view", "look.overlay", "slope", "normals"),
            ("--seed", "world.seed", "7", "8"),
            ("--mood", "light.stars", "moon", "0.25"),
        ] {
            let set = format!("{key}={other}");
            let expected = if flag == "--mood" { "1" } else { given };
            assert_eq!(value(&["course", flag, given], key), expected, "{flag} beats the preset");
            assert_eq!(value(&["course", "--set", &set, flag, given], key), expected);
            assert_eq!(value(&[flag, given, "course", "--set", &set], key), other);
            assert_eq!(value(&[flag, given, "--set", &set, "--set", &set], key), other);
        }
        let elevation = |arguments: &[&str]| value(arguments, "light.sun_elevation_deg");
        assert_eq!(elevation(&["--mood", "dusk", "--set", "light.sun_elevation_deg=3"]), "3");
        assert_eq!(elevation(&["--set", "light.sun_elevation_deg=3", "--mood", "dusk"]), "-1.2");
    }

    #[test]
    fn errors_of_scene_flags_name_the_flag_and_the_allowed_values() {
        let long = "x".repeat(5000);
        for (arguments, words) in [
            (&["--style", "-1"][..], &["--style -1", "natural, course"][..]),
            (&["--view", "-1"], &["--view -1", "shaded, clay"]),
            (&["--mood", "-1"], &["--mood", "`-1`", "golden-hour"]),
            (&["--set", &long], &["--set xxx", "…", "key=value"]),
            (&["--set", &format!("{long}=1")], &["--set xxx", "…", "no key"]),
            (&["--set", &format!("noise.basis={long}")], &["…", "perlin"]),
            (&["--seed", &long], &["--seed", "200 characters"]),
            (&["--camera", &long], &["--camera", "…"]),
            (&["--style", &long], &["--style", "…"]),
            (&["--mood", &long], &["--mood", "…"]),
            (&[&long], &["no preset", "…"]),
            (&[&format!("--{long}")], &["--xxx", "…"]),
            (&["course", &long], &["…"]),
        ] {
            let said = scene_of(arguments.iter().copied()).unwrap_err().to_string();
            assert!(
                words.iter().all(|word| said.contains(word)) && said.len() < 700,
                "{arguments:?}: {said}"
            );
        }
    }
}
