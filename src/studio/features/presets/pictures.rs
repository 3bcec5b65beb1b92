//! The menu of presets, both the program's and the user's, with a picture of each.

use std::collections::HashMap;

use bevy_egui::egui::{
    self, Color32, ColorImage, Context, CornerRadius, Popup, Rect, Response, ScrollArea,
    StrokeKind, TextureHandle, TextureOptions, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::studio::command::kinds::Command;
use crate::studio::document::preset_shelf::{Shelf, ShelfEntry};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::panel::layers::list::line;
use crate::studio::ui::shared::{self, note_place};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::{theme, window_area};

/// The width of the menu, in points.
pub const WIDTH: f32 = 420.0;
/// The approximate width of a picture, in points.
const PICTURE: f32 = 104.0;
/// The ratio of a picture's height to its width.
const ASPECT: f32 = 9.0 / 16.0;
/// The gap between two pictures, in points.
const GAP: f32 = 4.0;

macro_rules! thumbnails {
    ($($slug:literal, $title:literal, $doc:literal;)*) => {
        /// The PNG files of the pictures that come with the program, by the preset's short name.
        const THUMBNAILS: &[(&str, &[u8])] = &[$((
            $slug,
            include_bytes!(concat!("../../../../assets/thumbnails/", $slug, ".png")),
        ),)*];
    };
}

crate::terrain::for_presets!(thumbnails);

/// The decoded pictures. The key is the preset's title and the address of its picture's bytes.
#[derive(Default)]
struct PresetPictures(HashMap<(String, usize), Option<TextureHandle>>);

/// Shows the presets as rows of pictures. They scroll if they are higher than `max_height` points.
/// Returns true if the user chose a preset.
pub fn show(
    ui: &mut Ui,
    shelf: &Shelf,
    document: &OpenDocument,
    max_height: f32,
    commands: &mut Vec<Command>,
) -> bool {
    let mut chosen = false;
    let area =
        ScrollArea::vertical().id_salt("presets").max_height(max_height).auto_shrink([false, true]);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        let width = ui.available_width();
        let columns = (((width + GAP) / (PICTURE + GAP)).round() as usize).max(1);
        let width = ((width + GAP) / columns as f32 - GAP).floor();
        let indices: Vec<_> = (0..shelf.0.len()).collect();
        for row in indices.chunks(columns) {
            ui.horizontal(|ui| {
                for &index in row {
                    let response = picture(ui, &shelf.0[index], document, width);
                    if response.clicked() {
                        commands.push(Shelf::command(index));
                        chosen = true;
                    }
                    if shelf.0[index].path.is_some() {
                        user_menu(&response, index, commands);
                    }
                }
            });
        }
        window_area::end_list(ui);
    });
    chosen
}

/// Returns the height in points of a number of rows, if the menu has this width.
pub fn height(width: f32, rows: f32) -> f32 {
    let columns = ((width + GAP) / (PICTURE + GAP)).round().max(1.0);
    let width = ((width + GAP) / columns - GAP).floor();
    rows * ((width * ASPECT).round() + GAP)
}

/// Shows the context menu of one of the user's presets. `index` is its index on the shelf.
fn user_menu(response: &Response, index: usize, commands: &mut Vec<Command>) {
    let index = u16::try_from(index).unwrap_or(u16::MAX);
    Popup::context_menu(response).show(|ui| {
        for (text, command) in [
            ("Rename…", Command::RenamePreset(index)),
            ("Delete…", Command::DeletePreset(index)),
            ("Show folder", Command::ShowPresetFolder),
        ] {
            if ui.button(text).clicked() {
                commands.push(command);
                ui.close();
            }
        }
    });
}

/// Shows a preset as its picture with the title on it.
fn picture(ui: &mut Ui, entry: &ShelfEntry, document: &OpenDocument, width: f32) -> Response {
    let size = vec2(width, (width * ASPECT).round());
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let is_open = document.source == SceneSource::Preset(entry.title.clone());
    let enabled = ui.is_enabled();
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, is_open, &entry.title));
    note_place(ui.ctx(), widget_id(&format!("preset {}", entry.title)), rect);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let colours = theme::of(ui);
    let painter = ui.painter();
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    match texture(ui.ctx(), entry) {
        Some(texture) => {
            egui::Image::new((texture.id(), size)).uv(uv).corner_radius(3).paint_at(ui, rect);
        }
        None => _ = painter.rect_filled(rect, 3.0, colours.button),
    }
    let title_rect = rect.with_min_y(rect.bottom() - 15.0);
    let lower_corners = CornerRadius { sw: 3, se: 3, ..CornerRadius::ZERO };
    painter.rect_filled(title_rect, lower_corners, Color32::from_black_alpha(150));
    line(ui, title_rect.shrink2(vec2(4.0, 0.0)), &entry.title, 11.0, Color32::from_gray(240));
    let is_highlighted = response.hovered() || response.has_focus();
    let stroke = match (is_open, is_highlighted) {
        (true, _) => (2.0, colours.accent),
        (false, true) => (1.0, Color32::from_white_alpha(160)),
        _ => (0.0, Color32::TRANSPARENT),
    };
    painter.rect_stroke(rect, 3.0, stroke, StrokeKind::Inside);
    // A long title is truncated on the picture, so the tooltip shows it in full.
    response.tip(format!("{}: {}", entry.title, entry.doc))
}

/// Returns the picture of a preset as a texture, if it has a picture.
fn texture(context: &Context, entry: &ShelfEntry) -> Option<TextureHandle> {
    // A preset that is saved again gets a new picture at another address, so the key changes too.
    let address = entry.picture.as_ref().map_or(0, |picture| picture.as_ptr() as usize);
    let key = (entry.title.clone(), address);
    let load = || {
        let picture = entry.picture.as_deref().or_else(|| thumbnail(entry)).and_then(decode)?;
        let options = TextureOptions::LINEAR.with_mipmap_mode(Some(egui::TextureFilter::Linear));
        Some(context.load_texture(format!("preset {}", entry.title), picture, options))
    };
    shared::with(context, |PresetPictures(cache)| cache.entry(key).or_insert_with(load).clone())
}

/// Returns the PNG file of a preset that comes with the program, or `None` for other presets.
fn thumbnail(entry: &ShelfEntry) -> Option<&'static [u8]> {
    let presets = crate::terrain::preset::PRESETS;
    let slug =
        presets.iter().find(|preset| entry.path.is_none() && preset.title == entry.title)?.slug;
    THUMBNAILS.iter().find(|(other, _)| *other == slug).map(|(_, file)| *file)
}

fn decode(file: &[u8]) -> Option<ColorImage> {
    let picture = image::load_from_memory(file).ok()?.to_rgba8();
    let size = [picture.width() as usize, picture.height() as usize];
    Some(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::preset::PRESETS;

    #[test]
    fn every_built_in_preset_has_a_small_picture_of_its_own() {
        let shelf = Shelf::default();
        let mut others = Vec::new();
        for (preset, entry) in PRESETS.iter().zip(&shelf.0) {
            let file = thumbnail(entry).unwrap_or_else(|| panic!("{} has none", preset.slug));
            assert!(file.len() <= 20_000, "{}: {} bytes", preset.slug, file.len());
            let picture = decode(file).expect("a PNG");
            assert_eq!(picture.size, [240, 135], "{}", preset.slug);
            let colours: std::collections::HashSet<_> = picture.pixels.iter().collect();
            assert!(colours.len() > 20, "{} is no land", preset.slug);
            assert!(!others.contains(&picture.pixels), "{} is another's", preset.slug);
            others.push(picture.pixels);
        }
        let all: usize = THUMBNAILS.iter().map(|(_, file)| file.len()).sum();
        assert!(all <= 500_000 && THUMBNAILS.len() == PRESETS.len(), "{all} bytes");
    }
}
