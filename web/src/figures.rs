//! The lab's figures, for the page: tables, and drawings as SVG with their handles and formulas.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::instance::Instance;
use crate::rows::row_at;
use orogen_lab::control::{Control, ControlKind};
use orogen_lab::figure::{Click, DragDirection, Handle, Target, Term};
use orogen_lab::ink::Palette;
use orogen_lab::{Context, Effort, FigureRow, QUESTIONS, ROWS, Screen, State};
use orogen_lab::{row, sliders, svg, teaching_scene};
use orogen_noise::Edit;

/// The user's choices for a figure.
#[derive(Deserialize)]
pub struct FigureRequest {
    name: String,
    step: usize,
    point: [f64; 2],
    #[serde(default)]
    octave: u32,
    #[serde(default)]
    values: BTreeMap<String, f64>,
    /// The gradients that the user set: octave, cell, gradient.
    #[serde(default)]
    gradients: Vec<(u32, [i64; 2], [f64; 2])>,
    dark: bool,
    #[serde(default)]
    dragged: bool,
    /// True to show the noise of textbooks in place of the open land.
    textbook: bool,
}

/// Figures with pictures or measurements that are made once, with the first drawing.
const PREPARED: [&str; 6] = ["gallery", "uses", "wishes", "lattice-speed", "cost", "tasks"];

/// All figures by screens, and the questions that they answer.
pub fn tables() -> Json {
    let figure = |row: &&FigureRow| {
        json!({
            "name": row.name, "screen": row.screen.title(), "title": row.title, "question": row.question,
            "steps": row.steps.len(), "code": row.code, "task": row.challenge.task,
            "hint": row.challenge.hint, "controls": row.controls.iter().map(control).collect::<Vec<_>>(),
        })
    };
    let question =
        |q: &orogen_lab::Question| json!({ "text": q.text, "figure": q.row.name, "step": q.step });
    json!({
        "screens": Screen::ALL.map(Screen::title),
        "figures": ROWS.iter().map(figure).collect::<Vec<_>>(),
        "questions": QUESTIONS.iter().map(question).collect::<Vec<_>>(),
        "prepared": PREPARED,
    })
}

fn control(control: &Control) -> Json {
    let mut json = json!({ "key": control.key, "label": control.label, "doc": control.doc });
    match control.kind {
        ControlKind::Number { min, max, start } => {
            (json["min"], json["max"], json["start"]) = (json!(min), json!(max), json!(start));
        }
        ControlKind::Integer { min, max, start } => {
            (json["min"], json["max"], json["start"]) = (json!(min), json!(max), json!(start));
            json["whole"] = json!(true);
        }
        ControlKind::Toggle { start } => json["start"] = json!(start),
        ControlKind::Choice { names, start } => {
            (json["names"], json["start"]) = (json!(names), json!(start));
        }
        ControlKind::Recipe(key) => json["recipe"] = json!(key),
    }
    json
}

/// Draws a figure.
///
/// # Errors
/// If there is no such figure, or choices of the recipe exclude each other.
pub fn draw(instance: &Instance, request: &FigureRequest) -> Result<Json, String> {
    let row = row(&request.name).ok_or_else(|| format!("there is no figure “{}”", request.name))?;
    let textbook;
    let scene = match request.textbook {
        true => {
            textbook = teaching_scene();
            &textbook
        }
        false => instance.scene(),
    };
    let mut state = State {
        step: request.step,
        point: request.point,
        octave: request.octave,
        ..State::default()
    };
    for (key, value) in &request.values {
        state.set(row, key, *value);
    }
    for (octave, cell, gradient) in &request.gradients {
        state.gradients.push(Edit { octave: *octave, cell: *cell, gradient: *gradient });
    }
    let effort = if request.dragged { Effort::Dragged } else { Effort::Usual };
    let context =
        Context::new(scene, &state, row).map_err(|error| error.to_string())?.with_effort(effort);
    let drawing = sliders::draw(&context);
    let figure_controls =
        row.controls.iter().filter(|control| !matches!(control.kind, ControlKind::Recipe(_)));
    let values: BTreeMap<_, _> =
        figure_controls.map(|control| (control.key, state.value(row, control.key))).collect();
    let recipe = row.controls.iter().filter_map(|control| match control.kind {
        ControlKind::Recipe(key) => row_at(scene, key),
        _ => None,
    });
    let term = |term: &Term| term_json(&context, term);
    let handle = |handle: &Handle| handle_json(&context, handle);
    let palette = if request.dark { Palette::Dark } else { Palette::Light };
    Ok(json!({
        "svg": svg::write_for_screen(&drawing, palette),
        "size": drawing.size,
        "caption": if drawing.caption.is_empty() { context.caption() } else { drawing.caption.clone() },
        "formula": drawing.formula.iter().map(|line| line.iter().map(&term).collect::<Vec<_>>())
            .collect::<Vec<_>>(),
        "code_line": drawing.code_line,
        "handles": drawing.handles.iter().map(&handle).collect::<Vec<_>>(),
        "plane": drawing.plane_window.map(|w| json!({ "at": w.at, "side": w.side, "middle": w.middle_keys,
            "scale": w.side_key })),
        "values": values,
        "recipe": recipe.collect::<Vec<_>>(),
        "done": (row.challenge.is_solved)(&context),
    }))
}

fn term_json(context: &Context, term: &Term) -> Json {
    json!({
        "id": term.id, "text": term.text, "value": term.number.as_ref().map(|n| n.value),
        "edits": term.edits.as_ref().map(|edits| target(context, edits)),
    })
}

fn handle_json(context: &Context, handle: &Handle) -> Json {
    let drag = |d: &DragDirection| json!({ "target": target(context, &d.target), "per_point": d.per_point });
    let click = match &handle.click {
        Click::Choose => Json::Null,
        Click::Reroll { octave, cell } => {
            let gradient = gradient(context, *octave, *cell);
            json!({ "octave": octave, "cell": cell, "gradient": gradient })
        }
        Click::Set(key, value) => json!({ "set": key, "value": value }),
    };
    json!({
        "id": handle.id, "label": handle.label, "at": handle.at,
        "x": handle.x.as_ref().map(drag), "y": handle.y.as_ref().map(drag), "click": click,
    })
}

fn target(context: &Context, target: &Target) -> Json {
    match target {
        Target::Point(axis) => json!({ "point": axis }),
        Target::Control(key) => json!({ "control": key }),
        Target::Recipe(key) => json!({ "recipe": key }),
        Target::Gradient { octave, cell, axis } => {
            let gradient = gradient(context, *octave, *cell);
            json!({ "octave": octave, "cell": cell, "axis": axis, "gradient": gradient })
        }
    }
}

/// The gradient of a lattice point: the user's, or the noise's. For value noise, the point's number
/// and 0.
fn gradient(context: &Context, octave: u32, cell: [i64; 2]) -> Option<[f64; 2]> {
    if let Some(given) = context.state.gradient(octave, cell) {
        return Some(given);
    }
    if context.row.screen == Screen::Line {
        let trace = context.octave_in_cells(1)?.trace(&[cell[0] as f64]);
        let corner = trace.octaves.first()?.cells.first()?.corners.first()?;
        return Some([*corner.gradient.first().unwrap_or(&corner.influence), 0.0]);
    }
    // A single octave is drawn without the warp, which would move p to another cell.
    let single = context.octave_in_cells(2).map(|noise| noise.trace(&context.cell_p()));
    single.into_iter().chain([context.trace()]).find_map(|trace| {
        let cells = &trace.octaves.get(octave as usize)?.cells;
        let corner = cells.iter().flat_map(|found| &found.corners).find(|c| c.cell[..] == cell)?;
        match corner.gradient[..] {
            [x, y, ..] => Some([x, y]),
            _ => Some([corner.influence, 0.0]),
        }
    })
}
