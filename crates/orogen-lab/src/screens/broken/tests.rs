use super::*;
use crate::meters::Jumps;
use crate::meters::repetition::repetition;
use crate::{Context, State, teaching_scene};

#[test]
fn each_mistake_shows_a_symptom_that_its_cure_removes() {
    let scene = teaching_scene();
    for (row, mistake) in ROWS.iter().zip(MISTAKES) {
        let state = State::of(row);
        let c = Context::new(&scene, &state, row).unwrap();
        let [wrong, right] = [false, true].map(|cured| (mistake.evaluate)(&c, cured).measured);
        assert!((mistake.is_symptom)(wrong), "{}: wrong {wrong}, right {right}", row.name);
        assert!(!(mistake.is_symptom)(right), "{}: wrong {wrong}, right {right}", row.name);
        let d = c.draw();
        assert_eq!([d.value("wrong"), d.value("right")], [Some(wrong), Some(right)]);
    }
}

#[test]
fn switches_belong_to_their_rows_and_cure() {
    let scene = teaching_scene();
    for (row, mistake) in ROWS.iter().zip(MISTAKES) {
        assert!(row.control(mistake.switch).is_some(), "{}", row.name);
        let mut state = State::of(row);
        assert!(!(row.challenge.is_solved)(&Context::new(&scene, &state, row).unwrap()));
        state.set(row, mistake.switch, 1.0);
        assert!((row.challenge.is_solved)(&Context::new(&scene, &state, row).unwrap()));
        assert!(mistake.code_lines.iter().all(|line| *line < row.code.len()), "{}", row.name);
    }
}

#[test]
fn lands_can_be_broken_and_mended() {
    let mut broken_count = 0;
    for row in ROWS {
        let [wrong, right] = [false, true].map(|cured| broken_land(row.name, cured));
        assert_eq!(wrong.is_empty(), right.is_empty(), "{}", row.name);
        let lands = [wrong, right].map(|patch| {
            let mut scene = teaching_scene();
            patch.iter().for_each(|(key, value)| scene.set_text(key, value).unwrap());
            scene.validate().unwrap();
            scene
        });
        assert_eq!(lands[0] == lands[1], wrong.is_empty(), "{}", row.name);
        broken_count += usize::from(!wrong.is_empty());
    }
    assert!(broken_count >= 4 && broken_land("cell", false).is_empty());
}

/// The meter of the figure looks at one kind of face; [`Jumps`] looks at all kinds.
#[test]
fn kernels_that_reach_too_far_jump_over_many_faces() {
    let jumps = |radius2| Jumps::of::<3>(&sums::solid(radius2), 600).value;
    assert!(jumps(0.6) > 1e-3 && jumps(0.5) < 1e-7);
}

#[test]
fn the_diagonal_repeats_after_seventeen_cells_and_the_hash_does_not() {
    let noise = |cured| tables::diagonal_spec(cured).build(2).unwrap();
    assert_eq!(repetition(&noise(false), 40), Some([17, -17]));
    assert_eq!(repetition(&noise(true), 40), None);
}
