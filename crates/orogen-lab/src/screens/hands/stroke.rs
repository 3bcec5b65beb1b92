//! The weight of a stroke, its slope, and the land under it.

use super::section::{SectionPoint, draw_axes, plot, section, without_land};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::marks::{Brush, Tool};

pub(super) static STROKE: FigureRow = FigureRow {
    name: "stroke",
    screen: Screen::Hands,
    title: "A stroke",
    question: "How does a brush raise the land without a seam?",
    steps: &[
        "The weight of a stroke, by the distance from its path: 1 in the middle, and exactly 0 from \
         the radius on. Land beyond keeps every bit.",
        "The slope of the weight is 0 in the middle and at the radius, so that the land gets no \
         crease. Without hardness it is steepest at 0.58 of the radius, with 1.54 over the radius.",
        "The land through p: the stroke adds its height times the weight. As a formula of place, it \
         has no pixels and no edges of tiles.",
    ],
    reproduces: &[],
    controls: &[
        Control::number("stroke.radius", "Radius", (50.0, 250.0, 1000.0), "The radius in metres."),
        Control::number(
            "stroke.height",
            "Height",
            (-200.0, 100.0, 200.0),
            "How far the middle of the stroke is raised, in metres.",
        ),
        Control::number(
            "stroke.hardness",
            "Hardness",
            (0.0, 0.0, 0.9),
            "The share of the radius over which the stroke has its full height.",
        ),
        Control::number(
            "stroke.at",
            "Distance",
            (-WIDTH, 0.3, WIDTH),
            "The distance from the path at which numbers are shown, in radii.",
        ),
    ],
    code: &[
        "let hard_m = hardness * radius_m;",
        "let t = ((d - hard_m) / (radius_m - hard_m)).clamp(0.0, 1.0);",
        "let weight = (1.0 - t * t) * (1.0 - t * t);",
        "let slope = -4.0 * t * (1.0 - t * t) / (radius_m - hard_m);",
        "land_m += height_m * weight;",
    ],
    draw,
    challenge: Challenge {
        task: "Move the distance to where the stroke is steepest.",
        hint: "It is a little over half of the radius, and farther out with more hardness.",
        is_solved: |c| {
            let tool = tool(c);
            let slope = |fraction: f64| slope_at(&tool, fraction * c.value("stroke.radius")).abs();
            let max_slope = (0..=1000).map(|i| slope(f64::from(i) / 1000.0)).fold(0.0, f64::max);
            slope(c.value("stroke.at")) > 0.999 * max_slope
        },
    },
};

/// The distance to each side of the path that is drawn, in radii.
const WIDTH: f64 = 1.3;

fn tool(c: &Context) -> Tool {
    Tool::Brush(Brush {
        height_m: c.value("stroke.height"),
        radius_m: c.value("stroke.radius"),
        hardness: c.value("stroke.hardness"),
    })
}

/// The slope of the weight at a distance east of the path, which is negative to the west.
fn slope_at(tool: &Tool, across_m: f64) -> f64 {
    tool.section(across_m.abs(), 0.0, 0.0).weight_slope * across_m.signum()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 470.0);
    let tool = tool(c);
    let half_m = WIDTH * c.value("stroke.radius");
    let Some(points) = section(c, &tool, half_m, 0.0) else { return without_land(d) };
    let size = [664.0, 96.0];
    let plots = [
        Plot { at: [62.0, 30.0], size, x: [-half_m, half_m], y: [0.0, 1.05] },
        Plot { at: [62.0, 168.0], size, x: [-half_m, half_m], y: slope_range(c) },
        plot(
            [62.0, 306.0],
            size,
            half_m,
            points.iter().flat_map(|point| [point.land_m, point.section.height_m]),
        ),
    ];
    let titles = ["weight", "slope of the weight, 1/m", "land through p, metres up"];
    for (index, plot) in plots.iter().enumerate().take(c.step() + 1) {
        draw_axes(&mut d, plot, 4.0);
        d.text(Ink::Muted, 11.0, [62.0, plot.at[1] - 13.0], Anchor::Left, titles[index]);
    }
    draw_curves(&mut d, &plots, &points, c.step());
    draw_probe(&mut d, &plots, c, &tool);
    d.text(Ink::Muted, 11.0, [726.0, 17.0], Anchor::Right, "metres east of the path");
    write_formula(&mut d, c, &tool);
    finish(d, c, &[2, 3, 4])
}

/// The range of the plot of slopes.
fn slope_range(c: &Context) -> [f64; 2] {
    let soft_m = (1.0 - c.value("stroke.hardness")) * c.value("stroke.radius");
    [-1.7 / soft_m, 1.7 / soft_m]
}

fn draw_curves(d: &mut Drawing, plots: &[Plot; 3], points: &[SectionPoint], step: usize) {
    let line = |plot: &Plot, value: &dyn Fn(&SectionPoint) -> f64| -> Vec<Place> {
        points.iter().map(|point| plot.place([point.across_m, value(point)])).collect()
    };
    d.line("weight", Ink::Noise, 2.5, line(&plots[0], &|point| point.section.weight));
    if step >= 1 {
        let slope = |point: &SectionPoint| point.section.weight_slope * point.across_m.signum();
        d.line("slope", Ink::Gradient, 2.5, line(&plots[1], &slope));
    }
    if step >= 2 {
        let land = line(&plots[2], &|point| point.section.height_m);
        let bottom = plots[2].at[1] + plots[2].size[1];
        let lower = land.iter().map(|at| [at[0], bottom]).collect();
        d.add("land", Ink::Ghost, Shape::Band { upper: land.clone(), lower }).scale_opacity(0.35);
        d.dashed("before", Ink::Negative, 1.5, line(&plots[2], &|point| point.land_m));
        d.line("land", Ink::Text, 2.2, land);
    }
}

/// Draws the distance at which numbers are shown.
fn draw_probe(d: &mut Drawing, plots: &[Plot; 3], c: &Context, tool: &Tool) {
    let radius_m = c.value("stroke.radius");
    let across_m = c.value("stroke.at") * radius_m;
    let weight = tool.section(across_m.abs(), 0.0, 0.0).weight;
    let last = &plots[c.step()];
    let [x, top] = plots[0].place([across_m, plots[0].y[1]]);
    d.dashed("at", Ink::Point, 1.0, vec![[x, top], [x, last.at[1] + last.size[1]]]);
    let at = plots[0].place([across_m, weight]);
    d.disc("at", Ink::Point, at, 6.0);
    let per_point = 1.0 / (plots[0].unit()[0] * radius_m);
    d.handles.push(
        Handle::new("at", "the distance", at).along_x(Target::Control("stroke.at"), per_point),
    );
    if c.step() >= 1 {
        d.disc("at", Ink::Point, plots[1].place([across_m, slope_at(tool, across_m)]), 5.0);
    }
}

fn write_formula(d: &mut Drawing, c: &Context, tool: &Tool) {
    let across_m = c.value("stroke.at") * c.value("stroke.radius");
    let section = tool.section(across_m.abs(), 0.0, 0.0);
    let mut line = live_number("distance ", "distance_m", across_m.abs(), 1).to_vec();
    line.extend(live_number(" m: weight = ", "weight", section.weight, 3));
    if c.step() >= 1 {
        line.extend(live_number(", slope = ", "slope", slope_at(tool, across_m), 5));
        line.push(Term::text(" 1/m"));
    }
    if c.step() >= 2 {
        line.extend(live_number(", raised by ", "raised_m", section.height_m, 1));
        line.push(Term::text(" m"));
    }
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_steepest_slope_matches_the_formula() {
        let d = trial_of(&STROKE).set("stroke.at", 1.0 / 3f64.sqrt()).draw();
        let steepest = -8.0 / (3.0 * 3f64.sqrt()) / 250.0;
        assert!((d.value("slope").unwrap() - steepest).abs() < 1e-12);
        assert!((d.value("weight").unwrap() - 4.0 / 9.0).abs() < 1e-12);
        assert!((d.value("raised_m").unwrap() - 400.0 / 9.0).abs() < 1e-9);
        let beyond = trial_of(&STROKE).set("stroke.at", 1.0).draw();
        assert_eq!(beyond.value("weight"), Some(0.0));
    }
}
