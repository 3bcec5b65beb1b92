//! The view: camera, light and style, which never change heights.

use std::fmt;
use std::str::FromStr;

use crate::bookmark::Bookmarks;
pub use crate::camera::{Camera, LENS_MM, field_rad, magnification};
use crate::document;
use crate::look::{OVERLAYS, Overlay, STYLES, Style};
use crate::param::Document;
pub use crate::view_error::{CameraProblem, ViewError};

document! {
    /// The parameters of a view: look, light and distance. They do not change the land.
    ViewParams {
        look: LookGroup, "Look" {
            style: Style = Style::Natural, Choice(STYLES), "", Shade, "Style",
                "How the land is coloured and lit.";
            overlay: Overlay = Overlay::Shaded, Choice(OVERLAYS), "", Shade, "Display",
                "Shows the land in its style or as a map that explains it.";
            contour_m: f64 = 50.0, Number { min: 1.0, max: 1000.0, log: true }, "m", Shade, "Contour step",
                "The difference in height of two contour lines in the height view; every fifth is bold.";
        }
        camera: CameraGroup, "Camera" {
            lens_mm: f64 = LENS_MM, Number { min: 24.0, max: 200.0, log: true }, "mm", Shade, "Lens",
                "The focal length of the lens, as for film 36 mm wide: 24 is wide-angle, 200 is telephoto.";
            aperture_m: f64 = 0.0, Number { min: 0.0, max: 100.0, log: false }, "m", Shade, "Aperture",
                "Pictures and films only: the diameter of the lens opening; a larger opening blurs more, and at 0 everything is sharp.";
            focus_m: f64 = 500.0, Number { min: 1.0, max: 100_000.0, log: true }, "m", Shade, "In focus",
                "Pictures and films only: the distance from the camera that is in focus.";
        }
        light: LightGroup, "Light" {
            sun_azimuth_deg: f64 = 300.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shade, "Sun azimuth",
                "The compass direction of the sun: 0 is north, 90 is east.";
            sun_elevation_deg: f64 = 42.0, Number { min: -10.0, max: 90.0, log: false }, "°", Shade, "Sun elevation",
                "How high the sun stands above the horizon.";
            colour: [f32; 3] = [1.0, 0.941, 0.898], Colour, "", Shade, "Light colour",
                "The colour of the sun's light, as a display value.";
            ambient: f64 = 0.22, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Ambient",
                "The light that reaches every place in the course style, as a share of the sun's light.";
            exposure_ev: f64 = 0.0, Number { min: -6.0, max: 6.0, log: false }, "EV", Shade, "Exposure",
                "Brightens or darkens the natural style's picture relative to its automatic exposure: 1 is twice as bright.";
            strength: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Sunlight",
                "The strength of direct sunlight in the natural style: 1 is a clear day, 0 an overcast day.";
            stars: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Stars",
                "How bright the stars are in the natural style's sky.";
            air: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Air",
                "The density of the natural style's air: 1 is the earth's, and 0 gives a black sky.";
            clouds: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Overcast",
                "How much of the natural style's sky is one grey cloud, which takes away sunlight and shadows.";
        }
        clouds: CloudsGroup, "Clouds" {
            low: f64 = 0.25, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Low clouds",
                "How much of the natural style's sky cumulus clouds cover, whose shadows drift over the land.";
            high: f64 = 0.3, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "High clouds",
                "How much of the natural style's sky thin ice clouds cover, far above the others.";
            base_m: f64 = 700.0, Number { min: -3000.0, max: 6000.0, log: false }, "m", Shade, "Cloud base",
                "The height of the low clouds above the land's usual summits; below 400 m they hide summits, and hide the land from a camera above them.";
            wind_deg: f64 = 70.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shade, "Wind",
                "The direction in which the wind blows clouds and waves: 0 is north, clockwise.";
            wind_m_s: f64 = 12.0, Number { min: 0.0, max: 100.0, log: false }, "m/s", Shade, "Wind speed",
                "The speed of the clouds in films, and in the window if clouds move there.";
            mist_m: f64 = 0.0, Number { min: 0.0, max: 2000.0, log: false }, "m", Shade, "Valley mist",
                "The depth of the mist over the sea and the lowest land in the natural style; 0 turns it off.";
        }
        distance: DistanceGroup, "Distance" {
            horizon_km: f64 = 16.0, Number { min: 1.0, max: 64.0, log: true }, "km", Shade, "Horizon",
                "The distance up to which an endless land is shown; haze hides its edge.";
            haze: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Haze",
                "How near the haze of an endless land begins: at 0 just before the horizon, at 1 at the camera.";
        }
    }
}

/// A complete view: parameters, camera and bookmarks.
///
/// Files and the clipboard store it as a text: `camera=yaw,pitch,distance[,x,y,z]; key=value; …;
/// bookmark1=…`. The text leaves out keys with default values. A bookmark is a camera
/// ([`Bookmarks`]).
///
/// ```
/// use orogen_terrain::View;
///
/// let view: View = "camera=20,22,1500; light.clouds=0.9".parse()?;
/// assert_eq!(view.params.light.clouds, 0.9);
/// assert_eq!(view.to_string().parse::<View>()?, view);
/// # Ok::<(), orogen_terrain::view::ViewError>(())
/// ```
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
    /// Changes the values that a text contains, and keeps all others.
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
