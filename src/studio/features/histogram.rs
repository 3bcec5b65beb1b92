//! The histogram of the visible land: how often each noise value occurs, the range of values, and
//! the sea level.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, Sense, Ui, pos2, vec2};

use crate::noise::statistics::Histogram;
use crate::plugin::land::state::{ChunkLayers, ChunkVisibilityChanged, ShownLand};
use crate::plugin::land::stream::Streaming;
use crate::plugin::order::OrogenSet;
use crate::studio::ui::text::fixed;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::terrain::recipe::Recipe;

/// The number of bars in the histogram.
const BARS: usize = 96;
/// The step between counted samples. A row of a chunk has 67 samples, which 5 does not divide, so
/// samples of every column are counted.
const STRIDE: usize = 5;

/// The minimum time between two counts while chunks stream in.
const MIN_INTERVAL: Duration = Duration::from_millis(250);

/// The distribution of noise values over all visible chunks. For a land of several layers, the
/// values are heights divided by the height of the highest layer.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct FieldHistogram {
    revision: u64,
    /// The lowest and the highest value, in noise units.
    pub range: [f32; 2],
    /// The number of counted samples in each bar. All bars have the same width.
    pub counts: Vec<u64>,
}

impl FieldHistogram {
    /// Counts the samples of several chunks.
    pub fn new<'a>(revision: u64, fields: impl Iterator<Item = &'a [f32]> + Clone) -> Self {
        let samples = || fields.clone().flat_map(|field| field.iter().step_by(STRIDE).copied());
        let widen = |[low, high]: [f32; 2], s: f32| [low.min(s), high.max(s)];
        let range = samples().fold([f32::INFINITY, f32::NEG_INFINITY], widen);
        let [low, high] = range.map(f64::from);
        let histogram = Histogram::of(samples().map(f64::from), low, high, BARS);
        Self { revision, range, counts: histogram.counts }
    }

    /// Draws the histogram. Bars below sea level have the colour of water.
    pub fn show(&self, ui: &mut Ui, recipe: &Recipe) {
        let [low, high] = self.range;
        if low > high || self.counts.is_empty() {
            return;
        }
        let (response, painter) =
            ui.allocate_painter(vec2(ui.available_width(), 44.0), Sense::hover());
        let area = response.rect;
        painter.rect_filled(area, 3.0, ui.visuals().extreme_bg_color);
        let full_count = full_height(&self.counts);
        let sea = recipe.shape().noise(recipe.world.sea_level_m) as f32;
        let [water, land] = [recipe.colour.water, recipe.colour.mountain].map(|c| {
            let [r, g, b] = c.map(|v| (v * 255.0).round() as u8);
            Color32::from_rgb(r, g, b)
        });
        let width = area.width() / BARS as f32;
        for (i, &count) in self.counts.iter().enumerate() {
            let value = low + (high - low) * (i as f32 + 0.5) / BARS as f32;
            let left = area.left() + width * i as f32;
            let fraction = (count as f32 / full_count).min(1.0);
            let top = area.bottom() - (area.height() - 4.0) * fraction;
            let bar = egui::Rect::from_min_max(pos2(left, top), pos2(left + width, area.bottom()));
            painter.rect_filled(bar, 0.0, if value <= sea { water } else { land });
            if count as f32 > full_count {
                draw_cut(ui, &painter, bar);
            }
        }
        let hover =
            response.hover_pos().map(|p| low + (high - low) * (p.x - area.left()) / area.width());
        let is_noise = recipe.only_noise().is_some();
        let text = match hover {
            Some(value) => {
                let height_m = recipe.shape().height_m(f64::from(value));
                let height = fixed(height_m, 0);
                match is_noise {
                    true => format!("noise {} · {height} m", fixed(f64::from(value), 3)),
                    false => format!("{height} m"),
                }
            }
            None if !is_noise => "heights of all layers".to_owned(),
            None => format!("noise {} to {}", fixed(f64::from(low), 2), fixed(f64::from(high), 2)),
        };
        ui.horizontal(|ui| {
            let colours = theme::of(ui);
            let colour = if hover.is_some() { colours.accent } else { colours.muted };
            ui.label(RichText::new(text).small().color(colour));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let [low_m, high_m] =
                    self.range.map(|s| fixed(recipe.shape().height_m(f64::from(s)), 0));
                theme::remark(ui, format!("{low_m} m to {high_m} m"));
            });
        });
        let hint = "How often each noise value occurs in the visible land. Values below the sea level have the colour of water.";
        let cut_ratio =
            self.counts.iter().map(|count| *count as f32 / full_count).fold(0.0, f32::max);
        response.tip(match cut_ratio > 1.0 {
            true => {
                format!("{hint} The highest bar is cut: it would be {cut_ratio:.1} times as high.")
            }
            false => hint.to_owned(),
        });
    }
}

/// Bars are cut if the highest is more than this many times as high as the third highest.
const CUT_RATIO: f32 = 2.0;

/// Returns the count that fills the whole height of the histogram. Usually it is the highest count.
/// If one or two bars stand far above the others, as on flat ground, the count is lower and those
/// bars are cut, so that the others stay readable.
fn full_height(counts: &[u64]) -> f32 {
    let mut sorted = counts.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let highest = sorted.first().copied().unwrap_or(1).max(1) as f32;
    let third = sorted.get(2).copied().unwrap_or(0) as f32;
    match third > 0.0 && highest > CUT_RATIO * third {
        true => 1.25 * third,
        false => highest,
    }
}

/// Marks a cut bar with two slanted gaps near its top.
fn draw_cut(ui: &Ui, painter: &egui::Painter, bar: egui::Rect) {
    let gap = egui::Stroke::new(1.5, ui.visuals().extreme_bg_color);
    for offset in [7.0, 11.0] {
        let [left, right] = [bar.left() - 1.5, bar.right() + 1.5];
        let y = bar.top() + offset;
        painter.line_segment([pos2(left, y + 2.0), pos2(right, y - 2.0)], gap);
    }
}

/// Updates the histogram when the visible land changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<FieldHistogram>()
        .add_systems(PostUpdate, measure.in_set(OrogenSet::AdjustHeight));
}

/// Counts the visible chunks again after each revision (a complete build of the land). It also
/// counts streamed chunks, once no chunk is pending, at most four times a second.
fn measure(
    mut histogram: ResMut<FieldHistogram>,
    mut changes: MessageReader<ChunkVisibilityChanged>,
    mut counted: Local<(bool, Option<Instant>)>,
    shown: Res<ShownLand>,
    streaming: Res<Streaming>,
    chunks: Query<(&ChunkLayers, &Visibility)>,
) {
    let (is_stale, counted_at) = &mut *counted;
    *is_stale |= changes.read().count() > 0;
    let is_due = *is_stale
        && streaming.is_settled()
        && counted_at.is_none_or(|time| time.elapsed() > MIN_INTERVAL);
    if histogram.revision != shown.revision || is_due {
        let visible = chunks.iter().filter(|(_, visibility)| **visibility != Visibility::Hidden);
        let Some(surface) = shown.surface() else { return };
        let fields: Vec<_> =
            visible.map(|(layers, _)| layers.0.in_noise_units(surface.land())).collect();
        *histogram = FieldHistogram::new(shown.revision, fields.iter().map(|field| &**field));
        (*is_stale, *counted_at) = (false, Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::plugin::land::state::BuiltLand;
    use crate::terrain::chunk::ChunkKey;
    use crate::terrain::heightfield::ChunkSamples;
    use crate::terrain::surface::Surface;

    #[test]
    fn every_counted_sample_is_in_one_bar() {
        let field: Vec<f32> = (0..1000).map(|i| i as f32 / 999.0 - 0.5).collect();
        let histogram = FieldHistogram::new(1, [field.as_slice(), &field].into_iter());
        assert_eq!(histogram.counts.iter().sum::<u64>(), 400);
        assert_eq!(histogram.range[0], -0.5);
        assert!((histogram.range[1] - field[995]).abs() < 1e-6);
        assert!(histogram.counts.iter().all(|&c| (3..=6).contains(&c)), "{:?}", histogram.counts);
    }

    #[test]
    fn hidden_chunks_do_not_count() {
        let recipe = Recipe::default();
        let surface = Surface::new(&recipe).unwrap();
        let land = surface.land().clone();
        let current = Some(BuiltLand { recipe, network_recipe: None, surface });
        let mut app = App::new();
        app.add_message::<ChunkVisibilityChanged>()
            .init_resource::<FieldHistogram>()
            .init_resource::<Streaming>()
            .insert_resource(ShownLand { revision: 1, current, ..Default::default() })
            .add_systems(Update, measure);
        let chunk = |noise: f32| ChunkLayers(Arc::new(ChunkSamples::level(&land, noise)));
        app.world_mut().spawn((chunk(0.25), Visibility::Inherited));
        let hidden = app.world_mut().spawn((chunk(-0.75), Visibility::Hidden)).id();
        app.update();
        assert_eq!(app.world().resource::<FieldHistogram>().range, [0.25; 2]);
        // A chunk counts once it becomes visible.
        app.world_mut().entity_mut(hidden).insert(Visibility::Inherited);
        app.world_mut().write_message(ChunkVisibilityChanged::Shown(ChunkKey {
            level: 0,
            x: 0,
            z: 0,
        }));
        std::thread::sleep(MIN_INTERVAL);
        app.update();
        assert_eq!(app.world().resource::<FieldHistogram>().range, [-0.75, 0.25]);
    }

    #[test]
    fn a_bar_far_above_all_others_is_cut() {
        let mut counts = vec![10, 12, 30, 28, 31, 9];
        assert_eq!(full_height(&counts), 31.0, "the highest bar");
        counts[0] = 4000;
        assert_eq!(full_height(&counts), 1.25 * 30.0);
        counts[1] = 900;
        assert_eq!(full_height(&counts), 1.25 * 31.0, "two of them");
        assert_eq!(
            [full_height(&[50, 0, 0]), full_height(&[0]), full_height(&[])],
            [50.0, 1.0, 1.0]
        );
    }

    #[test]
    fn the_tooltip_says_how_high_a_cut_bar_is() {
        use crate::studio::tests::driven::{Desk, drawn};
        use crate::terrain::scene::Scene;
        // A flat floor with hills above it.
        let hills = (0..2000).map(|i| i as f32 / 2000.0);
        let field: Vec<f32> = std::iter::repeat_n(0.0, 4000).chain(hills).collect();
        let bars = |desk: &Desk, picture: egui::Rect| {
            let rects = desk.output.shapes.iter().filter_map(|clipped| match &clipped.shape {
                egui::Shape::Rect(shape) if picture.contains_rect(shape.rect) => Some(shape.rect),
                _ => None,
            });
            rects.filter(|rect| rect.width() < 6.0).map(|rect| rect.height()).collect::<Vec<_>>()
        };
        let mut desk = Desk::new(Scene::default(), &[]);
        desk.histogram = FieldHistogram::new(1, [&field[..]].into_iter());
        (0..2).for_each(|_| desk.pass([]));
        let caption = drawn(&desk.output, "noise 0.00 to 1.00")[0];
        let picture = egui::Rect::from_x_y_ranges(
            caption.left() - 8.0..=900.0,
            caption.top() - 60.0..=caption.top(),
        );
        let heights = bars(&desk, picture);
        let tall = heights.iter().filter(|height| **height > 0.4 * 40.0).count();
        assert!(tall > BARS / 2, "the hills can be read: {heights:?}");
        desk.pass([egui::Event::PointerMoved(picture.left_center() + vec2(60.0, 0.0))]);
        desk.time += 2.0;
        (0..3).for_each(|_| desk.pass([]));
        let says = desk.output.shapes.iter().any(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => text.galley.text().contains("times as high"),
            _ => false,
        });
        assert!(says, "the tooltip says how high the bar is");
    }

    #[test]
    fn a_flat_field_has_one_bar() {
        let histogram = FieldHistogram::new(1, [&[0.25f32; 50][..]].into_iter());
        assert_eq!((histogram.range, histogram.counts[0]), ([0.25; 2], 10));
    }
}
