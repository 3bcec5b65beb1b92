//! The discs of the selected layer's masks by distance, in the view: a ring around each, and in its
//! middle a handle that one drags over the land.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, LayerId, Pos2, Sense, Stroke, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::state::{SelectedLayer, UiState};
use super::theme::ACCENT;
use super::tips::Tip;
use crate::plugin::camera::{LandCamera, world_ray};
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::studio::camera::state::FreeArea;
use crate::studio::contour_labels::Sight;
use crate::terrain::mask::{Distance, MaskKind};
use crate::terrain::surface::Surface;

/// Shows the discs and lets them be dragged.
pub struct DiscHandlePlugin;

impl Plugin for DiscHandlePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, draw.after(super::draw));
    }
}

/// How large a handle is, in points.
const SIZE: f32 = 14.0;
/// Corners of a ring.
const CORNERS: u32 = 96;
/// How far away a place can be that a disc is dragged to.
const FURTHEST_M: f64 = 64_000.0;

fn draw(
    mut contexts: EguiContexts,
    mut wanted: ResMut<WantedScene>,
    state: Res<UiState>,
    selected: Res<SelectedLayer>,
    sides: Sides,
    area: Res<FreeArea>,
    origin: Res<WorldOrigin>,
    camera: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) -> Result {
    if !state.panel || state.hidden_for_picture {
        return Ok(());
    }
    let (Ok((camera, transform)), Some(area)) = (camera.single(), area.0) else {
        return Ok(());
    };
    let Some(width) = camera.logical_viewport_size().map(|size| size.x) else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    let view = View {
        sides: &sides,
        width,
        sight: Sight { camera, transform, origin: *origin, area },
        scale: context.zoom_factor(),
    };
    let masks = |scene: &WantedScene| -> Vec<(u32, Distance)> {
        let layer = scene.0.recipe.layers.iter().find(|layer| layer.id == selected.0);
        let masks = layer.into_iter().flat_map(|layer| layer.masks.on());
        let disc = |mask: &crate::terrain::mask::Mask| match &mask.kind {
            MaskKind::Distance(disc) => Some((mask.id, disc.clone())),
            _ => None,
        };
        masks.filter_map(disc).collect()
    };
    for (id, disc) in masks(&wanted) {
        let Some(place_m) = show(&context, &view, (selected.0, id), &disc) else { continue };
        let layers = &mut wanted.0.recipe.layers;
        let layer = layers.iter_mut().find(|layer| layer.id == selected.0);
        let masks = layer.into_iter().flat_map(|layer| &mut layer.masks.0);
        for mask in masks.filter(|mask| mask.id == id) {
            if let MaskKind::Distance(disc) = &mut mask.kind {
                [disc.east_m, disc.south_m] = place_m;
            }
        }
    }
    Ok(())
}

/// How the land is seen.
struct View<'a> {
    sides: &'a Sides<'a>,
    /// Of the picture, in pixels.
    width: f32,
    sight: Sight<'a>,
    /// Pixels a point.
    scale: f32,
}

impl View<'_> {
    /// The surface that is drawn at a pixel.
    fn surface(&self, pixel: Vec2) -> Option<&Surface> {
        self.sides.surface_at(pixel.x / self.width)
    }

    /// Where a place of the land is on the screen, in points. On the other side of the divider it is
    /// as high as the land there.
    fn at(&self, place_m: [f64; 2]) -> Option<Pos2> {
        let [x, z] = place_m;
        let on = |of: &Surface| self.sight.project([x, of.surface_m(place_m), z]);
        let pixel = on(self.surface(on(self.sides.shown.surface()?)?)?)?;
        self.sight.area.contains(pixel).then(|| pos2(pixel.x / self.scale, pixel.y / self.scale))
    }

    /// The place of the land that is at a point of the screen.
    fn place_m(&self, at: Pos2) -> Option<[f64; 2]> {
        let pixel = Vec2::new(at.x, at.y) * self.scale;
        let ray = self.sight.camera.viewport_to_world(self.sight.transform, pixel).ok()?;
        let ray = world_ray(ray, self.sight.origin);
        let [x, _, z] = ray.at(self.surface(pixel)?.cast(&ray, 0.0..FURTHEST_M)?);
        // Whole metres are near enough, and read well.
        Some([x.round(), z.round()])
    }
}

/// Shows a disc; where it was dragged to.
fn show(
    context: &egui::Context,
    view: &View<'_>,
    (layer, mask): (u32, u32),
    disc: &Distance,
) -> Option<[f64; 2]> {
    let middle_m = [disc.east_m, disc.south_m];
    let painter = context.layer_painter(LayerId::background());
    let on_ring = |radius_m: f64, corner: u32| {
        let (sin, cos) = (f64::from(corner) / f64::from(CORNERS) * std::f64::consts::TAU).sin_cos();
        view.at([middle_m[0] + radius_m * cos, middle_m[1] + radius_m * sin])
    };
    for (radius_m, width) in [(disc.radius_m, 1.6), ((1.0 - disc.edge) * disc.radius_m, 0.8)] {
        let corners: Vec<_> = (0..=CORNERS).map(|corner| on_ring(radius_m, corner)).collect();
        for pair in corners.windows(2) {
            if let [Some(from), Some(to)] = *pair {
                painter.line_segment(
                    [from, to],
                    Stroke::new(width + 1.6, Color32::from_black_alpha(120)),
                );
                painter.line_segment([from, to], Stroke::new(width, ACCENT));
            }
        }
    }
    let at = view.at(middle_m)?;
    let size = egui::Vec2::splat(SIZE);
    let area = egui::Area::new(egui::Id::new(("disc of", layer, mask)))
        .fixed_pos(at - 0.5 * size)
        .order(egui::Order::Middle)
        .constrain(false);
    let handle = area.show(context, |ui| {
        let (rect, handle) = ui.allocate_exact_size(size, Sense::drag());
        let fill = if handle.hovered() || handle.dragged() { Color32::WHITE } else { ACCENT };
        ui.painter().circle(
            rect.center(),
            0.5 * SIZE - 1.0,
            fill,
            Stroke::new(2.0, Color32::BLACK),
        );
        handle.tip("The middle of the mask: drag it over the land")
    });
    let handle = handle.inner;
    handle.dragged().then(|| view.place_m(handle.interact_pointer_pos()?)).flatten()
}
