//! A course from its place to its end, as a long profile.

use super::near::{self, RiverLand};
use super::sink_way::{WayPoint, distances_m, ground};
use crate::plot::round_step;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::rivers::{Cell, Downstream};

pub(super) static PROFILE: FigureRow = FigureRow {
    name: "river-profile",
    screen: Screen::Rivers,
    title: "From here to the sea",
    question: "Where does the water of this place go?",
    steps: &[
        "The ground along the way of the water, from the node of p's cell on. It rises where the \
         way leads out of a hollow.",
        "The level of the water falls or stays the same at every node, so that water never runs \
         uphill.",
        "Lakes are level: the wide lines. Below, the depth of the river, which grows with its \
         catchment.",
    ],
    reproduces: &[],
    controls: &[
        Control::recipe("rivers.on"),
        Control::recipe("rivers.depth_m"),
        Control::recipe("rivers.lakes"),
        Control::recipe("rivers.gorge_m"),
    ],
    code: &[
        "while let Some(next) = network.drainage().next(cell) {",
        "    assert!(water.level_m(next) <= water.level_m(cell));",
        "    bed_m = water.level_m(next) - river(next).depth_m;",
        "    cell = next;",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place whose water runs more than 6 km.",
        hint: "Look for high ground far from the sea.",
        is_solved: |c| {
            let course = RiverLand::of(c).and_then(|rivers| NodeCourse::of(&rivers, c));
            course.is_some_and(|course| course.length_m() > 6000.0)
        },
    },
};

/// The maximum number of drawn nodes of a course.
const MAX_NODES: usize = 64;

/// A course from node to node.
pub(super) struct NodeCourse {
    pub cells: Vec<Cell>,
    pub distances_m: Vec<f64>,
    /// The level of the water at each node.
    pub levels_m: Vec<f64>,
    /// The depth of the water at each node: `None` in lakes, dry valleys and the sea.
    pub depths_m: Vec<Option<f64>>,
    pub is_lake: Vec<bool>,
    pub ground: Vec<WayPoint>,
    pub end: Downstream,
}

impl NodeCourse {
    /// The course from the node of p's cell, or of the land nearest to it.
    pub fn of(rivers: &RiverLand, c: &Context) -> Option<Self> {
        let (drainage, water) = (rivers.drainage(), rivers.network().water());
        let mut cells = vec![rivers.land_cell(c)?];
        while let Some(next) = drainage.next(cells[cells.len() - 1]) {
            if cells.len() == MAX_NODES {
                break;
            }
            cells.push(next);
        }
        let is_lake: Vec<bool> = cells.iter().map(|cell| water.is_lake(*cell)).collect();
        let depth_m = |(cell, is_lake): (&Cell, &bool)| {
            let is_wet = drainage.order(*cell) > 0 && !is_lake;
            let is_sea = drainage.receiver(*cell).next == Downstream::Sea;
            (is_wet && !is_sea).then(|| drainage.river(*cell).depth_m)
        };
        // A course of many nodes gets fewer points between them.
        let parts = (240 / cells.len()).clamp(4, 16);
        Some(Self {
            distances_m: distances_m(rivers, &cells),
            levels_m: cells.iter().map(|cell| water.level_m(*cell)).collect(),
            depths_m: cells.iter().zip(&is_lake).map(depth_m).collect(),
            is_lake,
            ground: ground(rivers, &cells, parts),
            end: drainage.receiver(cells[cells.len() - 1]).next,
            cells,
        })
    }

    /// The length in metres.
    pub fn length_m(&self) -> f64 {
        self.distances_m[self.distances_m.len() - 1]
    }

    /// The first and the last node of each lake on the way.
    fn lakes(&self) -> Vec<[usize; 2]> {
        let mut lakes: Vec<[usize; 2]> = vec![];
        for index in (0..self.cells.len()).filter(|index| self.is_lake[*index]) {
            match lakes.last_mut() {
                Some([_, last])
                    if *last + 1 == index && self.levels_m[*last] == self.levels_m[index] =>
                {
                    *last = index;
                }
                _ => lakes.push([index; 2]),
            }
        }
        lakes
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 474.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let Some(course) = NodeCourse::of(&rivers, c) else { return near::at_sea(d) };
    let sea_m = rivers.settings().sea_level_m;
    let heights = course.ground.iter().map(|[_, y]| *y).chain(course.levels_m.iter().copied());
    let [low, high] = heights
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
    let margin = (0.08 * (high - low)).max(2.0);
    let length_km = (course.length_m() / 1000.0).max(0.1);
    let plot = Plot {
        at: [62.0, 34.0],
        size: [664.0, 240.0],
        x: [0.0, length_km],
        y: [low - margin, high + margin],
    };
    plot.draw_axes(
        &mut d,
        [round_step(length_km, 10.0), round_step(high - low + 2.0 * margin, 6.0)],
    );
    d.text(Ink::Muted, 11.0, [62.0, 18.0], Anchor::Left, "metres up");
    d.text(Ink::Muted, 11.0, [726.0, 303.0], Anchor::Right, "kilometres along the way");
    draw_ground(&mut d, &plot, &course);
    if (plot.y[0]..=plot.y[1]).contains(&sea_m) && course.end == Downstream::Sea {
        draw_sea(&mut d, &plot, sea_m);
    }
    if c.step() >= 1 {
        let line = course.distances_m.iter().zip(&course.levels_m);
        let line = line.map(|(x, y)| plot.place([x / 1000.0, *y])).collect::<Vec<_>>();
        if line.len() > 1 {
            d.line("level", Ink::Noise, 2.5, line);
        }
    }
    if c.step() == 2 {
        draw_lakes(&mut d, &plot, &course);
        draw_depths(&mut d, &course);
    }
    draw_ends(&mut d, &plot, &course);
    write_numbers(&mut d, c, &course);
    rivers.draw_note(&mut d, [62.0, 462.0]);
    finish(d, c, &[0, 1, 2])
}

fn draw_ground(d: &mut Drawing, plot: &Plot, course: &NodeCourse) {
    let line: Vec<Place> =
        course.ground.iter().map(|[x, y]| plot.place([x / 1000.0, *y])).collect();
    let bottom = plot.at[1] + plot.size[1];
    if line.len() > 1 {
        let lower = line.iter().map(|at| [at[0], bottom]).collect();
        d.add("ground", Ink::Ghost, Shape::Band { upper: line.clone(), lower }).scale_opacity(0.35);
        d.line("ground", Ink::Negative, 1.8, line);
    }
    d.line("ground", Ink::Negative, 1.8, vec![[200.0, 18.0], [218.0, 18.0]]);
    d.text(Ink::Negative, 12.0, [224.0, 18.0], Anchor::Left, "ground before the rivers");
    d.line("level", Ink::Noise, 2.5, vec![[390.0, 18.0], [408.0, 18.0]]);
    d.text(Ink::Noise, 12.0, [414.0, 18.0], Anchor::Left, "level of the water");
}

fn draw_sea(d: &mut Drawing, plot: &Plot, sea_m: f64) {
    let ends = plot.x.map(|x| plot.place([x, sea_m]));
    d.dashed("sea", Ink::Corner(3), 1.2, ends.to_vec());
    let at = [ends[0][0] + 6.0, ends[0][1] - 9.0];
    d.text(Ink::Text, 11.0, at, Anchor::Left, "sea level").id = "sea".to_owned();
}

fn draw_lakes(d: &mut Drawing, plot: &Plot, course: &NodeCourse) {
    for [first, last] in course.lakes() {
        let at =
            |index: usize| plot.place([course.distances_m[index] / 1000.0, course.levels_m[index]]);
        let (start, end) = (at(first), at(last));
        let end = if end[0] - start[0] < 6.0 { [start[0] + 6.0, start[1]] } else { end };
        d.line("lake", Ink::Corner(3), 6.0, vec![start, end]);
        let at = [0.5 * (start[0] + end[0]), start[1] - 13.0];
        d.text(Ink::Corner(3), 11.0, at, Anchor::Middle, "lake").id = "lake".to_owned();
    }
}

/// Draws the depth of the water below its level, as a strip under the profile.
fn draw_depths(d: &mut Drawing, course: &NodeCourse) {
    let deepest_m = course.depths_m.iter().flatten().copied().fold(0.5, f64::max);
    let plot = Plot {
        at: [62.0, 326.0],
        size: [664.0, 62.0],
        x: [0.0, (course.length_m() / 1000.0).max(0.1)],
        y: [-1.15 * deepest_m, 0.0],
    };
    plot.draw_axes_without_x_numbers(d, [round_step(plot.x[1], 10.0), round_step(deepest_m, 3.0)]);
    d.text(Ink::Muted, 11.0, [62.0, 316.0], Anchor::Left, "depth of the river, m");
    let nodes = (0..course.cells.len()).collect::<Vec<_>>();
    for part in
        nodes.chunk_by(|a, b| course.depths_m[*a].is_some() == course.depths_m[*b].is_some())
    {
        let place = |index: &usize, depth_m: f64| {
            plot.place([course.distances_m[*index] / 1000.0, -depth_m])
        };
        let bed = part.iter().filter_map(|index| Some(place(index, course.depths_m[*index]?)));
        let bed: Vec<Place> = bed.collect();
        if bed.len() > 1 {
            let upper: Vec<Place> = part.iter().map(|index| place(index, 0.0)).collect();
            d.add("bed", Ink::Noise, Shape::Band { upper, lower: bed.clone() }).scale_opacity(0.5);
            d.line("bed", Ink::Noise, 2.0, bed);
        }
    }
}

/// Draws the first node, and names the end of the course.
fn draw_ends(d: &mut Drawing, plot: &Plot, course: &NodeCourse) {
    let at = |index: usize| {
        let height_m = course.levels_m[index];
        plot.place([course.distances_m[index] / 1000.0, height_m])
    };
    let start = plot.place([0.0, course.ground[0][1]]);
    d.disc("start", Ink::Point, start, 5.0);
    let end = at(course.cells.len() - 1);
    let words = match course.end {
        Downstream::Sea => "the sea",
        Downstream::Closed => "a lake without an outlet",
        Downstream::To(_) => "it runs on",
    };
    d.circle("end", Ink::Text, end, 5.0);
    let is_near_top = end[1] < plot.at[1] + 40.0;
    let place = [end[0] - 6.0, if is_near_top { end[1] + 18.0 } else { end[1] - 16.0 }];
    let anchor = if end[0] < 220.0 { Anchor::Left } else { Anchor::Right };
    d.text(Ink::Text, 12.0, place, anchor, words).id = "end".to_owned();
}

fn write_numbers(d: &mut Drawing, c: &Context, course: &NodeCourse) {
    let last = course.cells.len() - 1;
    let fall_m = course.levels_m[0] - course.levels_m[last];
    let rises = course.levels_m.windows(2).filter(|pair| pair[1] > pair[0]).count();
    let lakes = course.lakes().len();
    let rows = [
        (0, "ground", "length, km: ", "length_km", course.length_m() / 1000.0, 2),
        (1, "level", "fall of the level, m: ", "fall_m", fall_m, 1),
        (1, "level", "nodes where the level rises: ", "rises", rises as f64, 0),
        (0, "start", "nodes: ", "nodes", course.cells.len() as f64, 0),
        (2, "lake", "lakes on the way: ", "lakes", lakes as f64, 0),
    ];
    for (i, (from_step, id, label, name, value, decimals)) in rows.into_iter().enumerate() {
        if c.step() < from_step {
            continue;
        }
        let at = [62.0 + 224.0 * (i % 3) as f64, 414.0 + 20.0 * (i / 3) as f64];
        d.number(id, Ink::Text, (at, Anchor::Left), Readout::new(label, name, value, decimals));
    }
    let mut line = vec![Term::text("mean fall = ")];
    line.extend(live_number("", "fall_m", fall_m, 1));
    line.extend(live_number(" m / ", "length_km", course.length_m() / 1000.0, 2));
    line.push(Term::text(" km"));
    d.formula = vec![line];
}
