//! Files, codes and local edits.

use super::*;
use crate::layer::WeightedPart;
use crate::scene::Scene;
use crate::{scene_parts, share};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn beyond_the_reach_of_an_edit_every_bit_stays(
        marks in any_marks(), works in any_marks(), replacement in any_mark(), which in 0usize..5,
        kind in 0..4, eroded in any::<bool>(),
    ) {
        let mut old = hills(eroded);
        let id = add(&mut old, marks, true);
        add(&mut old, works, false);
        let mut new = old.clone();
        let hands = marks_of(&mut new, id);
        let which = which % hands.len();
        let mark_id = hands[which].id;
        match kind {
            0 => hands.marks_mut()[which] = Mark { id: mark_id, ..replacement },
            1 => hands.push(Mark { id: hands.next_id(), ..replacement }).unwrap(),
            2 => _ = hands.remove(mark_id),
            _ => hands.marks_mut()[which].on = false,
        }
        let area = reach(&old, &new, 8.0).expect("only marks differ");
        let [was, now] = [&old, &new].map(|recipe| Land::new(recipe).unwrap());
        let line: Vec<f64> = (-60..60).map(|i| 40.0 * f64::from(i)).collect();
        let [a, b] = [&was, &now].map(|land| land.fill_at([&line, &line], 8.0));
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            let place = [line[i % line.len()], line[i / line.len()]];
            if !area.contains(place) {
                prop_assert_eq!(a.to_bits(), b.to_bits(), "at {:?}", place);
            }
        }
    }

    #[test]
    fn beyond_the_reach_of_paint_every_bit_stays(
        strokes in prop::collection::vec((prop::array::uniform2(-800.0..800.0f64), any::<bool>()), 2..5),
        of_erosion in any::<bool>(), works in any_marks(),
    ) {
        let mut old = hills(true);
        add(&mut old, works, false);
        let part = if of_erosion { WeightedPart::Erosion } else { WeightedPart::Layer(1) };
        let mut new = old.clone();
        for (point, adds) in strokes {
            old = new.clone();
            let path = MarkPath::from_points_m(&[point], 250.0).unwrap();
            let brush = Brush { height_m: if adds { 1.0 } else { -1.0 }, ..Brush::default() };
            new.paint(part, brush, path).unwrap();
        }
        let area = reach(&old, &new, 8.0).expect("only marks differ");
        prop_assert!(!area.is_empty());
        let [was, now] = [&old, &new].map(|recipe| Land::new(recipe).unwrap());
        let line: Vec<f64> = (-60..60).map(|i| 40.0 * f64::from(i)).collect();
        let [a, b] = [&was, &now].map(|land| land.fill_at([&line, &line], 8.0));
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            let place = [line[i % line.len()], line[i / line.len()]];
            if !area.contains(place) {
                prop_assert_eq!(a.to_bits(), b.to_bits(), "at {:?}", place);
            }
        }
    }

    #[test]
    fn files_codes_and_history_keep_every_mark(marks in any_marks()) {
        let mut scene = Scene::default();
        add(&mut scene.recipe, marks, false);
        for text in [scene.to_toml(), scene.to_plain_toml()] {
            prop_assert_eq!(Scene::from_toml(&text), Ok(scene.clone()), "{}", text);
        }
        prop_assert_eq!(share::decode(&share::encode(&scene)), Ok(scene.clone()));
        let parts = scene_parts::write(&scene);
        prop_assert_eq!(scene_parts::read(&parts), Ok(scene.clone()));
        for value in crate::values::of_scene(&scene).iter().filter(|v| v.address.contains(".mark.")) {
            let mut again = scene.clone();
            again.set_text(&value.address, &value.value.to_string()).unwrap();
            prop_assert_eq!(&again, &scene);
        }
    }
}

#[test]
fn edits_of_more_than_marks_have_no_reach() {
    let mut old = hills(true);
    let id = add(&mut old, numbered(vec![mark(ToolKind::Brush, "0,0", &[])]), true);
    assert_eq!(reach(&old, &old, 1.0), Some(ReachArea::default()));
    let mut higher = old.clone();
    higher.base_mut().shape.height_m += 1.0;
    assert_eq!(reach(&old, &higher, 1.0), None);
    let mut other = old.clone();
    marks_of(&mut other, id).remove(1);
    assert!(reach(&old, &other, 1.0).is_some());
    // The rivers of the guide may take other courses anywhere.
    (old.rivers.on, other.rivers.on) = (true, true);
    assert_eq!(reach(&old, &other, 1.0), None);
}

#[test]
fn marks_that_follow_changed_land_belong_to_the_reach() {
    let mut old = hills(false);
    let [hill, far] = [[("radius_m", "100")], [("radius_m", "50")]];
    let marks = vec![
        mark(ToolKind::Brush, "0,0", &hill),
        mark(ToolKind::Flatten, "50,0 +3000,0", &far),
        mark(ToolKind::Flatten, "9000,0", &far),
    ];
    let id = add(&mut old, numbered(marks), false);
    let mut new = old.clone();
    marks_of(&mut new, id).marks_mut()[0].set_text("height_m", "70").unwrap();
    let area = reach(&old, &new, 1.0).unwrap();
    assert!(area.contains([3050.0, 0.0]) && !area.contains([9000.0, 0.0]));
    // The first mark does not follow the third.
    marks_of(&mut new, id).marks_mut()[0].set_text("height_m", "50").unwrap();
    marks_of(&mut new, id).marks_mut()[2].set_text("height_m", "9").unwrap();
    let area = reach(&old, &new, 1.0).unwrap();
    assert!(area.contains([9000.0, 0.0]) && !area.contains([50.0, 0.0]));
}

#[test]
fn wrong_marks_in_files_say_what_is_wrong() {
    let file = |mark: &str| {
        let layers = "[[layer]]\nid = 1\n[[layer]]\nid = 2\nkind = \"hands\"\n[[layer.mark]]\n";
        Scene::from_toml(&format!("version = 2\n{layers}{mark}")).unwrap_err().to_string()
    };
    let path = "path = \"1,2\"";
    for (text, words) in [
        (path.to_owned(), "tool is missing"),
        (format!("tool = \"axe\"\n{path}"), "there is no kind of mark `axe`; allowed are brush"),
        ("tool = \"brush\"".to_owned(), "mark 1 has no path"),
        ("tool = \"brush\"\npath = \"1;2\"".to_owned(), "`1;2` is not a point"),
        (format!("tool = \"brush\"\n{path}\nradius_m = 0"), "0 is out of range"),
        (format!("tool = \"brush\"\n{path}\nradios_m = 9"), "did you mean `radius_m`?"),
        (format!("id = 0\ntool = \"brush\"\n{path}"), "1 to 4294967295"),
    ] {
        let problem = file(&text);
        assert!(problem.contains(words), "{text}: {problem}");
    }
    let many = format!("tool = \"brush\"\n{path}\n[[layer.mark]]\n").repeat(MAX_MARKS);
    let problem = file(&format!("{many}tool = \"brush\"\n{path}"));
    assert!(problem.contains("too many marks; allowed are up to 4096"), "{problem}");
    let long = file(&format!("tool = \"road\"\npath = \"{}\"", vec!["1,1"; 257].join(" ")));
    assert!(long.contains("a path of 257 points is too long"), "{long}");
}

#[test]
fn a_code_of_many_marks_is_refused_for_sharing() {
    let strokes = (0..2000).map(|i| mark(ToolKind::Brush, &format!("{},{}", i * i % 977, i), &[]));
    let mut scene = Scene::default();
    add(&mut scene.recipe, numbered(strokes.collect()), false);
    let refusal = share::encode_short(&scene).unwrap_err().to_string();
    assert!(refusal.contains("over 8000; share the recipe as a file"), "{refusal}");
    assert_eq!(share::decode(&share::encode(&scene)), Ok(scene));
}
