//! The command line draws presets in the style and light of their files.

use std::collections::BTreeSet;

use bevy::math::UVec2;
use image::RgbImage;
use orogen::headless::capture::Headless;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::look::Style;
use orogen::terrain::param::Document;
use orogen::terrain::preset::PRESETS;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::ViewParams;

use crate::tools::{ScratchFolder, contrast_fault, drawing, run_ok, scene_in};

/// Renders a preset from the command line; returns the picture and its scene.
fn render(scratch: &ScratchFolder, slug: &str, more: &str) -> (RgbImage, Scene) {
    let name = format!("{slug}-{}.png", scratch.names().len());
    run_ok(&scratch.0, &format!("render {slug} --out {name} --size 160x90{more}"));
    let path = scratch.0.join(name);
    let picture = image::open(&path).expect("a PNG").to_rgb8();
    (picture, Scene::from_toml(&scene_in(&path)).expect("the scene reads"))
}

#[test]
fn every_preset_has_the_view_that_its_file_gives() {
    let groups: BTreeSet<_> = ViewParams::groups().iter().map(|(group, _)| *group).collect();
    for preset in PRESETS {
        let scene = preset.scene().expect("it reads");
        let file: toml::Table = preset.toml.parse().expect("TOML");
        for (group, keys) in file.iter().filter(|(group, _)| groups.contains(group.as_str())) {
            for (name, value) in keys.as_table().expect("a group") {
                let key = format!("{group}.{name}");
                let text = match value {
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Array(items) => {
                        items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
                    }
                    other => other.to_string(),
                };
                let mut expected = scene.clone();
                expected
                    .set_text(&key, &text)
                    .unwrap_or_else(|e| panic!("{}: {key}: {e}", preset.slug));
                assert_eq!(expected, scene, "{}: {key} is {value} in the file", preset.slug);
            }
        }
    }
}

#[test]
fn every_preset_shows_land() {
    let _drawing = drawing();
    let effects = Effects::of(Tier::Low);
    let size = UVec2::new(160, 90);
    let headless = Headless::new(size, Some(2), |app| _ = app.insert_resource(effects));
    let mut headless = headless.expect("a driver to draw with");
    for preset in PRESETS {
        let scene = preset.scene().expect("it reads");
        // Without air the sky is black.
        let max_black = if scene.view.params.light.air > 0.0 { 0.01 } else { 0.9 };
        headless.want(scene);
        let picture = headless.picture().expect("a picture");
        assert_eq!(contrast_fault(&picture, max_black), None, "{}", preset.slug);
    }
}

#[test]
fn a_preset_is_drawn_in_the_style_of_its_file() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("presets");
    for (slug, style, other) in
        [("course", Style::Course, "natural"), ("rolling-hills", Style::Natural, "course")]
    {
        let (picture, drawn) = render(&scratch, slug, "");
        assert_eq!(drawn.view.params.look.style, style, "{slug}");
        let in_style = |style: &str| render(&scratch, slug, &format!(" --style {style}")).0;
        assert!(in_style(&style.to_string()) == picture, "{slug} in its own style");
        assert!(in_style(other) != picture, "{slug} is not drawn as {other}");
    }
}

#[test]
fn a_closed_cover_of_clouds_has_no_edge_at_the_horizon() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("overcast");
    let (picture, _) = render(&scratch, "archipelago", " --mood overcast --quality low");
    // A part of the picture with the sky and the sea near the horizon, whose rows differ only in
    // the cloud cover.
    let row = |y: u32| -> f64 {
        let values = (0..160).map(|x| f64::from(picture.get_pixel(x, y).0[1]));
        values.sum::<f64>() / 160.0
    };
    let jumps: Vec<f64> = (1..20).map(|y| (row(y) - row(y - 1)).abs()).collect();
    assert!(jumps.iter().all(|jump| *jump < 4.0), "from row to row: {jumps:.1?}");
}

#[test]
fn the_course_is_drawn_as_the_exercise_requires() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("course");
    let (picture, drawn) = render(&scratch, "course", "");
    assert_eq!(drawn.view.params.look.style, Style::Course);
    // A plain background, no sky.
    let background = *picture.get_pixel(2, 2);
    let share =
        picture.pixels().filter(|pixel| **pixel == background).count() as f64 / (160.0 * 90.0);
    assert!(share > 0.02, "{share} of the picture is {background:?}");
    // Water is blue, land is green and reddish.
    let dominated_by = |channel: usize| {
        let is_dominated = |pixel: &&image::Rgb<u8>| {
            let others = (0..3).filter(|other| *other != channel).map(|other| pixel[other]);
            **pixel != background
                && others.max().is_some_and(|other| pixel[channel] > other.saturating_add(8))
        };
        picture.pixels().filter(is_dominated).count()
    };
    assert!(
        (0..3).all(|channel| dominated_by(channel) > 50),
        "red {}, green {}, blue {}",
        dominated_by(0),
        dominated_by(1),
        dominated_by(2)
    );
}
