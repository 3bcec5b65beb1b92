use super::*;
use crate::marks::{Tool, ToolKind};
use crate::mask::{HeightBand, Mask, MaskKind, MaskType};
use crate::preset;
use proptest::prelude::*;

fn recipe(slug: &str) -> Recipe {
    preset::Preset::find(slug).unwrap().scene().unwrap().recipe
}

fn scatter(recipe: &Recipe) -> Scatter {
    Scatter::new(recipe, &Surface::new(recipe).unwrap())
}

fn square(corner_m: [f64; 2], side_m: f64) -> LandSquare {
    LandSquare { corner_m, side_m }
}

/// Sides of tiles that are quick to fill.
fn side_m(family: Family) -> f64 {
    if family == Family::Tufts { 16.0 } else { 128.0 }
}

fn sorted(mut plants: Vec<Plant>) -> Vec<Plant> {
    plants.sort_by(|a, b| {
        a.place_m[2].total_cmp(&b.place_m[2]).then(a.place_m[0].total_cmp(&b.place_m[0]))
    });
    plants
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn plants_do_not_depend_on_how_the_plane_is_divided(
        x in -1e9f64..1e9,
        z in -1e9f64..1e9,
        cuts in 2..5usize,
    ) {
        let scatter = scatter(&recipe("rolling-hills"));
        for family in Family::ALL {
            let side_m = side_m(family);
            let corner_m = [x.floor(), z.floor()];
            let all_plants = sorted(scatter.plants(family, square(corner_m, side_m)));
            let part_m = side_m / cuts as f64;
            let edge = |axis: usize, i: usize| corner_m[axis] + (i as f64 * part_m).floor();
            let mut parts = vec![];
            for i in 0..cuts {
                for j in 0..cuts {
                    // These squares overlap the border of the large square, too.
                    let plants =
                        scatter.plants(family, square([edge(0, i), edge(1, j)], side_m));
                    let right = if i + 1 == cuts { corner_m[0] + side_m } else { edge(0, i + 1) };
                    let below = if j + 1 == cuts { corner_m[1] + side_m } else { edge(1, j + 1) };
                    parts.extend(
                        plants
                            .into_iter()
                            .filter(|plant| plant.place_m[0] < right && plant.place_m[2] < below),
                    );
                }
            }
            prop_assert_eq!(sorted(parts), all_plants);
        }
    }

    #[test]
    fn plants_stand_on_dry_land_that_is_not_too_steep(
        x in -1e5f64..1e5,
        z in -1e5f64..1e5,
        slug in prop::sample::select(vec!["alps", "fjords", "archipelago"]),
    ) {
        let recipe = recipe(slug);
        let scatter = scatter(&recipe);
        for family in Family::ALL {
            let side_m = side_m(family);
            let plants = scatter.plants(family, square([x, z], side_m));
            let cells = side_m / family.cell_m() + 2.0;
            prop_assert!(plants.len() as f64 <= cells * cells);
            for plant in plants {
                let [x, y, z] = plant.place_m;
                prop_assert!(plant.size_m.is_finite() && plant.size_m > 0.0);
                // A part of a boulder is below the ground.
                let sunk_m = if plant.kind == PlantKind::Boulder { plant.size_m } else { 0.0 };
                prop_assert!(y.is_finite() && y + f64::from(sunk_m) > recipe.world.sea_level_m);
                let steepest = plant.kind.row().steepest_deg.map(f64::from);
                let lattice = LandLattice::new(
                    scatter.surface.land(),
                    square([x, z], 1.0),
                    family.lattice_m(),
                );
                let slope = lattice.at([x, z]).normal[1].acos().to_degrees();
                let limit = steepest.unwrap_or(recipe.plants.slope_deg);
                prop_assert!(f64::from(slope) < limit + 0.1, "{slope} of {limit}");
            }
        }
    }
}

#[test]
fn plants_stand_on_the_mesh() {
    let mut recipe = recipe("rolling-hills");
    recipe.plants.trees = 1.0;
    let scatter = scatter(&recipe);
    let plants = scatter.plants(Family::Trees, square([1e9, -1e9], 256.0));
    assert!(plants.len() > 200, "{}", plants.len());
    for plant in plants.iter().step_by(7) {
        let [x, y, z] = plant.place_m;
        let mesh_m = scatter.surface.mesh_m([x, z]);
        assert!((y - mesh_m).abs() < 0.02, "{y} {mesh_m}");
    }
}

#[test]
fn boulders_sink_deeper_on_steeper_ground() {
    let mut recipe = recipe("alps");
    recipe.plants.boulders = 1.0;
    let scatter = scatter(&recipe);
    let boulders: Vec<_> = (0..40)
        .flat_map(|i| scatter.plants(Family::Boulders, square([f64::from(i) * 300.0, 0.0], 64.0)))
        .collect();
    assert!(boulders.len() > 50, "{}", boulders.len());
    let depth = |plant: &Plant| {
        let [x, y, z] = plant.place_m;
        (scatter.surface.mesh_m([x, z]) - y) / f64::from(plant.size_m)
    };
    let (mut lowest, mut highest) = (f64::INFINITY, 0.0_f64);
    for boulder in &boulders {
        let depth = depth(boulder);
        // A shape's top is at three quarters of its size.
        assert!((0.0..0.6).contains(&depth), "{depth}");
        (lowest, highest) = (lowest.min(depth), highest.max(depth));
    }
    assert!(highest > lowest + 0.15, "{lowest} {highest}");
}

#[test]
fn hills_are_wooded_and_deserts_are_not() {
    let count = |slug: &str, family: Family| {
        let scatter = scatter(&recipe(slug));
        let tiles = (0..8).flat_map(|i| (0..8).map(move |j| [i, j]));
        let corners = tiles.map(|tile| tile.map(|c| f64::from(c) * 700.0 - 2800.0));
        corners.map(|corner_m| scatter.plants(family, square(corner_m, 64.0)).len()).sum::<usize>()
    };
    let cells = 64 * (64 / 6) * (64 / 6);
    let hills = count("rolling-hills", Family::Trees);
    assert!((cells / 8..cells * 3 / 4).contains(&hills), "{hills} of {cells}");
    for slug in ["dunes", "sand-sea", "moon", "desert-ranges"] {
        assert_eq!(count(slug, Family::Trees), 0, "{slug}");
    }
    assert!(count("alps", Family::Boulders) > 20);
}

/// The recipe with a mask that keeps only plants above a height.
fn from_height(recipe: &Recipe, low_m: f64) -> Recipe {
    let band = HeightBand { low_m, high_m: 8000.0, fade_m: 0.0 };
    let mask = Mask { kind: MaskKind::HeightBand(band), ..Mask::new(1, MaskType::HeightBand) };
    let mut recipe = recipe.clone();
    recipe.plants_masks.0 = vec![mask];
    recipe
}

#[test]
fn masks_remove_plants_and_leave_the_others_unchanged() {
    let mut recipe = recipe("alps");
    (recipe.plants.trees, recipe.plants.boulders, recipe.plants.grass) = (1.0, 1.0, 1.0);
    for family in [Family::Trees, Family::Boulders, Family::Tufts] {
        let side_m = 4.0 * side_m(family);
        // Squares with many plants at different heights, until enough plants are checked.
        let squares = (0..200).map(|i| square([f64::from(i) * 300.0 - 3e4, 900.0], side_m));
        let all = scatter(&recipe);
        let mut counts = [0; 2];
        for square in squares {
            let plants = all.plants(family, square);
            let heights = plants.iter().map(|plant| plant.place_m[1]);
            let [low_m, high_m] =
                heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], y| [l.min(y), h.max(y)]);
            if plants.len() < 20 || high_m - low_m < 20.0 {
                continue;
            }
            let middle_m = 0.5 * (low_m + high_m);
            let masked = scatter(&from_height(&recipe, middle_m)).plants(family, square);
            // Weights are interpolated, so the heights of plants near the limit are ignored.
            for plant in &plants {
                let above_m = plant.place_m[1] - middle_m;
                if above_m > 8.0 {
                    assert!(masked.contains(plant), "{plant:?} above {middle_m}");
                    counts[1] += 1;
                } else if above_m < -8.0 {
                    let stands = masked.iter().any(|other| other.place_m == plant.place_m);
                    assert!(!stands, "{plant:?} below {middle_m}");
                    counts[0] += 1;
                }
            }
            let is_kept = |plant: &Plant| plants.iter().any(|other| other.place_m == plant.place_m);
            assert!(masked.iter().all(is_kept));
            assert_eq!(scatter(&from_height(&recipe, -8000.0)).plants(family, square), plants);
            assert!(scatter(&from_height(&recipe, 7999.0)).plants(family, square).is_empty());
            if counts.iter().all(|count| *count > 50) {
                break;
            }
        }
        assert!(counts.iter().all(|count| *count > 0), "{family:?}: {counts:?}");
    }
}

#[test]
fn another_seed_has_other_plants() {
    let mut recipe = recipe("rolling-hills");
    recipe.plants.trees = 1.0;
    let [a, b] = ["1", "2"].map(|seed| {
        recipe.world.seed = seed.to_owned();
        scatter(&recipe).plants(Family::Trees, square([0.0; 2], 64.0))
    });
    assert!(!a.is_empty() && !b.is_empty());
    assert_ne!(a[0].place_m, b[0].place_m);
}

#[test]
fn no_plant_stands_on_a_road() {
    let mut recipe = recipe("rolling-hills");
    recipe.plants.trees = 1.0;
    let square = square([0.0, 0.0], 256.0);
    let before = scatter(&recipe).plants(Family::Trees, square);
    let mut tool = Tool::new(ToolKind::Road);
    if let Tool::Road(road) = &mut tool {
        road.width_m = 30.0;
    }
    // A road across the square, which begins and ends outside.
    recipe.draw(None, tool, "-100,100 +500,60".parse().unwrap()).unwrap();
    let after = scatter(&recipe).plants(Family::Trees, square);
    let from_road_m = |plant: &Plant| {
        let [x, _, z] = plant.place_m;
        ((x + 100.0) * 60.0 - (z - 100.0) * 500.0).abs() / 60f64.hypot(500.0)
    };
    assert!(
        before.iter().any(|plant| from_road_m(plant) < 15.0),
        "trees grow there without the road"
    );
    assert!(after.iter().all(|plant| from_road_m(plant) > 16.0 - 1e-9));
    assert!(after.iter().any(|plant| from_road_m(plant) < 40.0), "trees grow beside the road");
}

#[test]
fn reeds_stand_in_shallow_fresh_water_and_beside_it() {
    let mut recipe = recipe("lake-land");
    recipe.plants.grass = 1.0;
    let scatter = scatter(&recipe);
    // The arms of the lake at which the preset's views look.
    let whole = square([1000.0, -500.0], 1024.0);
    let reeds = scatter.plants(Family::Reeds, whole);
    assert!(reeds.len() > 500, "{}", reeds.len());
    let mut in_water = 0;
    for reed in &reeds {
        let [x, bed_m, z] = reed.place_m;
        let water =
            scatter.surface.land().water([x, z], scatter.surface.spacing_m(), bed_m).unwrap();
        let depth_m = water.level_m - bed_m;
        assert!((-0.21..0.91).contains(&depth_m), "{depth_m} m deep");
        assert!(f64::from(reed.size_m) > depth_m, "{reed:?} is above the water");
        in_water += usize::from(depth_m > 0.0);
    }
    assert!(in_water > reeds.len() / 4, "{in_water} of {}", reeds.len());
    let parts = [[0.0, 0.0], [512.0, 0.0], [0.0, 512.0], [512.0, 512.0]];
    let in_parts = parts
        .into_iter()
        .flat_map(|[x, z]| scatter.plants(Family::Reeds, square([1000.0 + x, z - 500.0], 512.0)));
    assert_eq!(sorted(in_parts.collect()), sorted(reeds));

    recipe.rivers.on = false;
    let dry = Scatter::new(&recipe, &Surface::new(&recipe).unwrap());
    assert!(!dry.has(Family::Reeds) && dry.plants(Family::Reeds, whole).is_empty());
}
