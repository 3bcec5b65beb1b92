//! Samples that masks and finite differences share have the bits of samples alone.

use super::*;
use crate::chunk::chunk_grids;
use crate::mask::{Curvature, Slope};

/// Layers with masks of slope and of curvature, one above the other.
fn masked(radii_m: [f64; 2]) -> Recipe {
    let bend = |radius_m| MaskKind::Curvature(Curvature { radius_m, ..Default::default() });
    let mut top = with_mask(4, bend(radii_m[1]));
    top.masks.0[0].kind = bend(radii_m[1]);
    recipe_of(vec![
        noise_layer(1),
        with_mask(2, bend(radii_m[0])),
        with_mask(3, MaskKind::Slope(Slope { from_deg: 5.0, ..Default::default() })),
        top,
    ])
}

fn lands() -> Vec<Land> {
    // Whole cells on both grids, cells beyond the next chunk, half cells, and no whole number of cells.
    let radii = [[12.0, 40.0], [60.0, 300.0], [5.0, 9.0], [10.3, 17.7]];
    let mut recipes = radii.map(masked).to_vec();
    let mut eroded = masked([8.0, 24.0]);
    eroded.erosion.on = true;
    eroded.erosion_masks = eroded.layers[1].masks.clone();
    for layer in [2, 3] {
        eroded.layers[layer].head.layer.eroded = false;
    }
    eroded.plants_masks = eroded.layers[3].masks.clone();
    let mut rivers = eroded.clone();
    rivers.rivers.on = true;
    rivers.rivers_masks = masked([12.0, 24.0]).layers[1].masks.clone();
    recipes.extend([eroded, rivers]);
    recipes.iter().map(|recipe| Land::new(recipe).unwrap()).collect()
}

fn keys() -> Vec<ChunkKey> {
    let square = |level| (0..4).map(move |i| ChunkKey { level, x: i % 2 - 1, z: i / 2 + 3 });
    square(0).chain(square(3)).collect()
}

#[test]
fn chunks_together_have_the_bits_of_chunks_alone_and_of_single_places() {
    for (index, land) in lands().iter().enumerate() {
        let together = sample_all(land, &keys());
        for (key, samples) in keys().into_iter().zip(&together) {
            let heights_m = samples.heights_m(land);
            let alone = sample_chunk(land, key, None);
            assert!(heights_m == alone.heights_m(land), "land {index}, {key:?}");
            assert!(samples.reliefs() == alone.reliefs(), "land {index}, {key:?}");
            for (grid, heights_m) in
                chunk_grids(key, land.spacing_m()).iter().zip([&heights_m.fine, &heights_m.coarse])
            {
                let at = |axis: usize, i: usize| {
                    [(grid.origin[axis] + i as i64) as f64 * grid.spacing_m]
                };
                for i in (0..heights_m.len()).step_by(211) {
                    let (column, row) = (at(0, i % grid.size[0]), at(1, i / grid.size[0]));
                    let [single_m] = land.fill_at([&column, &row], grid.band_limit_m)[..] else {
                        panic!("a height for a place")
                    };
                    assert_eq!(heights_m[i], single_m, "land {index}, {key:?}, sample {i}");
                }
            }
        }
    }
}

#[test]
fn slopes_of_a_grid_have_the_bits_of_single_places() {
    for land in lands() {
        let [columns, rows] = [[-40.0, 7.0], [300.0, 5.0]].map(|[first, count]| {
            (0..count as i32).map(|i| first + f64::from(i)).collect::<Vec<_>>()
        });
        let grid = land.fill_slopes_at([&columns, &rows], 1.0);
        for i in 0..grid[0].len() {
            let (column, row) = ([columns[i % columns.len()]], [rows[i / columns.len()]]);
            let single = land.fill_slopes_at([&column, &row], 1.0);
            assert_eq!([0, 1, 2].map(|n| grid[n][i]), [0, 1, 2].map(|n| single[n][0]));
        }
    }
}
