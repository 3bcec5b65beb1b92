//! A sphere, seen from far away.

/// The rotation of a sphere: about its axis, then towards the eye, in degrees.
#[derive(Clone, Copy)]
pub(super) struct Globe {
    pub turn_deg: f64,
    pub tilt_deg: f64,
}

impl Globe {
    /// Returns the function from a place of the picture, which goes from −1 to 1 right and up, to the
    /// point of the unit sphere there. The sphere's y axis goes through its poles. Outside the
    /// sphere's outline the function returns `None`.
    pub fn view(&self) -> impl Fn([f64; 2]) -> Option<[f64; 3]> + Sync + use<> {
        let (tilt_sin, tilt_cos) = self.tilt_deg.to_radians().sin_cos();
        let (turn_sin, turn_cos) = self.turn_deg.to_radians().sin_cos();
        move |[u, v]| {
            let depth_squared = 1.0 - u * u - v * v;
            if depth_squared < 0.0 {
                return None;
            }
            let depth = depth_squared.sqrt();
            let (y, z) = (v * tilt_cos + depth * tilt_sin, depth * tilt_cos - v * tilt_sin);
            Some([u * turn_cos - z * turn_sin, y, u * turn_sin + z * turn_cos])
        }
    }
}

/// Longitude and latitude of a unit vector, in radians.
pub(super) fn longitude_latitude([x, y, z]: [f64; 3]) -> [f64; 2] {
    [z.atan2(x), y.clamp(-1.0, 1.0).asin()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pole_comes_into_sight_when_the_globe_is_tilted() {
        let globe = Globe { turn_deg: 40.0, tilt_deg: 90.0 };
        let [x, y, z] = globe.view()([0.0, 0.0]).unwrap();
        assert!((y - 1.0).abs() < 1e-12 && x.abs() + z.abs() < 1e-12);
        let level = Globe { tilt_deg: 0.0, ..globe };
        assert_eq!(longitude_latitude(level.view()([0.3, 0.0]).unwrap())[1], 0.0);
        assert_eq!(level.view()([0.8, 0.7]), None);
        let length: f64 = globe.view()([0.3, -0.5]).unwrap().iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-12);
    }
}
