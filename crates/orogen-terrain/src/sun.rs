//! The position of the sun by the time of day, for one place and one day of the year.

/// The latitude and the day, as text for users.
pub const WHERE_AND_WHEN: &str = "46° north on 1 May";

/// The latitude of the place and the declination of the sun on the day.
const LATITUDE_DEG: f64 = 46.0;
const DECLINATION_DEG: f64 = 15.0;

/// The largest difference in elevation between a sun position and the day's path for which
/// [`hour_of_direction`] gives a time.
const MAX_DEVIATION_DEG: f64 = 0.5;

/// The azimuth and elevation of the sun in degrees, by local solar time in hours.
///
/// The azimuth is 0 in the north, grows clockwise, and lies in 0..360.
///
/// ```
/// use orogen_terrain::sun::position_deg;
///
/// let [azimuth, elevation] = position_deg(12.0);
/// assert!((azimuth - 180.0).abs() < 1e-9 && elevation > 50.0);
/// ```
pub fn position_deg(hours: f64) -> [f64; 2] {
    let angle = (15.0 * (hours - 12.0)).to_radians();
    let (latitude, declination) = (LATITUDE_DEG.to_radians(), DECLINATION_DEG.to_radians());
    let east = -declination.cos() * angle.sin();
    let north =
        declination.sin() * latitude.cos() - declination.cos() * latitude.sin() * angle.cos();
    let up = declination.sin() * latitude.sin() + declination.cos() * latitude.cos() * angle.cos();
    [east.atan2(north).to_degrees().rem_euclid(360.0), up.clamp(-1.0, 1.0).asin().to_degrees()]
}

/// The hour from 0 to 24 at which the sun has an azimuth in degrees.
///
/// The azimuth increases all day, so there is only one such hour.
pub fn hour_of_azimuth(azimuth_deg: f64) -> f64 {
    let (mut before, mut after) = (0.0, 24.0);
    let target = azimuth_deg.rem_euclid(360.0);
    for _ in 0..40 {
        let middle = 0.5 * (before + after);
        if position_deg(middle)[0] < target { before = middle } else { after = middle }
    }
    0.5 * (before + after)
}

/// The hours at which the sun passes an elevation in degrees: first rising, then sinking.
pub fn hours_of_elevation(elevation_deg: f64) -> [f64; 2] {
    let (latitude, declination) = (LATITUDE_DEG.to_radians(), DECLINATION_DEG.to_radians());
    let up = elevation_deg.to_radians().sin() - declination.sin() * latitude.sin();
    let half =
        (up / (declination.cos() * latitude.cos())).clamp(-1.0, 1.0).acos().to_degrees() / 15.0;
    [12.0 - half, 12.0 + half]
}

/// The hour at which the sun is in a direction in degrees.
///
/// Returns `None` if the direction is more than 0.5° above or below the day's path.
pub fn hour_of_direction(azimuth_deg: f64, elevation_deg: f64) -> Option<f64> {
    let hours = hour_of_azimuth(azimuth_deg);
    ((position_deg(hours)[1] - elevation_deg).abs() <= MAX_DEVIATION_DEG).then_some(hours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_has_a_time_only_on_the_path_of_the_day() {
        for i in 1..240 {
            let hours = f64::from(i) / 10.0;
            let [azimuth, elevation] = position_deg(hours);
            let found = hour_of_direction(azimuth, elevation).expect("it is on its path");
            assert!((found - hours).abs() < 1e-6, "{hours} {found}");
            assert_eq!(hour_of_direction(azimuth, elevation + 1.0), None, "{hours}");
            assert_eq!(hour_of_direction(azimuth, elevation - 1.0), None, "{hours}");
        }
        assert_eq!(hour_of_direction(300.0, 42.0), None, "no sun stands so high in the evening");
    }

    #[test]
    fn a_day_begins_and_ends_at_its_elevation() {
        for elevation in [-10.0, 0.0, 30.0] {
            let [morning, evening] = hours_of_elevation(elevation);
            assert!((morning + evening - 24.0).abs() < 1e-9);
            for hours in [morning, evening] {
                assert!((position_deg(hours)[1] - elevation).abs() < 1e-6, "{elevation} {hours}");
            }
        }
    }

    #[test]
    fn the_sun_rises_in_the_east_and_is_highest_in_the_south() {
        let [azimuth, noon] = position_deg(12.0);
        assert!(
            (azimuth - 180.0).abs() < 1e-9
                && (noon - (90.0 - LATITUDE_DEG + DECLINATION_DEG)).abs() < 1e-9
        );
        let [morning, low] = position_deg(6.0);
        assert!((60.0..100.0).contains(&morning) && (0.0..20.0).contains(&low), "{morning} {low}");
        let [evening, same] = position_deg(18.0);
        assert!((evening + morning - 360.0).abs() < 1e-9 && (same - low).abs() < 1e-9);
        assert!(position_deg(0.0)[1] < -20.0);
    }
}
