//! Rings on the land around the areas of the selected layer's distance masks. Each ring has a
//! handle that the user drags over the land.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CursorIcon, LayerId, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::panel::state::{SelectedLayer, UiState};
use crate::studio::ui::handle::{HandleShape, LandView, handle};
use crate::studio::ui::theme::ACCENT;
use crate::terrain::mask::{Distance, Mask, MaskKind};

/// Draws the rings and lets the user drag their handles.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

/// The number of segments that approximate a ring.
const SEGMENTS: u32 = 96;

fn draw(
    mut contexts: EguiContexts,
    mut wanted: ResMut<WantedScene>,
    state: Res<UiState>,
    selected: Res<SelectedLayer>,
    sides: Sides,
    area: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    camera: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) -> Result {
    if !state.panel || state.hidden_for_picture {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let Ok(camera) = camera.single() else { return Ok(()) };
    let Some(view) = LandView::of(&context, &sides, camera, *origin, &area) else {
        return Ok(());
    };
    let masks = |scene: &WantedScene| -> Vec<(u32, Distance)> {
        let layer = scene.0.recipe.layers.iter().find(|layer| layer.id == selected.0);
        let masks = layer.into_iter().flat_map(|layer| layer.masks.enabled());
        let disc = |mask: &Mask| match &mask.kind {
            MaskKind::Distance(disc) => Some((mask.id, disc.clone())),
            _ => None,
        };
        masks.filter_map(disc).collect()
    };
    for (id, disc) in masks(&wanted) {
        let Some(new_centre_m) = show(&context, &view, (selected.0, id), &disc) else { continue };
        let layers = &mut wanted.0.recipe.layers;
        let layer = layers.iter_mut().find(|layer| layer.id == selected.0);
        let masks = layer.into_iter().flat_map(|layer| &mut layer.masks.0);
        for mask in masks.filter(|mask| mask.id == id) {
            if let MaskKind::Distance(disc) = &mut mask.kind {
                [disc.east_m, disc.south_m] = new_centre_m;
            }
        }
    }
    Ok(())
}

/// Draws the ring and the handle of a distance mask. Returns the new centre, in metres, while the
/// user drags the handle.
fn show(
    context: &egui::Context,
    view: &LandView<'_>,
    (layer, mask): (u32, u32),
    disc: &Distance,
) -> Option<[f64; 2]> {
    let centre_m = [disc.east_m, disc.south_m];
    let painter = context.layer_painter(LayerId::background());
    let on_ring = |radius_m: f64, corner: u32| {
        let (sin, cos) =
            (f64::from(corner) / f64::from(SEGMENTS) * std::f64::consts::TAU).sin_cos();
        view.screen_position([centre_m[0] + radius_m * cos, centre_m[1] + radius_m * sin])
    };
    for (radius_m, width) in [(disc.radius_m, 1.6), ((1.0 - disc.edge) * disc.radius_m, 0.8)] {
        let corners: Vec<_> = (0..=SEGMENTS).map(|corner| on_ring(radius_m, corner)).collect();
        for pair in corners.windows(2) {
            if let [Some(from), Some(to)] = *pair {
                let outline = Stroke::new(width + 1.6, Color32::from_black_alpha(120));
                painter.line_segment([from, to], outline);
                painter.line_segment([from, to], Stroke::new(width, ACCENT));
            }
        }
    }
    let centre = view.screen_position(centre_m)?;
    let hint = "Drag to move the mask";
    let id = egui::Id::new(("disc of", layer, mask));
    let handle = handle(context, id, centre, HandleShape::Round, (CursorIcon::Grab, hint));
    handle.dragged().then(|| view.place_m(handle.interact_pointer_pos()?)).flatten()
}
