//! The strip of tools at the top of the view.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, DragValue, Ui, vec2};

use super::select::copy_selected;
use super::selection::{mark, mark_mut, remove};
use super::state::Hands;
use super::tools::{NOTCH, STRIP, has_level, height_m, level_m, radius_m, set_level};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::features::xray::panel::BARS;
use crate::studio::panel::state::{MasksShown, UiState};
use crate::studio::ui::text::trimmed;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::display_scale::suffix;
use crate::studio::ui::{theme, window_area};
use crate::terrain::layer::{LayerKind, WeightedPart};
use crate::terrain::look::Overlay;
use crate::terrain::marks::{Tool, ToolKind};
use crate::terrain::param::{Param, ParamKind, Value};
use crate::terrain::recipe::Recipe;

/// Shows the strip.
pub fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    mut hands: ResMut<Hands>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    mut masks_shown: ResMut<MasksShown>,
    area: Res<FreeArea>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if state.hidden_for_picture || !hands.open {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let free = window_area::of(&context, area.of(&context));
    let strip = egui::Area::new("hands".into()).order(egui::Order::Middle);
    let strip = strip.pivot(Align2::CENTER_TOP).fixed_pos(free.center_top() + vec2(0.0, BARS));
    let shown = strip.show(&context, |ui| {
        let frame = egui::Frame::popup(ui.style());
        frame.show(ui, |ui| {
            ui.set_max_width((free.width() - 40.0).clamp(120.0, 640.0));
            let mut recipe = wanted.0.recipe.clone();
            let is_shown = wanted.0.view.params.look.overlay == Overlay::Mask;
            let shown = masks_shown.0.filter(|_| is_shown);
            let action = contents(ui, &mut hands, (&mut recipe, shown));
            if recipe != wanted.0.recipe {
                wanted.0.recipe = recipe;
            }
            action
        })
    });
    match shown.inner.inner {
        Some(StripAction::Leave) => {
            commands.write(Command::ToggleHands);
        }
        Some(StripAction::Copy) => copy_selected(&mut hands, &mut wanted, &mut notice),
        Some(StripAction::ShowMask(part)) => {
            masks_shown.set_if_neq(MasksShown(part));
            let overlay = if part.is_some() { Overlay::Mask } else { Overlay::Shaded };
            wanted.0.view.params.look.overlay = overlay;
        }
        None => {}
    }
    Ok(())
}

/// The user's action in the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StripAction {
    /// Ends shaping the land.
    Leave,
    /// Copies the selected mark.
    Copy,
    /// Colours the land by the masks of a part; `None` for the land's own colours.
    ShowMask(Option<WeightedPart>),
}

/// Shows the rows of the strip. `shown` is the part whose masks colour the land.
pub(crate) fn contents(
    ui: &mut Ui,
    hands: &mut ResMut<Hands>,
    (recipe, shown): (&mut Recipe, Option<WeightedPart>),
) -> Option<StripAction> {
    ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
    let is_leave_clicked = ui
        .horizontal_wrapped(|ui| {
            for (number, row) in STRIP.iter().enumerate() {
                let button = ui.selectable_label(hands.chosen == Some(number), row.name);
                if button.tip(format!("{} Key {}.", row.doc, number + 1)).clicked() {
                    hands.choose(Some(number));
                }
            }
            let button = ui.selectable_label(hands.is_selecting(), "Select");
            if button.tip("Selects marks, to move or change them. Key 0.").clicked() {
                hands.choose(None);
            }
            ui.button("Leave").tip("Ends shaping the land: T").clicked()
        })
        .inner;
    let action = if hands.is_selecting() {
        selection(ui, hands, recipe)
    } else {
        sizes(ui, hands);
        let is_painting = hands.painted_part().is_some();
        let action = is_painting.then(|| painted_part(ui, hands, recipe, shown)).flatten();
        theme::remark(ui, hands.row().map_or("", |row| row.help));
        action
    };
    if is_leave_clicked { Some(StripAction::Leave) } else { action }
}

/// Shows size, height and level of the chosen tool.
fn sizes(ui: &mut Ui, hands: &mut ResMut<Hands>) {
    let Some(tool) = hands.tool().cloned() else { return };
    let is_painting = hands.painted_part().is_some();
    ui.horizontal_wrapped(|ui| {
        let radius_m = radius_m(&tool);
        let text = match tool.kind() {
            ToolKind::Road | ToolKind::River => format!("width {}", metres(2.0 * radius_m)),
            ToolKind::Lake => format!("banks {}", metres(radius_m)),
            _ => format!("radius {}", metres(radius_m)),
        };
        if let Some(factor) = stepper(ui, &text, ["Smaller: [", "Larger: ]"]) {
            hands.scale(factor);
        }
        if let Some(height) = height_m(&tool).filter(|_| !is_painting) {
            let is_bed = matches!(tool.kind(), ToolKind::River | ToolKind::Lake);
            let text = match is_bed {
                true => format!("depth {}", metres(-height)),
                false => format!("height {}", metres(height)),
            };
            if let Some(factor) = stepper(ui, &text, ["Less: Shift+[", "More: Shift+]"]) {
                hands.scale_height(factor);
            }
        }
        if has_level(&tool) {
            let mut is_fixed = level_m(&tool).is_some();
            let hint = "Levels to this height above 0 instead of the land at the first point. \
                        Alt+click on the land takes its height.";
            let toggled = ui.checkbox(&mut is_fixed, "level").tip(hint).changed();
            let mut level = level_m(&tool).unwrap_or(0.0);
            let field = DragValue::new(&mut level).speed(1.0).range(-8000.0..=8000.0).suffix(" m");
            let typed = ui.add_enabled(is_fixed, field).changed();
            if (toggled || typed)
                && let Some(tool) = hands.tool_mut()
            {
                set_level(tool, is_fixed.then_some(level));
            }
        }
    });
}

/// Shows the part whose mask is painted, in a list of all parts.
fn painted_part(
    ui: &mut Ui,
    hands: &mut ResMut<Hands>,
    recipe: &Recipe,
    shown: Option<WeightedPart>,
) -> Option<StripAction> {
    let name = |part: WeightedPart| match part {
        WeightedPart::Plants => "plants".to_owned(),
        WeightedPart::Rivers => "rivers".to_owned(),
        WeightedPart::Erosion => "erosion".to_owned(),
        WeightedPart::Layer(id) => match recipe.layers.iter().find(|layer| layer.id == id) {
            Some(layer) => format!("layer {}", layer.title()),
            None => "a removed layer".to_owned(),
        },
    };
    let layers = recipe.layers.iter().filter(|layer| {
        // A hidden layer of marks holds the paint of another part.
        layer.head.layer.visible || !matches!(layer.kind, LayerKind::Marks(_))
    });
    let parts = [WeightedPart::Plants, WeightedPart::Rivers, WeightedPart::Erosion];
    let parts: Vec<_> =
        parts.into_iter().chain(layers.map(|layer| WeightedPart::Layer(layer.id))).collect();
    ui.horizontal(|ui| {
        ui.label("acts where painted:");
        let list = egui::ComboBox::from_id_salt("painted part").selected_text(name(hands.part));
        list.show_ui(ui, |ui| {
            for part in parts {
                if ui.selectable_label(hands.part == part, name(part)).clicked() {
                    hands.part = part;
                }
            }
        });
        let is_off = match hands.part {
            WeightedPart::Plants => {
                let plants = &recipe.plants;
                [plants.trees, plants.boulders, plants.grass].iter().all(|part| *part == 0.0)
            }
            WeightedPart::Rivers => !recipe.rivers.on,
            WeightedPart::Erosion => !recipe.erosion.on,
            WeightedPart::Layer(_) => false,
        };
        if is_off {
            theme::remark(ui, "It is switched off; the panel switches it on.");
        }
        let is_shown = shown == Some(hands.part);
        let button = ui.selectable_label(is_shown, "Show mask");
        let is_toggled = button.tip("Colours the land by the painted mask.").clicked();
        is_toggled.then(|| StripAction::ShowMask((!is_shown).then_some(hands.part)))
    })
    .inner
}

/// Shows the selected mark with its values.
fn selection(ui: &mut Ui, hands: &mut ResMut<Hands>, recipe: &mut Recipe) -> Option<StripAction> {
    let selected = hands.selected.and_then(|address| Some((address, mark(recipe, address)?)));
    let Some((address, mark)) = selected else {
        theme::remark(
            ui,
            "Click a mark on the land. Drag it, or a point of it; Delete removes it.",
        );
        return None;
    };
    let mut tool = mark.tool.clone();
    let action = ui.horizontal_wrapped(|ui| {
        ui.label(format!("{} {}", title(tool.kind().name()), address.mark));
        let is_copied = ui.button("Copy").tip("Adds a copy: Ctrl+D").clicked();
        if ui.button("Remove").tip("Removes the mark: Delete").clicked() {
            remove(recipe, address);
            hands.selected = None;
        }
        is_copied.then_some(StripAction::Copy)
    });
    ui.horizontal_wrapped(|ui| {
        for param in tool.params() {
            value(ui, param, &mut tool);
        }
    });
    let is_eroded =
        recipe.layers.iter().any(|layer| layer.id == address.layer && layer.head.layer.eroded);
    if is_eroded && tool.is_creased() {
        let text = "The sharp edge of this mark stops the erosion of all marks of its layer: \
                    raise Rounding.";
        theme::remark(ui, text);
    }
    if let Some(mark) = mark_mut(recipe, address).filter(|mark| mark.tool != tool) {
        mark.tool = tool;
    }
    action.inner
}

/// Shows a value of a mark.
fn value(ui: &mut Ui, param: &Param<Tool>, tool: &mut Tool) {
    let label = param.label.to_lowercase();
    let changed = match ((param.get)(tool), param.kind) {
        (Value::Number(mut number), ParamKind::Number { min, max, .. }) => {
            ui.label(label);
            let speed = (0.01 * number.abs()).max(0.001 * (max - min).min(10.0));
            let field = DragValue::new(&mut number).speed(speed).range(min..=max);
            let field = ui.add(field.max_decimals(2).suffix(suffix(param.unit))).tip(param.doc);
            field.changed().then_some(Value::Number(number))
        }
        (Value::Toggle(mut on), _) => {
            let field = ui.checkbox(&mut on, label).tip(param.doc);
            field.changed().then_some(Value::Toggle(on))
        }
        (Value::Choice(mut name), ParamKind::Choice(rows)) => {
            ui.label(label);
            let before = name;
            let list = egui::ComboBox::from_id_salt(param.key).selected_text(title(name));
            list.show_ui(ui, |ui| {
                for row in rows {
                    ui.selectable_value(&mut name, row.name, title(row.name)).tip(row.doc);
                }
            });
            (name != before).then_some(Value::Choice(name))
        }
        _ => None,
    };
    if let Some(changed) = changed {
        // The fields keep values within their ranges.
        let _ = param.set(tool, changed);
    }
}

/// Shows a value between two buttons with their tooltips. Returns the factor of the clicked button.
fn stepper(ui: &mut Ui, text: &str, [less_tip, more_tip]: [&str; 2]) -> Option<f64> {
    let less = ui.button("−").tip(less_tip).clicked();
    ui.label(text);
    let more = ui.button("+").tip(more_tip).clicked();
    match (less, more) {
        (true, _) => Some(1.0 / NOTCH),
        (_, true) => Some(NOTCH),
        _ => None,
    }
}

/// A length in metres as text.
fn metres(length_m: f64) -> String {
    format!("{} m", trimmed(length_m, if length_m.abs() < 10.0 { 1 } else { 0 }))
}
