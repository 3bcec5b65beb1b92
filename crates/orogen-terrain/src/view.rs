//! The view: camera, light and style. It never affects heights.

use std::fmt;
use std::str::FromStr;

use crate::bookmark::Bookmarks;
pub use crate::camera::{Camera, LENS_MM, field_rad, magnifies};
use crate::document;
use crate::look::{OVERLAYS, Overlay, STYLES, Style};
use crate::param::Document;
pub use crate::view_error::{CameraProblem, ViewError};

document! {
    /// Light, style and distance. (Two views of one recipe show the same land.)
    ViewParams {
        look: LookGroup, "Look" {
            style: Style = Style::Natural, Choice(STYLES), "", Shade, "Style",
                "How the land is coloured and lit.";
            overlay: Overlay = Overlay::Shaded, Choice(OVERLAYS), "", Shade, "Display",
                "What is shown of the land: its look, or one of the things that explain it.";
            contour_m: f64 = 50.0, Number { min: 1.0, max: 1000.0, log: true }, "m", Shade, "Contour step",
                "The difference in height of two contour lines in the height view; every fifth is bold.";
        }
        camera: CameraGroup, "Camera" {
            lens_mm: f64 = LENS_MM, Number { min: 24.0, max: 200.0, log: true }, "mm", Shade, "Lens",
                "How long the camera's lens is, as on film 36 mm wide: 24 sees much, 200 sees far.";
            aperture_m: f64 = 0.0, Number { min: 0.0, max: 100.0, log: false }, "m", Shade, "Aperture",
                "Pictures and films only: how wide the lens is; a wide one blurs what is out of focus, and at 0 all is sharp.";
            focus_m: f64 = 500.0, Number { min: 1.0, max: 100_000.0, log: true }, "m", Shade, "In focus",
                "Pictures and films only: how far ahead of the camera lies what an aperture leaves sharp.";
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
            air: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Air",
                "How thick the natural style's air is: 1 is the earth's, and at 0 there is none, so that the sky is black.";
            clouds: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Overcast",
                "How much of the sky is one grey cloud in the natural style, which takes the sun's light and shadows.";
        }
        clouds: CloudsGroup, "Clouds" {
            low: f64 = 0.25, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Low clouds",
                "How much of the natural style's sky heaps of cloud cover, whose shadows wander over the land.";
            high: f64 = 0.3, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "High clouds",
                "How much of the natural style's sky thin streaks of ice cover, far above the others.";
            base_m: f64 = 700.0, Number { min: -3000.0, max: 6000.0, log: false }, "m", Shade, "Cloud base",
                "How high above the land's usual summits the low clouds begin; below 400 m they hide summits, and land from above.";
            wind_deg: f64 = 70.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shade, "Wind",
                "The azimuth towards which the wind blows clouds and waves: 0 is north, clockwise.";
            wind_m_s: f64 = 12.0, Number { min: 0.0, max: 100.0, log: false }, "m/s", Shade, "Wind speed",
                "How fast clouds go in films, and in the window where they move.";
            mist_m: f64 = 0.0, Number { min: 0.0, max: 2000.0, log: false }, "m", Shade, "Valley mist",
                "How deep mist lies over the sea and the lowest land in the natural style; 0 is none.";
        }
        distance: DistanceGroup, "Distance" {
            horizon_km: f64 = 16.0, Number { min: 1.0, max: 64.0, log: true }, "km", Shade, "Horizon",
                "How far an endless land is shown; its edge is lost in haze.";
            haze: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Haze",
                "How near the haze of an endless land begins: at 0 just before the horizon, at 1 at the camera.";
        }
    }
}

/// The complete view: its parameters ([`ViewParams`]), the camera and its bookmarks.
///
/// Files and the clipboard store its text: `camera=yaw,pitch,distance[,x,y,z]; key=value; …;
/// bookmark1=…`. Keys with default values are left out; each bookmark is a camera ([`Bookmarks`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Look, light and distance.
    pub params: ViewParams,
    /// The camera pose.
    pub camera: Camera,
    /// The saved cameras.
    pub bookmarks: Bookmarks,
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
        view.patch(text)?;
        Ok(view)
    }
}

impl View {
    /// Changes the values given in a text and keeps the rest.
    ///
    /// # Errors
    /// Returns an error for another format, an unknown key, or a value out of range.
    pub fn patch(&mut self, text: &str) -> Result<(), ViewError> {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ViewError::NoValue(part.to_owned()))?;
            match key.trim() {
                "camera" => self.camera = value.parse().map_err(ViewError::of("camera"))?,
                key if self.bookmarks.read(key, value)? => {}
                key => {
                    let param = ViewParams::param(key)
                        .ok_or_else(|| ViewError::UnknownKey(key.to_owned()))?;
                    param.set_text(&mut self.params, value)?;
                }
            }
        }
        Ok(())
    }
}
