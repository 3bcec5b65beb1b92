//! Arrays in memory have the bits of files, also when a grid is sampled in parts.

use super::*;
use crate::arrays::{ArrayError, ArrayLines, ArraySampler, RowRequest};
use orogen_terrain::preset::PRESETS;

/// The columns and rows of a grid, and `margin` more on every side.
fn lines(plan: &ExportPlan, margin: i64) -> [Vec<f64>; 2] {
    let samples = i64::from(plan.grid().samples());
    [0, 1].map(|axis| {
        (-margin..samples + margin).map(|i| plan.grid().unclamped_position_m(axis, i)).collect()
    })
}

#[test]
fn heights_have_the_bits_of_files() {
    let scratch = ScratchFolder::new();
    // The samples lie on the view's vertices, and between them.
    for (place, samples) in [("0,0,512", 33), ("13.7,-3.1,199", 34)] {
        for preset in PRESETS {
            let scene = preset.scene().unwrap();
            let sampler = ArraySampler::new(&scene).unwrap();
            for sea in [Sea::Bed, Sea::Clamp] {
                let out = scratch.file("a.r32");
                let (area, samples) = (area(place), Some(samples));
                let options = ExportOptions { area, samples, sea, ..ExportOptions::new(&out) };
                let plan = plan(&scene, &options);
                run(&scene, &options);
                let file = floats(&out);
                let [columns_m, rows_m] = lines(&plan, 0);
                let band_limit_m = plan.band_limit_m();
                let mut heights_m = vec![0.0; file.len()];
                let (north, south) = heights_m.split_at_mut(columns_m.len() * 20);
                for (rows_m, out) in [(&rows_m[..20], north), (&rows_m[20..], south)] {
                    let lines = ArrayLines { columns_m: &columns_m, rows_m, band_limit_m };
                    sampler.heights_m(lines, sea, out, &Progress::default()).unwrap();
                }
                assert!(
                    heights_m.iter().map(|h| h.to_bits()).eq(file.iter().map(|h| h.to_bits())),
                    "{} at {place}",
                    preset.slug
                );
            }
        }
    }
}

#[test]
fn rows_of_the_ground_do_not_depend_on_the_part_that_holds_them() {
    let scene = PRESETS.iter().find(|preset| preset.slug == "brooks").unwrap().scene().unwrap();
    let options =
        ExportOptions { area: area("0,0,512"), samples: Some(65), ..ExportOptions::new("a.r32") };
    let plan = plan(&scene, &options);
    let sampler = ArraySampler::new(&scene).unwrap();
    let [columns_m, rows_m] = lines(&plan, 1);
    let request = RowRequest { relief: true, shares: true, colours: true };
    let sample = |columns_m: &[f64], rows_m: &[f64], progress: &Progress| {
        let lines = ArrayLines { columns_m, rows_m, band_limit_m: plan.band_limit_m() };
        let mut texts = vec![vec![]; rows_m.len() - 2];
        let spacing_m = plan.grid().spacing_m();
        let rows = texts.iter_mut();
        let sampled = sampler.each_row(lines, spacing_m, request, rows, progress, |row, out| {
            *out = (0..row.places.len())
                .map(|i| {
                    let parts = (row.places[i], row.waters[i], row.shares[i]);
                    format!("{parts:?} {} {:?}", row.occlusion[i], row.colours[i])
                })
                .collect();
        });
        sampled.map(|()| texts)
    };
    let whole = sample(&columns_m, &rows_m, &Progress::default()).unwrap();
    assert_eq!([whole.len(), whole[0].len()], [65, 65]);
    let part = sample(&columns_m[10..32], &rows_m[30..47], &Progress::default()).unwrap();
    assert_eq!([part.len(), part[0].len()], [15, 20]);
    for (row, texts) in part.iter().enumerate() {
        assert_eq!(texts[..], whole[30 + row][10..30], "row {row}");
    }
    let cancelled = Progress::default();
    cancelled.cancel();
    assert_eq!(sample(&columns_m, &rows_m, &cancelled), Err(ArrayError::Cancelled));
}
