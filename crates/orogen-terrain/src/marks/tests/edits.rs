//! Files, codes and local edits.

use std::sync::Arc;

use super::*;
use crate::chunk::ChunkKey;
use crate::heightfield::{chunk_grids, sample_chunk};
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
        let layer = marks_of(&mut new, id);
        let which = which % layer.len();
        let mark_id = layer[which].id;
        match kind {
            0 => layer.marks_mut()[which] = Mark { id: mark_id, ..replacement },
            1 => layer.push(Mark { id: layer.next_id(), ..replacement }).unwrap(),
            2 => _ = layer.remove(mark_id),
            _ => layer.marks_mut()[which].on = false,
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
        part in select(vec![WeightedPart::Rivers, WeightedPart::Erosion, WeightedPart::Layer(1)]),
        works in any_marks(),
    ) {
        let mut old = if part == WeightedPart::Rivers { river_hills(true) } else { hills(true) };
        add(&mut old, works, false);
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
    fn beyond_the_reach_of_a_stroke_under_kept_rivers_land_and_water_stay(
        marks in any_marks(), added in any_mark(), is_eroded in any::<bool>(), level in 0u8..4,
    ) {
        let mut first = river_hills(is_eroded);
        let id = add(&mut first, marks, true);
        let mut old = first.clone();
        old.base_mut().shape.height_m *= 0.9;
        let mut new = old.clone();
        let layer = marks_of(&mut new, id);
        layer.push(Mark { id: layer.next_id(), ..added }).unwrap();
        let [was, now] =
            [&old, &new].map(|recipe| Land::with_network_of(recipe, Some(&first)).unwrap());
        let finest_m = was.spacing_m();
        let changed = ChangedChunks::new(&old, &new, [level], finest_m).expect("only marks differ");
        let mut compared = 0;
        for (x, z) in (-9..9).flat_map(|x| (-2..2).map(move |z| (x, z))) {
            let key = ChunkKey { level, x, z };
            if !changed.may_contain(key) {
                let [a, b] = [&was, &now].map(|land| sample_chunk(land, key, None));
                prop_assert_eq!(a.water(), b.water(), "water of {:?}", key);
                let [a, b] = [a.heights_m(&was), b.heights_m(&now)];
                prop_assert_eq!([&a.fine, &a.coarse], [&b.fine, &b.coarse], "land of {:?}", key);
                compared += 1;
            }
        }
        prop_assume!(compared > 0);
    }

    #[test]
    fn beyond_the_reach_of_a_stroke_that_moves_rivers_land_and_water_stay(
        marks in any_marks(), works in any_marks(), added in any_mark(), joins in any::<bool>(),
        is_eroded in any::<bool>(), level in 0u8..4,
    ) {
        let mut old = river_hills(is_eroded);
        let id = add(&mut old, marks, true);
        let works_id = add(&mut old, works, false);
        let mut new = old.clone();
        let layer = marks_of(&mut new, if joins { works_id } else { id });
        let mut added = Mark { id: layer.next_id(), ..added };
        if let (Tool::River(river), true) = (&mut added.tool, joins) {
            river.joins = true;
        }
        layer.push(added).unwrap();
        let lands = [&old, &new].map(|recipe| Land::new(recipe).unwrap());
        let finest_m = lands[0].spacing_m();
        let changed = ChangedChunks::new(&old, &new, [level], finest_m).expect("only marks differ");
        let band_limit_m = 64.0 * finest_m;
        let changed = changed.with_bands([&old, &new], [band_limit_m]).expect("only marks differ");
        let changed = changed.with_rivers(lands.clone(), &new);
        for (x, z) in (-9..9).flat_map(|x| (-2..2).map(move |z| (x, z))) {
            let key = ChunkKey { level, x, z };
            if !changed.may_contain(key) {
                let [a, b] = lands.each_ref().map(|land| sample_chunk(land, key, None));
                prop_assert_eq!(a.water(), b.water(), "water of {:?}", key);
                let [a, b] = [a.heights_m(&lands[0]), b.heights_m(&lands[1])];
                prop_assert_eq!([&a.fine, &a.coarse], [&b.fine, &b.coarse], "land of {:?}", key);
            }
            let corner_m = [x, z].map(|i| 300.0 * i as f64);
            let corners_m = [corner_m, corner_m.map(|m| m + 64.0)];
            let samples = SampledArea { corners_m, spacing_m: 0.5 * finest_m, band_limit_m };
            if !changed.may_change(&samples) {
                let lines = corner_m.map(|m| (0..17).map(|i| m + 4.0 * f64::from(i)).collect::<Vec<_>>());
                let [a, b] = lands.each_ref().map(|land| {
                    land.fill_at(lines.each_ref().map(|line| &**line), samples.spacing_m)
                });
                prop_assert_eq!(a, b, "samples at {:?}", corner_m);
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
fn copies_share_what_is_prepared_until_one_changes() {
    let mut layer = numbered(vec![mark(ToolKind::Brush, "0,0", &[])]);
    let forms = layer.forms().clone();
    let copy = layer.clone();
    assert!(Arc::ptr_eq(&forms, copy.forms()) && Arc::ptr_eq(layer.paint(), copy.paint()));
    layer.marks_mut()[0].set_text("radius_m", "90").unwrap();
    assert!(Arc::ptr_eq(&forms, copy.forms()) && !Arc::ptr_eq(&forms, layer.forms()));
    assert_eq!(layer.forms().marks[0].around_m, [[-90.0; 2], [90.0; 2]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn chunks_that_keep_the_sums_of_strokes_have_the_bits_of_the_land(
        strokes in prop::collection::vec((prop::array::uniform2(-400.0..400.0f64), -90.0..90.0f64, 20.0..600.0f64), 2..8),
        ridge in prop::option::of(any_mark()), eroded in any::<bool>(), removed in 0usize..2, level in 0u8..3,
    ) {
        let marks = strokes.iter().map(|(point, height_m, radius_m)| {
            let ahead = point.map(|m| 0.5 * m + 90.0);
            let path = MarkPath::from_points_m(&[*point, ahead], *radius_m).unwrap();
            let brush = Brush { height_m: *height_m, radius_m: *radius_m, ..Brush::default() };
            Mark { tool: Tool::Brush(brush), ..Mark::new(1, ToolKind::Brush, path) }
        });
        let marks: Vec<Mark> = marks.collect();
        let mut recipe = hills(eroded);
        let id = add(&mut recipe, numbered(marks[1..].to_vec()), true);
        let mut edits = vec![recipe.clone()];
        let mut edit = |change: &dyn Fn(&mut Recipe)| {
            change(&mut recipe);
            edits.push(recipe.clone());
        };
        edit(&|recipe| recipe.base_mut().shape.height_m *= 1.3);
        let push = |recipe: &mut Recipe, mark: &Mark| {
            let layer = marks_of(recipe, id);
            layer.push(Mark { id: layer.next_id(), ..mark.clone() }).unwrap();
        };
        edit(&|recipe| push(recipe, &marks[0]));
        edit(&|recipe| {
            let layer = marks_of(recipe, id);
            layer.remove(layer[removed % layer.len()].id);
        });
        ridge.iter().for_each(|ridge| edit(&|recipe| push(recipe, ridge)));
        let key = ChunkKey { level, x: -1, z: 0 };
        let mut known = None;
        for recipe in edits {
            let land = Land::new(&recipe).unwrap();
            let samples = sample_chunk(&land, key, known.as_ref());
            let field = samples.heights_m(&land);
            for (grid, heights_m) in chunk_grids(key, land.spacing_m()).iter().zip([&field.fine, &field.coarse]) {
                let mut one_by_one = vec![0.0; heights_m.len()];
                land.fill(grid, &mut one_by_one);
                for (kept, one_by_one) in heights_m.iter().zip(one_by_one) {
                    prop_assert_eq!(kept.to_bits(), one_by_one.to_bits());
                }
            }
            known = Some(samples);
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
    assert!(reach_with_network(&old, &other, 1.0).is_some());
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
        (format!("kind = \"brush\"\ntool = \"brush\"\n{path}"), "kind"),
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
