//! Draws the land into an image that is kept until the land or the view changes.
//!
//! A second camera puts the image below panels and marks. So a frame in which only a panel changes
//! does not draw the land.

use std::time::{Duration, Instant};

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, CameraUpdateSystems, ImageRenderTarget, RenderTarget};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::NoIndirectDrawing;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent};
use bevy_egui::{EguiContexts, EguiGlobalSettings, PrimaryEguiContext};

use crate::plugin::camera::{LandCamera, land_camera};
use crate::plugin::draft::Draft;
use crate::plugin::kept_picture::{
    DetectPictureChanges, KeptPicture, KeptPicturePlugin, PictureState, PieceTimeLimit,
    ShowsPicture,
};
use crate::plugin::look::quality::Effects;
use crate::plugin::order::OrogenSet;
use crate::studio::app::activity::{Activity, NoteActivity};
use crate::studio::app::software::is_software_driver;
use crate::studio::camera::rig::Rig;

/// The render layer of the marks above the land's picture.
const MARKS_LAYER: usize = 30;

/// True if lines are drawn on the land in this frame. The system that draws them sets this.
///
/// Only then does the panel camera use the land's depth, which hides lines behind hills, and
/// multisampling, which smooths lines.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinesOnLand(pub bool);

/// Tags the camera that draws panels and marks.
#[derive(Component)]
struct PanelCamera;

/// Spawns the window's two cameras: for the land's image, and for panels and marks.
pub fn plugin(app: &mut App) {
    app.add_plugins(KeptPicturePlugin)
        .init_resource::<LinesOnLand>()
        .add_systems(Startup, spawn_cameras)
        .add_systems(
            Last,
            (smooth_lines, skip_panels.after(DetectPictureChanges).run_if(is_software_driver)),
        )
        .add_systems(PreUpdate, (resize_image, show_land_after_panels))
        .add_systems(
            PostUpdate,
            split_long_pictures
                .after(NoteActivity)
                .before(OrogenSet::Shade)
                .run_if(not(is_software_driver)),
        )
        .add_systems(
            PostUpdate,
            follow_land.after(CameraUpdateSystems).before(TransformSystems::Propagate),
        );
    // By default egui would draw the panels with the first camera that is spawned.
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
}

fn spawn_cameras(
    window: Single<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut gizmos: ResMut<GizmoConfigStore>,
    mut commands: Commands,
) {
    let mut land = commands.spawn((land_camera(), Rig::default(), KeptPicture));
    land.insert((
        // Other passes read the depth of the land's image.
        Camera3d {
            depth_texture_usages: (TextureUsages::RENDER_ATTACHMENT
                | TextureUsages::TEXTURE_BINDING)
                .into(),
            ..default()
        },
        Camera { order: -1, ..default() },
        RenderTarget::Image(create_target(&window, &mut images)),
        // The camera draws nothing until `show_land_after_panels` removes this component.
        RenderLayers::none(),
    ));
    let layer = RenderLayers::layer(MARKS_LAYER);
    for (.., config, _) in gizmos.iter_mut() {
        config.render_layers = layer.clone();
    }
    commands.spawn((
        PanelCamera,
        ShowsPicture::default(),
        PrimaryEguiContext,
        Camera3d::default(),
        Camera { order: 1, ..default() },
        Tonemapping::None,
        Msaa::Off,
        layer,
    ));
}

/// The number of frames at the start that draw only panels.
const PANELS_FIRST: u32 = 3;

/// Lets the land's camera draw after the first frames. The land's pipelines take a while to
/// compile, and panels in the same frame would have to wait for them.
fn show_land_after_panels(
    mut frames: Local<u32>,
    cameras: Query<(Entity, &RenderLayers), With<KeptPicture>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    if *frames > PANELS_FIRST {
        return;
    }
    *frames += 1;
    redraw.write(RequestRedraw);
    if *frames > PANELS_FIRST {
        // The camera for the second land of a divider has other render layers and is not affected.
        let hidden = cameras.iter().filter(|(_, layers)| **layers == RenderLayers::none());
        hidden.for_each(|(camera, _)| _ = commands.entity(camera).remove::<RenderLayers>());
    }
}

/// Creates an image of the window's size, at least 1 × 1 pixel.
fn create_target(window: &Window, images: &mut Assets<Image>) -> ImageRenderTarget {
    let size = window.physical_size().max(UVec2::ONE);
    let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    // Every pixel is drawn before it is shown, so no initial data is needed.
    image.data = None;
    image.copy_on_resize = false;
    ImageRenderTarget { handle: images.add(image), scale_factor: window.scale_factor() }
}

/// Replaces the land's image when the window's size or scale factor changes.
fn resize_image(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut images: ResMut<Assets<Image>>,
    mut cameras: Query<(&mut RenderTarget, &mut Projection), With<KeptPicture>>,
) {
    let Some(window) = window else { return };
    for (mut target_image, mut projection) in &mut cameras {
        let RenderTarget::Image(image) = &*target_image else { continue };
        let size = images.get(&image.handle).map(|image| image.size());
        let has_right_size = size == Some(window.physical_size().max(UVec2::ONE));
        if has_right_size && image.scale_factor == window.scale_factor() {
            continue;
        }
        *target_image = RenderTarget::Image(create_target(&window, &mut images));
        // Bevy updates the camera's size when its projection changes, not when its target does.
        projection.set_changed();
    }
}

/// If a graphics card needs longer for a picture, each frame draws pieces for about this time.
const LONGEST_PICTURE: Duration = Duration::from_millis(8);

/// Returns the time for pieces in each frame, if a picture takes the graphics card `device_time`.
fn piece_time(device_time: Duration, is_moving: bool) -> PieceTimeLimit {
    let is_long = device_time > LONGEST_PICTURE && !is_moving;
    PieceTimeLimit(is_long.then_some(LONGEST_PICTURE))
}

/// Spreads slow pictures of a graphics card over several frames, so that panels stay responsive.
///
/// Pictures are spread only while nothing but water and clouds moves. During other motion they stay
/// whole, because a graphics card draws no drafts.
fn split_long_pictures(
    picture: Res<PictureState>,
    activity: Res<Activity>,
    mut pieces: ResMut<PieceTimeLimit>,
    cameras: Query<Entity, (With<KeptPicture>, Without<NoIndirectDrawing>)>,
    mut commands: Commands,
) {
    let piece_time = piece_time(picture.device_time(), activity.moves_now);
    pieces.set_if_neq(piece_time);
    if piece_time.0.is_some() {
        // With indirect drawing, draw calls come from lists on the graphics card, and the program
        // could not tell which chunk a call draws.
        cameras.iter().for_each(|camera| _ = commands.entity(camera).insert(NoIndirectDrawing));
    }
}

/// While a picture arrives in pieces, panels and finished pieces are shown at this interval.
const SHOWN_EVERY: Duration = Duration::from_millis(400);
/// Panels are drawn in this number of frames after the last event: egui measures layouts, and
/// commands open windows.
const FRAMES_AFTER: u32 = 3;

/// The time and picture of the last frame with panels, and how many more frames draw them.
struct PanelFrames {
    drawn_at: Option<Instant>,
    frames_left: u32,
    /// The number of the picture that was current at that time.
    picture_number: u64,
}

impl Default for PanelFrames {
    fn default() -> Self {
        // At the start, panels are drawn while there is no land yet.
        Self { drawn_at: None, frames_left: 2 * PANELS_FIRST, picture_number: 0 }
    }
}

/// Skips panels in frames that only draw further pieces of the land's picture.
///
/// This is for software drivers while the user is idle. Drawing the panels in each of these frames
/// would delay the picture.
fn skip_panels(
    mut events: MessageReader<WindowEvent>,
    mut contexts: EguiContexts,
    (picture, piece_limit, draft): (Res<PictureState>, Res<PieceTimeLimit>, Res<Draft>),
    screenshots: Query<(), With<Screenshot>>,
    mut last: Local<PanelFrames>,
    mut cameras: Query<&mut Camera, With<PanelCamera>>,
) {
    let wants_repaint = contexts.ctx_mut().is_ok_and(|context| context.has_requested_repaint());
    // A screenshot needs a frame with panels.
    let has_event = events.read().count() > 0 || wants_repaint || !screenshots.is_empty();
    last.frames_left = if has_event { FRAMES_AFTER } else { last.frames_left.saturating_sub(1) };
    let is_incomplete = piece_limit.0.is_some() && (draft.0 || !picture.is_complete());
    let has_new_draft = draft.0 && picture.number() != last.picture_number;
    let has_recent_panels = last.drawn_at.is_some_and(|time| time.elapsed() < SHOWN_EVERY);
    let skips_panels =
        is_incomplete && last.frames_left == 0 && has_recent_panels && !has_new_draft;
    if !skips_panels {
        (last.drawn_at, last.picture_number) = (Some(Instant::now()), picture.number());
    }
    for mut camera in &mut cameras {
        if skips_panels != matches!(camera.output_mode, CameraOutputMode::Skip) {
            camera.output_mode = if skips_panels { CameraOutputMode::Skip } else { default() };
        }
    }
}

/// Smooths the lines on the land, if there are any, and lets hills hide them.
fn smooth_lines(
    mut lines: ResMut<LinesOnLand>,
    effects: Res<Effects>,
    mut picture: ResMut<PictureState>,
    mut cameras: Query<(&mut Msaa, &mut ShowsPicture), With<PanelCamera>>,
) {
    let has_lines = std::mem::take(&mut lines.bypass_change_detection().0);
    let is_smooth = has_lines && effects.samples > 1;
    for (mut samples, mut shows) in &mut cameras {
        samples.set_if_neq(if is_smooth { Msaa::Sample4 } else { Msaa::Off });
        if shows.with_depth != has_lines {
            shows.with_depth = has_lines;
            if has_lines {
                picture.request_redraw();
            }
        }
    }
}

type Eye<'w> = (&'w Transform, &'w Projection, &'w Camera);

/// Copies the transform and projection of the land's camera to the panel camera.
fn follow_land(
    eyes: Query<Eye, (With<LandCamera>, Without<PanelCamera>)>,
    mut cameras: Query<(&mut Transform, &mut Projection, &mut Camera), With<PanelCamera>>,
) {
    let Ok((eye, lens, land)) = eyes.single() else { return };
    for (mut transform, mut projection, mut camera) in &mut cameras {
        transform.set_if_neq(*eye);
        if let (Projection::Perspective(old), Projection::Perspective(lens)) = (&*projection, lens)
            && (old.fov, old.near, old.far, old.aspect_ratio)
                != (lens.fov, lens.near, lens.far, lens.aspect_ratio)
        {
            *projection = Projection::Perspective(lens.clone());
        }
        if camera.sub_camera_view != land.sub_camera_view {
            camera.sub_camera_view = land.sub_camera_view;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graphics_card_splits_only_slow_pictures_of_a_still_view() {
        let [quick, slow] = [8, 9].map(Duration::from_millis);
        let pieces = PieceTimeLimit(Some(LONGEST_PICTURE));
        let rows = [
            (quick, false, PieceTimeLimit(None)),
            (slow, false, pieces),
            (slow, true, PieceTimeLimit(None)),
        ];
        for (time, is_moving, expected) in rows {
            assert_eq!(piece_time(time, is_moving), expected, "{time:?}, moving: {is_moving}");
        }
    }
}
