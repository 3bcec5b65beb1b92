//! Shows the picture of a figure, and finds the part of it under the pointer.

use bevy_egui::egui::{
    self, Pos2, Rect, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

use super::current_drawing::MadeDrawing;
use super::pane::{note, palette};
use super::textures::FigureTextures;
use crate::lab::FigureRow;
use crate::lab::figure::{Drawing, Place, Shape};
use crate::lab::paint::{self, PaintStyle};
use crate::studio::ui::window_area;

/// The maximum scale of a picture, and the minimum scale of a picture without text.
const MAX_SCALE: f32 = 2.0;
const MIN_SCALE: f32 = 0.66;
/// The minimum height of letters, in pixels. A picture that is wider than the pane at this size
/// scrolls.
pub const LETTERS_PX: f32 = 11.0;
/// The maximum height of a picture, as a fraction of the pane's height. A larger picture shrinks.
const MAX_HEIGHT_FRACTION: f32 = 0.66;
/// The distance within which the pointer touches a line, in points of the figure.
const HIT_DISTANCE: f64 = 6.0;

/// The place on the screen where a picture is shown.
pub struct ScreenPlace {
    /// The area of the whole picture.
    pub place: Rect,
    /// The visible part of the screen.
    pub clip: Rect,
    /// The number of points of the screen in one point of the figure.
    pub scale: f32,
    /// The id of the part under the pointer.
    pub pointed_id: Option<String>,
}

impl ScreenPlace {
    /// Converts a position in the figure to the screen.
    pub fn to_screen(&self, [x, y]: Place) -> Pos2 {
        self.place.min + self.scale * vec2(x as f32, y as f32)
    }

    /// Converts a point of the screen to the figure.
    fn to_figure(&self, point: Pos2) -> Place {
        let offset = (point - self.place.min) / self.scale;
        [f64::from(offset.x), f64::from(offset.y)]
    }
}

/// Shows the picture as wide as the pane, or smaller if it would be too high.
pub fn show(
    ui: &mut Ui,
    (row, made): (&FigureRow, &MadeDrawing),
    textures: &mut FigureTextures,
    highlighted: Option<&str>,
    height: f32,
) -> ScreenPlace {
    textures.follow(ui.ctx(), made.number, &made.drawing);
    let drawing = &made.drawing;
    let size = vec2(drawing.size[0] as f32, drawing.size[1] as f32);
    let width = ui.available_width();
    let scale = scale(drawing, vec2(width, height), ui.ctx().zoom_factor());
    let shown = scale * size;
    // A margin of whole points aligns the picture's pixels with those of a saved file.
    let margin = (0.5 * (width - shown.x)).max(0.0).round();
    let scroll = ScrollArea::horizontal().id_salt("picture").auto_shrink([false, true]);
    let source = egui::scroll_area::ScrollSource { drag: false, ..Default::default() };
    let output = scroll.scroll_source(source).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(shown + vec2(margin, 0.0), Sense::hover());
        let place = rect.with_min_x(rect.left() + margin);
        let words = format!("{}. {}", row.title, drawing.caption);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &words));
        let style =
            PaintStyle { palette: palette(ui), at: place.min, scale, highlighted_id: highlighted };
        let mut figure_textures = &*textures;
        let shapes =
            ui.ctx().fonts_mut(|fonts| paint::shapes(drawing, &style, fonts, &mut figure_textures));
        let clip = ui.clip_rect();
        ui.painter().with_clip_rect(place.intersect(clip)).extend(shapes);
        (place, clip)
    });
    let (place, clip) = output.inner;
    let mut screen_place = ScreenPlace { place, clip, scale, pointed_id: None };
    note(ui, "picture", place);
    let pointer = ui.input(|input| input.pointer.hover_pos());
    if let Some(pointer) = pointer.filter(|pointer| place.intersect(clip).contains(*pointer)) {
        screen_place.pointed_id =
            part_at(drawing, screen_place.to_figure(pointer)).map(str::to_owned);
    }
    screen_place
}

/// Returns the number of points of the screen in one point of the figure. `pane` is the size of the
/// pane in points, `zoom` the number of pixels in one point.
pub fn scale(drawing: &Drawing, pane: Vec2, zoom: f32) -> f32 {
    let [width, height] = drawing.size.map(|side| side as f32);
    let legible_scale = |letters: f64| LETTERS_PX / (letters as f32 * zoom);
    let min_scale = drawing.smallest_font_size().map_or(MIN_SCALE, legible_scale).min(MAX_SCALE);
    let height_scale = MAX_HEIGHT_FRACTION * pane.y / height;
    // Stay slightly below the pane's width, so that rounding does not exceed it.
    let scale = ((pane.x - 0.05) / width).min(height_scale).clamp(min_scale, MAX_SCALE);
    let shown_width = window_area::scrollable_width(scale * width, pane.x);
    if shown_width > scale * width { shown_width / width } else { scale }
}

/// Returns the id of the frontmost part at a position.
fn part_at(drawing: &Drawing, position: Place) -> Option<&str> {
    let named = drawing.items.iter().rev().filter(|item| !item.id.is_empty());
    let handle = drawing.handles.iter().rev().find(|handle| distance(handle.at, position) < 10.0);
    let mut parts = named.filter(|item| touches(&item.shape, position)).map(|item| &*item.id);
    handle.map(|handle| &*handle.id).or_else(|| parts.next())
}

fn touches(shape: &Shape, position: Place) -> bool {
    let is_on = |points: &[Place], width: f64| {
        let max_distance = HIT_DISTANCE.max(0.5 * width);
        points
            .windows(2)
            .any(|pair| distance_to_segment(position, [pair[0], pair[1]]) <= max_distance)
    };
    match shape {
        Shape::Line { points, width, .. } => is_on(points, *width),
        Shape::Arrow { from, to, width } => is_on(&[*from, *to], *width),
        Shape::Disc { centre, radius, line } if *line > 0.0 => {
            (distance(*centre, position) - radius).abs() <= HIT_DISTANCE
        }
        Shape::Disc { centre, radius, .. } => distance(*centre, position) <= radius + 2.0,
        Shape::Polygon { points } => contains(points, position),
        Shape::Band { upper, lower } => {
            let outline: Vec<_> = upper.iter().chain(lower.iter().rev()).copied().collect();
            contains(&outline, position)
        }
        Shape::Raster { at: corner, size, .. } => {
            (0..2).all(|i| (corner[i]..corner[i] + size[i]).contains(&position[i]))
        }
        Shape::Text { at: place, anchor, size, text, .. } => {
            let width = 0.5 * size * text.chars().count() as f64;
            let left = match anchor {
                crate::lab::figure::Anchor::Left => place[0],
                crate::lab::figure::Anchor::Middle => place[0] - 0.5 * width,
                crate::lab::figure::Anchor::Right => place[0] - width,
            };
            (left..left + width).contains(&position[0])
                && (position[1] - place[1]).abs() <= 0.7 * size
        }
    }
}

fn distance(a: Place, b: Place) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn distance_to_segment(p: Place, [a, b]: [Place; 2]) -> f64 {
    let segment = [b[0] - a[0], b[1] - a[1]];
    let length_squared = segment[0] * segment[0] + segment[1] * segment[1];
    let dot = (p[0] - a[0]) * segment[0] + (p[1] - a[1]) * segment[1];
    let t = if length_squared > 0.0 { (dot / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    distance(p, [a[0] + t * segment[0], a[1] + t * segment[1]])
}

/// Returns true if a polygon contains a position: a ray from it then crosses an odd number of
/// sides.
fn contains(points: &[Place], [x, y]: Place) -> bool {
    let mut inside = false;
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        if (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::ink::Ink;

    #[test]
    fn the_front_shape_is_under_the_pointer() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.rect("ground", Ink::Card, [10.0, 10.0], [80.0, 80.0]);
        drawing.line("line", Ink::Noise, 1.0, vec![[10.0, 50.0], [90.0, 50.0]]);
        drawing.disc("dot", Ink::Point, [30.0, 50.0], 6.0);
        for (at, part) in [
            ([30.0, 52.0], Some("dot")),
            ([60.0, 53.0], Some("line")),
            ([60.0, 70.0], Some("ground")),
            ([2.0, 2.0], None),
        ] {
            assert_eq!(part_at(&drawing, at), part, "{at:?}");
        }
    }
}
