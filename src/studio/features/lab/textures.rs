//! Uploads the rasters (pixel images) in a figure's drawing as textures.

use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::lab::figure::{Drawing, Shape};
use crate::lab::paint;

/// The textures of the visible drawing's rasters.
#[derive(Default)]
pub struct FigureTextures {
    /// The number of the drawing that the textures belong to.
    number: u64,
    handles: Vec<TextureHandle>,
}

impl FigureTextures {
    /// Uploads the rasters of a drawing, unless `number` is the same as in the last call.
    pub fn follow(&mut self, context: &Context, number: u64, drawing: &Drawing) {
        if self.number == number {
            return;
        }
        self.number = number;
        let rasters = drawing.items.iter().filter_map(|item| match &item.shape {
            Shape::Raster { columns, pixels, smooth, .. } => Some((*columns, pixels, *smooth)),
            _ => None,
        });
        let mut count = 0;
        for (columns, pixels, smooth) in rasters {
            let size = [columns, pixels.len() / columns.max(1)];
            let image = ColorImage::from_rgba_unmultiplied(size, pixels.as_flattened());
            let options = if smooth { TextureOptions::LINEAR } else { TextureOptions::NEAREST };
            match self.handles.get_mut(count) {
                Some(handle) => handle.set(image, options),
                None => {
                    let name = format!("raster {count} of a figure");
                    self.handles.push(context.load_texture(name, image, options));
                }
            }
            count += 1;
        }
        self.handles.truncate(count);
    }
}

impl paint::Textures for &FigureTextures {
    fn texture(&mut self, index: usize, _: &dyn Fn() -> ColorImage, _: bool) -> TextureId {
        self.handles.get(index).map_or(TextureId::default(), TextureHandle::id)
    }
}
