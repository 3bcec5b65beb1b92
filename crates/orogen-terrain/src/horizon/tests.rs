use super::*;
use crate::Recipe;
use crate::marks::{ChangedChunks, SampledArea, Tool, ToolKind};
use crate::surface::Surface;

const ALWAYS: &KeepGoing = &|| true;

fn surface() -> Surface {
    let mut recipe = Recipe::default();
    recipe.world.sea_level_m = -4000.0;
    Surface::new(&recipe).unwrap()
}

fn number(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f) - 25;
    sign * f64::from(bits & 0x3ff | 0x400) * f64::from(exponent).exp2()
}

/// Texels of two nests at the same place have the same heights, and nearly the same open sky.
#[test]
fn texels_lie_on_the_same_places_wherever_the_centre_is() {
    let surface = surface();
    let [here, there] = [[100.0, -300.0], [1200.0, -300.0]].map(|at| Nest::around(at, 8000.0, 64));
    assert_ne!(here.centre_m, there.centre_m);
    let [a, b] = [here, there].map(|nest| HorizonHeights::new(&surface, nest, ALWAYS).unwrap());
    let [open_a, open_b] = [&a, &b].map(|heights| Horizons::new(heights, ALWAYS).unwrap());
    for level in 0..here.levels {
        let moved = (there.centre_m[0] - here.centre_m[0]) / here.spacing_m(level);
        assert_eq!(moved.fract(), 0.0);
        let moved = moved as usize;
        for (row, column) in (0..64).flat_map(|row| (moved..64).map(move |column| (row, column))) {
            assert_eq!(a.inner(level, row)[column], b.inner(level, row)[column - moved]);
            // Marches that end at the edge of the outermost level differ.
            if level == 0 {
                let [x, y] = [(&open_a, column), (&open_b, column - moved)]
                    .map(|(horizons, column)| horizons.open_sky[level][row * 64 + column]);
                assert!((x - y).abs() < 1e-4, "{row} {column}: {x} {y}");
            }
        }
    }
}

#[test]
fn shadows_match_the_shadows_that_rays_find() {
    let surface = surface();
    let nest = Nest::around([0.0; 2], 4000.0, 128);
    let heights = HorizonHeights::new(&surface, nest, ALWAYS).unwrap();
    let horizons = Horizons::new(&heights, ALWAYS).unwrap();
    let elevation = 14f64.to_radians();
    let to_sun = [0.6 * elevation.cos(), elevation.sin(), 0.8 * elevation.cos()];
    let sunlit = Sunlit::new(&heights, &horizons, to_sun, ALWAYS).unwrap();
    let (mut dark, mut wrong) = (0, 0);
    for i in 0..128 * 128 {
        let [height_m, shadow_m, soft_m, _] = sunlit.levels[0].light[i].map(number);
        let place_m = [i % 128, i / 128].map(|c| (c as f64 - 64.0) * nest.finest_m);
        let own_m = surface.land().height_m(place_m, nest.finest_m);
        let is_over = |step: i32| {
            let away_m = nest.finest_m * f64::from(step);
            let other_m = [place_m[0] + 0.6 * away_m, place_m[1] + 0.8 * away_m];
            surface.land().height_m(other_m, nest.finest_m) - own_m > away_m * elevation.tan()
        };
        let is_dark = (1..120).any(is_over);
        dark += i32::from(is_dark);
        // Places near the edge may be either.
        let is_clear = (height_m - shadow_m).abs() > 3.0 * soft_m;
        wrong += i32::from(is_clear && is_dark != (height_m < shadow_m));
    }
    assert!(dark > 1000, "{dark} are in shadow");
    assert!(wrong < 200, "{wrong} of {dark} are wrong");
}

#[test]
fn valleys_are_closed_and_ridges_open() {
    let surface = surface();
    let nest = Nest::around([0.0; 2], 2000.0, 128);
    let heights = HorizonHeights::new(&surface, nest, ALWAYS).unwrap();
    let open = &Horizons::new(&heights, ALWAYS).unwrap().open_sky[0];
    assert!(open.iter().all(|share| (0.0..=1.0).contains(share)));
    let mut by_height: Vec<_> = (0..128 * 128).collect();
    by_height.sort_by(|a, b| {
        let m = |i: &usize| heights.inner(0, i / 128)[i % 128];
        m(a).total_cmp(&m(b))
    });
    let mean =
        |texels: &[usize]| texels.iter().map(|i| open[*i]).sum::<f32>() / texels.len() as f32;
    let [low, high] = [mean(&by_height[..1000]), mean(&by_height[128 * 128 - 1000..])];
    assert!(high > low + 0.05, "{low} {high}");
}

#[test]
fn cancelled_work_ends() {
    assert!(
        HorizonHeights::new(&surface(), Nest::around([0.0; 2], 2000.0, 64), &|| false).is_none()
    );
}

#[test]
fn heights_after_an_edit_have_the_bits_of_new_heights() {
    let mut old = Recipe::default();
    old.erosion.on = true;
    let mut new = old.clone();
    new.draw(None, Tool::new(ToolKind::Brush), "300,-200".parse().unwrap()).unwrap();
    let [before, after] = [&old, &new].map(|recipe| Surface::new(recipe).unwrap());
    let nest = Nest::around([0.0; 2], 4000.0, 64);
    let [known, expected] =
        [&before, &after].map(|surface| HorizonHeights::new(surface, nest, ALWAYS).unwrap());
    let bands_m = HorizonHeights::band_limits_m(&after, &nest);
    let changed = ChangedChunks::new(&old, &new, [], after.spacing_m()).unwrap();
    let changed = changed.with_bands([&old, &new], bands_m).unwrap();
    let known = Some((&known, &changed));
    let updated = HorizonHeights::with_known(&after, nest, known, ALWAYS).unwrap();
    for level in 0..=expected.coarsest_level() {
        for row in 0..expected.side() {
            assert_eq!(updated.row(level, row), expected.row(level, row), "level {level}");
        }
    }
    let is_sampled_again = |level: usize| {
        let [low_m, high_m] = [-1.0, 1.0].map(|sign| [sign * 64.0 * nest.spacing_m(level); 2]);
        let spacing_m = nest.spacing_m(level);
        let band_limit_m = spacing_m.max(after.spacing_m());
        changed.may_change(&SampledArea { corners_m: [low_m, high_m], spacing_m, band_limit_m })
    };
    assert!(is_sampled_again(0), "the edit lies in the nest");
}
