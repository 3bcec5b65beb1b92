//! The two cones about a path, between which banks keep the land.

use super::section::{SectionPoint, draw_axes, plot, section, visible_parts, without_land};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::marks::{Flatten, Ridge, Tool, Valley};

pub(super) static BANKS: FigureRow = FigureRow {
    name: "banks",
    screen: Screen::Hands,
    title: "Banks",
    question: "How do roads, ridges and valleys meet the land?",
    steps: &[
        "Two cones about the path, seen in a section through p: cuts rise from its edge, fills fall \
         from it. Each has its own slope.",
        "The land is held between the cones: what is higher is cut, what is lower is filled up. Land \
         that already lies between them stays as it is, so no width of a blend must be guessed.",
        "The edge of the path is rounded, and the banks fade over the last fifth of their reach. \
         Beyond it the land keeps every bit.",
    ],
    reproduces: &[],
    controls: &[
        Control::choice(
            "banks.tool",
            "Tool",
            &["level", "ridge", "valley"],
            "Level ground has both cones, as roads have; a ridge only fills, a valley only cuts.",
        ),
        Control::number(
            "banks.height",
            "Height",
            (-100.0, 0.0, 100.0),
            "The height of the path above the land at p, in metres.",
        ),
        Control::number("banks.cut", "Cut", (0.1, 1.0, 2.0), "The slope of cuts."),
        Control::number("banks.fill", "Fill", (0.1, 0.67, 2.0), "The slope of fills."),
        Control::number(
            "banks.round",
            "Rounding",
            (0.0, 20.0, 100.0),
            "The radius of the rounding at the edge of the path, in metres.",
        ),
        Control::number(
            "banks.reach",
            "Reach",
            (40.0, 200.0, 400.0),
            "The width of the banks at most, in metres.",
        ),
    ],
    code: &[
        "let x = (d - half_width_m).max(0.0);",
        "let rise_m = (x * x + round_m * round_m).sqrt() - round_m;",
        "let ceiling_m = path_m + cut * rise_m;",
        "let floor_m = path_m - fill * rise_m;",
        "let held_m = land_m.clamp(floor_m, ceiling_m);",
        "let t = ((reach_m - d) / (0.2 * banks_m)).clamp(0.0, 1.0);",
        "let weight = t * t * (3.0 - 2.0 * t);",
        "land_m += weight * (held_m - land_m);",
    ],
    draw,
    challenge: Challenge {
        task: "Raise the path of level ground until nothing is cut.",
        hint: "It must lie above all of the land under its width.",
        is_solved: |c| {
            let is_cut = |point: &SectionPoint| point.section.height_m < point.land_m - 1e-9;
            c.integer("banks.tool") == 0
                && section_points(c, 2).is_some_and(|points| !points.iter().any(is_cut))
        },
    },
};

/// Half of the width of level ground and of the floor of a valley.
const HALF_WIDTH_M: f64 = 30.0;

/// The tool at a step. The first two steps have no rounding and the largest reach.
fn tool(c: &Context, step: usize) -> Tool {
    let round_m = if step < 2 { 0.0 } else { c.value("banks.round") };
    let reach_m = if step < 2 { 4000.0 } else { c.value("banks.reach") };
    let (cut, fill) = (c.value("banks.cut"), c.value("banks.fill"));
    match c.integer("banks.tool") {
        0 => Tool::Flatten(Flatten {
            radius_m: HALF_WIDTH_M,
            cut,
            fill,
            round_m,
            reach_m,
            ..Flatten::default()
        }),
        1 => Tool::Ridge(Ridge { slope: fill, round_m, reach_m, ..Ridge::default() }),
        _ => Tool::Valley(Valley {
            floor_m: 2.0 * HALF_WIDTH_M,
            slope: cut,
            round_m,
            reach_m,
            ..Valley::default()
        }),
    }
}

fn half_m(c: &Context) -> f64 {
    1.15 * (HALF_WIDTH_M + c.value("banks.reach"))
}

fn section_points(c: &Context, step: usize) -> Option<Vec<SectionPoint>> {
    section(c, &tool(c, step), half_m(c), c.value("banks.height"))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 452.0);
    let Some(points) = section_points(c, c.step()) else { return without_land(d) };
    let heights = points.iter().flat_map(|point| [point.land_m, point.section.height_m]);
    let middle_m = points[points.len() / 2].land_m;
    let path_m = middle_m + c.value("banks.height");
    let plot = plot([62.0, 34.0], [664.0, 320.0], half_m(c), heights.chain([path_m]));
    draw_axes(&mut d, &plot, 8.0);
    d.text(Ink::Muted, 11.0, [62.0, 18.0], Anchor::Left, "metres up");
    d.text(Ink::Muted, 11.0, [726.0, 382.0], Anchor::Right, "metres east of the path");
    draw_land(&mut d, &plot, &points, c.step());
    let cones: [(&str, Ink, fn(&SectionPoint) -> Option<f64>); 2] = [
        ("ceiling", Ink::Negative, |point| point.section.ceiling_m),
        ("floor", Ink::Positive, |point| point.section.floor_m),
    ];
    for (id, ink, height_m) in cones {
        let cone = points.iter().map(|point| height_m(point).map(|m| [point.across_m, m]));
        for part in visible_parts(&plot, cone) {
            d.dashed(id, ink, 1.8, part);
        }
    }
    draw_path(&mut d, &plot, path_m);
    draw_legend(&mut d, c.step());
    write_numbers(&mut d, &points, path_m);
    finish(d, c, &[3, 4, 7])
}

/// Draws the land without the mark; from the second step on, also the land with it.
fn draw_land(d: &mut Drawing, plot: &Plot, points: &[SectionPoint], step: usize) {
    let line = |height_m: fn(&SectionPoint) -> f64| -> Vec<Place> {
        points.iter().map(|point| plot.place([point.across_m, height_m(point)])).collect()
    };
    let [before, after] = [line(|point| point.land_m), line(|point| point.section.height_m)];
    let now = if step == 0 { &before } else { &after };
    let bottom = plot.at[1] + plot.size[1];
    let lower = now.iter().map(|at| [at[0], bottom]).collect();
    d.add("land", Ink::Ghost, Shape::Band { upper: now.clone(), lower }).scale_opacity(0.35);
    match step {
        0 => _ = d.line("before", Ink::Text, 2.2, before),
        _ => {
            d.dashed("before", Ink::Muted, 1.5, before);
            d.line("land", Ink::Text, 2.2, after);
        }
    }
}

/// Draws the path, whose height the user drags.
fn draw_path(d: &mut Drawing, plot: &Plot, path_m: f64) {
    let at = plot.place([0.0, path_m]);
    d.disc("path", Ink::Point, at, 6.0);
    d.handles.push(
        Handle::new("path", "the height of the path", at)
            .along_y(Target::Control("banks.height"), 1.0 / plot.unit()[1]),
    );
}

fn draw_legend(d: &mut Drawing, step: usize) {
    let rows = [
        ("ceiling", Ink::Negative, "cone of cuts", true),
        ("floor", Ink::Positive, "cone of fills", true),
        ("before", if step == 0 { Ink::Text } else { Ink::Muted }, "land before", step > 0),
        ("land", Ink::Text, "land", false),
    ];
    let count = if step == 0 { 3 } else { 4 };
    for (i, (id, ink, words, is_dashed)) in rows.into_iter().take(count).enumerate() {
        let x = 180.0 + 136.0 * i as f64;
        let sample = vec![[x, 18.0], [x + 18.0, 18.0]];
        match is_dashed {
            true => d.dashed(id, ink, 1.8, sample),
            false => d.line(id, ink, 2.2, sample),
        };
        d.text(ink, 12.0, [x + 24.0, 18.0], Anchor::Left, words).id = id.to_owned();
    }
}

fn write_numbers(d: &mut Drawing, points: &[SectionPoint], path_m: f64) {
    let change = |point: &SectionPoint| point.section.height_m - point.land_m;
    let [cut_m, fill_m] =
        points.iter().map(change).fold([0.0f64; 2], |[cut, fill], m| [cut.max(-m), fill.max(m)]);
    let mut line = live_number("path at ", "path_m", path_m, 1).to_vec();
    line.extend(live_number(" m; deepest cut ", "cut_m", cut_m, 1));
    line.extend(live_number(" m, highest fill ", "fill_m", fill_m, 1));
    line.push(Term::text(" m"));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use orogen_terrain::marks::Section;

    #[test]
    fn a_ridge_only_fills_and_a_valley_only_cuts() {
        for (tool, height, zero, above) in
            [(1.0, 50.0, "cut_m", "fill_m"), (2.0, -50.0, "fill_m", "cut_m")]
        {
            let d = trial_of(&BANKS).set("banks.tool", tool).set("banks.height", height).draw();
            assert_eq!(d.value(zero), Some(0.0), "{zero}");
            assert!(d.value(above).unwrap() >= 50.0 - 1e-9, "{above}");
        }
    }

    #[test]
    fn the_land_leaves_the_cones_only_by_the_rounding_of_the_banks() {
        let trial = trial_of(&BANKS).set("banks.height", 25.0);
        let points = section_points(&trial.context(), 1).unwrap();
        let path_m = points[points.len() / 2].land_m + 25.0;
        for point in points {
            let Section { height_m, floor_m, ceiling_m, .. } = point.section;
            let [floor_m, ceiling_m] = [floor_m, ceiling_m].map(Option::unwrap);
            // A bank is rounded over half of its height k, which lowers it by at most 4/27 of k/2.
            let rounded_m = |cone_m: f64| 2.0 / 27.0 * (cone_m - path_m).abs() + 1e-9;
            assert!(height_m >= floor_m - rounded_m(floor_m));
            assert!(height_m <= ceiling_m + rounded_m(ceiling_m));
        }
    }
}
