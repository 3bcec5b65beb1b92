//! Depth of field: land in focus stays sharp, other land is blurred, and tiles match the whole
//! picture.

use std::ops::Range;

use bevy::math::UVec2;
use image::RgbaImage;
use orogen::headless::capture::Headless;
use orogen::headless::lens::LensPoints;
use orogen::headless::still::{Content, Still};
use orogen::headless::tiling::PictureTiling;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::scene::Scene;

use crate::tools::{drawing, scene_with};

const SIZE: UVec2 = UVec2::new(96, 54);

/// An aperture that blurs by about the width of a hill.
const WIDE_M: f64 = 150.0;

/// Nearly level, colourful land; the centre of the picture is 600 m away, the lower edge 320 m.
fn scene(aperture_m: f64, focus_m: f64) -> Scene {
    let changes = [
        ("world.seed", "golden"),
        ("noise.frequency", "8"),
        ("shape.height_m", "20"),
        ("world.sea_level_m", "-1000"),
        ("world.spacing_m", "4"),
        ("world.bounded", "on"),
        ("world.extent_chunks", "4"),
        ("look.overlay", "noise"),
    ];
    let mut scene = scene_with(&changes, "20,25,600");
    scene.view.params.camera.aperture_m = aperture_m;
    scene.view.params.camera.focus_m = focus_m;
    scene
}

/// A picture with depth of field from a few points of the lens, in tiles or at once.
fn draw(aperture_m: f64, focus_m: f64, side: Option<u32>) -> RgbaImage {
    let tiling = PictureTiling::new(SIZE, side);
    let effects = Effects::of(Tier::Medium);
    let mut headless = Headless::new(tiling.tile, Some(2), |app| _ = app.insert_resource(effects))
        .expect("a driver to draw with");
    headless.world().resource_mut::<LensPoints>().0 = 12;
    headless.want(scene(aperture_m, focus_m));
    headless.place_camera();
    let still = Still { tiling, content: Content::Picture, transparent: false };
    headless.tiled(&still).expect("a picture")
}

/// Returns the sum of the differences between horizontal neighbours.
fn contrast(picture: &RgbaImage, rows: Range<u32>) -> f64 {
    let pairs = rows.flat_map(|y| (1..SIZE.x).map(move |x| (x, y)));
    let differences = pairs.map(|(x, y)| {
        let [a, b] = [x - 1, x].map(|x| picture.get_pixel(x, y).0);
        (0..3).map(|i| f64::from(a[i].abs_diff(b[i]))).sum::<f64>()
    });
    differences.sum()
}

#[test]
fn only_points_in_focus_are_sharp() {
    let _drawing = drawing();
    let sharp = draw(0.0, 600.0, None);
    assert!(sharp == draw(0.0, 50.0, None), "without an aperture nothing has a focus");
    let (middle, near) = (25..29, 46..53);
    let kept_contrast = |picture: &RgbaImage, rows: &Range<u32>| {
        contrast(picture, rows.clone()) / contrast(&sharp, rows.clone())
    };
    assert!(contrast(&sharp, middle.clone()) > 200.0, "there is something to blur");
    let in_the_middle = draw(WIDE_M, 600.0, None);
    let (in_focus, nearer) =
        (kept_contrast(&in_the_middle, &middle), kept_contrast(&in_the_middle, &near));
    assert!(in_focus > 0.6 && nearer < 0.6 && nearer < 0.8 * in_focus, "{in_focus} and {nearer}");
    let in_front = draw(WIDE_M, 320.0, None);
    let (farther, in_focus) = (kept_contrast(&in_front, &middle), kept_contrast(&in_front, &near));
    assert!(
        in_focus > 0.6 && farther < 0.6 && farther < 0.8 * in_focus,
        "{in_focus} and {farther}"
    );
}

#[test]
fn tiles_match_the_whole_picture_with_depth_of_field() {
    let _drawing = drawing();
    let (whole, tiled) = (draw(60.0, 320.0, None), draw(60.0, 320.0, Some(48)));
    let pairs = whole.pixels().zip(tiled.pixels());
    let differ = |a: &[u8; 4], b: &[u8; 4]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 4);
    let differing = pairs.filter(|(a, b)| differ(&a.0, &b.0)).count();
    assert!(differing < 30, "{differing} pixels differ");
}
