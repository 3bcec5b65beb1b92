//! Thumbnails of figures. A thread draws them one at a time. They are drawn again after the land
//! has changed, but not while a mouse button is held.

use std::collections::HashMap;
use std::sync::Arc;

use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::worker::Worker;
use crate::lab::ink::Palette;
use crate::lab::{Context as FigureContext, FigureRow, State, pixels};
use crate::terrain::Scene;

/// The length of a thumbnail's longer side, in pixels.
const PIXELS: f64 = 300.0;

/// The key of a thumbnail: the figure's name, and the address of the parameter that it explains.
type ThumbnailKey = (&'static str, Option<String>);

/// The other inputs of a thumbnail: a number that counts changes of the land, and the colours.
type ThumbnailInputs = (u64, Palette);

/// A thumbnail is dropped if it was not shown for this many seconds and this many egui passes. The
/// passes matter in an idle window, which has few of them.
const KEEP_LIMITS: (f64, u64) = (5.0, 30);

/// The thumbnails that are in use, and the thread that draws them.
#[derive(Default)]
pub struct Thumbs {
    scene: Arc<Scene>,
    generation: u64,
    pictures: HashMap<ThumbnailKey, ThumbnailPicture>,
    painter: Option<Worker<ThumbnailJob, (ThumbnailKey, ThumbnailInputs, ColorImage)>>,
}

struct ThumbnailPicture {
    inputs: ThumbnailInputs,
    texture: TextureHandle,
    /// The time at which the thumbnail was last shown.
    shown_at: LastSeen,
}

/// The time in seconds, and the number of egui's pass.
type LastSeen = (f64, u64);

fn now(context: &Context) -> LastSeen {
    (context.input(|input| input.time), context.cumulative_pass_nr())
}

/// The inputs of a thumbnail that is still to be drawn.
struct ThumbnailJob {
    key: ThumbnailKey,
    inputs: ThumbnailInputs,
    row: &'static FigureRow,
    scene: Arc<Scene>,
}

impl ThumbnailJob {
    fn run(self) -> (ThumbnailKey, ThumbnailInputs, ColorImage) {
        let picture = self.paint();
        (self.key, self.inputs, picture)
    }

    fn paint(&self) -> ColorImage {
        let state = State { explained: self.key.1.clone(), ..State::of(self.row) };
        let Ok(context) = FigureContext::new(&self.scene, &state, self.row) else {
            return ColorImage::from_rgb([1, 1], &[90, 90, 90]);
        };
        let drawing = context.draw();
        let scale = PIXELS / drawing.size[0].max(drawing.size[1]);
        let picture = pixels::draw(&drawing, self.inputs.1, scale as f32);
        ColorImage::from_rgb([picture.width, picture.height], picture.pixels.as_flattened())
    }
}

impl Thumbs {
    /// Begins a pass: collects drawn thumbnails, notes if the land has changed, and drops unused
    /// thumbnails.
    pub fn begin(&mut self, context: &Context, scene: &Scene) {
        let now = now(context);
        let is_kept =
            |seen: LastSeen| now.0 - seen.0 < KEEP_LIMITS.0 || now.1 - seen.1 < KEEP_LIMITS.1;
        self.pictures.retain(|_, picture| is_kept(picture.shown_at));
        let has_changed =
            self.scene.recipe != scene.recipe || self.scene.view.params != scene.view.params;
        if has_changed {
            self.scene = Arc::new(scene.clone());
            self.generation += 1;
        }
        if let Some((key, inputs, picture)) = self.painter.as_mut().and_then(Worker::take) {
            let options = TextureOptions::LINEAR;
            let texture = context.load_texture(format!("figure {}", key.0), picture, options);
            self.pictures.insert(key, ThumbnailPicture { inputs, texture, shown_at: now });
            context.request_repaint();
        }
    }

    /// Returns the scene that the thumbnails show.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the thumbnail of a figure, if it exists. If it is missing or outdated, requests a
    /// new thumbnail.
    pub fn thumbnail(
        &mut self,
        context: &Context,
        row: &'static FigureRow,
        explained: Option<&str>,
        palette: Palette,
    ) -> Option<TextureHandle> {
        let key = (row.name, explained.map(str::to_owned));
        let inputs = (self.generation, palette);
        // Drawing a thumbnail could slow down a drag, so wait for its end.
        let is_held = context.input(|input| input.pointer.any_down());
        let picture = self.pictures.get_mut(&key);
        let is_current = picture.as_ref().is_some_and(|picture| picture.inputs == inputs);
        let texture = picture.map(|picture| {
            picture.shown_at = now(context);
            picture.texture.clone()
        });
        if !is_current && !is_held {
            if self.painter.is_none() {
                self.painter = Worker::new(context, "orogen-figures", ThumbnailJob::run);
            }
            if let Some(painter) = &mut self.painter {
                painter.ask(|| ThumbnailJob { key, inputs, row, scene: self.scene.clone() });
            }
        }
        texture
    }

    /// Returns true if the thumbnail of a figure exists.
    #[cfg(test)]
    pub fn has(&self, name: &str) -> bool {
        self.pictures.keys().any(|(figure, _)| *figure == name)
    }
}
