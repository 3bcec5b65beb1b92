//! The nodes of the network, and the neighbour that each drains to.

use super::near::{self, RiverLand};
use super::plan::{CellMap, draw_arrow};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_terrain::rivers::{Candidate, Cell, Downstream, STEPS, step};

pub(super) static NODES: FigureRow = FigureRow {
    name: "river-nodes",
    screen: Screen::Rivers,
    title: "Where water goes",
    question: "How does water find its way over endless land?",
    steps: &[
        "Each cell of a lattice has a node, at a low place: of nine samples of the ground, the one \
         that lies lowest below the plane through them.",
        "The node of p's cell looks at its 8 neighbours. Its water may go to the lower ones; the \
         steepest way wins. On gentle ground chance counts too, so that courses join.",
        "Every node drains to its own choice. A node without a lower neighbour is a sink: water \
         would stay there.",
        "Water leaves a sink over the lowest pass, and cuts through it. The nodes on that way drain \
         along it, although the ground rises.",
    ],
    reproduces: &[],
    controls: &[
        Control::recipe("rivers.on"),
        Control::recipe("rivers.valleys_m"),
        Control::recipe("rivers.branching"),
        Control::recipe("rivers.gorge_m"),
    ],
    code: &[
        "let lowest = samples.min_by(|s| s.height_m - plane.at(s));",
        "let q = branching * (1.0 - smoothstep(0.06, 0.21, steepest));",
        "let receiver = lower_neighbours.max_by(|n| {",
        "    let slope = (height_m - n.height_m) / distance_m(n);",
        "    slope * (1.0 - q + 2.0 * q * n.chance)",
        "});",
        "if receiver.is_none() {",
        "    let way = flood(node, deepest_gorge_m);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a sink: a node without a lower neighbour.",
        hint: "Look for a ring at step 3, and move p into its cell.",
        is_solved: |c| {
            RiverLand::of(c).is_some_and(|rivers| {
                let cell = rivers.cell(c);
                let is_sea = rivers.drainage().receiver(cell).next == Downstream::Sea;
                !is_sea && rivers.drainage().candidates(cell).is_empty()
            })
        },
    },
};

/// The names of the directions, in the order of [`STEPS`].
const DIRECTIONS: [&str; 8] =
    ["north-west", "north", "north-east", "east", "south-east", "south", "south-west", "west"];

/// Cells to each side of p's cell.
const REACH: i64 = 3;
/// The left edge of the words.
const TEXT_LEFT: f64 = 446.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 474.0);
    let Some(rivers) = RiverLand::of(c) else { return near::without_rivers(d) };
    let cell = rivers.cell(c);
    let plan = CellMap::around(([16.0, 16.0], 406.0), cell, REACH, rivers.settings().spacing_m);
    plan.draw_ground(&mut d, rivers.network());
    plan.draw_cells(&mut d);
    match c.step() {
        0 => {}
        1 => draw_choice(&mut d, &rivers, (&plan, cell)),
        _ => draw_arrows(&mut d, &rivers, &plan, c.step() == 3),
    }
    draw_nodes(&mut d, &rivers, (&plan, cell));
    plan.draw_scale(&mut d);
    plan.draw_p(&mut d, c);
    write_node(&mut d, &rivers, cell);
    match c.step() {
        0 => {}
        1 => write_choice(&mut d, &rivers, cell),
        _ => write_counts(&mut d, &rivers, &plan, c.step() == 3),
    }
    rivers.draw_note(&mut d, [16.0, 460.0]);
    finish(d, c, &[0, 4, 2, 7])
}

/// The lower neighbours of a node above the sea.
fn candidates(rivers: &RiverLand, cell: Cell) -> Vec<Candidate> {
    match rivers.drainage().receiver(cell).next {
        Downstream::Sea => vec![],
        _ => rivers.drainage().candidates(cell),
    }
}

/// The candidate with the highest score; the first if several are equal.
pub(super) fn best_candidate(candidates: &[Candidate]) -> Option<Candidate> {
    let first = candidates.first()?;
    let best = candidates
        .iter()
        .fold(first, |best, other| if other.score > best.score { other } else { best });
    Some(*best)
}

fn draw_nodes(d: &mut Drawing, rivers: &RiverLand, (plan, chosen): (&CellMap, Cell)) {
    for cell in plan.cells() {
        let at = plan.place(rivers.drainage().place_m(cell));
        let is_sea = rivers.drainage().receiver(cell).next == Downstream::Sea;
        let ink = if is_sea { Ink::Corner(3) } else { Ink::Text };
        d.disc("node", ink, at, 3.5);
        if cell == chosen {
            d.circle("chosen", Ink::Accent, at, 7.5);
        }
    }
}

/// Draws arrows from a node to its lower neighbours. The arrow to the receiver is wide.
fn draw_choice(d: &mut Drawing, rivers: &RiverLand, (plan, cell): (&CellMap, Cell)) {
    let drainage = rivers.drainage();
    let from = plan.place(drainage.place_m(cell));
    let candidates = candidates(rivers, cell);
    let receiver = best_candidate(&candidates).map(|best| best.to);
    for candidate in &candidates {
        let to = plan.place(drainage.place_m(step(cell, STEPS[usize::from(candidate.to)])));
        let is_chosen = receiver == Some(candidate.to);
        let (ink, width) = if is_chosen { (Ink::Accent, 4.0) } else { (Ink::Noise, 1.8) };
        let id = format!("to{}", candidate.to);
        draw_arrow(d, (&id, ink, width), [from, to]);
    }
}

/// Draws arrows from all nodes to their receivers; if `is_drained`, also from sinks.
fn draw_arrows(d: &mut Drawing, rivers: &RiverLand, plan: &CellMap, is_drained: bool) {
    let drainage = rivers.drainage();
    for cell in plan.cells() {
        let from = plan.place(drainage.place_m(cell));
        let receiver = drainage.receiver(cell);
        if receiver.next == Downstream::Sea {
            continue;
        }
        let best_neighbour = best_candidate(&drainage.candidates(cell));
        let best_neighbour = best_neighbour.map(|best| step(cell, STEPS[usize::from(best.to)]));
        if best_neighbour.is_none() {
            d.circle("sink", Ink::Negative, from, 8.0);
        }
        let next = if is_drained { drainage.next(cell) } else { best_neighbour };
        let Some(next) = next else { continue };
        let to = plan.clip(from, plan.place(drainage.place_m(next)));
        let style = match is_drained && receiver.cells_from_sink.is_some() {
            true => ("way", Ink::Accent, 3.0),
            false => ("receiver", Ink::Noise, 1.8),
        };
        draw_arrow(d, style, [from, to]);
    }
}

fn write_node(d: &mut Drawing, rivers: &RiverLand, cell: Cell) {
    let node = rivers.drainage().node(cell);
    d.text(Ink::Text, 13.0, [TEXT_LEFT, 26.0], Anchor::Left, "the node of p's cell");
    let rows = [
        ("spacing of nodes, m: ", "spacing_m", rivers.settings().spacing_m, 0),
        ("height of the node, m: ", "height_m", node.height_m, 1),
    ];
    for (i, (label, name, value, decimals)) in rows.into_iter().enumerate() {
        let at = ([TEXT_LEFT, 48.0 + 19.0 * i as f64], Anchor::Left);
        d.number(name, Ink::Text, at, Readout::new(label, name, value, decimals));
    }
}

/// Writes the lower neighbours of p's node as a table.
fn write_choice(d: &mut Drawing, rivers: &RiverLand, cell: Cell) {
    let drainage = rivers.drainage();
    let candidates = candidates(rivers, cell);
    let Some(receiver) = best_candidate(&candidates) else {
        let words = if drainage.receiver(cell).next == Downstream::Sea {
            "The node lies under the sea."
        } else {
            "No neighbour is lower: the node is a sink."
        };
        d.text(Ink::Negative, 13.0, [TEXT_LEFT, 100.0], Anchor::Left, words);
        return;
    };
    let columns = [550.0, 634.0, 716.0];
    let heads = ["slope %", "× chance", "= score %"];
    d.text(Ink::Muted, 12.0, [TEXT_LEFT, 100.0], Anchor::Left, "lower to the");
    for (x, head) in columns.into_iter().zip(heads) {
        d.text(Ink::Muted, 12.0, [x + 8.0, 100.0], Anchor::Right, head);
    }
    for (i, Candidate { to, slope, score }) in candidates.iter().enumerate() {
        let y = 122.0 + 20.0 * i as f64;
        let ink = if *to == receiver.to { Ink::Accent } else { Ink::Text };
        let id = format!("to{to}");
        let name = DIRECTIONS[usize::from(*to)];
        d.text(ink, 12.0, [TEXT_LEFT, y], Anchor::Left, name).id.clone_from(&id);
        let numbers =
            [("slope", 100.0 * slope), ("chance", score / slope), ("score", 100.0 * score)];
        for (x, (what, value)) in columns.into_iter().zip(numbers) {
            let value = if value.is_finite() { value } else { 0.0 };
            let name = format!("{what}{to}");
            d.number(&id, ink, ([x, y], Anchor::Right), Readout::new("", &name, value, 2));
        }
    }
    let y = 122.0 + 20.0 * candidates.len() as f64 + 8.0;
    let words = format!("The water goes {}.", DIRECTIONS[usize::from(receiver.to)]);
    d.text(Ink::Accent, 13.0, [TEXT_LEFT, y], Anchor::Left, &words);
    let to = step(cell, STEPS[usize::from(receiver.to)]);
    let mut line = vec![Term::text("slope = (")];
    line.extend(live_number("", "height_m", drainage.node(cell).height_m, 1));
    line.extend(live_number(" − ", "receiver_m", drainage.node(to).height_m, 1));
    line.extend(live_number(") / ", "distance_m", drainage.distance_m(cell, to), 1));
    line.extend(live_number(" = ", "slope", receiver.slope, 4));
    d.formula = vec![line];
}

/// Writes how many nodes of the map are sinks, and a legend.
fn write_counts(d: &mut Drawing, rivers: &RiverLand, plan: &CellMap, is_drained: bool) {
    let drainage = rivers.drainage();
    let is_land = |cell: &Cell| drainage.receiver(*cell).next != Downstream::Sea;
    let land: Vec<Cell> = plan.cells().filter(is_land).collect();
    let sinks = land.iter().filter(|cell| drainage.candidates(**cell).is_empty()).count();
    let count = |wanted: fn(Option<u16>, Downstream) -> bool| {
        let receivers = land.iter().map(|cell| drainage.receiver(*cell));
        receivers.filter(|receiver| wanted(receiver.cells_from_sink, receiver.next)).count() as f64
    };
    let mut rows = vec![
        ("node", Ink::Text, "nodes on land: ", land.len() as f64),
        ("sink", Ink::Negative, "sinks (ringed): ", sinks as f64),
    ];
    if is_drained {
        let on_way = count(|cells, next| cells.is_some() && next != Downstream::Closed);
        rows.push(("way", Ink::Accent, "nodes on a way out (wide): ", on_way));
        let closed = count(|_, next| next == Downstream::Closed);
        rows.push(("closed", Ink::Text, "sinks that stay closed: ", closed));
    }
    for (i, (name, ink, label, value)) in rows.into_iter().enumerate() {
        let at = ([TEXT_LEFT, 104.0 + 20.0 * i as f64], Anchor::Left);
        d.number(name, ink, at, Readout::new(label, &format!("{name}_count"), value, 0));
    }
}
