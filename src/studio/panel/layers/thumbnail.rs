//! Small pictures of single layers. A thread paints them, and they are kept until the layer
//! changes.

use std::collections::HashMap;

use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};

use crate::terrain::blend::Blend;
use crate::terrain::land::Land;
use crate::terrain::layer::{Layer, LayerHead, LayerKind, Layers};
use crate::terrain::mask::Masks;
use crate::terrain::recipe::{NoiseLayer, Recipe, WorldGroup};

/// The side of a picture, in pixels.
const SIDE: usize = 40;
/// The number of noise features across a picture.
const FEATURES: f64 = 6.0;

/// Everything that a picture depends on.
#[derive(Clone, Debug, PartialEq)]
struct ThumbnailContent {
    /// The layer with its head and masks at their defaults, because the picture does not show them.
    layer: Layer,
    seed: String,
    /// The sea level in metres; 0 except for a coast, because only a coast depends on it.
    sea_level_m: f64,
}

/// The pictures of the layers, by the layers' numbers.
#[derive(Default)]
pub struct Thumbnails {
    made: HashMap<u32, (ThumbnailContent, TextureHandle)>,
    painter: Option<LayerPainter>,
    /// True if the list was drawn in this pass.
    was_shown: bool,
}

/// The thread that paints. The thread gets one request at a time, so that during a drag it paints
/// only the newest state.
struct LayerPainter {
    requests: Sender<ThumbnailContent>,
    painted: Receiver<(ThumbnailContent, ColorImage)>,
    is_busy: bool,
}

impl LayerPainter {
    /// Starts the thread. Returns `None` if the system refuses a thread; then layers have no
    /// pictures.
    fn new() -> Option<Self> {
        let (requests, received_requests) = unbounded::<ThumbnailContent>();
        let (answers, painted) = unbounded();
        let paint = move || {
            for content in received_requests {
                let picture = content.paint();
                if answers.send((content, picture)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("orogen-thumbnails".to_owned()).spawn(paint).ok()?;
        Some(Self { requests, painted, is_busy: false })
    }
}

impl Thumbnails {
    /// Takes the painted picture, and drops the pictures of removed layers.
    pub fn begin(&mut self, context: &Context, layers: &Layers) {
        self.was_shown = true;
        self.made.retain(|id, _| layers.iter().any(|layer| layer.id == *id));
        let Some(painter) = &mut self.painter else { return };
        match painter.painted.try_recv() {
            Ok((content, picture)) => {
                painter.is_busy = false;
                let name = format!("layer {}", content.layer.id);
                let texture = context.load_texture(name, picture, TextureOptions::LINEAR);
                self.made.insert(content.layer.id, (content, texture));
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => painter.is_busy = false,
        }
    }

    /// Drops all pictures if the list was not drawn since the last call.
    pub fn forget_unseen(&mut self) {
        if !std::mem::take(&mut self.was_shown) {
            self.made.clear();
        }
    }

    /// Requests another frame while the thread is painting.
    pub fn end(&self, context: &Context) {
        if self.painter.as_ref().is_some_and(|painter| painter.is_busy) {
            context.request_repaint();
        }
    }

    /// Returns the picture of a layer. If the picture is out of date, requests a new picture.
    pub fn picture(&mut self, index: usize, recipe: &Recipe) -> Option<TextureId> {
        let content = ThumbnailContent::of(&recipe.layers[index], recipe);
        let made = self.made.get(&content.layer.id);
        let texture = made.map(|(_, texture)| texture.id());
        if made.is_none_or(|(painted, _)| *painted != content) {
            if self.painter.is_none() {
                self.painter = LayerPainter::new();
            }
            if let Some(painter) = self.painter.as_mut().filter(|painter| !painter.is_busy) {
                painter.is_busy = painter.requests.send(content).is_ok();
            }
        }
        texture
    }

    /// Returns true if there are no pictures.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Returns true if all pictures are up to date.
    #[cfg(test)]
    pub fn are_made(&self, recipe: &Recipe) -> bool {
        let is_made = |layer: &Layer| {
            let content = ThumbnailContent::of(layer, recipe);
            self.made.get(&layer.id).is_some_and(|(painted, _)| *painted == content)
        };
        recipe.layers.iter().all(is_made)
    }
}

impl ThumbnailContent {
    fn of(layer: &Layer, recipe: &Recipe) -> Self {
        let is_coast = layer.kind.is_coast();
        let layer = Layer { head: LayerHead::default(), masks: Masks::default(), ..layer.clone() };
        let sea_level_m = if is_coast { recipe.world.sea_level_m } else { 0.0 };
        Self { layer, seed: recipe.world.seed.clone(), sea_level_m }
    }

    /// Returns a land with this layer alone. For a coast, the land also has a noise layer from
    /// which the coast is derived.
    fn recipe(&self) -> Option<Recipe> {
        let mut layers = vec![self.layer.clone()];
        if self.layer.kind.is_coast() {
            layers[0].head.layer.blend = Blend::Over;
            let id = if self.layer.id == 1 { 2 } else { 1 };
            layers.insert(0, Layer::noise(id, NoiseLayer::default()));
        }
        let (seed, sea_level_m) = (self.seed.clone(), self.sea_level_m);
        let world = WorldGroup { seed, sea_level_m, ..WorldGroup::default() };
        Some(Recipe { layers: Layers::new(layers).ok()?, world, ..Recipe::default() })
    }

    /// Paints the heights, lit from the north-west. The picture is plain and dark if the layer is
    /// invalid.
    fn paint(&self) -> ColorImage {
        let blank = || ColorImage::from_gray([SIDE; 2], &[30; SIDE * SIDE]);
        // The picture shows only one and a half of a landform's largest features. A finer band
        // limit keeps its small features.
        let mut middle_m = [0.0; 2];
        let (extent_m, band_limit_ratio) = match &self.layer.kind {
            LayerKind::Noise(noise) => (FEATURES * noise.feature_size_m(), 1.0),
            LayerKind::Landform(landform) => (1.5 * landform.feature_m(), 0.25),
            LayerKind::Heightmap(map) => (3.0 * map.feature_m(), 1.0),
            LayerKind::Marks(marks) => {
                let Some([low, high]) = marks.around_m() else { return blank() };
                middle_m = [0, 1].map(|axis| 0.5 * (low[axis] + high[axis]));
                ((high[0] - low[0]).max(high[1] - low[1]), 1.0)
            }
        };
        let spacing_m = extent_m / SIDE as f64;
        let land = self.recipe().and_then(|recipe| Land::new(&recipe).ok());
        let Some(land) = land.filter(|_| spacing_m > 0.0 && spacing_m.is_finite()) else {
            return blank();
        };
        let [columns, rows] = middle_m.map(|middle_m| -> Vec<f64> {
            let offset_m = |i: usize| (i as f64 - 0.5 * (SIDE - 1) as f64) * spacing_m;
            (0..SIDE).map(|i| middle_m + offset_m(i)).collect()
        });
        let [heights, east, south] =
            land.fill_slopes_at([&columns, &rows], band_limit_ratio * spacing_m);
        ColorImage::from_gray([SIDE; 2], &shade(&heights, [&east, &south]))
    }
}

/// Returns grey values by slope and height. Both are relative to the layer's own slopes and
/// heights, so that flat and steep layers are equally visible.
fn shade(heights: &[f32], [east, south]: [&[f32]; 2]) -> Vec<u8> {
    let squares = east.iter().zip(south).map(|(x, z)| x * x + z * z);
    let mean_slope = (squares.sum::<f32>() / heights.len() as f32).sqrt().max(1e-9);
    let range = heights
        .iter()
        .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], h| [low.min(*h), high.max(*h)]);
    let height_range = (range[1] - range[0]).max(1e-6);
    let light = |((h, x), z): ((&f32, &f32), &f32)| {
        let [x, z] = [x, z].map(|slope| 0.4 * slope / mean_slope);
        let brightness = (0.5 * x + 0.5 * z + 0.7) / (1.0 + x * x + z * z).sqrt();
        let height = (h - range[0]) / height_range;
        (255.0 * (0.08 + brightness.max(0.0) * (0.3 + 0.6 * height))).clamp(0.0, 255.0) as u8
    };
    heights.iter().zip(east).zip(south).map(light).collect()
}
