//! Up to six noises that share window, point and slice.

use super::globe::Globe;
use super::pane::{NoisePane, PaneSettings};
use crate::field::raster;
use crate::screens::prelude::*;
use orogen_noise::Basis;

pub(super) static PANES: FigureRow = FigureRow {
    name: "panes",
    screen: Screen::Compare,
    title: "Noises side by side",
    question: "How do noises differ at the same place?",
    steps: &[
        "One octave of each noise, over the same window. Black is its least value, white its \
         greatest. Drag p: it moves in all panes.",
        "In more dimensions a picture is a slice: w moves the slice through the noise. You can \
         also show all noises on a sphere.",
    ],
    reproduces: &[],
    controls: &[
        Control::integer("panes.count", "Panes", (1, 6, 6), "The number of noises to show."),
        Control::integer(
            PANE_KEY,
            "Pane on the land",
            (1, 1, 6),
            "The pane whose noise the land shows.",
        ),
        pane("panes.a", "First", 0),
        pane("panes.b", "Second", 1),
        pane("panes.c", "Third", 2),
        pane("panes.d", "Fourth", 3),
        pane("panes.e", "Fifth", 4),
        pane("panes.f", "Sixth", 5),
        Control::choice(
            "panes.surface",
            "Surface",
            &["plane", "sphere"],
            "Shows a plane or a sphere.",
        ),
        Control::choice(
            "panes.dimensions",
            "Dimensions",
            &["2", "3", "4"],
            "The dimensions of the noise.",
        ),
        Control::number(
            "panes.w",
            "Slice w",
            (0.0, 0.5, 8.0),
            "The last coordinate of noise in three or four dimensions.",
        ),
        Control::number(
            "panes.span",
            "Cells across",
            (2.0, 8.0, 40.0),
            "The width of the window in cells.",
        ),
        Control::number(
            "panes.x",
            "Middle x",
            (-1000.0, 2.0, 1000.0),
            "The x of the window's centre, in cells.",
        ),
        Control::number(
            "panes.y",
            "Middle y",
            (-1000.0, 2.0, 1000.0),
            "The y of the window's centre, in cells.",
        ),
    ],
    code: &[
        "for basis in [Basis::Perlin, Basis::Value, Basis::Simplex] {",
        "    let spec = NoiseSpec { basis, ..NoiseSpec::default() };",
        "    let noise = spec.build(dimensions)?;",
        "    picture(|x, y| match dimensions {",
        "        2 => noise.sample(&[x, y]),",
        "        3 => noise.sample(&[x, y, w]),",
        "        _ => noise.sample(&[x, y, z, w]),",
        "    });",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find the pole of a sphere with two-dimensional noise.",
        hint: "Choose the sphere, and drag it down until you look at it from above.",
        is_solved: |c| {
            let settings = settings(c);
            settings.dimensions == 2
                && settings.globe.is_some_and(|globe| globe.tilt_deg.abs() >= 60.0)
        },
    },
};

/// The names of the noises that the user can choose.
const NAMES: &[&str] = &[
    "perlin",
    "value",
    "simplex",
    "opensimplex2",
    "worley-f1",
    "lattice2",
    "worley-f2-f1",
    "worley-cell",
    "opensimplex2s",
    "supersimplex",
    "perlin-nd",
    "perlin-surflet",
];

/// The key of the control that selects the pane shown on the land, from 1.
pub(crate) const PANE_KEY: &str = "panes.chosen";

/// The keys of the controls that select the panes' noises.
pub(crate) const NOISE_KEYS: [&str; 6] =
    ["panes.a", "panes.b", "panes.c", "panes.d", "panes.e", "panes.f"];

const fn pane(key: &'static str, label: &'static str, start: usize) -> Control {
    let kind = ControlKind::Choice { names: NAMES, start };
    Control { key, label, kind, doc: "The noise of this pane." }
}

fn settings(c: &Context) -> PaneSettings {
    let middle = [c.value("panes.x"), c.value("panes.y")];
    // The controls that move the plane also rotate the sphere.
    let globe = Globe {
        turn_deg: 20.0 * (middle[0] - 2.0),
        tilt_deg: (20.0 * (middle[1] - 2.0) + 25.0).clamp(-90.0, 90.0),
    };
    PaneSettings {
        dimensions: c.integer("panes.dimensions") + 2,
        w: c.value("panes.w"),
        middle,
        span: c.value("panes.span"),
        globe: (c.integer("panes.surface") == 1).then_some(globe),
    }
}

const SIZE: Place = [760.0, 540.0];

/// The corners of `count` panes, and the length of their sides.
fn places(count: usize) -> (Vec<Place>, f64) {
    let (columns, side) = match count {
        1 => (1, 470.0),
        2 => (2, 350.0),
        4 => (2, 222.0),
        _ => (3, 222.0),
    };
    let rows = count.div_ceil(columns);
    let gap = 24.0;
    let [left, top] = [
        0.5 * (SIZE[0] - columns as f64 * (side + gap) + gap),
        0.5 * (SIZE[1] - rows as f64 * (side + 44.0)) + 22.0,
    ];
    let at = |i: usize| {
        [left + (i % columns) as f64 * (side + gap), top + (i / columns) as f64 * (side + 44.0)]
    };
    ((0..count).map(at).collect(), side)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SIZE[0], SIZE[1]);
    let settings = settings(c);
    let (places, side) = places(c.integer("panes.count"));
    for (i, at) in places.into_iter().enumerate() {
        let name = NAMES[c.integer(NOISE_KEYS[i])];
        draw_title(&mut d, c, at, side, (i, name));
        let pane = name
            .parse::<Basis>()
            .ok()
            .and_then(|basis| NoisePane::new(c, basis, settings.dimensions));
        let Some(pane) = pane else {
            d.rect("", Ink::Card, at, [side; 2]);
            let text = format!("there is no {name} in {}D", settings.dimensions);
            let middle = [at[0] + 0.5 * side, at[1] + 0.5 * side];
            d.text(Ink::Muted, 12.0, middle, Anchor::Middle, &text);
            continue;
        };
        let pixels = if settings.dimensions == 2 && settings.globe.is_none() { 192 } else { 120 };
        d.add(
            NOISE_KEYS[i],
            Ink::Text,
            raster(at, [side; 2], pixels, pane.picture(&settings, pixels)),
        );
        draw_window_handle(&mut d, at, side, &settings, name);
        if settings.globe.is_none() {
            draw_point(&mut d, c, &pane, &settings, (at, side, i));
        }
    }
    write_formula(&mut d, &settings);
    finish(d, c, &[2, 2 + settings.dimensions])
}

/// Draws a noise's name above its pane, and a button that shows the noise on the land.
fn draw_title(d: &mut Drawing, c: &Context, at: Place, side: f64, (i, name): (usize, &str)) {
    let is_chosen = c.integer(PANE_KEY) == i + 1;
    let above = [at[0] + 0.5 * side, at[1] - 11.0];
    d.text(Ink::Text, 12.0, above, Anchor::Middle, name);
    let mark = [at[0] + 8.0, at[1] - 11.0];
    d.circle("chosen", Ink::Axis, mark, 5.0);
    if is_chosen {
        d.disc("chosen", Ink::Accent, mark, 5.0);
        let label_at = [at[0] + side, at[1] - 11.0];
        d.text(Ink::Accent, 11.0, label_at, Anchor::Right, "for the land");
    }
    d.handles.push(
        Handle::new("chosen", format!("choose {name} for the land"), mark)
            .click_sets(PANE_KEY, (i + 1) as f64),
    );
}

/// Draws a handle in a pane's upper right corner that moves the shared window.
fn draw_window_handle(d: &mut Drawing, at: Place, side: f64, settings: &PaneSettings, name: &str) {
    let corner = [at[0] + side - 12.0, at[1] + 12.0];
    d.disc("window", Ink::Paper, corner, 8.0).scale_opacity(0.8);
    d.circle("window", Ink::Text, corner, 5.0);
    let per_point = settings.span / side;
    d.handles.push(
        Handle::new("window", format!("the shared window, in {name}"), corner)
            .along_x(Target::Control("panes.x"), -per_point)
            .along_y(Target::Control("panes.y"), per_point),
    );
}

/// Draws p in a pane, if it is visible, and the value of the noise there.
fn draw_point(
    d: &mut Drawing,
    c: &Context,
    pane: &NoisePane,
    settings: &PaneSettings,
    (at, side, i): (Place, f64, usize),
) {
    let unit = side / settings.span;
    let offset = [0, 1].map(|axis| (c.p()[axis] - settings.middle[axis]) * unit);
    let place = [at[0] + 0.5 * side + offset[0], at[1] + 0.5 * side - offset[1]];
    let value = pane.noise.trace(&pane.coordinates(c.p(), settings.w)).value;
    let below = ([at[0] + 0.5 * side, at[1] + side + 11.0], Anchor::Middle);
    d.number(NOISE_KEYS[i], Ink::Text, below, Readout::new("at p: ", NOISE_KEYS[i], value, 4));
    if offset.iter().all(|x| x.abs() <= 0.5 * side - 6.0) {
        d.disc("p", Ink::Paper, place, 7.0);
        d.disc("p", Ink::Point, place, 5.0);
        d.handles.push(Handle::point(place, [unit, -unit]));
    }
}

fn write_formula(d: &mut Drawing, settings: &PaneSettings) {
    let mut terms = vec![
        Term::text("a window of "),
        Term::number("window", "span", settings.span, 1).editing(Target::Control("panes.span")),
        Term::text(" cells about ("),
        Term::number("window", "middle_x", settings.middle[0], 2)
            .editing(Target::Control("panes.x")),
        Term::text(", "),
        Term::number("window", "middle_y", settings.middle[1], 2)
            .editing(Target::Control("panes.y")),
        Term::text(")"),
    ];
    if settings.dimensions > 2 {
        terms.push(Term::text(" at w = "));
        terms.push(Term::number("w", "w", settings.w, 2).editing(Target::Control("panes.w")));
    }
    d.formula = vec![terms];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    #[test]
    fn every_pane_shows_its_noise_at_p_in_every_dimension() {
        for (dimensions, shown) in [(0.0, 12), (1.0, 11), (2.0, 5)] {
            let mut drawn = 0;
            for (index, name) in NAMES.iter().enumerate() {
                let d = trial_of(&PANES)
                    .set("panes.count", 1.0)
                    .set("panes.a", index as f64)
                    .set("panes.dimensions", dimensions)
                    .draw();
                let basis: Basis = name.parse().unwrap();
                let n = dimensions as usize + 2;
                let value = d.value("panes.a");
                assert_eq!(value.is_some(), basis.row().dimensions.contains(&n), "{basis} {n}");
                drawn += usize::from(value.is_some());
            }
            assert_eq!(drawn, shown, "of {dimensions} + 2 dimensions");
        }
    }

    #[test]
    fn all_panes_share_the_window_and_p() {
        let scene = teaching_scene();
        let mut state = State::of(&PANES);
        for count in 1..=6 {
            state.set(&PANES, "panes.count", f64::from(count));
            let d = Context::new(&scene, &state, &PANES).unwrap().draw();
            assert_eq!(d.handles.iter().filter(|handle| handle.id == "p").count(), count as usize);
        }
        let c = Context::new(&scene, &state, &PANES).unwrap();
        let n = c.single_octave(2).unwrap().sample(&c.p());
        assert!((n - 0.479388).abs() < 1e-6);
        assert_eq!(c.draw().value("panes.a"), Some(n));
    }
}
