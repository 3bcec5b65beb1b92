//! The curve editor: a square in which the user drags the points of a curve.

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, FontId, Id, PointerButton, Pos2, Rect, Response, Sense, Stroke,
    StrokeKind, Ui, Vec2, pos2, vec2,
};

use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme};
use crate::terrain::operation::curve_through;

/// The largest side of the square, and the margin around it, in points.
const MAX_SIDE: f32 = 210.0;
const MARGIN: f32 = 7.0;
/// The distance within which the pointer grabs a point, in egui points.
const GRAB_DISTANCE: f32 = 10.0;
/// The distance outside the square at which a dragged point is removed, in egui points.
const REMOVE_DISTANCE: f32 = 24.0;
/// The smallest distance in x between two points of the curve, as a fraction of the square's side.
const MIN_GAP: f64 = 0.005;
/// The side of the button of a preset curve, in egui points.
const BUTTON_SIDE: f32 = 34.0;

/// The preset curves: the tooltip and the points of each.
pub const PRESETS: [(&str, &[[f64; 2]]); 5] = [
    ("Straight: keeps the heights", &[[0.0, 0.0], [1.0, 1.0]]),
    (
        "S: flat lowlands and tops, steep slopes between",
        &[[0.0, 0.0], [0.25, 0.1], [0.75, 0.9], [1.0, 1.0]],
    ),
    (
        "Steps: four terraces",
        &[
            [0.0, 0.0],
            [0.2, 0.03],
            [0.26, 0.3],
            [0.46, 0.34],
            [0.52, 0.62],
            [0.72, 0.66],
            [0.78, 0.95],
            [1.0, 1.0],
        ],
    ),
    ("Wide valleys: broad lowlands", &[[0.0, 0.0], [0.4, 0.06], [0.7, 0.4], [1.0, 1.0]]),
    ("Sharp peaks: steeper towards the top", &[[0.0, 0.0], [0.6, 0.4], [0.85, 0.62], [1.0, 1.0]]),
];

/// A drag of a point of the curve.
#[derive(Clone)]
struct CurveGrab {
    index: usize,
    /// All points of the curve, as they were at the beginning of the drag.
    start: Vec<[f64; 2]>,
    /// The offset from the pointer to the point.
    offset: Vec2,
}

/// The index of the point that was under the pointer in the previous pass.
#[derive(Clone, Copy)]
struct HoveredPoint(usize);

/// Shows the square with its points, and a column of buttons with preset curves. Returns the
/// response of the square.
///
/// A double-click adds or removes a point. A right-click or a drag out of the square removes a
/// point.
/// `max_points` is the maximum number of points.
pub fn edit(ui: &mut Ui, id: Id, points: &mut Vec<[f64; 2]>, max_points: usize) -> Response {
    let buttons_width = BUTTON_SIDE + ui.spacing().item_spacing.x;
    let side = (ui.available_width() - buttons_width).clamp(80.0, MAX_SIDE);
    let row = ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let square = CurveSquare(rect.shrink(MARGIN));
        let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
        drag(ui, &response, square, points, max_points);
        click(&response, square, points, max_points);
        paint(ui, &response, square, points);
        let hint = "Drag the line or its points. A double-click adds or removes a point; a right-click, or a drag out of the square, removes it.";
        let pointer = response.hover_pos();
        let is_free = square.nearest(points, pointer).is_none()
            && square.nearest_on_curve(points, pointer).is_none();
        let is_shown = !response.dragged() && is_free;
        let response = if is_shown { response.tip(hint) } else { response };
        preset_buttons(ui, id, points);
        response
    });
    row.inner
}

/// The unit square of the curve at its position on the screen.
#[derive(Clone, Copy)]
struct CurveSquare(Rect);

impl CurveSquare {
    /// Returns the screen position of a point of the curve.
    fn to_screen(self, [x, y]: [f64; 2]) -> Pos2 {
        let Self(rect) = self;
        pos2(rect.left() + x as f32 * rect.width(), rect.bottom() - y as f32 * rect.height())
    }

    /// Returns the coordinates of a screen position, from 0 to 1, rounded to thousandths as in
    /// files.
    fn point_at(self, position: Pos2) -> [f64; 2] {
        let Self(rect) = self;
        let fractions = [
            (position.x - rect.left()) / rect.width(),
            (rect.bottom() - position.y) / rect.height(),
        ];
        fractions.map(|c| (f64::from(c.clamp(0.0, 1.0)) * 1000.0).round() / 1000.0)
    }

    /// Returns the index of the point that the pointer would grab.
    fn nearest(self, points: &[[f64; 2]], pointer: Option<Pos2>) -> Option<usize> {
        let pointer = pointer?;
        let distance = |i: &usize| self.to_screen(points[*i]).distance(pointer);
        let near = (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(&near) <= GRAB_DISTANCE).then_some(near)
    }

    /// Returns the place on the curve that the pointer would grab.
    fn nearest_on_curve(self, points: &[[f64; 2]], pointer: Option<Pos2>) -> Option<[f64; 2]> {
        let pointer = pointer.filter(|pointer| self.0.contains(*pointer))?;
        let curve_y = curve_through(points);
        // On a steep part of the curve, the nearest place can be left or right of the pointer.
        let places = (-GRAB_DISTANCE as i32..=GRAB_DISTANCE as i32).map(|dx| {
            let [x, _] = self.point_at(pointer + vec2(dx as f32, 0.0));
            [x, curve_y(x)]
        });
        let distance = |point: &[f64; 2]| self.to_screen(*point).distance(pointer);
        let near = places.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let [x, y] = near;
        (distance(&near) <= GRAB_DISTANCE)
            .then(|| [x, (y.clamp(0.0, 1.0) * 1000.0).round() / 1000.0])
    }

    /// Adds a point on the curve and returns its index. If the curve already has `max_points`
    /// points, returns the nearest point.
    fn grab_line(
        self,
        points: &mut Vec<[f64; 2]>,
        point: [f64; 2],
        max_points: usize,
    ) -> Option<usize> {
        if points.len() < max_points {
            add(points, point);
        }
        let distance = |i: &usize| (points[*i][0] - point[0]).abs();
        (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

fn drag(
    ui: &Ui,
    response: &Response,
    square: CurveSquare,
    points: &mut Vec<[f64; 2]>,
    max_points: usize,
) {
    let key = response.id;
    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        // In a slow frame, the pointer can have left the point before egui sees the press.
        let hovered = ui.data(|data| data.get_temp(key)).map(|HoveredPoint(index)| index);
        let near = square.nearest(points, origin).or(hovered.filter(|i| *i < points.len()));
        let grab_curve = || {
            let point = square.nearest_on_curve(points, origin)?;
            square.grab_line(points, point, max_points)
        };
        let near = near.or_else(grab_curve);
        let grab = near.zip(origin).map(|(index, origin)| CurveGrab {
            index,
            start: points.clone(),
            offset: square.to_screen(points[index]) - origin,
        });
        ui.data_mut(|data| {
            data.remove::<CurveGrab>(key);
            grab.into_iter().for_each(|grab| {
                data.insert_temp(key, grab);
            });
        });
    }
    let grab: Option<CurveGrab> = ui.data(|data| data.get_temp(key));
    let (Some(grab), Some(pointer)) = (grab, response.interact_pointer_pos()) else { return };
    if response.dragged_by(PointerButton::Primary) {
        *points = grab.dragged(square, pointer);
    } else {
        ui.data_mut(|data| data.remove::<CurveGrab>(key));
    }
}

impl CurveGrab {
    /// Returns the points of the curve for a position of the pointer during the drag.
    fn dragged(&self, square: CurveSquare, pointer: Pos2) -> Vec<[f64; 2]> {
        let mut points = self.start.clone();
        if points.len() > 2 && !square.0.expand(REMOVE_DISTANCE).contains(pointer) {
            points.remove(self.index);
            return points;
        }
        let [x, y] = square.point_at(pointer + self.offset);
        let before = self.index.checked_sub(1).map_or(0.0, |i| points[i][0] + MIN_GAP);
        let after = points.get(self.index + 1).map_or(1.0, |next| next[0] - MIN_GAP);
        // In a curve from a file, the neighbours can be closer than [`MIN_GAP`]. Then the point
        // does not move.
        points[self.index] =
            if before <= after { [x.clamp(before, after), y] } else { points[self.index] };
        points
    }
}

fn click(response: &Response, square: CurveSquare, points: &mut Vec<[f64; 2]>, max_points: usize) {
    let place = response.interact_pointer_pos();
    let near = square.nearest(points, place);
    let is_double = response.double_clicked();
    if is_double || response.secondary_clicked() {
        match (near, place) {
            (Some(near), _) if points.len() > 2 => _ = points.remove(near),
            (None, Some(place)) if is_double && points.len() < max_points => {
                add(points, square.point_at(place));
            }
            _ => {}
        }
    }
}

/// Adds a point, unless another point is closer than [`MIN_GAP`] in x.
fn add(points: &mut Vec<[f64; 2]>, point: [f64; 2]) {
    let is_free = points.iter().all(|other| (other[0] - point[0]).abs() >= MIN_GAP);
    if is_free {
        let index = points.partition_point(|other| other[0] < point[0]);
        points.insert(index, point);
    }
}

/// Returns the curve on the screen as a polyline with `steps` segments.
fn polyline(points: &[[f64; 2]], square: CurveSquare, steps: usize) -> Vec<Pos2> {
    let curve_y = curve_through(points);
    let x = |i: usize| i as f64 / steps as f64;
    (0..=steps).map(|i| square.to_screen([x(i), curve_y(x(i))])).collect()
}

fn paint(ui: &Ui, response: &Response, square: CurveSquare, points: &[[f64; 2]]) {
    let (CurveSquare(rect), full_rect) = (square, response.rect);
    let painter = ui.painter().with_clip_rect(full_rect.intersect(ui.clip_rect()));
    painter.rect_filled(full_rect, 3.0, ui.visuals().extreme_bg_color);
    let grid = Stroke::new(1.0, Color32::from_gray(38));
    for i in 0..=4 {
        let c = 0.25 * f64::from(i);
        painter.line_segment([square.to_screen([c, 0.0]), square.to_screen([c, 1.0])], grid);
        painter.line_segment([square.to_screen([0.0, c]), square.to_screen([1.0, c])], grid);
    }
    let diagonal = [square.to_screen([0.0, 0.0]), square.to_screen([1.0, 1.0])];
    painter.line_segment(diagonal, Stroke::new(0.8, Color32::from_gray(70)));
    painter.line(polyline(points, square, 100), Stroke::new(1.6, theme::of(ui).accent));
    let pointer = response.hover_pos().or(response.interact_pointer_pos());
    let near = square.nearest(points, pointer);
    let curve_point =
        square.nearest_on_curve(points, pointer).filter(|_| near.is_none() && !response.dragged());
    if let Some(point) = curve_point {
        // Draws the point that a drag from here would add.
        let stroke = Stroke::new(1.4, theme::of(ui).strong);
        painter.circle_stroke(square.to_screen(point), 4.0, stroke);
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    ui.data_mut(|data| match near {
        Some(near) => {
            data.insert_temp(response.id, HoveredPoint(near));
        }
        None => data.remove::<HoveredPoint>(response.id),
    });
    for (index, point) in points.iter().enumerate() {
        let is_near = near == Some(index);
        let (radius, colour) =
            if is_near { (5.0, theme::of(ui).strong) } else { (3.5, theme::of(ui).accent) };
        painter.circle_filled(square.to_screen(*point), radius, colour);
    }
    if let Some([x, y]) = near.and_then(|near| points.get(near)) {
        let (corner, text) = (rect.left_top() + vec2(3.0, 2.0), format!("{x:.2} to {y:.2}"));
        let (font, colour) = (FontId::proportional(11.0), theme::of(ui).muted);
        painter.text(corner, Align2::LEFT_TOP, text, font, colour);
    }
}

/// Shows a column of buttons, one for each preset curve.
fn preset_buttons(ui: &mut Ui, id: Id, points: &mut Vec<[f64; 2]>) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (index, (hint, preset)) in PRESETS.iter().enumerate() {
            let (_, rect) = ui.allocate_space(Vec2::splat(BUTTON_SIDE));
            let response = ui.interact(rect, id.with(index), tab::click(ui.ctx()));
            tab::name(&response, hint);
            let is_current = points == preset;
            let colours = theme::of(ui);
            let is_highlighted = is_current || response.hovered();
            let colour = if is_highlighted { colours.strong } else { colours.muted };
            ui.painter().rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
            if response.hovered() {
                let stroke = ui.visuals().widgets.hovered.bg_stroke;
                ui.painter().rect_stroke(rect, 3.0, stroke, StrokeKind::Inside);
            }
            let line = polyline(preset, CurveSquare(rect.shrink(6.0)), 24);
            ui.painter().line(line, Stroke::new(1.2, colour));
            if response.tip(*hint).clicked() {
                *points = preset.to_vec();
            }
        }
    });
}
