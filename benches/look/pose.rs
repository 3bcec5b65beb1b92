//! Finds the world position of each pixel from a picture's camera and depth. With these positions
//! the benchmark compares two pictures at the same points of the land, and a shoreline with the
//! water level.

use std::path::Path;

use super::measures::{Grey, correlation, mean, percentage};
use super::{Error, HEIGHT, WIDTH};

type Vector = [f64; 3];

/// The tangent of half the vertical field of view of 45°.
const TAN_HALF_FOV: f64 = std::f64::consts::SQRT_2 - 1.0;
/// The width of a pixel at depth 1.
const PIXEL: f64 = 2.0 * TAN_HALF_FOV / HEIGHT as f64;
/// The depth beyond which points are not compared.
const FAR_M: f64 = 10_000.0;

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// The camera of a picture, and the depth of the land at each pixel.
pub struct DepthView {
    eye: Vector,
    ahead: Vector,
    right: Vector,
    up: Vector,
    depths_m: Vec<f64>,
}

impl DepthView {
    /// Reads the camera from a scene's `--camera yaw,pitch,distance,x,y,z`, and the depth from a
    /// file.
    pub fn new(scene: &str, depth: &Path) -> Result<Self, Error> {
        let camera = scene.split_whitespace().skip_while(|word| *word != "--camera").nth(1);
        let numbers: Result<Vec<f64>, _> =
            camera.unwrap_or_default().split(',').map(str::parse).collect();
        let [yaw, pitch, distance_m, x, y, z] = numbers?[..] else {
            return Err(format!("{scene}: no camera with six numbers").into());
        };
        let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
        let ahead = [yaw.sin() * pitch.cos(), -pitch.sin(), -yaw.cos() * pitch.cos()];
        let right = [yaw.cos(), 0.0, yaw.sin()];
        let up = [yaw.sin() * pitch.sin(), pitch.cos(), -yaw.cos() * pitch.sin()];
        let focus = [x, y, z];
        let eye = std::array::from_fn(|i| focus[i] - distance_m * ahead[i]);
        let image = exr::prelude::read_first_flat_layer_from_file(depth)?;
        let channel = image.layer_data.channel_data.list.first().ok_or("no depth")?;
        let depths_m = channel.sample_data.values_as_f32().map(f64::from).collect();
        Ok(Self { eye, ahead, right, up, depths_m })
    }

    /// Returns the vector from the eye to a pixel's point at depth 1.
    fn direction(&self, x: usize, y: usize) -> Vector {
        let u = (x as f64 + 0.5 - 0.5 * WIDTH as f64) * PIXEL;
        let v = (0.5 * HEIGHT as f64 - y as f64 - 0.5) * PIXEL;
        std::array::from_fn(|i| self.ahead[i] + u * self.right[i] + v * self.up[i])
    }

    fn depth_m(&self, x: usize, y: usize) -> f64 {
        self.depths_m[y * WIDTH + x]
    }

    /// Returns the height above the eye of the point that a pixel shows.
    fn height_m(&self, x: usize, y: usize) -> f64 {
        self.depth_m(x, y) * self.direction(x, y)[1]
    }

    /// Returns the pixel coordinates and the depth of a point of the world.
    fn project(&self, point: Vector) -> Vector {
        let from_eye = std::array::from_fn(|i| point[i] - self.eye[i]);
        let depth_m = dot(from_eye, self.ahead);
        let [u, v] = [self.right, self.up].map(|axis| dot(from_eye, axis) / depth_m / PIXEL);
        [0.5 * WIDTH as f64 + u - 0.5, 0.5 * HEIGHT as f64 - v - 0.5, depth_m]
    }

    /// Returns the percentage of columns in which water climbs the land: the shore is drawn two or
    /// more pixels above the water level. The level is the median of the water near the shores.
    pub fn climbing_columns(&self, shores: &[Option<usize>]) -> f64 {
        let rows = |x: usize, row: usize| (row + 1..HEIGHT.min(row + 4)).map(move |y| [x, y]);
        let columns = shores.iter().enumerate();
        let water = columns.filter_map(|(x, row)| Some(rows(x, (*row)?))).flatten();
        let mut levels: Vec<f64> = water.map(|[x, y]| self.height_m(x, y)).collect();
        levels.sort_by(f64::total_cmp);
        let Some(sea_m) = levels.get(levels.len() / 2).copied() else { return 100.0 };
        let climbs = |(x, row): (usize, &Option<usize>)| {
            row.is_some_and(|y| self.height_m(x, y) - sea_m >= 2.0 * PIXEL * self.depth_m(x, y))
        };
        percentage(shores.iter().enumerate().map(climbs))
    }

    /// Returns the correlation of the fine detail of two pictures at the points of the land that
    /// both show. The nearer picture is first shrunk to the same number of metres per pixel.
    pub fn detail_correlation(&self, picture: &Grey, near: &Self, near_picture: &Grey) -> f64 {
        let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y]));
        let moved: Vec<f64> = pixels
            .map(|[x, y]| self.luminance_in(near, near_picture, x, y).unwrap_or(f64::NAN))
            .collect();
        let moved = Grey { levels: moved, width: WIDTH };
        // Points that a camera does not see are NaN, and the filter makes their neighbours NaN.
        let pairs = moved.fine_detail().into_iter().zip(picture.fine_detail());
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.filter(|(a, _)| a.is_finite()).unzip();
        correlation(&a, &b)
    }

    /// Returns the luminance that a nearer picture has at the point shown by a pixel of this
    /// picture; `None` if the nearer picture does not show the point.
    fn luminance_in(&self, near: &Self, picture: &Grey, x: usize, y: usize) -> Option<f64> {
        let depth_m = self.depth_m(x, y);
        let direction = self.direction(x, y);
        let point = std::array::from_fn(|i| self.eye[i] + depth_m * direction[i]);
        let [u, v, near_depth_m] = near.project(point);
        // Half the width of this picture's pixel, in pixels of the nearer picture.
        let half = 0.5 * depth_m / near_depth_m;
        let is_inside = near_depth_m > 0.0
            && depth_m < FAR_M
            && (half..WIDTH as f64 - 1.0 - half).contains(&u)
            && (half..HEIGHT as f64 - 1.0 - half).contains(&v);
        let hidden = |u: f64, v: f64| {
            // If the depth differs, other land hides the point from the nearer camera.
            (near.depth_m(u as usize, v as usize) - near_depth_m).abs() > 0.03 * near_depth_m
        };
        if !is_inside || hidden(u.round(), v.round()) {
            return None;
        }
        let span = |centre: f64| {
            let from = (centre + 0.5 - half).round() as usize;
            from..((centre + 0.5 + half).round() as usize).max(from + 1)
        };
        Some(mean(span(v).flat_map(|y| span(u).map(move |x| picture.at(x, y)))))
    }
}
