//! Golden pictures of the panel: the first screen and all settings, at three text sizes, reduced.
//! `scripts/golden` renews the files.

use std::path::Path;

use bevy::math::UVec2;
use image::RgbImage;
use image::imageops::{FilterType, crop_imm, resize};
use orogen::headless::capture::Headless;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::studio::app::settings::data::Settings;
use orogen::studio::app::settings::file::KeptSettings;
use orogen::studio::document::state::OpenDocument;
use orogen::studio::panel::draw::UiPlugin;
use orogen::terrain::preset::Preset;

use crate::tools::{drawing, mean_difference};

/// The size of the window at 100 % text size.
const SIZE: [f32; 2] = [900.0, 720.0];
const PANEL: f32 = 350.0;
const REDUCED_WIDTH: u32 = 150;
/// The largest allowed mean difference, from 0 to 255: other drivers round letters differently.
const MAX_MEAN: f64 = 4.0;

/// Draws the panel of a preset's scene at a text scale.
fn panel(all_settings: bool, text_scale: f32) -> RgbImage {
    let preset = Preset::find("course").expect("a preset");
    let scene = preset.scene().expect("its scene");
    let size = UVec2::new((SIZE[0] * text_scale) as u32, (SIZE[1] * text_scale) as u32);
    let settings = Settings { all_settings, text_scale, ..Settings::default() };
    let mut headless = Headless::new(size, Some(2), |app| {
        app.insert_resource(KeptSettings(settings))
            .insert_resource(OpenDocument::preset(preset, scene.clone()))
            .insert_resource(Effects::of(Tier::Low))
            .add_plugins(UiPlugin);
    })
    .expect("a driver to draw with");
    headless.want(scene);
    headless.picture().expect("a picture");
    // egui applies a text scale one pass after it was set, so the first picture may lack the panel.
    let picture = image::DynamicImage::from(headless.frame().expect("a picture")).to_rgb8();
    let width = (PANEL * text_scale) as u32;
    let cut = crop_imm(&picture, size.x - width, 0, width, size.y).to_image();
    resize(&cut, REDUCED_WIDTH, REDUCED_WIDTH * size.y / width, FilterType::Triangle)
}

#[test]
fn the_panel_matches_its_files_at_every_text_size() {
    let _drawing = drawing();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden-panel");
    let renew = std::env::var_os("OROGEN_RENEW").is_some();
    let mut failed = Vec::new();
    for (name, all_settings) in [("first", false), ("all", true)] {
        for scale in [1.0f32, 1.5, 2.0] {
            let got = panel(all_settings, scale);
            let file = format!("{name}-{}.png", (100.0 * scale) as u32);
            if renew {
                std::fs::create_dir_all(&folder).unwrap();
                got.save(folder.join(&file)).unwrap();
                continue;
            }
            let golden = image::open(folder.join(&file)).expect("its file").to_rgb8();
            assert_eq!(golden.dimensions(), got.dimensions(), "{file}");
            let difference = mean_difference(&got, &golden);
            if difference > MAX_MEAN {
                let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&file);
                got.save(&out).unwrap();
                failed.push(format!("{file}: {difference:.2}; saved as {}", out.display()));
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
fn a_missing_row_is_a_difference() {
    let golden = RgbImage::from_pixel(150, 300, image::Rgb([30, 30, 30]));
    let mut other = golden.clone();
    (0..60 * 150).for_each(|i| other.put_pixel(i % 150, 40 + i / 150, image::Rgb([60, 60, 60])));
    assert!(mean_difference(&golden, &other) > MAX_MEAN);
    assert!(mean_difference(&golden, &golden) == 0.0);
}
