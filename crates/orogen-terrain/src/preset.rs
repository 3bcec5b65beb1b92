//! Presets: scenes that are built into the program.

use crate::recipe::RECIPE_VERSION;
use crate::scene::{Scene, SceneError};

/// A named scene, stored as a recipe file that leaves out default values.
///
/// ```
/// use orogen_terrain::preset::Preset;
///
/// let scene = Preset::find("alps").expect("a preset").scene()?;
/// assert!(scene.validate().is_ok());
/// # Ok::<(), orogen_terrain::scene::SceneError>(())
/// ```
pub struct Preset {
    /// The short name for the command line.
    pub slug: &'static str,
    /// The name in menus.
    pub title: &'static str,
    /// A sentence about the scene.
    pub doc: &'static str,
    /// The recipe in file format.
    pub toml: &'static str,
}

/// Passes the table of presets to a macro.
///
/// A row has slug, title and sentence; the rows are in the order of the menu. Everything else about
/// presets is generated from these rows.
#[doc(hidden)]
#[macro_export]
macro_rules! for_presets {
    ($make:ident) => {
        $make! {
            "alps", "Alps", "High ridges with snow above a deep lake.";
            "massif", "Massif", "A few great ridges with spurs above flat valleys.";
            "eight-thousanders", "Eight-thousanders", "Giants of ice and rock above deep gorges.";
            "fjords", "Fjords", "Steep mountains that stand in the sea.";
            "old-highlands", "Old highlands", "Worn hills with heather between wide lochs.";
            "canyon", "Canyon", "Red tablelands of layered rock.";
            "dunes", "Dunes", "A sea of sand.";
            "rolling-hills", "Rolling hills", "Soft green hills with a few lakes.";
            "archipelago", "Archipelago", "Islands with beaches in a shallow sea.";
            "mountains", "Mountains", "Steep ridged mountains above deep valleys.";
            "alpine-valley", "Alpine valley", "A lake in the floor of a high valley, and the rivers that feed it.";
            "river-country", "River country", "Rivers that gather in ranges and cross plains to the sea.";
            "glen", "Glen", "Worn hills with moor and pines above a river on a broad floor.";
            "lake-land", "Lake land", "Low old land with lakes and the rivers between them.";
            "brooks", "Brooks", "Green hills with a brook in every dale.";
            "river-gorge", "River gorge", "A red tableland and the gorge that its river has cut.";
            "loess-valleys", "Loess valleys", "Soft yellow hills whose gullies lead down to a river.";
            "washes", "Washes", "Banded clay whose dry washes gather in a shallow river.";
            "continent", "Continent", "Ranges with snow behind plains and a long coast.";
            "badlands", "Badlands", "Banded clay cut all over by gullies.";
            "desert-ranges", "Desert ranges", "Bare mountains in their own rubble above flat basins.";
            "loess", "Loess", "Soft yellow hills cut by gullies.";
            "volcano", "Volcano", "An island with a caldera and gullied flanks.";
            "moon", "Moon", "Grey highlands with craters of every size.";
            "sand-sea", "Sand sea", "Dunes and barchans around islands of rock.";
            "karst", "Karst", "Limestone towers above green lake land.";
            "blank", "Blank", "Gentle ground and a coast to draw on: press T.";
            "drawn-island", "Drawn island", "An island of seven strokes, which erosion has cut.";
            "walled-valley", "Walled valley", "A dammed lake, a river and a road between drawn walls.";
            "race-track", "Race track", "A drawn road of asphalt in green hills.";
            "course", "Course", "The terrain exercise of a computer-graphics course, with its constants.";
        }
    };
}

macro_rules! presets {
    ($($slug:literal, $title:literal, $doc:literal;)*) => {
        /// All presets, in menu order.
        pub const PRESETS: &[Preset] = &[$(Preset {
            slug: $slug,
            title: $title,
            doc: $doc,
            toml: include_str!(concat!("../assets/presets/", $slug, ".toml")),
        },)*];
    };
}

for_presets!(presets);

macro_rules! version_1 {
    ($($slug:literal),*) => {
        /// The presets as they were in version 1: slug and file text. They never change.
        const VERSION_1: &[(&str, &str)] = &[$((
            $slug,
            include_str!(concat!("../tests/recipes/v1/", $slug, ".toml")),
        )),*];
    };
}

version_1!(
    "alps",
    "fjords",
    "canyon",
    "dunes",
    "rolling-hills",
    "archipelago",
    "mountains",
    "course"
);

impl Preset {
    /// The scene of the preset.
    ///
    /// # Errors
    /// Returns an error only if the embedded file is broken, which a test prevents.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::from_toml(self.toml)
    }

    /// The preset's scene as it was in a recipe version.
    ///
    /// Returns `None` if the version did not have the preset.
    pub fn scene_of_version(&self, version: u32) -> Option<Result<Scene, SceneError>> {
        match version {
            1 => VERSION_1
                .iter()
                .find(|(slug, _)| *slug == self.slug)
                .map(|(_, t)| Scene::from_toml(t)),
            2..RECIPE_VERSION => Some(Scene::from_toml(&self.text_of_version(version))),
            RECIPE_VERSION => Some(self.scene()),
            _ => None,
        }
    }

    /// The text of the preset with another version, so that keys it leaves out have older defaults.
    fn text_of_version(&self, version: u32) -> String {
        let line = |version| format!("\nversion = {version}\n");
        self.toml.replacen(&line(RECIPE_VERSION), &line(version), 1)
    }

    /// Finds a preset by its slug.
    pub fn find(slug: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|p| p.slug == slug)
    }
}

/// The scene of a new document.
///
/// Its values differ from the defaults in the parameter tables. A first reset restores the values
/// of this scene, a second reset those defaults.
///
/// # Errors
/// Returns an error only if the embedded file is broken, which a test prevents.
pub fn new_land() -> Result<Scene, SceneError> {
    Scene::from_toml(include_str!("../assets/new-land.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Land;
    use crate::camera::Camera;

    #[test]
    fn a_new_land_reads_and_is_eroded() {
        assert!(new_land().is_ok_and(|scene| scene.recipe.erosion.on));
    }

    #[test]
    fn presets_of_version_2_differ_only_in_the_variety_of_rivers_that_are_off() {
        for preset in PRESETS {
            let now = preset.scene().unwrap();
            let mut old = preset.scene_of_version(2).unwrap().unwrap();
            let variety = if now.recipe.rivers.on { 1.0 } else { 0.0 };
            assert_eq!(old.recipe.rivers.variety, variety, "{}", preset.slug);
            old.recipe.rivers.variety = 1.0;
            assert_eq!(old, now, "{}", preset.slug);
        }
    }

    /// The height of a camera above the land or the water under it, in metres.
    fn height_above_m(land: &Land, camera: &Camera) -> f64 {
        let [x, y, z] = camera.focus_m.expect("a focus");
        let (yaw, pitch) = (camera.yaw_deg.to_radians(), camera.pitch_deg.to_radians());
        let flat_m = camera.distance_m * pitch.cos();
        let place_m = [x - flat_m * yaw.sin(), z + flat_m * yaw.cos()];
        let ground_m = land.height_m(place_m, land.spacing_m());
        let water = land.water(place_m, land.spacing_m(), ground_m);
        let surface_m = water.map_or(ground_m, |water| ground_m.max(water.level_m));
        y + camera.distance_m * pitch.sin() - surface_m
    }

    #[test]
    fn lands_with_a_network_have_views_at_the_water_from_above_and_at_eye_level() {
        let mut count = 0;
        for preset in PRESETS {
            let scene = preset.scene().unwrap();
            let land = Land::new(&scene.recipe).unwrap();
            if land.river_network().is_none() || scene.recipe.rivers.variety == 0.0 {
                continue;
            }
            count += 1;
            let view = |number| scene.view.bookmarks.get(number).expect("a bookmark");
            assert_eq!(view(1), scene.view.camera, "{}", preset.slug);
            let [above_m, eye_m] = [2, 3].map(|number| height_above_m(&land, &view(number)));
            assert!((300.0..3000.0).contains(&above_m), "{}: {above_m} m above", preset.slug);
            assert!((1.0..3.5).contains(&eye_m), "{}: eye {eye_m} m above", preset.slug);
        }
        assert_eq!(count, 8);
    }
}
