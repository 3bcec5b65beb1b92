//! A cut across a valley: the ground without rivers, the valley, and the land with its water.

use super::near::{self, RiverLand};
use super::valley_cut::{CutPoint, NearestPlace, nearest};
use crate::plot::round_step;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::rivers::River;

pub(super) static VALLEY: FigureRow = FigureRow {
    name: "river-valley",
    screen: Screen::Rivers,
    title: "A valley across",
    question: "How does a river shape the ground beside it?",
    steps: &[
        "The ground without rivers, in a cut across the course nearest to p, seen downstream. The \
         river has a level of its own, which lies below the ground where it has cut in.",
        "The valley is a ceiling for the ground: a level floor, then sides that rise to the ridges \
         around. Ground above the ceiling is taken away.",
        "The land itself: erosion and all other layers come after the valley, and the channel comes \
         last. The water stands in the channel.",
    ],
    reproduces: &[],
    controls: &[
        Control::number(
            "valley.width",
            "Width of the cut",
            (0.1, 1.0, 2.5),
            "The width of the cut, in spacings of nodes.",
        ),
        Control::recipe("rivers.on"),
        Control::recipe("rivers.depth_m"),
        Control::recipe("rivers.sides"),
        Control::recipe("rivers.floor"),
        Control::recipe("rivers.size"),
    ],
    code: &[
        "let incision_m = depth_m * (length_m / 1400.0).sqrt();",
        "let level_m = sea_m + e_m / (1.0 + incision_m / e_m);",
        "let y = (d - width_m / 2.0 - floor_m).max(0.0);",
        "let side_m = side_slope * ((y * y + r * r).sqrt() - r);",
        "let ceiling_m = level_m + 0.4 + side_m + 0.003 * d;",
        "ground_m = smooth_min(ground_m, ceiling_m, 12.0);",
        "// … erosion and other layers …",
        "if d < width_m / 2.0 {",
        "    land_m = level_m - depth_of_bed_m(d);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a river that has cut more than 60 m into the ground.",
        hint: "Long rivers cut deepest where the ground is high above the sea.",
        is_solved: |c| {
            let Some(rivers) = RiverLand::of(c) else { return false };
            let cell = rivers.land_cell(c);
            let found = cell.and_then(|cell| nearest(&rivers, c.position_m(), cell));
            found.is_some_and(|place| {
                is_river(&rivers, &place) && incision_m(&rivers, &place) > 60.0
            })
        },
    },
};

fn is_river(rivers: &RiverLand, found: &NearestPlace) -> bool {
    found.segment.areas_km2[0] >= rivers.settings().from_km2
}

/// The depth of the water below the ground without rivers.
fn incision_m(rivers: &RiverLand, found: &NearestPlace) -> f64 {
    let limit_m = rivers.land.spacing_m();
    rivers.drainage().ground_m(found.place_m, limit_m) - found.interpolate(found.segment.levels_m)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 452.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let found = rivers.land_cell(c).and_then(|cell| nearest(&rivers, c.position_m(), cell));
    let Some(found) = found else { return near::at_sea(d) };
    let half_m = 0.5 * c.value("valley.width") * rivers.settings().spacing_m;
    let cut = found.cut(&rivers, half_m);
    let plot = plot(&cut, &found, half_m);
    draw_axes(&mut d, &plot);
    draw_ground(&mut d, &plot, &cut, c.step());
    draw_level(&mut d, (&plot, &rivers), &found, c.step());
    if c.step() == 1 {
        draw_floor(&mut d, (&plot, &rivers), &found);
    }
    write_numbers(&mut d, &rivers, &found);
    write_formula(&mut d, &rivers, &found);
    rivers.draw_note(&mut d, [62.0, 440.0]);
    finish(d, c, &[1, 4, 8])
}

/// The plot of a cut: metres from the course, and metres up.
fn plot(cut: &[CutPoint], found: &NearestPlace, half_m: f64) -> Plot {
    let level_m = found.interpolate(found.segment.levels_m);
    let heights =
        cut.iter().flat_map(|p| [p.before_m, p.valley_m, p.land_m, p.water_m.unwrap_or(p.land_m)]);
    let [low, high] = heights.fold([level_m, level_m], |[low, high], y| [low.min(y), high.max(y)]);
    let margin = (0.08 * (high - low)).max(1.5);
    Plot {
        at: [62.0, 34.0],
        size: [664.0, 290.0],
        x: [-half_m, half_m],
        y: [low - margin, high + margin],
    }
}

fn draw_axes(d: &mut Drawing, plot: &Plot) {
    let [span_x, span_y] = [plot.x, plot.y].map(|[low, high]| high - low);
    plot.draw_axes(d, [round_step(span_x, 10.0), round_step(span_y, 7.0)]);
    let exaggeration = (plot.size[1] / span_y) / (plot.size[0] / span_x);
    d.text(Ink::Muted, 11.0, [62.0, 18.0], Anchor::Left, "metres up");
    let words = "metres from the course: left bank, right bank (looking downstream)";
    d.text(Ink::Muted, 11.0, [62.0, 354.0], Anchor::Left, words);
    let at = ([726.0, 18.0], Anchor::Right);
    d.number("", Ink::Muted, at, Readout::new("heights are drawn × ", "steeper", exaggeration, 1));
}

/// Draws the ground of a step, and the ground of earlier steps as dashed lines.
fn draw_ground(d: &mut Drawing, plot: &Plot, cut: &[CutPoint], step: usize) {
    let line = |height_m: fn(&CutPoint) -> f64| -> Vec<Place> {
        cut.iter().map(|point| plot.place([point.across_m, height_m(point)])).collect()
    };
    let bottom = plot.at[1] + plot.size[1];
    let [before, valley, land] =
        [line(|point| point.before_m), line(|point| point.valley_m), line(|point| point.land_m)];
    let now = [&before, &valley, &land][step].clone();
    let lower = now.iter().map(|at| [at[0], bottom]).collect();
    d.add("ground", Ink::Ghost, Shape::Band { upper: now.clone(), lower }).scale_opacity(0.35);
    if step == 2 {
        draw_water(d, plot, cut);
    }
    if step >= 1 {
        d.dashed("before", Ink::Negative, 1.5, before);
    }
    if step == 2 {
        d.dashed("valley", Ink::Offset, 1.5, valley);
    }
    let (id, ink) = [("before", Ink::Negative), ("valley", Ink::Offset), ("land", Ink::Text)][step];
    d.line(id, ink, 2.2, now);
    let legend = [
        ("before", Ink::Negative, "without rivers"),
        ("valley", Ink::Offset, "with the valley"),
        ("land", Ink::Text, "land"),
    ];
    for (i, (id, ink, words)) in legend.into_iter().take(step + 1).enumerate() {
        let x = 200.0 + 124.0 * i as f64;
        d.line(id, ink, 2.2, vec![[x, 18.0], [x + 18.0, 18.0]]);
        d.text(ink, 12.0, [x + 24.0, 18.0], Anchor::Left, words).id = id.to_owned();
    }
}

fn draw_water(d: &mut Drawing, plot: &Plot, cut: &[CutPoint]) {
    for part in cut.chunk_by(|a, b| a.water_m.is_some() == b.water_m.is_some()) {
        let Some(level_m) = part[0].water_m else { continue };
        let surface = |p: &CutPoint| plot.place([p.across_m, p.water_m.unwrap_or(level_m)]);
        let upper: Vec<Place> = part.iter().map(surface).collect();
        let lower = part.iter().map(|p| plot.place([p.across_m, p.land_m])).collect();
        d.add("water", Ink::Noise, Shape::Band { upper: upper.clone(), lower }).scale_opacity(0.7);
        if upper.len() > 1 {
            d.line("water", Ink::Noise, 2.0, upper);
        }
    }
}

/// Draws the level of the water across the cut, and the course in its middle.
fn draw_level(
    d: &mut Drawing,
    (plot, rivers): (&Plot, &RiverLand),
    found: &NearestPlace,
    step: usize,
) {
    let level_m = found.interpolate(found.segment.levels_m);
    let ends = plot.x.map(|x| plot.place([x, level_m]));
    d.dashed("level", Ink::Noise, 1.2, ends.to_vec());
    let words = if is_river(rivers, found) { "level of the river" } else { "level of the valley" };
    let at = [ends[1][0] - 6.0, ends[1][1] + 10.0];
    let at = [at[0], at[1].min(plot.at[1] + plot.size[1] - 8.0)];
    d.text(Ink::Noise, 11.0, at, Anchor::Right, words).id = "level".to_owned();
    if step < 2 {
        let width_m = found.interpolate(found.segment.widths_m);
        let width = width_m * plot.unit()[0];
        let middle = plot.place([0.0, level_m]);
        let half = (0.5 * width).min(0.5 * plot.size[0]);
        let banks = [middle[0] - half, middle[0] + half];
        d.line("level", Ink::Noise, 4.0, banks.map(|x| [x, middle[1]]).to_vec());
        d.disc("level", Ink::Noise, middle, 4.0);
    }
}

/// Draws the width of the floor, and the slope of the sides beyond it.
fn draw_floor(d: &mut Drawing, (plot, rivers): (&Plot, &RiverLand), found: &NearestPlace) {
    let segment = &found.segment;
    let level_m = found.interpolate(segment.levels_m);
    let edge_m = floor_m(rivers, found) + 0.5 * found.interpolate(segment.widths_m);
    let ends = [-edge_m, edge_m].map(|x| plot.place([x.clamp(plot.x[0], plot.x[1]), level_m]));
    d.line("floor", Ink::Accent, 3.0, ends.to_vec());
    for [x, y] in ends {
        d.line("floor", Ink::Accent, 1.5, vec![[x, y - 6.0], [x, y + 6.0]]);
    }
    let at = [0.5 * (ends[0][0] + ends[1][0]), ends[0][1] + 13.0];
    let at = [at[0], at[1].min(plot.at[1] + plot.size[1] - 8.0)];
    d.text(Ink::Accent, 12.0, at, Anchor::Middle, "floor").id = "floor".to_owned();
    for side in [-1.0, 1.0] {
        let room_m = plot.x[1] - edge_m;
        let run_m = room_m.min((plot.y[1] - level_m) / segment.side_slope);
        if run_m > 0.0 {
            let from = plot.place([side * edge_m, level_m]);
            let end = [side * (edge_m + run_m), level_m + segment.side_slope * run_m];
            d.dashed("side", Ink::Accent, 1.2, vec![from, plot.place(end)]);
        }
    }
}

/// The width of the floor on each side.
fn floor_m(rivers: &RiverLand, found: &NearestPlace) -> f64 {
    found.interpolate(found.segment.floodplain_widths_m(rivers.settings()))
}

fn write_numbers(d: &mut Drawing, rivers: &RiverLand, found: &NearestPlace) {
    let segment = &found.segment;
    let area_km2 = found.interpolate(segment.areas_km2);
    let depth_m =
        if is_river(rivers, found) { River::of(rivers.settings(), area_km2).depth_m } else { 0.0 };
    let rows = [
        ("area", "catchment, km²: ", "area_km2", area_km2, 2),
        ("level", "level, m: ", "level_m", found.interpolate(segment.levels_m), 1),
        ("level", "cut into the ground, m: ", "incision_m", incision_m(rivers, found), 1),
        ("water", "width of the water, m: ", "width_m", found.interpolate(segment.widths_m), 1),
        ("water", "depth of the water, m: ", "depth_m", depth_m, 2),
        ("level", "fall of the water, %: ", "fall_percent", 100.0 * segment.fall, 2),
        ("floor", "floor on each side, m: ", "floor_m", floor_m(rivers, found), 1),
        ("side", "slope of the sides, %: ", "side_percent", 100.0 * segment.side_slope, 1),
    ];
    for (i, (id, label, name, value, decimals)) in rows.into_iter().enumerate() {
        let at = [62.0 + 228.0 * (i % 3) as f64, 378.0 + 19.0 * (i / 3) as f64];
        d.number(id, Ink::Text, (at, Anchor::Left), Readout::new(label, name, value, decimals));
    }
    if !is_river(rivers, found) {
        let at = [726.0, 440.0];
        d.text(Ink::Muted, 12.0, at, Anchor::Right, "The valley is dry: its catchment is small.");
    }
}

/// Writes the level of the node that the course runs through, and the largest width of the floor.
fn write_formula(d: &mut Drawing, rivers: &RiverLand, found: &NearestPlace) {
    let (drainage, water) = (rivers.drainage(), rivers.network().water());
    let mut line = vec![Term::text("level of the node: from ")];
    line.extend(live_number("", "node_m", drainage.receiver(found.curve.through).level_m, 1));
    line.extend(live_number(" m down to ", "node_level_m", water.level_m(found.curve.through), 1));
    line.push(Term::text(" m"));
    let floor = drainage.settings().floor;
    let mut floor_line = vec![Term::text("floor ≤ ")];
    floor_line.extend(live_number("", "floor", floor, 1));
    floor_line.extend(live_number(" · ", "width_m", found.interpolate(found.segment.widths_m), 1));
    floor_line.push(Term::text(" m, narrower where the river falls steeply"));
    d.formula = vec![line, floor_line];
}
