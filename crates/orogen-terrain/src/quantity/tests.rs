//! Quantities as people type them.

use super::*;
use proptest::prelude::*;

fn close(text: &str, unit: &str, present: f64, expected: f64) {
    let value = evaluate(text, unit, present);
    let is_close = |x: f64| (x - expected).abs() <= 1e-12 * expected.abs().max(1.0);
    assert!(value.clone().is_ok_and(is_close), "`{text}` in {unit}: {value:?}, not {expected}");
}

#[test]
fn units_and_arithmetic_are_evaluated() {
    for (text, unit, expected) in [
        ("1.2 km", "m", 1200.0),
        ("1.2km", "m", 1200.0),
        ("250 m", "km", 0.25),
        ("250", "km", 250.0),
        ("3*250", "m", 750.0),
        ("3 × 250 m", "m", 750.0),
        ("1/3", "", 1.0 / 3.0),
        ("-(2 + 3) * 2", "m", -10.0),
        ("−5", "m", -5.0),
        ("2 - -3", "", 5.0),
        ("1e3", "m", 1000.0),
        ("1.5e+2", "m", 150.0),
        (".5", "", 0.5),
        ("1 km + 50", "m", 1050.0),
        ("50 + 1 km", "m", 1050.0),
        ("1 km - 20 cm", "m", 999.8),
        ("1 km / 4", "m", 250.0),
        ("1 km / 250 m", "", 4.0),
        ("2(", "", f64::NAN),
        ("50%", "m", 300.0),
        ("100% + 50 m", "m", 650.0),
        ("100% + 1", "km", 601.0),
        ("12%", "%", 12.0),
        ("45°", "°", 45.0),
        ("45 deg", "°", 45.0),
        ("90° / 4", "°", 22.5),
        ("1 rad", "°", 57.295_779_513_082_32),
        ("0.34 /km", "cycles/km", 0.34),
        ("0.34 cycles/km", "cycles/km", 0.34),
        ("2.5 km", "cycles/km", 0.4),
        ("500 m", "cycles/km", 2.0),
        ("1 / 500 m", "cycles/km", 2.0),
        ("0.002 / m", "cycles/km", 2.0),
        ("3 cells", "cells", 3.0),
        ("1.5 EV", "EV", 1.5),
        ("0", "m", 0.0),
        ("25 ft", "m", 7.62),
        ("25ft", "m", 7.62),
        ("25'", "m", 7.62),
        ("5' 3\"", "m", 1.6002),
        ("-5'3″", "m", -1.6002),
        ("5 ft 3 in", "m", 1.6002),
        ("5 feet 3 inches + 1 m", "m", 2.6002),
        ("10 in", "m", 0.254),
        ("100 yd", "m", 91.44),
        ("0.5 mi", "km", 0.804672),
        ("1 / 100 ft", "cycles/km", 1000.0 / 30.48),
        ("100 ft", "cycles/km", 1000.0 / 30.48),
        ("0.5 / mi", "cycles/km", 0.5 / 1.609344),
    ] {
        match expected.is_nan() {
            true => assert!(evaluate(text, unit, 600.0).is_err(), "{text}"),
            false => close(text, unit, 600.0, expected),
        }
    }
}

#[test]
fn an_unambiguous_comma_is_a_decimal_point_or_a_thousands_separator() {
    for (text, expected) in [
        ("1,5", 1.5),
        (",5", 0.5),
        ("1,5 km", 1500.0),
        ("0,500", 0.5),
        ("1234,567", 1234.567),
        ("1,5 * 2,25", 3.375),
        ("2,5e3", 2500.0),
        ("1,234.5", 1234.5),
        ("1,234,567", 1_234_567.0),
        ("1.234,5", 1234.5),
        ("1.234.567", 1_234_567.0),
        ("1.234.567,25", 1_234_567.25),
        ("1.500", 1.5),
    ] {
        close(text, "m", 600.0, expected);
    }
    for (text, words) in [
        ("1,500", "`1,500` can be 1.5 or 1500; type the number without a comma"),
        ("12,345", "`12,345` can be 12.345 or 12345; type the number without a comma"),
        ("-1,000 m", "`1,000` can be 1 or 1000; type the number without a comma"),
        ("1,23,4", "`1,23,4` stands where a number is expected"),
        ("1,5.2", "`1,5.2` stands where a number is expected"),
        ("1.5,2.5", "`1.5,2.5` stands where a number is expected"),
        ("1, 5", "`, 5` stands where a number is expected"),
    ] {
        let error = evaluate(text, "m", 600.0).map_err(|error| error.to_string());
        assert_eq!(error, Err(words.to_owned()), "{text}");
    }
}

#[test]
fn values_set_by_key_may_have_units() {
    use crate::mask::{Mask, MaskType};
    use crate::scene::Scene;
    let mut scene = Scene::default();
    scene.recipe.layers[0].masks.0 = vec![Mask::new(1, MaskType::HeightBand)];
    scene.recipe.layers[0].head.layer.name = "Hills".to_owned();
    let mut set = |key: &str, text: &str| {
        scene.set_text(key, text).map_err(|error| error.to_string())?;
        let value = crate::values::at(&scene, &key.replace("hills", "1"));
        Ok(value.expect("it is there").value.to_string())
    };
    for (key, text, value) in [
        ("world.sea_level_m", "25 ft", "7.62"),
        ("world.sea_level_m", "200%", "15.24"),
        ("fractal.gain", "0,4", "0.4"),
        ("fractal.octaves", "2*3", "6"),
        ("layer.hills.mask.1.low_m", "0.1 mi", "160.9344"),
        ("light.sun_elevation_deg", "1/2", "0.5"),
    ] {
        assert_eq!(set(key, text), Ok(value.to_owned()), "{key}={text}");
    }
    for (key, text, words) in [
        ("world.sea_level_m", "1,500", "`1,500` can be 1.5 or 1500"),
        ("world.sea_level_m", "12 parsecs", "`parsecs` is not a unit here"),
        ("world.sea_level_m", "much", "`much` is not a number"),
        ("world.sea_level_m", "99 km", "99000 is out of range"),
        ("world.extent_chunks", "7/2", "3.5 is not a whole number"),
        ("layer.1.mask.1.low_m", "1,500 m", "`1,500` can be 1.5 or 1500"),
    ] {
        let error: String = set(key, text).unwrap_err();
        assert!(error.contains(words) && error.contains("allowed is"), "{key}={text}: {error}");
    }
}

#[test]
fn errors_of_quantities_name_the_allowed_values() {
    for (text, unit, words) in [
        ("", "m", "there is no number"),
        ("  ", "m", "there is no number"),
        ("3 +", "m", "missing at the end"),
        ("3 + )", "m", "parentheses"),
        ("(3", "m", "parentheses"),
        ("3)", "m", "parentheses"),
        ("3 4", "m", "`4` stands where"),
        ("3,", "m", "`,` stands where"),
        (
            "3 furlongs",
            "m",
            "`furlongs` is not a unit here; the units are mm, cm, m, km, in, ft, yd, mi and %",
        ),
        ("5' 3", "m", "`3` stands where"),
        ("5' 3 m", "m", "`3 m` stands where"),
        ("45°", "m", "the value is in m"),
        ("3 km", "", "this value has no unit; leave it out"),
        ("3 km", "°", "the units are °, deg, rad"),
        ("3 km * 2 km", "m", "the value is in m"),
        ("3 km + 4°", "m", "cannot be added"),
        ("1/0", "m", "not a finite number"),
        ("inf", "m", "not a finite number"),
        ("nan", "m", "not a finite number"),
        ("1e999", "m", "not a finite number"),
        ("#", "m", "`#` stands where"),
    ] {
        let error = evaluate(text, unit, 1.0).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "`{text}` in {unit}: {error}");
    }
    let deep = "(".repeat(150) + "1" + &")".repeat(40);
    assert_eq!(evaluate(&deep, "m", 1.0), Err(QuantityError::Depth));
    assert_eq!(evaluate(&"1+".repeat(200), "m", 1.0), Err(QuantityError::TooLong));
}

#[test]
fn parameters_accept_quantities() {
    let share = ParamKind::Number { min: 0.0, max: 1.0, log: false };
    let height = ParamKind::Number { min: 0.0, max: 8000.0, log: false };
    let count = ParamKind::Integer { min: 1, max: 10 };
    let read = |text, kind: &ParamKind, unit, present| parse(text, kind, unit, &present).unwrap();
    assert_eq!(read("50%", &share, "", Value::Number(0.2)), Value::Number(0.5));
    assert_eq!(read("50%", &height, "m", Value::Number(600.0)), Value::Number(300.0));
    assert_eq!(read("2*3", &count, "", Value::Integer(1)), Value::Integer(6));
    assert_eq!(read("7/2", &count, "", Value::Integer(1)), Value::Integer(4));
    assert_eq!(read("on", &ParamKind::Toggle, "", Value::Toggle(false)), Value::Toggle(true));
    assert!(parse("yes", &ParamKind::Toggle, "", &Value::Toggle(false)).is_err());
    assert!(parse("2 m", &share, "", &Value::Number(0.2)).is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof!["(?s).{0,60}", "[-+*/()%0-9., mk°degftin'−×]{0,40}"],
        unit in "(|m|km|°|cycles/km|%|cells)",
        present in -1e9..1e9,
    ) {
        if let Ok(value) = evaluate(&text, &unit, present) {
            prop_assert!(value.is_finite());
        }
    }

    #[test]
    fn plain_numbers_keep_their_bits(x in any::<f64>()) {
        prop_assume!(x.is_finite());
        prop_assert_eq!(evaluate(&format!("{x}"), "km", 1.0).map(f64::to_bits), Ok(x.to_bits()));
        prop_assert_eq!(evaluate(&format!(" {x:e} "), "", 1.0).map(f64::to_bits), Ok(x.to_bits()));
    }
}
