//! Targets that read text: recipes, views, share codes, settings, typed values, points, command
//! lines.

use std::str::from_utf8;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use orogen::cli::points::PointStream;
#[cfg(feature = "studio")]
use orogen::studio::app::settings::data::Settings;
use orogen::terrain::{Scene, View, quantity, share, snippet};

use super::assert_readable;

pub const RECIPE_WORDS: &str = "version = 2\n|version = 3\n|[noise]\n|[[layer]]\n|[[layer.mask]]\n|[[layer.operation]]\n|\
     [[operation]]\n|[[rivers.mask]]\n|[[erosion.mask]]\n|[[plants.mask]]\n|kind = \"warp\"\n|\
     kind = \"noise\"\n|id = 1\n|basis = \"worley-f2-f1\"\n|octaves = 10\n|period = 7\n|\
     nan|1e999|inf|-0.0|\"\"|[erosion]\non = true\n|edits = [[0, 1, 2, 0.5, 0.5]]\n|\
     points = [[0, 0], [1, 1]]\n";
pub const VIEW_WORDS: &str = "camera=|bookmark.1=|;|,|light.sun_azimuth_deg=|look.style=|nan|1e999";
pub const TYPED_WORDS: &str = "layer.1.|mask.1.|operation.1.|erosion.|world.seed|%|km|m|*|/|(|)|**|1e999|-|+|\n|\
     #ffffff|0:0,1:1";
pub const COMMAND_WORDS: &str = "export|sample|texture|params|recipe|lab|import|code|share|man|--set|--out|--help|\
     --version|--recipe-version|--quiet|--size|--seed|--view|--range|=|-1|nan|\n|\
     99999999999999999999|help|--|\u{202e}";

/// Asserts that a scene is the same after writing and reading it in each of its text forms.
pub fn assert_round_trips(scene: &Scene) {
    for text in [scene.to_toml(), scene.to_plain_toml()] {
        assert_eq!(Scene::from_toml(&text).as_ref(), Ok(scene), "{text}");
    }
    let code = share::encode(scene);
    assert_eq!(share::decode(&code).as_ref(), Ok(scene), "{code}");
}

/// Reads a recipe.
pub fn recipe(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    match Scene::from_toml(text) {
        Ok(scene) => assert_round_trips(&scene),
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads a view as text.
pub fn view(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    match text.parse::<View>() {
        Ok(view) => assert_eq!(view.to_string().parse().as_ref(), Ok(&view), "{view}"),
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads a share code. If the bytes are not one, makes a code from them, with a correct checksum.
pub fn share(data: &[u8]) {
    let decoded = match from_utf8(data) {
        Ok(text) if text.trim_start().starts_with("orogen") => share::decode(text),
        _ => {
            let sum = crc32fast::hash(data).to_le_bytes();
            let letters = URL_SAFE_NO_PAD.encode([data, &sum].concat());
            share::decode(&format!("{}{letters}", share::PREFIX))
        }
    };
    match decoded {
        Ok(scene) => assert_round_trips(&scene),
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads a settings file.
#[cfg(feature = "studio")]
pub fn settings(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    match Settings::from_toml(text) {
        Ok(settings) => {
            assert_eq!(Settings::from_toml(&settings.to_toml()).as_ref(), Ok(&settings), "{text}");
        }
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads the bytes as three kinds of typed input: a key (first line) with its value (the rest), a
/// quantity, and a pasted piece of a recipe.
pub fn typed(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let (key, value) = text.split_once('\n').unwrap_or((text, ""));
    let mut scene = Scene::default();
    match scene.set_text(key, value) {
        Ok(()) if scene.validate().is_ok() => assert_round_trips(&scene),
        Ok(()) => {}
        Err(error) => assert_readable(&error.to_string()),
    }
    for unit in ["m", "deg", ""] {
        match quantity::evaluate(value, unit, 100.0) {
            Ok(number) => assert!(number.is_finite(), "{value} is {number}"),
            Err(error) => assert_readable(&error.to_string()),
        }
    }
    match snippet::apply(&Scene::default(), 1, text) {
        Ok((scene, _)) => assert_round_trips(&scene),
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads a file of points.
pub fn points(data: &[u8]) {
    let mut points = PointStream::new(data, "the file".to_owned());
    let mut batch = vec![];
    loop {
        batch.clear();
        match points.read(100, &mut batch) {
            Ok(more) => {
                assert!(batch.iter().all(|x| x.is_finite()), "{batch:?}");
                let dimensions = points.dimensions().unwrap_or(1);
                assert_eq!(batch.len() % dimensions, 0, "whole points of {dimensions}");
                if !more {
                    break;
                }
            }
            Err(error) => return assert_readable(&error.to_string()),
        }
    }
}

/// Reads a command line. Each line of the text is one argument.
pub fn command(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    if let Err(error) = orogen::cli::parse(text.split('\n')) {
        assert_readable(&error.to_string());
    }
}
