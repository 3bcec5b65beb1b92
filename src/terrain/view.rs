//! The view: how one looks at the land. It never changes a height.

use std::fmt;
use std::str::FromStr;

use crate::document;
use crate::terrain::bookmark::Bookmarks;
use crate::terrain::look::{OVERLAYS, Overlay, STYLES, Style};
use crate::terrain::param::Document;
pub use crate::terrain::view_error::{CameraProblem, ViewError};

document! {
    /// Light and distance: how one looks at the land. (Two views of one recipe show the same land.)
    ViewParams {
        look: LookGroup, "Look" {
            style: Style = Style::Natural, Choice(STYLES), "", Shade, "Style",
                "How the land is coloured and lit.";
            overlay: Overlay = Overlay::Shaded, Choice(OVERLAYS), "", Shade, "View",
                "What is shown of the land: its look, or one of the things that explain it.";
            contour_m: f64 = 50.0, Number { min: 1.0, max: 1000.0, log: true }, "m", Shade, "Contour step",
                "The difference in height of two contour lines in the height view; every fifth is bold.";
        }
        light: LightGroup, "Light" {
            sun_azimuth_deg: f64 = 300.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shade, "Sun azimuth",
                "Where the sun stands on the compass: 0 is north, 90 is east.";
            sun_elevation_deg: f64 = 42.0, Number { min: -10.0, max: 90.0, log: false }, "°", Shade, "Sun elevation",
                "How high the sun stands above the horizon.";
            colour: [f32; 3] = [1.0, 0.941, 0.898], Colour, "", Shade, "Light colour",
                "The colour of the sun's light, as a display value.";
            ambient: f64 = 0.22, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Ambient",
                "The light that reaches every place in the style of the course, as a share of the sun's.";
            exposure_ev: f64 = 0.0, Number { min: -6.0, max: 6.0, log: false }, "EV", Shade, "Exposure",
                "How much brighter or darker the natural style's picture is than its own measure: 1 is twice as bright.";
            strength: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Sunlight",
                "How strong the sun's own light is against the sky's in the natural style: a clear day is 1, an overcast one 0.";
            stars: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Stars",
                "How bright the stars are in the natural style's sky.";
            clouds: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Overcast",
                "How much of the sky is one grey cloud in the natural style.";
        }
        distance: DistanceGroup, "Distance" {
            horizon_km: f64 = 16.0, Number { min: 1.0, max: 64.0, log: true }, "km", Shade, "Horizon",
                "How far an endless land is shown; its edge is lost in haze.";
            haze: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Haze",
                "How near the haze of an endless land begins: at 0 just before the horizon, at 1 at the camera.";
        }
    }
}

/// An orbit camera: where it looks, from where and from how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Azimuth of looking, 0 is north, clockwise, in 0..360.
    pub yaw_deg: f64,
    /// How far above the horizon the camera stands and looks down from, in -89..=89.
    pub pitch_deg: f64,
    /// Metres from the focus, in 1..=1e6.
    pub distance_m: f64,
    /// The point that it looks at (x, y, z); `None` is the land at (0, 0).
    pub focus_m: Option<[f64; 3]>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw_deg: 20.0, pitch_deg: 22.0, distance_m: 1500.0, focus_m: None }
    }
}

/// The document of the view: the tables of [`ViewParams`], the camera and its bookmarks.
///
/// Its text form is what files and the clipboard keep: `camera=yaw,pitch,distance[,x,y,z];
/// key=value; …; bookmark1=…`, in which keys that have their defaults are left out, and a bookmark
/// is a camera ([`Bookmarks`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub params: ViewParams,
    pub camera: Camera,
    pub bookmarks: Bookmarks,
}

impl FromStr for Camera {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self, ViewError> {
        let fail = |problem| ViewError::Camera { given: text.to_owned(), problem };
        let numbers: Vec<f64> = text
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|x: &f64| x.is_finite()))
            .collect::<Option<_>>()
            .ok_or_else(|| fail(CameraProblem::NotFinite))?;
        let (pose, focus) = match numbers[..] {
            [yaw, pitch, distance] => ([yaw, pitch, distance], None),
            [yaw, pitch, distance, x, y, z] => ([yaw, pitch, distance], Some([x, y, z])),
            _ => return Err(fail(CameraProblem::Count(numbers.len()))),
        };
        let [yaw_deg, pitch_deg, distance_m] = pose;
        if !(-89.0..=89.0).contains(&pitch_deg) {
            return Err(fail(CameraProblem::Pitch));
        }
        if !(1.0..=1e6).contains(&distance_m) {
            return Err(fail(CameraProblem::Distance));
        }
        if focus.is_some_and(|f| f.iter().any(|c| c.abs() > 1e13)) {
            return Err(fail(CameraProblem::Focus));
        }
        Ok(Self { yaw_deg: yaw_deg.rem_euclid(360.0), pitch_deg, distance_m, focus_m: focus })
    }
}

impl fmt::Display for Camera {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{},{}", self.yaw_deg, self.pitch_deg, self.distance_m)?;
        self.focus_m.map_or(Ok(()), |[x, y, z]| write!(f, ",{x},{y},{z}"))
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "camera={}", self.camera)?;
        let default = ViewParams::default();
        for param in ViewParams::params() {
            let value = (param.get)(&self.params);
            if value != (param.get)(&default) {
                write!(f, "; {}={value}", param.key)?;
            }
        }
        write!(f, "{}", self.bookmarks)
    }
}

impl FromStr for View {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self, ViewError> {
        let mut view = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ViewError::NoValue(part.to_owned()))?;
            match key.trim() {
                "camera" => view.camera = value.parse().map_err(ViewError::of("camera"))?,
                key if view.bookmarks.read(key, value)? => {}
                key => {
                    let param = ViewParams::param(key)
                        .ok_or_else(|| ViewError::UnknownKey(key.to_owned()))?;
                    param.set_text(&mut view.params, value)?;
                }
            }
        }
        Ok(view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bad_cameras_say_what_is_allowed() {
        for bad in ["1,2", "a,b,c", "1,2,3,4", "0,90,100", "0,0,0", "0,0,nan", ""] {
            let message = bad.parse::<Camera>().unwrap_err().to_string();
            assert!(message.contains("yaw,pitch,distance"), "{message}");
        }
    }

    proptest! {
        #[test]
        fn a_view_survives_its_text(
            yaw in 0.0..360.0,
            pitch in -89.0..89.0,
            distance in 1.0..1e6,
            x in -1e9..1e9,
            azimuth in 0.0..360.0,
            with_focus: bool,
            bookmark in 0..12u8,
        ) {
            let mut view = View::default();
            let focus_m = with_focus.then_some([x, 12.5, -x]);
            view.camera = Camera { yaw_deg: yaw, pitch_deg: pitch, distance_m: distance, focus_m };
            view.params.light.sun_azimuth_deg = azimuth;
            view.bookmarks.set(bookmark, Some(Camera { yaw_deg: azimuth, ..view.camera }));
            prop_assert_eq!(view.to_string().parse::<View>(), Ok(view));
        }
    }
}
