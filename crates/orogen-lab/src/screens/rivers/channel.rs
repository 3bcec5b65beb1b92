//! A stretch of a river from above: its course, its widths, its bars and its mouth.

use super::channel_course::{MOUTH_REACH, Vertex, along_m, natural_m, nearest_vertex};
use super::channel_map::{BedNumbers, ChannelMap};
use super::channel_stretch::{MAP, Stretch, banks, sideways};
use super::channel_words::{write_note, write_numbers};
use super::near::{self, RiverLand};
use super::plan::{CellMap, draw_arrow};
use crate::common_shapes;
use crate::plot::round_step;
use crate::screens::prelude::*;

pub(super) static CHANNEL: FigureRow = FigureRow {
    name: "river-channel",
    screen: Screen::Rivers,
    title: "Bends, bars and arms",
    question: "How does a river change along its way?",
    steps: &[
        "The network gives nodes (dots) and a smooth course between them. The catchment alone gives \
         the width. The next steps show the framed part from nearer.",
        "The dashed banks are those of variety 0. Above 0 bends are round; the river is wide in \
         bends and over shallows, and narrow in pools.",
        "A braided river fills a wide plain of gravel with threads of water (blue) between bars \
         (sand). The thread in the middle can carry the whole river.",
        "The mouth nearest to p. Lower than 9 m above the sea a river widens and splits into the \
         arms of its delta, at any slope.",
    ],
    reproduces: &[],
    controls: &[
        Control::recipe("rivers.on"),
        Control::recipe("rivers.variety"),
        Control::recipe("rivers.braids"),
        Control::recipe("rivers.deltas"),
        Control::recipe("rivers.size"),
        Control::recipe("rivers.from_km2"),
    ],
    code: &[
        "let mut width_m = size * discharge.sqrt();",
        "let swell = noise_along_course(9.0 * width_m);",
        "width_m *= 1.0 + variety * (swell + widening_in_bends);",
        "let gentle = 1.0 - smoothstep(0.03, 0.06, fall);",
        "let near_sea = 1.0 - smoothstep(1.0, 9.0, above_sea_m);",
        "let braided = (braids * gentle).max(deltas * near_sea);",
        "width_m *= 1.0 + 7.0 * braided;",
        "if noise_along_flow(0.2 * width_m) < threshold {",
        "    land_m = level_m - depth_of_thread_m;",
        "} else {",
        "    land_m = level_m + height_of_bar_m;",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Split a river into three threads or more.",
        hint: "Raise Braids at step 3, and move p to a gentle river.",
        is_solved: |c| c.drawn_value("threads").is_some_and(|threads| threads >= 3.0),
    },
};

/// Cells to each side of the river's cell on the first map.
const REACH: i64 = 2;
fn draw(c: &Context) -> Drawing {
    let d = Drawing::new(740.0, 474.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let stretch = match c.step() {
        3 => match Stretch::at_mouth(c, &rivers) {
            Some(stretch) => stretch,
            None => return without_mouth(d, &rivers),
        },
        _ if rivers.land_cell(c).is_none() => return near::at_sea(d),
        _ => match Stretch::near_p(c, &rivers) {
            Some(stretch) => stretch,
            None => return without_river(d),
        },
    };
    draw_stretch(d, c, stretch)
}

/// The picture of a place without a river.
fn without_river(d: Drawing) -> Drawing {
    let suggestion = "Move p to lower ground, or lower Springs, the catchment that a river needs.";
    common_shapes::explain_missing_picture(d, "No river runs near p.", suggestion)
}

/// The picture of a place far from the mouth of any river.
fn without_mouth(d: Drawing, rivers: &RiverLand) -> Drawing {
    let km = MOUTH_REACH as f64 * rivers.settings().spacing_m / 1000.0;
    let why = format!("No river meets the sea within {km:.1} km of p, so no delta is near.");
    let suggestion = "Move p to a coast where a river ends, and raise Deltas above 0.";
    common_shapes::explain_missing_picture(d, &why, suggestion)
}

fn draw_stretch(mut d: Drawing, c: &Context, mut stretch: Stretch) -> Drawing {
    let mut threads = None;
    match c.step() {
        0 => draw_network(&mut d, c, &mut stretch),
        1 => {
            let courses = stretch.varied_courses();
            draw_banks(&mut d, &stretch, &courses);
            draw_widths(&mut d, &stretch, &courses);
        }
        _ => threads = Some(draw_bed(&mut d, &mut stretch)),
    }
    if c.step() > 0 {
        draw_flow(&mut d, &stretch);
        stretch.map.draw_scale(&mut d);
        stretch.map.draw_p(&mut d, c);
    }
    write_numbers(&mut d, c.step(), &stretch, threads.as_ref());
    write_note(&mut d, c.step(), &stretch);
    stretch.rivers.draw_note(&mut d, [16.0, 460.0]);
    finish(d, c, &[0, 2, 7, 4])
}

/// Draws the nodes and all courses around the place, and the frame of the near map.
fn draw_network(d: &mut Drawing, c: &Context, stretch: &mut Stretch) {
    let (rivers, drainage) = (stretch.rivers, stretch.rivers.drainage());
    let cell = drainage.cell_at(stretch.vertex().place_m);
    let plan = CellMap::around(MAP, cell, REACH, rivers.settings().spacing_m);
    plan.draw_ground(d, rivers.network());
    for course in stretch.curves.around(cell, REACH) {
        let line: Vec<_> = course.iter().map(|vertex| plan.place(vertex.place_m)).collect();
        let is_river = course.last().is_some_and(|end| end.area_km2 >= rivers.settings().from_km2);
        let width_m = course.last().map_or(0.0, |end| natural_m(rivers, end.area_km2));
        let (id, ink, width) = match is_river {
            true => ("river", Ink::Noise, (width_m * plan.points_per_m()).max(2.0)),
            false => ("dry", Ink::Axis, 0.9),
        };
        for part in plan.clipped(&line) {
            d.line(id, ink, width, part);
        }
    }
    for cell in plan.cells() {
        let from = plan.place(drainage.place_m(cell));
        if let Some(next) = drainage.next(cell) {
            let to = plan.clip(from, plan.place(drainage.place_m(next)));
            d.dashed("edge", Ink::Text, 1.0, vec![from, to]).scale_opacity(0.45);
        }
        d.disc("node", Ink::Text, from, 3.0);
    }
    let (corner_m, side_m) = (stretch.map.corner_m, stretch.map.side_m);
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
    let corner = |at: [f64; 2]| plan.place([0, 1].map(|i| corner_m[i] + at[i] * side_m));
    for part in plan.clipped(&corners.map(corner)) {
        d.line("frame", Ink::Accent, 2.0, part);
    }
    plan.draw_scale(d);
    plan.draw_p(d, c);
}

/// Draws the river with the recipe's variety, and the banks of the river with variety 0.
fn draw_banks(d: &mut Drawing, stretch: &Stretch, [even, varied]: &[Vec<Vertex>; 2]) {
    let map = &stretch.map;
    d.rect("", Ink::Card, map.at, [map.side; 2]);
    let [left, right] = banks(map, varied);
    for (left, right) in left.windows(2).zip(right.windows(2)) {
        let [left_end, right_end] = [overlapping_end(left), overlapping_end(right)];
        let corners = map.clip_polygon(vec![left[0], left_end, right_end, right[0]]);
        if corners.len() > 2 {
            d.polygon("varied", Ink::Noise, corners);
        }
    }
    for part in [left, right].iter().flat_map(|bank| map.clipped(bank)) {
        d.line("varied", Ink::Noise, 1.5, part);
    }
    for part in banks(map, even).iter().flat_map(|bank| map.clipped(bank)) {
        d.dashed("even", Ink::Negative, 1.8, part);
    }
}

/// The end of a part of a bank, a little farther: the next part covers it, so that the background does
/// not show between them.
fn overlapping_end(part: &[Place]) -> Place {
    let [x, y] = [0, 1].map(|axis| part[1][axis] - part[0][axis]);
    let share = 0.8 / x.hypot(y).max(0.8);
    [part[1][0] + share * x, part[1][1] + share * y]
}

/// Plots the widths along both courses.
fn draw_widths(d: &mut Drawing, stretch: &Stretch, courses: &[Vec<Vertex>; 2]) {
    let half_m = 0.6 * stretch.map.side_m;
    let middle_m = stretch.vertex().place_m;
    let [even, varied] = courses.each_ref().map(|course| {
        let from = nearest_vertex(course, middle_m).unwrap_or_default();
        let points = along_m(course, from).into_iter().zip(course);
        let near = points.filter(|(along_m, _)| along_m.abs() <= half_m);
        near.map(|(along_m, vertex)| [along_m, vertex.width_m]).collect::<Vec<_>>()
    });
    let widest_m = even.iter().chain(&varied).fold(1.0, |widest: f64, it| widest.max(it[1]));
    let plot = Plot {
        at: [478.0, 252.0],
        size: [246.0, 118.0],
        x: [-half_m, half_m],
        y: [0.0, 1.15 * widest_m],
    };
    plot.draw_axes(d, [round_step(2.0 * half_m, 5.0), round_step(plot.y[1], 5.0)]);
    d.text(Ink::Muted, 11.0, [446.0, 238.0], Anchor::Left, "width, m");
    let words = "metres along the course, downstream";
    d.text(Ink::Muted, 11.0, [724.0, 398.0], Anchor::Right, words);
    let line = |points: &[[f64; 2]]| points.iter().map(|it| plot.place(*it)).collect::<Vec<_>>();
    for (points, is_even) in [(&varied, false), (&even, true)] {
        match line(points) {
            line if line.len() < 2 => {}
            line if is_even => _ = d.dashed("even", Ink::Negative, 1.8, line),
            line => _ = d.line("varied", Ink::Noise, 2.2, line),
        }
    }
}

/// Draws the land with its water and bars, and the edges of the gravel.
fn draw_bed(d: &mut Drawing, stretch: &mut Stretch) -> BedNumbers {
    let cell = stretch.rivers.drainage().cell_at(stretch.vertex().place_m);
    let from_km2 = stretch.rivers.settings().from_km2;
    let mut courses = stretch.curves.around(cell, 1);
    courses.retain(|course| course.iter().any(|vertex| vertex.area_km2 >= from_km2));
    let map = ChannelMap::new(stretch.rivers, stretch.map, &courses);
    map.draw(d);
    if stretch.vertex().braided > 0.0 {
        let banks = banks(&stretch.map, &stretch.course);
        for part in banks.iter().flat_map(|bank| stretch.map.clipped(bank)) {
            d.line("plain_edge", Ink::Text, 1.0, part).scale_opacity(0.5);
        }
    }
    BedNumbers { threads: map.threads(stretch.across_m()), dry_share: map.dry_share() }
}

/// Draws an arrow beside the river in the direction of the flow.
fn draw_flow(d: &mut Drawing, stretch: &Stretch) {
    let (map, vertex) = (&stretch.map, stretch.vertex());
    let right = sideways(&stretch.course, stretch.here);
    let forward = [right[1], -right[0]];
    let aside = 0.5 * vertex.width_m * map.points_per_m() + 18.0;
    let middle = map.place(vertex.place_m);
    let end = |along: f64| [0, 1].map(|i| middle[i] + aside * right[i] + along * forward[i]);
    let ends = [end(-34.0), end(34.0)];
    if ends.iter().all(|at| map.is_inside(*at)) {
        draw_arrow(d, ("flow", Ink::Text, 2.0), ends);
    }
}
