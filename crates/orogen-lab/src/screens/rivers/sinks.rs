//! A sink: its water cuts a gorge through the lowest pass, or fills a lake.

use super::near::{self, RiverLand};
use super::plan::{CellMap, draw_arrow};
use super::sink_way::{self, SinkWay, WayPoint};
use crate::plot::round_step;
use crate::screens::prelude::*;
use crate::words::live_number;

pub(super) static SINKS: FigureRow = FigureRow {
    name: "river-sinks",
    screen: Screen::Rivers,
    title: "Out of a hollow",
    question: "How does water leave a hollow?",
    steps: &[
        "The sink nearest to p, and the ground along the way of its water. Beyond the sink the \
         ground rises, so water cannot leave.",
        "A flood rises from the sink, always over the lowest node. It leaves the hollow over the \
         lowest pass, and stops at the first node that lies lower than the sink.",
        "The river cuts through the pass, down to the height of the sink. So the way never rises. \
         If the pass is too high, the hollow stays closed.",
        "The longer a river is, the deeper it cuts. A hollow that gathers much water may hold a \
         lake, at the level of its outlet.",
    ],
    reproduces: &[],
    controls: &[
        Control::recipe("rivers.on"),
        Control::recipe("rivers.gorge_m"),
        Control::recipe("rivers.lakes"),
        Control::recipe("rivers.depth_m"),
    ],
    code: &[
        "let mut front = BinaryHeap::from([Reverse(sink)]);",
        "while let Some(Reverse(node)) = front.pop() {",
        "    if node.height_m - sink.height_m > deepest_gorge_m {",
        "        return Closed;",
        "    }",
        "    if node < sink || node.is_sea() {",
        "        return way(sink, node).at_level(sink.height_m);",
        "    }",
        "    front.extend(node.neighbours().map(Reverse));",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a hollow whose river cuts more than 120 m deep.",
        hint: "Move p from hollow to hollow, and look at the height of the pass.",
        is_solved: |c| {
            let depth_m = RiverLand::of(c).and_then(|rivers| {
                let way = sink_way::find(&rivers, rivers.cell(c), REACH)?;
                Some(pass_m(&rivers, &way)? - sink_m(&rivers, &way))
            });
            depth_m.is_some_and(|depth_m| depth_m > 120.0)
        },
    },
};

/// The number of cells to each side of p's cell that are searched for a sink.
const REACH: i64 = 10;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 440.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let cell = rivers.cell(c);
    let plan = CellMap::around(([14.0, 16.0], 294.0), cell, REACH, rivers.settings().spacing_m);
    plan.draw_ground(&mut d, rivers.network());
    draw_network(&mut d, &plan, &rivers);
    let way = sink_way::find(&rivers, cell, REACH);
    if let Some(way) = &way {
        draw_way(&mut d, (&plan, &rivers), way, c.step());
    }
    plan.draw_scale(&mut d);
    plan.draw_p(&mut d, c);
    match &way {
        Some(way) => draw_profile(&mut d, &rivers, way, c.step()),
        None => {
            let words = "There is no hollow on this map.";
            d.text(Ink::Muted, 13.0, [540.0, 160.0], Anchor::Middle, words);
        }
    }
    rivers.draw_note(&mut d, [14.0, 426.0]);
    finish(d, c, &[0, 8, 6, 3])
}

fn sink_m(rivers: &RiverLand, way: &SinkWay) -> f64 {
    rivers.drainage().node(way.sink).height_m
}

fn pass_m(rivers: &RiverLand, way: &SinkWay) -> Option<f64> {
    way.pass(rivers).map(|index| rivers.drainage().node(way.cells[index]).height_m)
}

/// Draws thin lines from every node to its receiver.
fn draw_network(d: &mut Drawing, plan: &CellMap, rivers: &RiverLand) {
    let drainage = rivers.drainage();
    for cell in plan.cells() {
        if let Some(next) = drainage.next(cell) {
            let from = plan.place(drainage.place_m(cell));
            let to = plan.clip(from, plan.place(drainage.place_m(next)));
            let width = if drainage.order(cell) > 0 { 1.8 } else { 0.8 };
            d.line("network", Ink::Noise, width, vec![from, to]).scale_opacity(0.7);
        }
    }
}

fn draw_way(d: &mut Drawing, (plan, rivers): (&CellMap, &RiverLand), way: &SinkWay, step: usize) {
    let drainage = rivers.drainage();
    let at = |index: usize| plan.place(drainage.place_m(way.cells[index]));
    for index in way.start..way.end {
        if step >= 1 && plan.is_inside(at(index)) {
            draw_arrow(
                d,
                ("way", Ink::Accent, 2.4),
                [at(index), plan.clip(at(index), at(index + 1))],
            );
        }
    }
    d.circle("sink", Ink::Negative, at(way.start), 7.0);
    if let (Some(lake), 3) = (&way.lake, step) {
        let (middle, radius) = (at(way.start), lake.radius_m * plan.points_per_m());
        let circle = (0..=48).map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 48.0).sin_cos();
            [middle[0] + radius * cos, middle[1] + radius * sin]
        });
        for part in plan.parts(&circle.collect::<Vec<_>>()) {
            d.line("lake", Ink::Corner(3), 2.0, part);
        }
    }
}

/// Draws the ground along the way, and the water.
fn draw_profile(d: &mut Drawing, rivers: &RiverLand, way: &SinkWay, step: usize) {
    let ground = way.ground(rivers);
    let water = rivers.network().water();
    let levels: Vec<f64> = way.cells.iter().map(|cell| water.level_m(*cell)).collect();
    let heights = ground.iter().map(|[_, y]| *y).chain(levels.iter().copied());
    let [low, high] = heights
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
    let margin = (0.12 * (high - low)).max(2.0);
    let distances_m = way.distances_m(rivers);
    let length_km = (distances_m[distances_m.len() - 1] / 1000.0).max(0.1);
    let plot = Plot {
        at: [372.0, 34.0],
        size: [374.0, 232.0],
        x: [0.0, length_km],
        y: [low - margin, high + margin],
    };
    plot.draw_axes(d, [round_step(length_km, 6.0), round_step(high - low + 2.0 * margin, 6.0)]);
    d.text(Ink::Muted, 11.0, [372.0, 18.0], Anchor::Left, "metres up");
    d.text(Ink::Muted, 11.0, [746.0, 294.0], Anchor::Right, "kilometres along the way");
    let place = |distance_m: f64, y: f64| plot.place([distance_m / 1000.0, y]);
    fill_ground(d, &plot, &ground);
    let sink_m = sink_m(rivers, way);
    if let (Some(pass), Some(pass_m), 1..) = (way.pass(rivers), pass_m(rivers, way), step) {
        let ends = [[distances_m[way.start], sink_m], [distances_m[pass], pass_m]];
        draw_pass(d, (&plot, &ground), ends, step);
    }
    if step == 2 && !way.is_closed {
        let ends = [way.start, way.end].map(|index| place(distances_m[index], sink_m));
        d.line("cut", Ink::Accent, 3.0, ends.to_vec());
    }
    if step == 3 {
        let line = distances_m.iter().zip(&levels).map(|(x, y)| place(*x, *y)).collect();
        d.line("level", Ink::Noise, 2.5, line);
        draw_lake(d, (&plot, &distances_m), way);
    }
    let sink = place(distances_m[way.start], sink_m);
    d.circle("sink", Ink::Negative, sink, 6.0);
    let at = [sink[0], sink[1] + 16.0];
    d.text(Ink::Negative, 12.0, at, Anchor::Middle, "sink").id = "sink".to_owned();
    write_numbers(d, rivers, way, step);
}

fn fill_ground(d: &mut Drawing, plot: &Plot, ground: &[WayPoint]) {
    let line: Vec<Place> = ground.iter().map(|[x, y]| plot.place([x / 1000.0, *y])).collect();
    if line.len() < 2 {
        return;
    }
    let bottom = plot.at[1] + plot.size[1];
    let lower = line.iter().map(|at| [at[0], bottom]).collect();
    d.add("ground", Ink::Ghost, Shape::Band { upper: line.clone(), lower }).scale_opacity(0.35);
    d.line("ground", Ink::Text, 2.0, line);
}

/// Draws the pass, and the flood up to it (step 1) or the ground that the river cuts away (step 2).
fn draw_pass(
    d: &mut Drawing,
    (plot, ground): (&Plot, &[WayPoint]),
    [[sink_distance_m, sink_m], [pass_distance_m, pass_m]]: [WayPoint; 2],
    step: usize,
) {
    let place = |[x, y]: WayPoint| plot.place([x / 1000.0, y]);
    match step {
        1 => {
            // The hollow around the sink, up to the pass.
            let is_flooded = |[_, y]: &WayPoint| *y <= pass_m;
            let parts = ground.chunk_by(|a, b| is_flooded(a) == is_flooded(b));
            let is_around = |part: &&[WayPoint]| part.iter().any(|[x, _]| *x == sink_distance_m);
            if let Some(hollow) = parts.filter(|part| part.len() > 1).find(is_around) {
                let upper = hollow.iter().map(|[x, _]| place([*x, pass_m])).collect();
                let lower = hollow.iter().map(|point| place(*point)).collect();
                d.add("flood", Ink::Corner(3), Shape::Band { upper, lower }).scale_opacity(0.45);
            }
        }
        2 => {
            let upper = ground.iter().map(|[x, y]| place([*x, y.max(sink_m)])).collect();
            let lower = ground.iter().map(|[x, _]| place([*x, sink_m])).collect();
            d.add("cut", Ink::Accent, Shape::Band { upper, lower }).scale_opacity(0.45);
        }
        _ => {}
    }
    let at = place([pass_distance_m, pass_m]);
    d.disc("pass", Ink::Offset, at, 4.5);
    d.text(Ink::Offset, 12.0, [at[0], at[1] - 13.0], Anchor::Middle, "pass").id = "pass".to_owned();
}

fn draw_lake(d: &mut Drawing, (plot, distances_m): (&Plot, &[f64]), way: &SinkWay) {
    let Some(lake) = &way.lake else { return };
    let is_lake = |index: &usize| lake.cells.contains(&way.cells[*index]);
    let nodes: Vec<usize> = (0..way.cells.len()).filter(is_lake).collect();
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return };
    let ends = [*first, *last].map(|index| plot.place([distances_m[index] / 1000.0, lake.level_m]));
    d.line("lake", Ink::Corner(3), 6.0, ends.to_vec());
    let at = [0.5 * (ends[0][0] + ends[1][0]), ends[0][1] - 14.0];
    d.text(Ink::Corner(3), 12.0, at, Anchor::Middle, "lake").id = "lake".to_owned();
}

fn write_numbers(d: &mut Drawing, rivers: &RiverLand, way: &SinkWay, step: usize) {
    let (sink_m, water) = (sink_m(rivers, way), rivers.network().water());
    let area_km2 = rivers.drainage().catchment_km2(way.sink);
    let mut rows = vec![
        ("sink", "height of the sink, m: ", "sink_m", sink_m, 1),
        ("sink", "its catchment, km²: ", "area_km2", area_km2, 1),
    ];
    let pass_m = pass_m(rivers, way);
    if let (Some(pass_m), 1..) = (pass_m, step) {
        rows.push(("pass", "height of the pass, m: ", "pass_m", pass_m, 1));
        rows.push(("cut", "deepest cut at a node, m: ", "cut_m", pass_m - sink_m, 1));
    }
    if step == 3 {
        rows.push(("level", "level at the sink, m: ", "level_m", water.level_m(way.sink), 1));
    }
    if let (Some(lake), 3) = (&way.lake, step) {
        rows.push(("lake", "radius of the lake, m: ", "radius_m", lake.radius_m, 0));
    }
    for (i, (id, label, name, value, decimals)) in rows.into_iter().enumerate() {
        let at = [[372.0, 566.0][i % 2], 324.0 + 20.0 * (i / 2) as f64];
        d.number(id, Ink::Text, (at, Anchor::Left), Readout::new(label, name, value, decimals));
    }
    let words = match (way.is_closed, &way.lake) {
        (true, _) => "Every pass is too high or too far: a lake stays.",
        (_, Some(_)) => "The hollow holds a lake on the river's way.",
        (_, None) => "The hollow drains dry, without a lake.",
    };
    if step >= 2 {
        d.text(Ink::Muted, 12.0, [372.0, 392.0], Anchor::Left, words);
    }
    if let Some(pass_m) = pass_m {
        let mut line = vec![Term::text("cut = pass − sink")];
        line.extend(live_number(" = ", "pass_m", pass_m, 1));
        line.extend(live_number(" − ", "sink_m", sink_m, 1));
        line.extend(live_number(" = ", "cut_m", pass_m - sink_m, 1));
        line.push(Term::text(" m"));
        d.formula = vec![line];
    }
}
