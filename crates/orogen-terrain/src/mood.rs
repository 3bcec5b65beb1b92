//! Moods: named lighting presets. A mood sets sun elevation, sunlight, sky, clouds, mist, exposure
//! and haze of the view. The recipe, the sun's azimuth and the wind stay as they are.

use crate::param::Document;
use crate::view::ViewParams;

/// A lighting preset, stored as a patch of the view's parameters.
///
/// ```
/// use orogen_terrain::mood::Mood;
/// use orogen_terrain::view::ViewParams;
///
/// let mut view = ViewParams::default();
/// let dusk = Mood::find("dusk").expect("a mood");
/// dusk.apply(&mut view);
/// assert!(dusk.is_applied_to(&view));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Mood {
    /// The name on the command line.
    pub slug: &'static str,
    /// The name in menus.
    pub title: &'static str,
    /// One sentence about the light.
    pub doc: &'static str,
    /// The view keys that differ from the defaults, in the format of a view's text.
    patch: &'static str,
}

/// The keys that every mood sets: to the value in the mood's patch, or else to the default.
const KEYS: &[&str] = &[
    "light.sun_elevation_deg",
    "light.colour",
    "light.strength",
    "light.clouds",
    "light.stars",
    "light.air",
    "light.exposure_ev",
    "distance.haze",
    "clouds.low",
    "clouds.high",
    "clouds.mist_m",
];

/// All moods, in menu order.
pub const MOODS: &[Mood] = &[
    Mood {
        slug: "noon",
        title: "Noon",
        doc: "A fair day with a high sun and heaps of cloud.",
        patch: "light.sun_elevation_deg=58; distance.haze=0.35; clouds.low=0.38; \
                clouds.high=0.2",
    },
    Mood {
        slug: "golden-hour",
        title: "Golden hour",
        doc: "A low, warm sun and long shadows.",
        patch: "light.sun_elevation_deg=9; distance.haze=0.5; light.exposure_ev=0.15; \
                clouds.low=0.3; clouds.high=0.5",
    },
    Mood {
        slug: "overcast",
        title: "Overcast",
        doc: "A grey sky, soft light, no shadows.",
        patch: "light.sun_elevation_deg=40; light.clouds=0.92; \
                light.exposure_ev=-0.4; distance.haze=0.5; clouds.low=0.6",
    },
    Mood {
        slug: "mist",
        title: "Morning mist",
        doc: "A low sun over valleys full of mist.",
        patch: "light.sun_elevation_deg=14; distance.haze=0.45; clouds.low=0.12; \
                clouds.high=0.35; clouds.mist_m=260",
    },
    Mood {
        slug: "dusk",
        title: "Dusk",
        doc: "The sun has just set, and the sky still glows.",
        patch: "light.sun_elevation_deg=-1.2; distance.haze=0.3; \
                light.exposure_ev=-0.6; clouds.low=0.25; clouds.high=0.6",
    },
    Mood {
        slug: "moon",
        title: "Moon",
        doc: "A clear night under a high moon.",
        patch: "light.sun_elevation_deg=38; light.colour=0.78,0.86,1; \
                light.exposure_ev=-1.7; light.stars=1; distance.haze=0.3; \
                clouds.low=0.25; clouds.high=0.1",
    },
];

impl Mood {
    /// Finds a mood by its slug.
    pub fn find(slug: &str) -> Option<&'static Self> {
        MOODS.iter().find(|mood| mood.slug == slug)
    }

    /// Applies the mood's light to a view.
    pub fn apply(&self, view: &mut ViewParams) {
        let default = ViewParams::default();
        for row in KEYS.iter().filter_map(|key| ViewParams::param(key)) {
            let text = self.patch().find(|(key, _)| *key == row.key).map(|(_, text)| text);
            let result = match text {
                Some(text) => row.set_text(view, text),
                None => row.set(view, (row.get)(&default)),
            };
            debug_assert!(result.is_ok(), "{}: {result:?}", self.slug);
        }
    }

    fn patch(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.patch.split("; ").filter_map(|part| part.split_once('='))
    }

    /// Returns true if a view has this mood's light.
    pub fn is_applied_to(&self, view: &ViewParams) -> bool {
        let mut applied = view.clone();
        self.apply(&mut applied);
        applied == *view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mood_applies_its_patch_and_all_moods_differ() {
        let mut views = Vec::new();
        for mood in MOODS {
            assert!(mood.patch().all(|(key, _)| KEYS.contains(&key)), "{}", mood.slug);
            let mut view = ViewParams::default();
            view.light.sun_azimuth_deg = 123.0;
            view.light.stars = 0.5;
            mood.apply(&mut view);
            assert!(
                mood.is_applied_to(&view) && view.light.sun_azimuth_deg == 123.0,
                "{}",
                mood.slug
            );
            for (key, text) in mood.patch() {
                let row = ViewParams::param(key).unwrap();
                let mut same = view.clone();
                row.set_text(&mut same, text).unwrap();
                assert_eq!(same, view, "{}: {key}", mood.slug);
            }
            assert!(!views.contains(&view), "{} is another mood's light", mood.slug);
            views.push(view);
            assert!(mood.doc.ends_with('.') && Mood::find(mood.slug).is_some());
        }
    }
}
