//! Presets: scenes that come with the program, embedded in it.

use crate::terrain::scene::{Scene, SceneError};

/// A scene with a name, as a patch over the defaults.
pub struct Preset {
    /// The name on the command line.
    pub slug: &'static str,
    /// The name in menus.
    pub title: &'static str,
    /// One sentence.
    pub doc: &'static str,
    toml: &'static str,
}

macro_rules! presets {
    ($($slug:literal, $title:literal, $doc:literal;)*) => {
        /// Every preset, in the order in which menus show them.
        pub const PRESETS: &[Preset] = &[$(Preset {
            slug: $slug,
            title: $title,
            doc: $doc,
            toml: include_str!(concat!("../../assets/presets/", $slug, ".toml")),
        },)*];
    };
}

presets! {
    "rolling-hills", "Rolling hills", "Soft green hills with a few lakes.";
    "archipelago", "Archipelago", "Islands with beaches in a shallow sea.";
    "mountains", "Mountains", "Steep ridged mountains above deep valleys.";
    "course", "Course", "The terrain exercise of a computer-graphics course, constants and all.";
}

impl Preset {
    /// The scene of the preset.
    ///
    /// # Errors
    /// Only if the embedded file is wrong, which a test rules out.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::from_toml(self.toml)
    }

    /// The preset of a name.
    pub fn find(slug: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|p| p.slug == slug)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_and_differs_from_the_defaults() {
        for preset in PRESETS {
            let scene = preset.scene().unwrap_or_else(|e| panic!("{}: {e}", preset.slug));
            assert_ne!(scene, Scene::default(), "{}", preset.slug);
        }
    }
}
