//! Levels of detail: what is dropped is its mean.

use super::*;

/// The mean distance of a coarser land from the finest, over samples that are the same, in
/// strengths.
fn shift(erosion: &Erosion, slope: f64, spacing_m: f64) -> f64 {
    let guide = |[x, _]: [f64; 2]| Dual { height_m: slope * x, gradient: [slope, 0.0] };
    let lines = line(-3000.0, 37.0, 160);
    let guide = guided([&lines, &lines], guide);
    let fine = Filled::best(erosion, [&lines, &lines], &guide, 0.0);
    let coarse = Filled::best(erosion, [&lines, &lines], &guide, spacing_m);
    let pairs = coarse.occlusion.iter().zip(&fine.occlusion);
    pairs.map(|(a, b)| f64::from(a - b)).sum::<f64>() / coarse.occlusion.len() as f64
}

#[test]
fn distance_takes_detail_and_does_not_move_the_land() {
    let (mut gentle, mut steep) = (0.0f64, 0.0f64);
    for look in ErosionLook::ALL {
        let erosion = looking(look.value, 1500.0, 3000.0);
        let widest_m = erosion.octaves[0].wavelength_m;
        for spacing_m in [0.02, 0.05, 0.1, 0.2, 0.3].map(|share| share * widest_m) {
            let at = |slope| shift(&erosion, slope, spacing_m);
            println!("{} {spacing_m:.0} {:.4} {:.4}", look.name, at(0.15), at(0.8));
            gentle = gentle.max(at(0.15).abs());
            steep = steep.max(at(0.8).abs());
        }
    }
    assert!(gentle < 0.003 && steep < 0.03, "{gentle} {steep}");
}
