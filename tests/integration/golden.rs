//! Golden pictures: each style, view and mood once, from fixed cameras.
//!
//! A picture passes if it differs from its file by at most [`MAX_MEAN`] of 255 per channel on average,
//! and at most [`MAX_SHARE`] of its pixels differ by more than [`VISIBLE`]. Some difference is allowed,
//! because other drivers round differently. `scripts/golden` renews the files. After a failure the
//! target folder has the picture and eight times the difference.

use std::path::{Path, PathBuf};

use bevy::math::UVec2;
use bevy::prelude::default;
use image::RgbImage;
use orogen::headless::capture::Headless;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::studio::panel::draw::UiPlugin;
use orogen::studio::panel::state::UiState;
use orogen::terrain::blend::Blend;
use orogen::terrain::erosion::ErosionLook;
use orogen::terrain::landform::{LandformKind, LandformLayer};
use orogen::terrain::layer::LayerKind;
use orogen::terrain::look::{Overlay, Style};
use orogen::terrain::mask::{Mask, MaskType};
use orogen::terrain::mood::MOODS;
use orogen::terrain::scene::Scene;

use crate::tools::{change, drawing, scene_with};

const MAX_MEAN: f64 = 1.5;
const VISIBLE: u8 = 24;
const MAX_SHARE: f64 = 0.01;

/// Returns four chunks with water, shore, steep and flat land, and snow.
fn scene() -> Scene {
    let changes = [
        ("world.seed", "golden"),
        ("noise.frequency", "1.6"),
        ("fractal.octaves", "7"),
        ("world.spacing_m", "8"),
        ("world.bounded", "on"),
        ("world.extent_chunks", "2"),
        ("light.sun_azimuth_deg", "285"),
    ];
    scene_with(&changes, "20,24,900")
}

/// Makes the land endless, with levels near enough to be visible.
fn endless(mut scene: Scene) -> Scene {
    change(
        &mut scene,
        &[("world.bounded", "off"), ("world.spacing_m", "4"), ("distance.horizon_km", "2")],
    );
    scene
}

/// Adds a second layer with a mask of heights.
fn masked(mut scene: Scene) -> Scene {
    let layers = &mut scene.recipe.layers;
    let index = layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
    layers[index].masks.0 = vec![Mask::new(1, MaskType::HeightBand)];
    scene
}

/// Makes the hills broad and erodes them with a look's parameters.
fn eroded(mut scene: Scene, look: ErosionLook) -> Scene {
    scene.set_text("fractal.octaves", "3").unwrap();
    let base = scene.recipe.base();
    let (width_m, reach_m) = (base.feature_size_m(), 0.6 * base.shape.height_m);
    scene.recipe.erosion = look.parameters(width_m, reach_m);
    scene.recipe.erosion.on = true;
    scene
}

/// Returns a landform with its defaults, on gentle ground, in the clay view.
fn landform(kind: LandformKind) -> Scene {
    let mut scene = scene();
    scene.view.params.look.overlay = Overlay::Clay;
    change(
        &mut scene,
        &[("fractal.octaves", "2"), ("shape.height_m", "60"), ("world.sea_level_m", "-100")],
    );
    // Large enough for a few of its features: up to 4 km at 8 m.
    let side_m = (3.0 * LandformLayer::new(kind).feature_m()).clamp(1024.0, 4096.0);
    let chunks = (side_m / 512.0).ceil();
    scene.set_text("world.extent_chunks", &chunks.to_string()).unwrap();
    scene.view.camera = format!("20,35,{}", 560.0 * chunks).parse().unwrap();
    let layers = &mut scene.recipe.layers;
    layers.add(0, LayerKind::Landform(LandformLayer::new(kind))).unwrap();
    if kind == LandformKind::Coast {
        layers[1].head.layer.blend = Blend::Over;
        scene.recipe.world.sea_level_m = 0.0;
    }
    scene
}

/// Returns the name and the scene of every picture.
fn cases() -> Vec<(String, Scene)> {
    let mut cases = Vec::new();
    for style in Style::ALL {
        let mut scene = scene();
        scene.view.params.look.style = style.value;
        cases.push((format!("style-{}", style.name), scene));
    }
    for view in Overlay::ALL.iter().filter(|view| view.value != Overlay::Shaded) {
        let mut scene = match view.value {
            Overlay::Levels => endless(scene()),
            Overlay::Mask => masked(scene()),
            Overlay::Ridges => eroded(scene(), ErosionLook::Alpine),
            _ => scene(),
        };
        scene.view.params.look.overlay = view.value;
        cases.push((format!("view-{}", view.name), scene));
    }
    let mut bare = eroded(scene(), ErosionLook::Alpine);
    bare.view.params.look.overlay = Overlay::Clay;
    for look in ErosionLook::ALL {
        let mut scene = eroded(bare.clone(), look.value);
        scene.view.params.look.overlay = Overlay::Clay;
        cases.push((format!("erosion-{}", look.name), scene));
    }
    bare.recipe.erosion.on = false;
    cases.push(("erosion-none".to_owned(), bare));
    for kind in LandformKind::ALL {
        cases.push((format!("landform-{}", kind.name), landform(kind.value)));
    }
    for mood in MOODS {
        let mut scene = scene();
        mood.apply(&mut scene.view.params);
        cases.push((format!("mood-{}", mood.slug), scene));
    }
    cases
}

/// Returns the mean difference of two pictures of one size, and the share of pixels that differ by
/// more than [`VISIBLE`].
fn difference(got: &RgbImage, golden: &RgbImage) -> (f64, f64) {
    let channel_differences =
        |(a, b): (&image::Rgb<u8>, &image::Rgb<u8>)| [0, 1, 2].map(|c| a.0[c].abs_diff(b.0[c]));
    let (mut sum, mut visible) = (0.0, 0.0);
    for pixel in got.pixels().zip(golden.pixels()).map(channel_differences) {
        sum += pixel.iter().map(|d| f64::from(*d)).sum::<f64>() / 3.0;
        visible += f64::from(u8::from(pixel.iter().any(|d| *d > VISIBLE)));
    }
    let count = f64::from(got.width() * got.height());
    (sum / count, visible / count)
}

fn passes((mean, visible_share): (f64, f64)) -> bool {
    mean <= MAX_MEAN && visible_share <= MAX_SHARE
}

/// Writes the picture and eight times its difference; returns the folder.
fn save(name: &str, got: &RgbImage, golden: Option<&RgbImage>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    std::fs::create_dir_all(&folder).unwrap();
    got.save(folder.join(format!("{name}.png"))).unwrap();
    if let Some(golden) = golden.filter(|golden| golden.dimensions() == got.dimensions()) {
        let difference = RgbImage::from_fn(got.width(), got.height(), |x, y| {
            let (a, b) = (got.get_pixel(x, y), golden.get_pixel(x, y));
            image::Rgb([0, 1, 2].map(|c| a.0[c].abs_diff(b.0[c]).saturating_mul(8)))
        });
        difference.save(folder.join(format!("{name}-difference.png"))).unwrap();
    }
    folder
}

#[test]
fn pictures_are_the_golden_ones() {
    let _drawing = drawing();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let renew = std::env::var_os("OROGEN_RENEW").is_some();
    // The panels' plugin writes the heights of contour lines.
    let mut headless = Headless::new(UVec2::new(320, 180), Some(2), |app| {
        app.add_plugins(UiPlugin)
            .insert_resource(UiState { hidden_for_picture: true, ..default() });
        app.insert_resource(Effects::of(Tier::Low));
    })
    .expect("a driver to draw with");
    let mut failed = Vec::new();
    for (name, scene) in cases() {
        headless.want(scene);
        let got = image::DynamicImage::from(headless.picture().expect("a picture")).to_rgb8();
        let path = folder.join(format!("{name}.png"));
        if renew {
            std::fs::create_dir_all(&folder).unwrap();
            got.save(&path).unwrap();
            continue;
        }
        let golden = image::open(&path).ok().map(|golden| golden.to_rgb8());
        let same_size = golden.as_ref().filter(|golden| golden.dimensions() == got.dimensions());
        match same_size.map(|golden| difference(&got, golden)) {
            Some(found) if passes(found) => {}
            found => {
                let saved = save(&name, &got, golden.as_ref());
                failed.push(format!(
                    "{name}: mean difference and share of visible ones {found:.3?}; saved in {}",
                    saved.display()
                ));
            }
        }
    }
    let lines = failed.join("\n");
    assert!(
        failed.is_empty(),
        "{lines}\nIf the change is intended, `scripts/golden` renews the files."
    );
}

#[test]
fn every_golden_file_is_compared() {
    let names: Vec<_> = cases().into_iter().map(|(name, _)| format!("{name}.png")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in std::fs::read_dir(folder).expect("the golden pictures") {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(names.contains(&name), "{name} belongs to no style, view or mood");
    }
}

#[test]
fn a_small_change_passes_and_a_visible_one_does_not() {
    let grey = RgbImage::from_pixel(320, 180, image::Rgb([120, 130, 140]));
    let mut rounded = grey.clone();
    rounded.pixels_mut().for_each(|pixel| pixel.0[1] += 2);
    assert!(passes(difference(&rounded, &grey)));
    let brighter = RgbImage::from_pixel(320, 180, image::Rgb([124, 134, 144]));
    assert!(!passes(difference(&brighter, &grey)));
    // A line across the picture, two pixels high.
    let mut line = grey.clone();
    (0..640).for_each(|i| line.put_pixel(i % 320, 90 + i / 320, image::Rgb([120, 130, 200])));
    assert!(!passes(difference(&line, &grey)), "{:?}", difference(&line, &grey));
}
