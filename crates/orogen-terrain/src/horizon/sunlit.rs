//! The land in the light of one sun: the height of shadows, and the light that sunlit ground
//! reflects.

use rayon::prelude::*;

use super::KeepGoing;
use super::heights::HorizonHeights;
use super::march::{MarchStep, growing_distances};
use super::open::{DIRECTIONS, Horizon, Horizons, step_m};
use super::texels::Texels;

/// The factor by which steps of a march towards the sun grow, and their largest number.
const GROWTH: f64 = 1.19;
const STEPS: usize = 56;
/// The lowest elevation for shadows, as a tangent: half a degree.
const MIN_TANGENT: f64 = 0.009;
/// The angular radius of the sun's disc.
const DISC_RAD: f32 = 0.00465;
/// The softness that unknown heights between texels add to a shadow's edge, in spacings.
const UNCERTAINTY: f32 = 0.06;
/// The points at which visible ground is tested for sunlight, as shares of the distance to the
/// horizon.
const SAMPLES: [f64; 2] = [0.45, 0.85];

/// The land in one sun's light.
pub struct Sunlit {
    /// The texels for shaders, by level.
    pub levels: Vec<Texels>,
}

/// A level before reflected light is added.
struct SunlitLevel {
    shadow_m: Vec<f32>,
    soft_m: Vec<f32>,
    /// The cosine of the sun's angle of incidence; 0 in shadow.
    incidence: Vec<f32>,
}

impl Sunlit {
    /// Computes the light of a sun. `to_sun` is the unit vector towards it.
    ///
    /// Returns `None` if the work was cancelled. Runs on the current rayon pool.
    pub fn new(
        heights: &HorizonHeights,
        horizons: &Horizons,
        to_sun: [f64; 3],
        keep_going: &KeepGoing<'_>,
    ) -> Option<Self> {
        let levels = 0..heights.nest.levels;
        let sunlit_levels: Vec<_> = levels
            .map(|level| SunlitLevel::new(heights, level, to_sun, keep_going))
            .collect::<Option<_>>()?;
        let pack = |level| {
            let reflected = reflected_light(heights, horizons, &sunlit_levels, level, keep_going)?;
            let SunlitLevel { shadow_m, soft_m, incidence } = &sunlit_levels[level];
            let open_sky = &horizons.open_sky[level];
            Some(Texels::new(heights, level, [shadow_m, soft_m, open_sky], [incidence, &reflected]))
        };
        Some(Self { levels: (0..heights.nest.levels).map(pack).collect::<Option<_>>()? })
    }
}

impl SunlitLevel {
    fn new(
        heights: &HorizonHeights,
        level: usize,
        to_sun: [f64; 3],
        keep_going: &KeepGoing<'_>,
    ) -> Option<Self> {
        let (n, spacing_m) = (heights.nest.texels, heights.nest.spacing_m(level));
        let horizontal = to_sun[0].hypot(to_sun[2]).max(1e-6);
        let direction = [to_sun[0] / horizontal, to_sun[2] / horizontal];
        let tangent = (to_sun[1] / horizontal).max(MIN_TANGENT);
        let [low_m, high_m] = heights.range_m.map(f64::from);
        let steps = growing_distances(spacing_m, GROWTH).take(STEPS);
        // Farther ground is too low to cast a shadow; the first step is always kept.
        let is_needed = |(m, _): &(f64, f64)| *m <= spacing_m || m * tangent < high_m - low_m;
        let march: Vec<_> = steps
            .take_while(is_needed)
            .map(|(m, stride_m)| MarchStep::new(heights, level, direction, m, stride_m))
            .collect();
        let plane = || vec![0.0; n * n];
        let mut planes = Self { shadow_m: plane(), soft_m: plane(), incidence: plane() };
        let Self { shadow_m, soft_m, incidence } = &mut planes;
        let rows = shadow_m
            .par_chunks_mut(n)
            .zip(soft_m.par_chunks_mut(n))
            .zip(incidence.par_chunks_mut(n));
        rows.enumerate().try_for_each(|(row, ((shadow_m, soft_m), incidence))| {
            if !keep_going() {
                return None;
            }
            cast_shadows(heights, row, &march, tangent as f32, shadow_m, soft_m);
            // Up to this line, `soft_m` is the distance of the ground that casts the shadow.
            let width_per_m = DISC_RAD * (1.0 + (tangent * tangent) as f32);
            soft_m.iter_mut().for_each(|m| *m = *m * width_per_m + UNCERTAINTY * spacing_m as f32);
            for (column, incidence) in incidence.iter_mut().enumerate() {
                let above_m = heights.inner(level, row)[column] - shadow_m[column];
                let share = smooth(0.5 + 0.5 * above_m / soft_m[column]);
                *incidence = share * facing(heights.slope(level, row, column), to_sun);
            }
            Some(())
        })?;
        Some(planes)
    }
}

/// Computes the height of the shadow over each texel of a row, and the distance of the ground that
/// casts it.
fn cast_shadows(
    heights: &HorizonHeights,
    row: usize,
    march: &[MarchStep],
    tangent: f32,
    shadow_m: &mut [f32],
    caster_m: &mut [f32],
) {
    let (mut scratch, mut heights_m) = (Vec::new(), vec![0.0; shadow_m.len()]);
    shadow_m.fill(f32::NEG_INFINITY);
    for step in march {
        step.write_heights(heights, row, &mut scratch, &mut heights_m);
        let drop_m = step.distance_m * tangent;
        for ((shadow_m, caster_m), height_m) in
            shadow_m.iter_mut().zip(caster_m.iter_mut()).zip(&heights_m)
        {
            let edge_m = height_m - drop_m;
            if edge_m > *shadow_m {
                (*shadow_m, *caster_m) = (edge_m, step.distance_m);
            }
        }
    }
}

/// The cosine between a slope's normal and the direction to the sun; 0 if the slope faces away.
fn facing([east, south]: [f32; 2], to_sun: [f64; 3]) -> f32 {
    let [x, y, z] = to_sun.map(|c| c as f32);
    ((y - east * x - south * z) / (1.0 + east * east + south * south).sqrt()).max(0.0)
}

fn smooth(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Computes the light that visible sunlit ground reflects to each texel of a level, as a share of
/// the sun's light. In each direction, the ground up to the horizon counts.
fn reflected_light(
    heights: &HorizonHeights,
    horizons: &Horizons,
    sunlit_levels: &[SunlitLevel],
    level: usize,
    keep_going: &KeepGoing<'_>,
) -> Option<Vec<f32>> {
    let n = heights.nest.texels;
    let incidence_at = |row: f64, column: f64| {
        // Beyond the edge of the level, a texel reads coarser levels.
        let half = 0.5 * n as f64;
        let [mut z, mut x] = [row - half, column - half];
        for level in &sunlit_levels[level..] {
            if x.abs() < half - 1.0 && z.abs() < half - 1.0 {
                return level.incidence[(z + half) as usize * n + (x + half) as usize];
            }
            [z, x] = [0.5 * z, 0.5 * x];
        }
        0.0
    };
    let light_from = |row: usize, column: usize, direction: usize, horizon: Horizon| {
        let distance = step_m(1.0, horizon.step);
        let incidence_on_way = |share: f64| {
            let [x, z] = DIRECTIONS[direction].map(|c| c * share * distance);
            incidence_at(row as f64 + z + 0.5, column as f64 + x + 0.5)
        };
        f32::from(horizon.sine) / 255.0 * SAMPLES.map(incidence_on_way).iter().sum::<f32>()
            / SAMPLES.len() as f32
    };
    let mut reflected = vec![0.0; n * n];
    reflected.par_chunks_mut(n).enumerate().try_for_each(|(row, reflected)| {
        if !keep_going() {
            return None;
        }
        let by_direction = &horizons.by_direction[level][row * n..];
        for (column, reflected) in reflected.iter_mut().enumerate() {
            let directions =
                by_direction[column].iter().enumerate().filter(|(_, horizon)| horizon.sine > 0);
            let sum: f32 = directions
                .map(|(direction, horizon)| light_from(row, column, direction, *horizon))
                .sum();
            *reflected = sum / DIRECTIONS.len() as f32;
        }
        Some(())
    })?;
    Some(reflected)
}
