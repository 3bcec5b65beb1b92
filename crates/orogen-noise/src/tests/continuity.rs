//! Tests of smoothness where cells meet.

use super::*;
use crate::jumps::Jumps;

fn jumps(spec: &NoiseSpec) -> Jumps {
    Jumps::of::<2>(&spec.build(2).unwrap(), 2000)
}

/// Kernels with r² = 0.6 reach past the simplices that share their corner; with r² = 0.5 they do
/// not. In two dimensions the published r² is 0.5.
#[test]
fn wide_kernels_jump_at_the_faces_of_simplices_and_narrow_ones_do_not() {
    let spec = |radius2| NoiseSpec { basis: Basis::Simplex, radius2, ..NoiseSpec::default() };
    let jumps_in_3d = |radius2| Jumps::of::<3>(&spec(radius2).build(3).unwrap(), 4000);
    let (wide, narrow) = (jumps_in_3d(0.6), jumps_in_3d(0.5));
    assert!((0.003..0.1).contains(&wide.value) && wide.slope > 0.1, "{wide:?}");
    assert!(narrow.value < 1e-7 && narrow.slope < 1e-6 && narrow.curvature < 0.01, "{narrow:?}");
    let jumps_in_2d = Jumps::of::<2>(&spec(0.6).build(2).unwrap(), 2000);
    assert!(
        jumps_in_2d.value < 1e-7 && jumps_in_2d.slope < 1e-6 && jumps_in_2d.curvature < 0.01,
        "{jumps_in_2d:?}"
    );
}

#[test]
fn noises_are_as_smooth_as_their_fades() {
    for basis in [Basis::Perlin, Basis::Value, Basis::Lattice2] {
        let jumps_of = |fade| jumps(&NoiseSpec { basis, fade, ..NoiseSpec::default() });
        let linear = jumps_of(Fade::Linear);
        assert!(linear.value < 1e-8 && linear.slope > 0.5, "{basis}: {linear:?}");
        for fade in [Fade::Cubic, Fade::Cosine] {
            let jumps = jumps_of(fade);
            assert!(jumps.slope < 1e-6 && jumps.curvature > 1.0, "{basis} {fade}: {jumps:?}");
        }
        let quintic = jumps_of(Fade::Quintic);
        assert!(quintic.value < 1e-8 && quintic.slope < 1e-6, "{basis}: {quintic:?}");
        assert!(quintic.curvature < 0.01, "{basis}: {quintic:?}");
        for knots in [[0.1, 0.5, 0.9], [0.6, 0.2, 0.7]] {
            let custom = jumps_of(Fade::Custom(FadeCurve::through(knots)));
            assert!(custom.value < 1e-8 && custom.slope < 1e-6, "{basis}: {custom:?}");
            assert!(custom.curvature > 1.0, "{basis}: {custom:?}");
        }
        let step = jumps_of(Fade::Step);
        assert!(step.value > 0.5, "{basis}: {step:?}");
    }
}

#[test]
fn the_step_fade_takes_the_nearest_lattice_points_plane_and_jumps_halfway() {
    let spec = NoiseSpec { fade: Fade::Step, ..NoiseSpec::default() };
    let noise = spec.build(2).unwrap();
    let mut largest: f64 = 0.0;
    for index in 0..500 {
        let p = scattered::<2>(index).map(|x| x % 1000.0);
        let cells = &noise.trace(&p).octaves[0].cells[0];
        let is_nearest =
            |corner: &&trace::CornerTrace| corner.offset.iter().all(|d| (-0.5..0.5).contains(d));
        let nearest = cells.corners.iter().find(is_nearest).unwrap();
        let jet: Jet<2> = noise.sample_jet(&p, 0.0);
        assert_eq!(jet.value, nearest.influence, "{p:?}");
        assert_eq!(jet.gradient[..], nearest.gradient[..], "{p:?}");
        let cliff = p[0].floor() + 0.5;
        let [before, after] = [-1e-9, 1e-9].map(|step| noise.sample2([cliff + step, p[1]], 0.0));
        largest = largest.max((after - before).abs());
    }
    assert!(largest > 0.5, "{largest}");
}

/// Far from the origin, a noise with a period of 2ᵏ cells repeats to the last bit, and a noise
/// without a period does not repeat.
#[test]
fn noise_far_from_the_origin_is_as_precise_as_near_it() {
    let tiled = NoiseSpec { period: Some([16, 16]), ..NoiseSpec::default() }.build(2).unwrap();
    let free = NoiseSpec::default().build(2).unwrap();
    for exponent in [10, 20, 30, 40, 46] {
        let distance = f64::from(2).powi(exponent);
        for index in 0..100 {
            let [x, y] = dyadic::<2>(index).map(|x| x % 16.0);
            assert_eq!(
                tiled.sample2([x + distance, y - distance], 0.0),
                tiled.sample2([x, y], 0.0)
            );
            let jet = free.sample_jet(&[x + distance, y - distance], 0.0);
            assert!(jet.value.abs() < 1.1 && jet.gradient.iter().all(|g| g.abs() < 4.0));
        }
        let repeats = |index: &u32| {
            let [x, y] = dyadic::<2>(*index).map(|x| x % 16.0 + 0.5 / 64.0);
            free.sample2([x + distance, y], 0.0) == free.sample2([x, y], 0.0)
        };
        assert!((0..100).filter(repeats).count() < 5, "after 2^{exponent} cells");
    }
}
