//! Tests of valid, damaged and forged share codes.

use super::*;
use crate::address::{Target, visit};
use crate::camera::Camera;
use crate::layer::{Layer, LayerKind, Layers};
use crate::mask::{Mask, MaskType};
use crate::operation::{ListedOperation, Operation, OperationKind};
use crate::param::{Document, Param, ParamKind, Value};
use crate::preset::PRESETS;
use crate::recipe::Recipe;
use crate::scene_parts;
use crate::view::ViewParams;
use proptest::prelude::*;
use proptest::sample::select;

/// The longest code of a preset, without marks and with marks.
const LONGEST: usize = 600;
const LONGEST_DRAWN: usize = 2000;

#[test]
fn codes_of_presets_are_short_and_exact() {
    let mut lengths = vec![];
    for preset in PRESETS {
        let scene = preset.scene().unwrap();
        let code = encode(&scene);
        assert_eq!(decode(&code).as_ref(), Ok(&scene), "{}", preset.slug);
        assert!(code.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c)), "{code}");
        if scene.recipe.layers.iter().any(|layer| !layer.marks().is_empty()) {
            assert!(code.len() < LONGEST_DRAWN, "{}: {}", preset.slug, code.len());
            continue;
        }
        lengths.push((code.len(), preset.slug));
    }
    lengths.sort();
    let short_count = lengths.iter().filter(|(length, _)| *length < 400).count();
    assert!(lengths.iter().all(|(length, _)| *length < LONGEST), "{lengths:?}");
    assert!(10 * short_count > 8 * lengths.len(), "{lengths:?}");
    assert!(encode(&Scene::default()).len() < 40);
}

/// Bytes as a code with its checksum.
fn forged(bytes: &[u8]) -> String {
    let mut bytes = bytes.to_vec();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
}

#[test]
fn a_wrong_letter_gives_a_message_of_one_line() {
    let code = encode(&PRESETS[0].scene().unwrap());
    for place in 0..code.len() {
        for letter in ['A', '9', '_', '*', 'é'] {
            let mut wrong: Vec<char> = code.chars().collect();
            if wrong[place] == letter {
                continue;
            }
            wrong[place] = letter;
            let wrong: String = wrong.into_iter().collect();
            let message = decode(&wrong).unwrap_err().to_string();
            assert!(
                message.lines().count() == 1 && message.contains("share code"),
                "{wrong}: {message}"
            );
        }
        assert!(decode(&code[..place]).is_err(), "{place} letters");
    }
}

#[test]
fn masks_of_plants_and_rivers_come_last_and_are_left_out_if_empty() {
    let mut scene = Scene::default();
    let plain = write::scene(&scene);
    scene.recipe.plants_masks.0 = vec![Mask::new(7, MaskType::Slope)];
    let masked = write::scene(&scene);
    // No edits, then one mask.
    assert!(masked.starts_with(&plain) && masked[plain.len()..].starts_with(&[0, 1, 7]));
    assert_eq!(decode(&encode(&scene)).as_ref(), Ok(&scene));
    scene.recipe.rivers_masks.0 = vec![Mask::new(9, MaskType::Slope)];
    let both = write::scene(&scene);
    assert!(both.starts_with(&masked) && both[masked.len()..].starts_with(&[1, 9]));
    assert_eq!(decode(&encode(&scene)).as_ref(), Ok(&scene));
    scene.recipe.plants_masks.0.clear();
    let rivers = write::scene(&scene);
    // No edits, no masks of plants, then one mask.
    assert!(rivers.starts_with(&plain) && rivers[plain.len()..].starts_with(&[0, 0, 1, 9]));
    assert_eq!(decode(&encode(&scene)), Ok(scene));
    // An empty list is written only before another list.
    for end in [&[0, 0][..], &[0, 0, 0]] {
        let empty = [&[PLAIN], &*plain, end].concat();
        assert_eq!(decode(&forged(&empty)), Err(ShareError::NoScene));
    }
}

#[test]
fn bad_share_codes_say_what_is_wrong() {
    let code = encode(&Scene::default());
    let newer = code.replacen("orogen1-", "orogen2-", 1);
    for (text, words) in [
        ("alps", "is not a share code"),
        ("orogen-x", "is not a share code"),
        ("orogen0-AAAA", "is not a share code"),
        (&newer, "by a newer Orogen"),
        ("orogen99999999999999999999999-AA", "by a newer Orogen"),
        ("orogen1-", "damaged or cut off"),
        ("orogen1-A", "damaged or cut off"),
        (&code[..code.len() - 1], "damaged or cut off"),
        (&format!("{code}="), "`=`"),
        (&forged(&[]), "damaged"),
        (&forged(&[2]), "newer"),
        (&forged(&[0]), "Orogen did not write"),
        (&forged(&[0, 0]), "Orogen did not write"),
        (&forged(&[0, 4]), "newer"),
        // An unknown key.
        (&forged(&[0, 2, 0xff, 0x7f]), "newer"),
        // A layer's key among those of the recipe.
        (&forged(&[0, 2, 1]), "Orogen did not write"),
        (&forged(&[1, 0xff, 0xff]), "Orogen did not write"),
    ] {
        let message = decode(text).unwrap_err().to_string();
        assert!(message.contains(words) && !message.contains('\n'), "{text}: {message}");
        assert_eq!(is_code(text), !words.contains("is no") || text.contains('0'), "{text}");
    }
    assert_eq!(decode(&format!("  {}\n{}\n", &code[..12], &code[12..])), Ok(Scene::default()));
    assert_eq!(decode(&(PREFIX.to_owned() + &"A".repeat(2 << 20))), Err(ShareError::TooLong));
}

#[test]
fn a_code_that_inflates_to_gigabytes_is_refused() {
    let zeros = miniz_oxide::deflate::compress_to_vec(&vec![0; 64 << 20], 9);
    assert!(zeros.len() < 1 << 18);
    assert_eq!(decode(&forged(&[&[DEFLATED][..], &zeros].concat())), Err(ShareError::NoScene));
}

#[test]
fn zeros_keep_their_signs_and_odd_numbers_their_bits() {
    for x in [-0.0, 0.1 + 0.2, 1.0 / 3.0, -3_999.999_999_999_999_5, 5e-324, 1e-7] {
        let mut scene = Scene::default();
        scene.recipe.world.sea_level_m = x;
        scene.view.camera.yaw_deg = x.abs() / 100.0;
        let read = decode(&encode(&scene)).unwrap();
        assert_eq!(read.recipe.world.sea_level_m.to_bits(), x.to_bits(), "{x}");
        assert_eq!(read, scene);
    }
}

/// Any value that a parameter allows.
fn any_value<D>(param: &Param<D>) -> BoxedStrategy<Value> {
    value_of(param.kind)
}

fn value_of(kind: ParamKind) -> BoxedStrategy<Value> {
    let tenth = |x: f64| (x * 10.0).round() / 10.0;
    match kind {
        ParamKind::Number { min, max, .. } => prop_oneof![
            (min..=max).prop_map(Value::Number),
            (min..=max).prop_map(move |x| Value::Number(tenth(x).clamp(min, max))),
        ]
        .boxed(),
        ParamKind::Integer { min, max } => (min..=max).prop_map(Value::Integer).boxed(),
        ParamKind::Toggle => any::<bool>().prop_map(Value::Toggle).boxed(),
        ParamKind::Choice(rows) => {
            (0..rows.len()).prop_map(|i| Value::Choice(rows[i].name)).boxed()
        }
        ParamKind::Colour => prop::array::uniform3(0.0..=1.0f32).prop_map(Value::Colour).boxed(),
        ParamKind::Curve { max_points } => prop::collection::vec(0.0..=1.0, 2..=max_points)
            .prop_map(|ys| {
                let last = ys.len() - 1;
                let points = ys.iter().enumerate().map(|(i, y)| [i as f64 / last as f64, *y]);
                Value::Curve(points.collect())
            })
            .boxed(),
        ParamKind::Text { .. } => "[^\\x00-\\x1f\\x7f-\\x9f]{0,40}".prop_map(Value::Text).boxed(),
    }
}

/// Sets some of a target's parameters.
fn set_some(target: &mut Target<'_>, fractions: &[f64], next: &mut usize) {
    for row in target.rows() {
        let fraction = fractions[*next % fractions.len()];
        *next += 1;
        let value = match row.kind {
            _ if fraction < 0.5 => continue,
            ParamKind::Number { min, max, .. } => Value::Number(min + (max - min) * fraction),
            ParamKind::Integer { min, max } => {
                Value::Integer(min + ((max - min) as f64 * fraction) as i64)
            }
            ParamKind::Toggle => Value::Toggle(fraction < 0.75),
            ParamKind::Choice(rows) => {
                Value::Choice(rows[(rows.len() as f64 * (fraction - 0.001)) as usize].name)
            }
            ParamKind::Curve { .. } => {
                Value::Curve(vec![[0.0, fraction], [fraction, 1.0], [1.0, 0.0]])
            }
            ParamKind::Text { .. } => Value::Text(format!("Schicht {fraction} 龍")),
            ParamKind::Colour => Value::Colour([fraction as f32; 3]),
        };
        target.set(row.key, value).unwrap();
    }
}

prop_compose! {
    /// Operations and masks of random kinds, with ids that are multiples of a random step.
    fn any_parts()(
        operations in prop::collection::vec(select(OperationKind::ALL), 0..6),
        masks in prop::collection::vec(select(MaskType::ALL), 0..5),
        step in 1..99_999u32,
    ) -> (Vec<ListedOperation>, Vec<Mask>) {
        let operations = operations.iter().zip(1..);
        let operation = |kind, id| ListedOperation::new(id * step, Operation::new(kind));
        let masks = masks.iter().zip(1..);
        (
            operations.map(|(kind, id)| operation(kind.value, id)).collect(),
            masks.map(|(kind, id)| Mask::new(id * step, kind.value)).collect(),
        )
    }
}

prop_compose! {
    /// Any scene in range.
    fn any_scene()(
        recipe in Recipe::params().iter().map(any_value).collect::<Vec<_>>(),
        view in ViewParams::params().iter().map(any_value).collect::<Vec<_>>(),
        kinds in prop::collection::vec(select(LayerKind::all()), 1..6),
        parts in prop::collection::vec(any_parts(), 8),
        fractions in prop::collection::vec(0.0..1.0, 37),
        cameras in prop::collection::vec((0.0..360.0, -89.0..=89.0, 1.0..=1e6, any::<bool>()), 0..5),
        focus in prop::array::uniform3(-1e13..=1e13),
    ) -> Scene {
        let mut scene = Scene::default();
        let layers = kinds.iter().zip(1..).zip(&parts).map(|(((name, _), id), part)| {
            let mut layer = Layer::new(id * 3, LayerKind::named(name).unwrap());
            (layer.operations, layer.masks.0) = part.clone();
            layer
        });
        scene.recipe.layers = Layers::new(layers.collect()).unwrap();
        (scene.recipe.operations, scene.recipe.erosion_masks.0) = parts[5].clone();
        scene.recipe.plants_masks.0 = parts[6].1.clone();
        scene.recipe.rivers_masks.0 = parts[7].1.clone();
        let mut next = 0;
        visit(&mut scene.recipe, |_, target| set_some(target, &fractions, &mut next));
        for (param, value) in Recipe::params().iter().zip(recipe) {
            // Without a noise layer these parameters have no owner.
            let _ = param.set(&mut scene.recipe, value);
        }
        for (param, value) in ViewParams::params().iter().zip(view) {
            param.set(&mut scene.view.params, value).unwrap();
        }
        for ((yaw_deg, pitch_deg, distance_m, has_focus), number) in cameras.into_iter().zip(0..) {
            let focus_m = has_focus.then_some(focus);
            let camera = Camera { yaw_deg, pitch_deg, distance_m, focus_m };
            if number == 0 {
                scene.view.camera = camera;
            }
            scene.view.bookmarks.set(2 * number, Some(camera));
        }
        for layer in scene.recipe.layers.iter_mut() {
            if let LayerKind::Noise(noise) = &mut layer.kind {
                // A period does not go with every choice.
                noise.noise.period = 0;
            }
        }
        scene
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn any_scene_is_restored_from_its_code_its_parts_and_its_files(scene in any_scene()) {
        prop_assume!(scene.validate().is_ok());
        let code = encode(&scene);
        prop_assert_eq!(decode(&code), Ok(scene.clone()));
        prop_assert_eq!(encode(&decode(&code).unwrap()), code);
        prop_assert_eq!(scene_parts::read(&scene_parts::write(&scene)), Ok(scene.clone()));
        for text in [scene.to_toml(), scene.to_plain_toml()] {
            prop_assert_eq!(Scene::from_toml(&text), Ok(scene.clone()), "{}", text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
        let _ = decode(&text);
        let _ = decode(&format!("{PREFIX}{text}"));
    }

    #[test]
    fn any_bytes_with_a_right_checksum_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..300), deflated in any::<bool>()
    ) {
        let body = match deflated {
            true => miniz_oxide::deflate::compress_to_vec(&bytes, 6),
            false => bytes.clone(),
        };
        let _ = decode(&forged(&[&[u8::from(deflated)][..], &body].concat()));
        let _ = decode(&forged(&[&[u8::from(deflated), 2][..], &bytes].concat()));
    }

    #[test]
    fn a_code_with_other_bytes_is_read_or_refused(
        preset in 0..PRESETS.len(), place in 0..2000usize, byte in any::<u8>()
    ) {
        let mut plain = super::write::scene(&PRESETS[preset].scene().unwrap());
        let place = place % plain.len();
        plain[place] = byte;
        if let Ok(scene) = decode(&forged(&[&[PLAIN][..], &plain].concat())) {
            prop_assert!(scene.validate().is_ok());
        }
    }
}

#[test]
fn a_code_may_end_with_a_place_in_the_lab() {
    let code = encode(&Scene::default());
    let spot = LabSpot { figure: "break-289".to_owned(), step: 3, point: [-12.5, 1e-7] };
    let text = format!("  {code}{spot}\n");
    assert_eq!(decode(&text), Ok(Scene::default()));
    assert_eq!(lab_spot(&text), Ok(Some(spot)));
    assert_eq!(lab_spot(&code), Ok(None));
    for wrong in
        ["~", "~cell", "~cell~0~1,2", "~cell~1~1", "~cell~1~1,nan", "~cell~1~1,2~3", "~Cell~1~1,2"]
    {
        let text = format!("{code}{wrong}");
        assert_eq!(decode(&text), Err(ShareError::Spot(wrong.to_owned())));
        assert!(lab_spot(&text).unwrap_err().to_string().contains("~cell~4~1.7,2.3"), "{wrong}");
    }
}
