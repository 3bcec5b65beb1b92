//! Keeps egui's font atlas small.

use bevy_egui::egui::{Context, FontFamily};

/// Clears letters of old sizes from the font atlas.
///
/// egui keeps every letter in every size until an atlas of 2048 × 2048 pixels is almost full. An
/// atlas of that size takes 16 MiB in each of four copies.
#[derive(Default)]
pub struct LetterCleaner {
    /// Pixels per point in the previous frame; 0 before the first frame.
    last_scale: f32,
    /// Pixels per point when the atlas was last rebuilt; 0 before the first frame.
    atlas_scale: f32,
}

impl LetterCleaner {
    /// Rebuilds the atlas after a change of the scale, once the scale stays the same for a frame.
    pub fn clean_after_scaling(&mut self, context: &Context) {
        let scale = context.pixels_per_point();
        let is_steady = std::mem::replace(&mut self.last_scale, scale) == scale;
        if self.atlas_scale == 0.0 {
            self.atlas_scale = scale;
        }
        if is_steady && scale != self.atlas_scale {
            // egui rebuilds the atlas when it gets different font definitions.
            let mut typefaces = context.fonts(|fonts| fonts.definitions().clone());
            typefaces.families.remove(&family(self.atlas_scale));
            typefaces.families.insert(family(scale), vec![]);
            context.set_fonts(typefaces);
            self.atlas_scale = scale;
        }
    }
}

/// Returns a font family that no text uses. Its name makes the font definitions differ by scale.
fn family(scale: f32) -> FontFamily {
    FontFamily::Name(format!("at {scale}").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{FontDefinitions, RawInput};

    const FRAMES: usize = 4;

    /// Returns how full the atlas is after some frames at a scale.
    fn fill(context: &Context, letters: &mut LetterCleaner, scale: f32) -> f32 {
        context.set_zoom_factor(scale);
        for _ in 0..FRAMES {
            let _ = context.run_ui(RawInput::default(), |ui| {
                letters.clean_after_scaling(ui.ctx());
                ui.label("The five boxing wizards jump quickly, at 0123456789 metres");
            });
        }
        context.fonts(|fonts| fonts.font_atlas_fill_ratio())
    }

    #[test]
    fn letters_of_old_sizes_are_removed() {
        let (context, mut letters) = (Context::default(), LetterCleaner::default());
        let first = fill(&context, &mut letters, 1.0);
        for step in 1..20 {
            fill(&context, &mut letters, 1.0 + 0.05 * step as f32);
        }
        assert_eq!(fill(&context, &mut letters, 1.0), first);
    }

    #[test]
    fn added_fonts_stay() {
        let (context, mut letters) = (Context::default(), LetterCleaner::default());
        let mut typefaces = FontDefinitions::default();
        let font = typefaces.families[&FontFamily::Proportional][0].clone();
        typefaces.families.insert(FontFamily::Monospace, vec![font]);
        context.set_fonts(typefaces);
        fill(&context, &mut letters, 1.0);
        let before = context.fonts(|fonts| fonts.definitions().clone());
        fill(&context, &mut letters, 1.5);
        let mut after = context.fonts(|fonts| fonts.definitions().clone());
        assert_ne!(after, before, "the atlas was rebuilt");
        after.families.remove(&family(1.5));
        assert_eq!(after, before);
    }
}
