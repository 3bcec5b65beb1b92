//! The fields of an import: format, size, position and heights.

use bevy_egui::egui::{DragValue, Key, TextEdit, Ui};

use super::state::ImportSheet;
use crate::export::Format;
use crate::export::heightmap::MapLayerOptions;
use crate::export::read::{ByteOrder, Encoding, RawKind, ReadProblem, Reading, SampleUnit};
use crate::studio::features::export::rows::{choose, number_field, row};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::typed_text;

/// The largest size of a map, in metres.
const MAX_SIZE_M: f64 = 10_000_000.0;

/// Shows the fields. Returns true if the file has to be read again with new options.
pub(super) fn show(ui: &mut Ui, sheet: &mut ImportSheet) -> bool {
    let is_changed = show_reading(ui, sheet);
    let is_read = sheet.under_way.is_none();
    if let (Some(Ok(preview)), Some(choices), true) = (&sheet.read, &mut sheet.choices, is_read) {
        let before = choices.clone();
        show_size(ui, choices);
        show_heights(ui, choices, preview.map.unit);
        show_position(ui, choices);
        if preview.is_small {
            let hint = "Stores the samples in the recipe file. Otherwise the heightmap is a file next to it.";
            row(ui, "Store", hint, |ui| {
                ui.checkbox(&mut choices.embedded, "In the recipe").tip(hint);
            });
        }
        if *choices != before {
            sheet.problem = None;
        }
    }
    is_changed
}

/// Shows the fields for files that do not state how to read them. Returns true if the user changed
/// a field.
fn show_reading(ui: &mut Ui, sheet: &mut ImportSheet) -> bool {
    let before = sheet.reading.clone();
    if is_raw(sheet) {
        show_raw_format(ui, &mut sheet.reading);
    }
    if has_channels(sheet) {
        let channels = [
            (Some("red"), "Red", "The red channel."),
            (Some("green"), "Green", "The green channel."),
            (Some("blue"), "Blue", "The blue channel."),
        ];
        row(ui, "Channel", "The colour channel that contains the heights.", |ui| {
            let channel = sheet.reading.channel.clone();
            let names = channels.map(|channel| channel.0);
            let mut name = names.into_iter().find(|name| *name == channel.as_deref()).flatten();
            let before = name;
            choose(ui, "Channel", &mut name, &channels);
            if name != before {
                sheet.reading.channel = name.map(str::to_owned);
            }
        });
    }
    if has_channels(sheet) || sheet.reading.encoding.is_some() {
        let encodings = [
            (None, "One", "One channel contains the heights."),
            (
                Some(Encoding::Terrarium),
                "Terrarium",
                "256 red + green + blue ÷ 256 − 32,768, in metres.",
            ),
            (
                Some(Encoding::TerrainRgb),
                "Terrain-RGB",
                "All three channels are one number, in decimetres.",
            ),
        ];
        row(ui, "Encoding", "How the channels encode a height.", |ui| {
            choose(ui, "Encoding", &mut sheet.reading.encoding, &encodings);
        });
    }
    let can_be_read = matches!(sheet.read, Some(Ok(_))) && sheet.under_way.is_none();
    if is_raw(sheet) || can_be_read {
        let rows = [
            (false, "North", "The first row is the northernmost, as in pictures."),
            (true, "South", "The first row is the southernmost."),
        ];
        let is_stated = matches!(&sheet.read, Some(Ok(preview)) if preview.map.rows_run_north);
        let hint = if is_stated {
            "The file states this."
        } else {
            "The edge at which the first row of samples is."
        };
        row(ui, "First row", hint, |ui| {
            if is_stated {
                ui.disable();
                choose(ui, "First row", &mut true, &rows);
            } else {
                choose(ui, "First row", &mut sheet.reading.south_first, &rows);
            }
        });
        let voids = [
            (
                None,
                "As stated",
                "The void value that the file states, and values beyond all heights.",
            ),
            (Some(0.0), "0", "Samples of 0 are voids."),
            (Some(-9999.0), "−9999", "Samples of −9999 are voids."),
            (Some(-32_768.0), "−32768", "Samples of −32768 are voids."),
        ];
        row(
            ui,
            "Voids",
            "The value of samples that were not measured. The import fills these voids.",
            |ui| {
                choose(ui, "Voids", &mut sheet.reading.void, &voids);
            },
        );
    }
    sheet.reading != before
}

/// Returns true if the file contains raw samples without a header.
fn is_raw(sheet: &ImportSheet) -> bool {
    Format::of_path(&sheet.path).is_some_and(Format::is_raw)
}

/// Returns true if the user has to choose the colour channel that contains the heights.
fn has_channels(sheet: &ImportSheet) -> bool {
    let needs_channel =
        matches!(&sheet.read, Some(Err(error)) if matches!(error.problem, ReadProblem::Channel(_)));
    needs_channel || sheet.reading.channel.is_some()
}

fn show_raw_format(ui: &mut Ui, reading: &mut Reading) {
    let hint = "Columns and rows, such as 1025x513. If this is empty, the map is square.";
    row(ui, "Samples", hint, |ui| {
        let id = ui.make_persistent_id("columns and rows");
        let entered = reading.size.map_or(String::new(), |[w, h]| format!("{w}x{h}"));
        // The text is evaluated when the field loses the focus.
        let mut text = typed_text::take_text(ui, id).unwrap_or_else(|| entered.clone());
        let line = ui.add(TextEdit::singleline(&mut text).id(id).desired_width(110.0));
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_label("Samples"));
        if line.has_focus() {
            typed_text::store_text(ui, id, text);
        } else if line.lost_focus()
            && !ui.input(|input| input.key_pressed(Key::Escape))
            && text != entered
        {
            reading.size = text.trim().parse::<Reading>().ok().and_then(|read| read.size);
        }
        line.tip(hint);
    });
    row(ui, "Bytes", "The byte of a sample that comes first.", |ui| {
        let orders = [
            (Some(ByteOrder::Little), "Lowest", "The lowest byte first, as in most programs."),
            (Some(ByteOrder::Big), "Highest", "The highest byte first, as on some Macs."),
        ];
        choose(ui, "Bytes", &mut reading.order, &orders);
    });
    row(ui, "Kind", "The number format of the samples.", |ui| {
        let kinds = [
            (Some(RawKind::U16), "16 bits", "From 0 to 65,535."),
            (Some(RawKind::I16), "Signed", "16 bits with a sign: metres."),
            (Some(RawKind::F32), "Floats", "32 bits: metres."),
        ];
        choose(ui, "Kind", &mut reading.kind, &kinds);
    });
}

fn show_size(ui: &mut Ui, choices: &mut MapLayerOptions) {
    let hint = "From the first sample to the last. The depth follows from the width.";
    row(ui, "Width", hint, |ui| {
        let [mut width_m, depth_m] = choices.size_m;
        let speed = (width_m / 200.0).max(0.1);
        let number = DragValue::new(&mut width_m).range(1.0..=MAX_SIZE_M).speed(speed).suffix(" m");
        number_field(ui, "Width", 110.0, number);
        if width_m != choices.size_m[0] {
            let factor = width_m / choices.size_m[0];
            choices.size_m = [width_m, (depth_m * factor).clamp(1.0, MAX_SIZE_M)];
        }
        ui.label(format!("east, {:.0} m south", choices.size_m[1]));
    });
}

fn show_heights(ui: &mut Ui, choices: &mut MapLayerOptions, unit: SampleUnit) {
    let hint = match unit {
        SampleUnit::Metres(_) => "The heights of the lowest and the highest sample.",
        SampleUnit::UpTo(_) => {
            "The heights of black and white, the smallest and the largest value of a sample."
        }
    };
    row(ui, "Heights", hint, |ui| {
        let [low, high] = &mut choices.range_m;
        let number = |x| DragValue::new(x).range(-100_000.0..=100_000.0).speed(2).suffix(" m");
        number_field(ui, "Lowest height", 110.0, number(low));
        ui.label("to");
        number_field(ui, "Highest height", 110.0, number(high));
    });
}

fn show_position(ui: &mut Ui, choices: &mut MapLayerOptions) {
    let hint = "The position of its middle from the origin. Negative numbers are west and north.";
    row(ui, "Middle", hint, |ui| {
        let [east, south] = &mut choices.middle_m;
        let number = |x| DragValue::new(x).range(-1e8..=1e8).speed(8).suffix(" m");
        ui.label("East");
        number_field(ui, "East", 110.0, number(east));
        ui.label("South");
        number_field(ui, "South", 110.0, number(south));
    });
}
