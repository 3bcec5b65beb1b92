//! Flow adds up: the catchment of a place, and the rivers around it.

use super::near::{self, RiverLand};
use super::plan::{CellMap, draw_arrow};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::rivers::{Block, Cell, CurveKey, River, Segment};

pub(super) static FLOW: FigureRow = FigureRow {
    name: "river-flow",
    screen: Screen::Rivers,
    title: "Flow adds up",
    question: "Why is a river wide here and narrow there?",
    steps: &[
        "Every node passes on its own cell and all cells that drain to it. The shaded cells are the \
         catchment of the ringed node; each number counts a node and those above it.",
        "The discharge follows from the catchment, and the width from the discharge. Valleys with a \
         small catchment are dry (thin grey).",
        "The same rivers by Strahler's order: springs have order 1, and where two rivers of the \
         highest order meet, the order rises by 1.",
        "The river of the ringed node in numbers. Its course swings around the straight edges, \
         wider on level ground.",
    ],
    reproduces: &[],
    controls: &[
        Control::recipe("rivers.on"),
        Control::recipe("rivers.from_km2"),
        Control::recipe("rivers.size"),
        Control::recipe("rivers.wander"),
        Control::recipe("rivers.meanders"),
    ],
    code: &[
        "let area_km2 = (1 + nodes_upstream) * cell_km2;",
        "let discharge = 0.42 * area_km2.powf(0.69);",
        "let width_m = size * discharge.sqrt();",
        "let depth_m = 0.3 * discharge.powf(0.4) + 0.5;",
        "let order = match highest_two_orders_of_inflows {",
        "    [a, b] if a == b => a + 1,",
        "    [a, _] => a,",
        "};",
    ],
    draw,
    challenge: Challenge {
        task: "Find a river of order 2 or more.",
        hint: "Follow a course down to a place where two rivers meet.",
        is_solved: |c| {
            let order = RiverLand::of(c).map(|rivers| rivers.drainage().order(rivers.cell(c)));
            order.is_some_and(|order| order >= 2)
        },
    },
};

/// Cells to each side of p's cell.
const REACH: i64 = 6;
/// The left edge of the words.
const TEXT_LEFT: f64 = 446.0;

/// The colours of orders from 1 on. Higher orders share the last colour.
const ORDER_INKS: [Ink; 5] =
    [Ink::Offset, Ink::Corner(3), Ink::Noise, Ink::Corner(0), Ink::Negative];

/// The colour of a river by its order; `None` for a dry valley.
fn ink(order: u32) -> Option<Ink> {
    let index = order.checked_sub(1)? as usize;
    Some(ORDER_INKS[index.min(ORDER_INKS.len() - 1)])
}

/// The width of a river's line in points.
fn line_width(discharge: f64) -> f64 {
    (1.0 + 1.3 * discharge.max(0.0).sqrt()).min(9.0)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 474.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let Some(cell) = rivers.land_cell(c) else { return near::at_sea(d) };
    let plan =
        CellMap::around(([16.0, 16.0], 406.0), rivers.cell(c), REACH, rivers.settings().spacing_m);
    plan.draw_ground(&mut d, rivers.network());
    let catchment = catchment(&rivers, cell);
    if matches!(c.step(), 0 | 3) {
        shade(&mut d, (&plan, &rivers), &catchment);
    }
    match c.step() {
        0 => draw_tree(&mut d, (&plan, &rivers), &catchment),
        step => draw_rivers(&mut d, (&plan, &rivers), step == 2),
    }
    let at = plan.place(rivers.drainage().place_m(cell));
    if plan.is_inside(at) {
        d.circle("node", Ink::Text, at, 8.0);
    }
    plan.draw_scale(&mut d);
    plan.draw_p(&mut d, c);
    write_river(&mut d, &rivers, cell);
    if c.step() == 2 {
        write_legend(&mut d);
    }
    rivers.draw_note(&mut d, [16.0, 460.0]);
    finish(d, c, &[0, 2, 5, 3])
}

/// The cells whose water reaches a node within the network's number of steps. The node's cell comes
/// first.
pub(super) fn catchment(rivers: &RiverLand, cell: Cell) -> Vec<Cell> {
    let drainage = rivers.drainage();
    let (mut all, mut frontier) = (vec![cell], vec![cell]);
    for _ in 0..drainage.settings().steps {
        frontier = frontier.into_iter().flat_map(|cell| drainage.inflows(cell)).collect();
        all.extend(&frontier);
    }
    all
}

/// Shades the cells of a catchment.
fn shade(d: &mut Drawing, (plan, rivers): (&CellMap, &RiverLand), catchment: &[Cell]) {
    let spacing_m = rivers.settings().spacing_m;
    let side = spacing_m * plan.points_per_m();
    for cell in catchment {
        let corner = plan.place(cell.map(|c| c as f64 * spacing_m));
        let middle = corner.map(|x| x + 0.5 * side);
        if plan.is_inside(middle) {
            d.rect("catchment", Ink::Accent, corner, [side; 2]).scale_opacity(0.22);
        }
    }
}

/// Draws the arrows of all nodes. Arrows of the catchment are wide, with the number of nodes that
/// drain through them.
fn draw_tree(d: &mut Drawing, (plan, rivers): (&CellMap, &RiverLand), catchment: &[Cell]) {
    let drainage = rivers.drainage();
    for cell in plan.cells() {
        let from = plan.place(drainage.place_m(cell));
        let is_in_catchment = catchment.contains(&cell);
        if let Some(next) = drainage.next(cell) {
            let to = plan.clip(from, plan.place(drainage.place_m(next)));
            let style = if is_in_catchment {
                ("catchment", Ink::Noise, line_width(drainage.river(cell).discharge))
            } else {
                ("receiver", Ink::Axis, 1.0)
            };
            draw_arrow(d, style, [from, to]);
        }
        let nodes = drainage.flow(cell).nodes;
        if is_in_catchment && nodes >= MIN_LABELLED_NODES {
            let at = [from[0] + 6.0, from[1] - 9.0];
            let at = [at[0].min(404.0), at[1].max(24.0)];
            d.text(Ink::Text, 11.0, at, Anchor::Left, &nodes.to_string());
        }
    }
}

/// The minimum number of nodes that a label on the map shows.
const MIN_LABELLED_NODES: u32 = 4;

/// A way of water on the map: its line, the order and the catchment of its river.
struct CurveLine {
    line: Vec<Place>,
    order: u32,
    area_km2: f64,
}

/// Draws the courses of the network: dry valleys thin, rivers as wide as their discharge requires.
fn draw_rivers(d: &mut Drawing, (plan, rivers): (&CellMap, &RiverLand), is_by_order: bool) {
    let settings = rivers.settings();
    let mut curves = curve_lines(plan, rivers);
    // Wide rivers cover the ends of their tributaries.
    curves.sort_by(|a, b| a.area_km2.total_cmp(&b.area_km2));
    for CurveLine { line, order, area_km2 } in curves {
        let width = line_width(River::of(settings, area_km2).discharge);
        let (id, ink, width) = match ink(order) {
            None => ("dry".to_owned(), Ink::Axis, 0.9),
            Some(ink) if is_by_order => (format!("order{order}"), ink, width),
            Some(_) => ("river".to_owned(), Ink::Noise, width),
        };
        for part in plan.parts(&line) {
            d.line(&id, ink, width, part);
        }
    }
}

/// The curves through the nodes of a map.
fn curve_lines(plan: &CellMap, rivers: &RiverLand) -> Vec<CurveLine> {
    let drainage = rivers.drainage();
    let mut blocks: Vec<Block> = plan.cells().map(Block::of).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let mut all = vec![];
    for block in blocks {
        let mut last_node = None;
        for (curve, segments) in rivers.network().curve_segments(block) {
            // The first curve through a node comes from the largest inflow and has the order of the
            // node. The other curves have the orders of the nodes that they come from.
            let is_trunk = last_node.replace(curve.through) != Some(curve.through);
            let place = |end: [f64; 2]| plan.place(world_m(rivers, block, end));
            let starts = segments.first().map(|segment| place(segment.ends_m[0]));
            let line: Vec<_> = starts
                .into_iter()
                .chain(segments.iter().map(|segment| place(segment.ends_m[1])))
                .collect();
            let (Some(end), true) = (segments.last(), line.iter().any(|at| plan.is_inside(*at)))
            else {
                continue;
            };
            let CurveKey { from, through } = curve;
            let cell = if is_trunk { through } else { from.unwrap_or(through) };
            let area_km2 = end.areas_km2[1];
            all.push(CurveLine { line, order: drainage.order(cell), area_km2 });
        }
    }
    all
}

/// The place of a segment's end in metres east and south of the origin.
pub(super) fn world_m(rivers: &RiverLand, block: Block, end_m: [f64; 2]) -> [f64; 2] {
    let spacing_m = rivers.settings().spacing_m;
    [0, 1].map(|axis| block.first()[axis] as f64 * spacing_m + end_m[axis])
}

/// The fall of the water from a node to the next in metres per metre; 0 at the end of a course.
fn fall(rivers: &RiverLand, cell: Cell) -> f64 {
    let (drainage, water) = (rivers.drainage(), rivers.network().water());
    drainage.next(cell).map_or(0.0, |next| {
        (water.level_m(cell) - water.level_m(next)) / drainage.distance_m(cell, next)
    })
}

fn write_river(d: &mut Drawing, rivers: &RiverLand, cell: Cell) {
    let drainage = rivers.drainage();
    let River { discharge, width_m, depth_m } = drainage.river(cell);
    let (area_km2, order) = (drainage.catchment_km2(cell), drainage.order(cell));
    d.text(Ink::Text, 13.0, [TEXT_LEFT, 26.0], Anchor::Left, "the ringed node");
    let kind = match order {
        0 => "a dry valley: its catchment is too small".to_owned(),
        order => format!("a river of order {order}"),
    };
    d.text(ink(order).unwrap_or(Ink::Muted), 12.0, [TEXT_LEFT, 46.0], Anchor::Left, &kind);
    let rows = [
        ("nodes, with those above: ", "nodes", f64::from(drainage.flow(cell).nodes), 0),
        ("catchment, km²: ", "area_km2", area_km2, 2),
        ("discharge, m³/s: ", "discharge", discharge, 2),
        ("width, m: ", "width_m", width_m, 1),
        ("depth, m: ", "depth_m", depth_m, 2),
        ("fall of the water, %: ", "fall_percent", 100.0 * fall(rivers, cell), 2),
        ("level of the water, m: ", "level_m", rivers.network().water().level_m(cell), 1),
        ("Strahler's order: ", "order", f64::from(order), 0),
    ];
    for (i, (label, name, value, decimals)) in rows.into_iter().enumerate() {
        let at = ([TEXT_LEFT, 70.0 + 19.0 * i as f64], Anchor::Left);
        d.number(name, Ink::Text, at, Readout::new(label, name, value, decimals));
    }
    let steps = format!("Flow counts {} steps upstream.", drainage.settings().steps);
    d.text(Ink::Muted, 11.0, [TEXT_LEFT, 226.0], Anchor::Left, &steps);
    let mut line = vec![Term::text("Q = 0.42 · ")];
    line.extend(live_number("", "area_km2", area_km2, 2));
    line.extend(live_number("^0.69 = ", "discharge", discharge, 2));
    line.push(Term::text(" m³/s"));
    let mut width = vec![Term::text("w = ")];
    width.extend(live_number("", "size", drainage.settings().size, 2));
    width.extend(live_number(" · √Q = ", "width_m", width_m, 2));
    width.push(Term::text(" m"));
    d.formula = vec![line, width];
}

/// Writes the colours of orders.
fn write_legend(d: &mut Drawing) {
    for (index, ink) in ORDER_INKS.into_iter().enumerate() {
        let y = 256.0 + 20.0 * index as f64;
        let width = 1.5 + 1.4 * index as f64;
        let id = format!("order{}", index + 1);
        d.line(&id, ink, width, vec![[TEXT_LEFT, y], [TEXT_LEFT + 40.0, y]]);
        let suffix = if index + 1 == ORDER_INKS.len() { " and more" } else { "" };
        let words = format!("order {}{suffix}", index + 1);
        d.text(Ink::Text, 12.0, [TEXT_LEFT + 50.0, y], Anchor::Left, &words);
    }
    let y = 256.0 + 20.0 * ORDER_INKS.len() as f64;
    d.line("dry", Ink::Axis, 0.9, vec![[TEXT_LEFT, y], [TEXT_LEFT + 40.0, y]]);
    d.text(Ink::Text, 12.0, [TEXT_LEFT + 50.0, y], Anchor::Left, "dry valley");
}

/// The segments of the curves through the nodes of some blocks, with the block and the key of each.
pub(super) fn segments<'a>(
    rivers: &'a RiverLand,
    blocks: impl Iterator<Item = Block> + 'a,
) -> impl Iterator<Item = (Block, CurveKey, Segment)> + 'a {
    blocks.flat_map(move |block| {
        let curves = rivers.network().curve_segments(block).into_iter();
        curves.flat_map(move |(key, segments)| {
            segments.into_iter().map(move |segment| (block, key, segment))
        })
    })
}
