//! The command line draws presets in the style and light of their files.

use std::collections::BTreeSet;

use image::RgbImage;
use orogen::terrain::look::Style;
use orogen::terrain::param::Document;
use orogen::terrain::preset::PRESETS;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::ViewParams;

use crate::tools::{Scratch, done, drawing, scene_in};

/// Renders a preset from the command line; returns the picture and its scene.
fn render(scratch: &Scratch, slug: &str, more: &str) -> (RgbImage, Scene) {
    let name = format!("{slug}-{}.png", scratch.names().len());
    done(&scratch.0, &format!("render {slug} --out {name} --size 160x90{more}"));
    let path = scratch.0.join(name);
    let picture = image::open(&path).expect("a PNG").to_rgb8();
    (picture, Scene::from_toml(&scene_in(&path)).expect("the scene reads"))
}

#[test]
fn every_preset_is_drawn_as_its_file_says() {
    let _drawing = drawing();
    let scratch = Scratch::new("presets");
    let groups: BTreeSet<_> = ViewParams::groups().iter().map(|(group, _)| *group).collect();
    for (number, preset) in PRESETS.iter().enumerate() {
        let (picture, drawn) = render(&scratch, preset.slug, "");
        // Each view key in the file must have its value.
        let file: toml::Table = preset.toml.parse().expect("TOML");
        let mut named = 0;
        for (group, keys) in file.iter().filter(|(group, _)| groups.contains(group.as_str())) {
            for (name, value) in keys.as_table().expect("a group") {
                let key = format!("{group}.{name}");
                let mut expected = drawn.clone();
                let text = match value {
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Array(items) => {
                        items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
                    }
                    other => other.to_string(),
                };
                expected
                    .set_text(&key, &text)
                    .unwrap_or_else(|e| panic!("{}: {key}: {e}", preset.slug));
                assert_eq!(expected, drawn, "{}: {key} is {value} in the file", preset.slug);
                named += 1;
            }
        }
        if preset.slug == "course" {
            assert!(named >= 3, "the course says how it is drawn: {named} keys");
        }
        // The picture has that style, and the other style differs. A few presets show it.
        if number % 4 != 0 && preset.slug != "course" {
            continue;
        }
        let [style, other] = match drawn.view.params.look.style {
            Style::Natural => ["natural", "course"],
            Style::Course => ["course", "natural"],
        };
        let is_drawn_in =
            |style: &str| render(&scratch, preset.slug, &format!(" --style {style}")).0 == picture;
        assert!(is_drawn_in(style), "{}: {style}", preset.slug);
        assert!(!is_drawn_in(other), "{}: not {other}", preset.slug);
    }
}

#[test]
fn a_closed_cover_of_clouds_has_no_edge_at_the_horizon() {
    let _drawing = drawing();
    let scratch = Scratch::new("overcast");
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
    let scratch = Scratch::new("course");
    let (picture, drawn) = render(&scratch, "course", "");
    assert_eq!(drawn.view.params.look.style, Style::Course);
    // A plain background, no sky.
    let background = *picture.get_pixel(2, 2);
    let share =
        picture.pixels().filter(|pixel| **pixel == background).count() as f64 / (160.0 * 90.0);
    assert!(share > 0.02, "{share} of the picture is {background:?}");
    // Water is blue, land is green and reddish.
    let dominated_by = |channel: usize| {
        let lit = |pixel: &&image::Rgb<u8>| {
            let others = (0..3).filter(|other| *other != channel).map(|other| pixel[other]);
            **pixel != background
                && others.max().is_some_and(|other| pixel[channel] > other.saturating_add(8))
        };
        picture.pixels().filter(lit).count()
    };
    assert!(
        (0..3).all(|channel| dominated_by(channel) > 50),
        "red {}, green {}, blue {}",
        dominated_by(0),
        dominated_by(1),
        dominated_by(2)
    );
}
