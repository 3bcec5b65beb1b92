//! The camera of a view, and its text.

use std::fmt;
use std::str::FromStr;

use super::view_error::{CameraProblem, ViewError};

/// The focal length of the default lens, which has a vertical field of view of 45°.
pub const LENS_MM: f64 = 29.0;

/// The vertical field of view of a lens with this focal length, in radians.
pub fn field_rad(lens_mm: f64) -> f64 {
    2.0 * (std::f64::consts::FRAC_PI_8.tan() * LENS_MM / lens_mm).atan()
}

/// The magnification of a lens relative to the default lens.
pub fn magnification(lens_mm: f64) -> f64 {
    lens_mm / LENS_MM
}

/// An orbit camera: its focus, its direction and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Azimuth of the view direction: 0 is north, clockwise, in 0..360.
    pub yaw_deg: f64,
    /// Elevation of the camera above the focus, in -89..=89.
    pub pitch_deg: f64,
    /// Distance from the focus in metres, in 1..=1e6.
    pub distance_m: f64,
    /// The point that the camera looks at (x, y, z); `None` is the ground at x = z = 0.
    pub focus_m: Option<[f64; 3]>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw_deg: 20.0, pitch_deg: 22.0, distance_m: 1500.0, focus_m: None }
    }
}

/// Wraps an angle into 0 ≤ angle < 360.
///
/// (`rem_euclid` alone turns an angle just below 0 into 360.)
pub fn within_turn(angle_deg: f64) -> f64 {
    let within = angle_deg.rem_euclid(360.0);
    if within < 360.0 { within } else { 0.0 }
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
        Ok(Self { yaw_deg: within_turn(yaw_deg), pitch_deg, distance_m, focus_m: focus })
    }
}

impl fmt::Display for Camera {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{},{}", self.yaw_deg, self.pitch_deg, self.distance_m)?;
        self.focus_m.map_or(Ok(()), |[x, y, z]| write!(f, ",{x},{y},{z}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lens_has_its_field_of_view_on_film() {
        assert_eq!(field_rad(LENS_MM) as f32, std::f32::consts::FRAC_PI_4);
        // Expected from the film height of 24 mm.
        for lens_mm in [24.0, 50.0, 85.0, 200.0] {
            let expected = 2.0 * (12.0f64 / lens_mm).atan();
            assert!((field_rad(lens_mm) - expected).abs() < 0.002, "{lens_mm} mm");
        }
    }

    #[test]
    fn a_camera_keeps_its_direction_when_written_and_read() {
        for yaw in ["0", "-0", "-1e-15", "360", "359.99999999999994", "-720.25", "1e18"] {
            let read: Camera = format!("{yaw},0,900").parse().unwrap();
            assert!((0.0..360.0).contains(&read.yaw_deg), "{yaw}: {}", read.yaw_deg);
            assert_eq!(read.to_string().parse(), Ok(read), "{yaw}");
        }
    }

    #[test]
    fn bad_cameras_say_what_is_allowed() {
        for bad in ["1,2", "a,b,c", "1,2,3,4", "0,90,100", "0,0,0", "0,0,nan", ""] {
            let message = bad.parse::<Camera>().unwrap_err().to_string();
            assert!(message.contains("yaw,pitch,distance"), "{message}");
        }
    }
}
