use crate::land::Land;
use crate::preset::PRESETS;
use crate::recipe::Recipe;
use orogen_noise::{Edit, Fade};

/// Columns and rows off any grid, on several tiles.
fn lines(start: [f64; 2], step_m: f64) -> [Vec<f64>; 2] {
    [(0, 131), (1, 34)].map(|(axis, count)| {
        (0..count).map(|i| start[axis] + f64::from(i) * step_m).collect::<Vec<_>>()
    })
}

/// Compares samples that are computed together with some that are computed one by one.
fn check(name: &str, recipe: &Recipe, start: [f64; 2], step_m: f64) {
    let land = Land::new(recipe).unwrap();
    let [columns, rows] = lines(start, step_m);
    let mut heights_m = vec![f64::NAN; columns.len() * rows.len()];
    land.heights_m([&columns, &rows], land.spacing_m(), &mut heights_m);
    for i in (0..heights_m.len()).step_by(131).chain([130, heights_m.len() - 1]) {
        let place_m = [columns[i % columns.len()], rows[i / columns.len()]];
        assert_eq!(heights_m[i], land.height_m(place_m, land.spacing_m()), "{name} {place_m:?}");
    }
}

#[test]
fn presets_have_the_bits_of_single_points() {
    for preset in PRESETS {
        let recipe = preset.scene().unwrap().recipe;
        let step_m = 0.7 * recipe.world.spacing_m.metres();
        check(preset.slug, &recipe, [-777.7, 12_345.6], step_m);
    }
}

#[test]
fn lines_in_any_order_have_the_bits_of_single_points() {
    let mut recipe = Recipe::default();
    recipe.erosion.on = true;
    let land = Land::new(&recipe).unwrap();
    let (columns, rows) = ([90.25, -3000.5, 17.1, 17.1], [5.5, 5000.1, -70.0]);
    let mut heights_m = vec![f64::NAN; 12];
    land.heights_m([&columns, &rows], 1.0, &mut heights_m);
    for (i, height_m) in heights_m.into_iter().enumerate() {
        assert_eq!(height_m, land.height_m([columns[i % 4], rows[i / 4]], 1.0));
    }
}

#[test]
fn edits_and_custom_fades_have_the_bits_of_single_points() {
    let mut recipe = Recipe::default();
    recipe.erosion.on = true;
    recipe.base_mut().noise.fade = Fade::Custom(recipe.base().noise.fade_curve());
    recipe.base_mut().noise.fade_half = 0.3;
    let start_m = [-150.0, 40.0];
    check("a fade", &recipe, start_m, 7.3);
    let plain = Land::new(&recipe).unwrap();
    let edit = |x, y| Edit { octave: 0, cell: [x, y], gradient: [2.5, 0.5 * x as f64] };
    let edits = (-3..3).flat_map(|y| (-3..3).map(move |x| edit(x, y)));
    recipe.base_mut().edits = edits.collect::<Vec<_>>().into();
    check("edits", &recipe, start_m, 7.3);
    let edited = Land::new(&recipe).unwrap();
    assert_ne!(plain.height_m(start_m, 1.0), edited.height_m(start_m, 1.0));
}
