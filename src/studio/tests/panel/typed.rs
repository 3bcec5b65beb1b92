//! Typing into fields: units, and messages about values that are not allowed.

use super::{Desk, number};
use crate::studio::ui::messages;
use crate::studio::ui::widgets::ids::number_id;
use crate::terrain::scene::Scene;

/// Replaces a value by typing. Returns the new value and the messages.
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
        let (new_value, messages_shown) = typed(&mut desk, "world.sea_level_m", text);
        assert!(
            (new_value - x).abs() < 1e-9 && messages_shown.is_empty(),
            "{text}: {new_value}, {messages_shown:?}"
        );
    }
    assert_eq!(typed(&mut desk, "fractal.gain", "0,4").0, 0.4);
}

#[test]
fn bad_typed_values_are_reported() {
    let mut desk = Desk::new(Scene::default(), &["world", "fractal", "noise"]);
    let (new_value, messages_shown) = typed(&mut desk, "world.sea_level_m", "99 km");
    let [line] = &messages_shown[..] else { panic!("{messages_shown:?}") };
    assert!(line.starts_with("Sea level goes from −") && line.contains("99 km became"), "{line}");
    assert!(line.ends_with(&format!("{new_value} m")), "{line}");
    assert_eq!(
        typed(&mut desk, "world.sea_level_m", "12"),
        (12.0, vec![]),
        "a value in range gives no message"
    );
    let (new_value, messages_shown) = typed(&mut desk, "world.sea_level_m", "1,500");
    assert_eq!(new_value, 12.0, "it stays");
    assert_eq!(
        messages_shown,
        [
            "Sea level: `1,500` can be 1.5 or 1500; type the number without a comma; it stays at 12 m"
        ]
    );
    let (new_value, messages_shown) = typed(&mut desk, "world.sea_level_m", "3 furlongs");
    assert_eq!(new_value, 12.0);
    assert!(messages_shown[0].contains("`furlongs` is not a unit here"), "{messages_shown:?}");
    let (_, messages_shown) = typed(&mut desk, "fractal.gain", "7");
    assert!(
        messages_shown[0].contains("goes from") && messages_shown[0].contains("7 became"),
        "{messages_shown:?}"
    );
    // Messages give feature sizes as they are displayed.
    let (_, messages_shown) = typed(&mut desk, "noise.frequency", "99999 km");
    assert!(messages_shown[0].contains(" km"), "{messages_shown:?}");
}
