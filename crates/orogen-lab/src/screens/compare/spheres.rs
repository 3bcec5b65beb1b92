//! Classic and simplex noise on spheres, in two, three and four dimensions.

use super::globe::Globe;
use super::pane::{NIGHT, NoisePane};
use crate::effort::Effort;
use crate::field::{Window, grey_of_brightness, join_rows, raster};
use crate::screens::prelude::*;
use orogen_noise::Basis;
use orogen_noise::moments::Moments;

pub(super) static SPHERES: FigureRow = FigureRow {
    name: "spheres",
    screen: Screen::Compare,
    title: "Noise on a sphere",
    question: "Why does a planet need noise of three dimensions?",
    steps: &[
        "Two dimensions: longitude and latitude are the coordinates. Meridians meet at the poles, \
         so the pattern is pinched there; a seam runs down where the longitudes end.",
        "Three dimensions: the sphere is cut out of a solid noise. There is no pole and no seam. \
         Simplex blobs are rounder and more alike in all directions.",
        "Four dimensions, cut at w: moving w changes the planet without moving it. The cut misses \
         the centres of most kernels, so it is paler and spottier than in three dimensions.",
    ],
    reproduces: &[("S13", 2)],
    controls: &[
        Control::number(
            "spheres.turn",
            "Turn",
            (-180.0, 20.0, 180.0),
            "Turns the spheres about their axes, in degrees.",
        ),
        Control::number(
            "spheres.tilt",
            "Tilt",
            (-90.0, 35.0, 90.0),
            "Tilts the poles towards the eye, in degrees.",
        ),
        Control::number(
            "spheres.span",
            "Cells across",
            (2.0, 8.0, 20.0),
            "The diameter of the spheres in cells.",
        ),
        Control::number("spheres.w", "Slice w", (0.0, 0.5, 8.0), "The fourth coordinate."),
    ],
    code: &[
        "let [x, y, z] = place_on_the_sphere;",
        "let flat = noise2.sample(&[longitude * r, latitude * r]);",
        "let solid = noise3.sample(&[x * r, y * r, z * r]);",
        "let moving = noise4.sample(&[x * r, y * r, z * r, w]);",
    ],
    draw,
    challenge: Challenge {
        task: "Look straight down on the pole.",
        hint: "Drag a sphere downwards until its tilt is 90°.",
        is_solved: |c| c.value("spheres.tilt").abs() >= 85.0,
    },
};

/// The side of a tile in points, and its pixels per side; a drag uses fewer pixels.
const SIDE: f64 = 156.0;
const PIXELS: [usize; 2] = [104, 144];
/// The published radius² of simplex kernels in 3D and 4D. Later versions use a smaller radius to
/// avoid jumps.
const PUBLISHED_RADIUS2: f64 = 0.6;
/// The brightness per unit of noise, equal for all tiles.
const CONTRAST: f64 = 0.6;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(640.0, 540.0);
    let globe = Globe { turn_deg: c.value("spheres.turn"), tilt_deg: c.value("spheres.tilt") };
    // All spheres show and measure the same points.
    let pixels = PIXELS[usize::from(c.effort != Effort::Dragged)];
    let visible = Window::square([0.0; 2], 2.08, pixels).sample(globe.view());
    let spread = spread_points();
    for (i, name) in ["classic (Perlin)", "simplex"].into_iter().enumerate() {
        let at = [70.0 + 180.0 * i as f64 + 0.5 * SIDE, 16.0];
        d.text(Ink::Text, 13.0, at, Anchor::Middle, name);
    }
    d.text(Ink::Text, 13.0, [526.0, 16.0], Anchor::Middle, "contrast: deviation");
    for row in 0..=c.step() {
        let top = 34.0 + 168.0 * row as f64;
        let name = ["2D", "3D", "4D"][row];
        d.text(Ink::Text, 13.0, [36.0, top + 0.5 * SIDE], Anchor::Middle, name);
        for (i, basis) in [Basis::Perlin, Basis::Simplex].into_iter().enumerate() {
            let id = format!("{}{}", ["classic", "simplex"][i], row + 2);
            let at = [70.0 + 180.0 * i as f64, top];
            if let Some(pane) = NoisePane::with_radius2(c, basis, row + 2, PUBLISHED_RADIUS2) {
                draw_sphere(&mut d, c, (&pane, &visible), (at, &id));
                let label = ["classic ", "simplex "][i];
                let value = deviation(&pane, c, &spread);
                let place = ([470.0, top + 66.0 + 24.0 * i as f64], Anchor::Left);
                d.number(&id, Ink::Text, place, Readout::new(label, &id, value, 3));
            }
        }
    }
    let w = Term::number("w", "w", c.value("spheres.w"), 2);
    d.formula = vec![vec![
        Term::label("classic2", "n₂(r·lon, r·lat)"),
        Term::text("    "),
        Term::label("classic3", "n₃(r·x, r·y, r·z)"),
        Term::text("    "),
        Term::label("classic4", "n₄(r·x, r·y, r·z, w)"),
        Term::text("    w = "),
        w.editing(Target::Control("spheres.w")),
    ]];
    d.code_line = Some(c.step() + 1);
    d.caption = c.caption();
    d
}

fn draw_sphere(
    d: &mut Drawing,
    c: &Context,
    (pane, visible): (&NoisePane, &[Option<[f64; 3]>]),
    (at, id): ([f64; 2], &str),
) {
    let (radius, w) = (0.5 * c.value("spheres.span"), c.value("spheres.w"));
    let colour = |point: &Option<[f64; 3]>| match *point {
        Some(at) => grey_of_brightness(0.5 + CONTRAST * pane.sample_sphere(at, radius, w)),
        None => NIGHT,
    };
    let columns = visible.len().isqrt();
    let row = |row: usize| visible[row * columns..][..columns].iter().map(colour).collect();
    let colours = join_rows(columns, row);
    d.add(id, Ink::Text, raster(at, [SIDE; 2], columns, colours));
    d.handles.push(
        Handle::new(
            id,
            format!("turn the spheres, {id}"),
            [at[0] + 0.5 * SIDE, at[1] + 0.5 * SIDE],
        )
        .along_x(Target::Control("spheres.turn"), -0.6)
        .along_y(Target::Control("spheres.tilt"), 0.6),
    );
}

/// Evenly spread points of the unit sphere, on a spiral of golden angles.
fn spread_points() -> Vec<[f64; 3]> {
    const POINTS: usize = 1500;
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let point = |i: usize| {
        let y = 1.0 - (2.0 * i as f64 + 1.0) / POINTS as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let ring = (1.0 - y * y).sqrt();
        [ring * cos, y, ring * sin]
    };
    (0..POINTS).map(point).collect()
}

/// The standard deviation over the points of the whole sphere.
fn deviation(pane: &NoisePane, c: &Context, points: &[[f64; 3]]) -> f64 {
    let (radius, w) = (0.5 * c.value("spheres.span"), c.value("spheres.w"));
    let sample = |at: &[f64; 3]| pane.sample_sphere(*at, radius, w);
    // The moments read the values twice.
    let values: Vec<f64> = points.iter().map(sample).collect();
    Moments::of(values.into_iter()).map_or(0.0, |moments| moments.deviation())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn contrasts_match_the_noises() {
        let trial = trial_of(&SPHERES);
        let d = trial.draw();
        for (name, low, high) in [("classic3", 0.15, 0.4), ("simplex3", 0.2, 0.5)] {
            let value = d.value(name).unwrap();
            assert!((low..high).contains(&value), "{name}: {value}");
        }
        assert!(d.value("simplex3") > d.value("classic3"));
        assert_eq!(d.handles.len(), 6);
        let d = trial.step(0).draw();
        assert_eq!((d.handles.len(), d.value("classic3")), (2, None));
    }
}
