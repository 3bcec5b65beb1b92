//! Typing into fields: units, and messages about values that are not allowed.

use super::{Desk, number};
use crate::studio::ui::messages;
use crate::studio::ui::widgets::ids::number_id;
use crate::terrain::scene::Scene;

/// Types over a value; what it is then, and what is said.
fn typed(desk: &mut Desk, key: &str, text: &str) -> (f64, Vec<String>) {
    let field = desk.rect(number_id(key));
    desk.time += 1.0;
    desk.type_into(field, text);
    (number(desk, key), messages::take(&desk.context))
}

#[test]
fn commas_and_feet_are_understood() {
    let mut desk = Desk::new(Scene::default(), &["world", "fractal"]);
    for (text, x) in [("1,5", 1.5), ("25 ft", 7.62), ("5' 3\"", 1.6002), ("-0,5 mi", -804.672)] {
        let (is, said) = typed(&mut desk, "world.sea_level_m", text);
        assert!((is - x).abs() < 1e-9 && said.is_empty(), "{text}: {is}, {said:?}");
    }
    assert_eq!(typed(&mut desk, "fractal.gain", "0,4").0, 0.4);
}

#[test]
fn bad_typed_values_are_reported() {
    let mut desk = Desk::new(Scene::default(), &["world", "fractal", "noise"]);
    let (is, said) = typed(&mut desk, "world.sea_level_m", "99 km");
    let [line] = &said[..] else { panic!("{said:?}") };
    assert!(line.starts_with("Sea level goes from −") && line.contains("99 km became"), "{line}");
    assert!(line.ends_with(&format!("{is} m")), "{line}");
    assert_eq!(
        typed(&mut desk, "world.sea_level_m", "12"),
        (12.0, vec![]),
        "in range nothing is said"
    );
    let (is, said) = typed(&mut desk, "world.sea_level_m", "1,500");
    assert_eq!(is, 12.0, "it stays");
    assert_eq!(
        said,
        [
            "Sea level: `1,500` can be 1.5 or 1500; type the number without a comma; it stays at 12 m"
        ]
    );
    let (is, said) = typed(&mut desk, "world.sea_level_m", "3 furlongs");
    assert_eq!(is, 12.0);
    assert!(said[0].contains("`furlongs` is not a unit here"), "{said:?}");
    let (_, said) = typed(&mut desk, "fractal.gain", "7");
    assert!(said[0].contains("goes from") && said[0].contains("7 became"), "{said:?}");
    // Sizes of features are told as they are shown.
    let (_, said) = typed(&mut desk, "noise.frequency", "99999 km");
    assert!(said[0].contains(" km"), "{said:?}");
}
