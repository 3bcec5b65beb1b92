//! Turns figures into shapes of epaint, the drawing library of egui. The window shows the shapes,
//! and [`super::pixels`] rasterises them without a window.

use epaint::text::{FontDefinitions, FontFamily, FontId, Fonts, FontsView};
use epaint::{
    Color32, ColorImage, Mesh, PathShape, PathStroke, Pos2, Rect, Shape as Drawn, Stroke,
    TextureId, Vec2, Vertex, pos2, vec2,
};

use super::figure::{Anchor, Drawing, Item, Place, Shape};
use super::ink::{Ink, Palette};
use super::svg::arrow;

/// The style and the place of a painted figure.
#[derive(Clone, Debug)]
pub struct PaintStyle<'a> {
    /// Its colours.
    pub palette: Palette,
    /// The place of its top left corner.
    pub at: Pos2,
    /// Points of the screen per point of the figure.
    pub scale: f32,
    /// The highlighted group, if any; parts of other groups are drawn fainter.
    pub highlighted_id: Option<&'a str>,
}

/// Makes textures from the rasters of a figure.
pub trait Textures {
    /// A texture with the pixels that `image` makes. `index` counts the rasters of the figure from
    /// 0.
    fn texture(&mut self, index: usize, image: &dyn Fn() -> ColorImage, smooth: bool) -> TextureId;
}

impl PaintStyle<'_> {
    fn place(&self, [x, y]: Place) -> Pos2 {
        self.at + self.scale * vec2(x as f32, y as f32)
    }

    fn places(&self, points: &[Place]) -> Vec<Pos2> {
        points.iter().map(|point| self.place(*point)).collect()
    }

    fn colour(&self, item: &Item) -> Color32 {
        let [r, g, b] = item.ink.rgb(self.palette);
        let is_faint = self.highlighted_id.is_some_and(|id| !item.id.is_empty() && item.id != id);
        let opacity = item.opacity * if is_faint { 0.25 } else { 1.0 };
        Color32::from_rgb(r, g, b).gamma_multiply(opacity as f32)
    }
}

/// The shapes of a figure from back to front, the background first.
pub fn shapes(
    drawing: &Drawing,
    style: &PaintStyle,
    fonts: &mut FontsView,
    textures: &mut dyn Textures,
) -> Vec<Drawn> {
    let size = style.scale * vec2(drawing.size[0] as f32, drawing.size[1] as f32);
    let [r, g, b] = Ink::Paper.rgb(style.palette);
    let paper = Rect::from_min_size(style.at, size);
    let mut out = vec![Drawn::rect_filled(paper, 0.0, Color32::from_rgb(r, g, b))];
    let mut rasters = 0;
    for item in &drawing.items {
        add(&mut out, item, style, fonts, &mut |image, smooth| {
            rasters += 1;
            textures.texture(rasters - 1, image, smooth)
        });
    }
    out
}

fn add(
    out: &mut Vec<Drawn>,
    item: &Item,
    style: &PaintStyle,
    fonts: &mut FontsView,
    texture: &mut dyn FnMut(&dyn Fn() -> ColorImage, bool) -> TextureId,
) {
    let colour = style.colour(item);
    let scaled = |width: f64| width as f32 * style.scale;
    match &item.shape {
        Shape::Line { points, width, dash } => {
            let (points, stroke) = (style.places(points), Stroke::new(scaled(*width), colour));
            match dash {
                Some([on, off]) => {
                    out.extend(Drawn::dashed_line(&points, stroke, scaled(*on), scaled(*off)))
                }
                None => out.push(Drawn::line(points, stroke)),
            }
        }
        Shape::Arrow { from, to, width } => {
            let (end, head) = arrow(*from, *to, *width);
            let shaft = [style.place(*from), style.place(end)];
            out.push(Drawn::line_segment(shaft, Stroke::new(scaled(*width), colour)));
            out.push(Drawn::convex_polygon(style.places(&head), colour, PathStroke::NONE));
        }
        Shape::Disc { centre, radius, line } => {
            let (centre, radius) = (style.place(*centre), scaled(*radius));
            out.push(match *line > 0.0 {
                true => Drawn::circle_stroke(centre, radius, Stroke::new(scaled(*line), colour)),
                false => Drawn::circle_filled(centre, radius, colour),
            });
        }
        Shape::Polygon { points } => {
            out.push(Drawn::Path(PathShape::convex_polygon(
                style.places(points),
                colour,
                PathStroke::NONE,
            )));
        }
        Shape::Band { upper, lower } => {
            out.push(band(&style.places(upper), &style.places(lower), colour))
        }
        Shape::Raster { at, size, columns, pixels, smooth } => {
            let rows = pixels.len() / (*columns).max(1);
            let size_px = [*columns, rows];
            let image = || ColorImage::from_rgba_unmultiplied(size_px, pixels.as_flattened());
            let corner = style.place(*at);
            let size = style.scale * Vec2::new(size[0] as f32, size[1] as f32);
            let full_uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let tint = Color32::WHITE.gamma_multiply(item.opacity as f32);
            let id = texture(&image, *smooth);
            out.push(Drawn::image(id, Rect::from_min_size(corner, size), full_uv, tint));
        }
        Shape::Text { at, anchor, size, text, .. } => {
            let font = FontId::proportional(scaled(*size));
            let galley = fonts.layout_no_wrap(text.clone(), font, colour);
            let fraction = match anchor {
                Anchor::Left => 0.0,
                Anchor::Middle => 0.5,
                Anchor::Right => 1.0,
            };
            let corner = style.place(*at) - vec2(fraction, 0.5) * galley.size();
            out.push(Drawn::galley(corner, galley, colour));
        }
    }
}

/// Fills the area between two lines, with two triangles between neighbouring points.
fn band(upper: &[Pos2], lower: &[Pos2], colour: Color32) -> Drawn {
    let mut mesh = Mesh::default();
    for (above, below) in upper.iter().zip(lower) {
        for pos in [*above, *below] {
            mesh.vertices.push(Vertex { pos, uv: epaint::WHITE_UV, color: colour });
        }
    }
    let pairs = upper.len().min(lower.len()).saturating_sub(1) as u32;
    for i in 0..pairs {
        let [a, b, c, d] = [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3];
        mesh.add_triangle(a, b, c);
        mesh.add_triangle(c, b, d);
    }
    Drawn::mesh(mesh)
}

/// The fonts of the panel and of figures: egui's defaults.
///
/// The monospaced font supplies the characters that the proportional font lacks.
pub fn typefaces() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let monospace = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let proportional = fonts.families.entry(FontFamily::Proportional).or_default();
    let missing: Vec<_> =
        monospace.into_iter().filter(|name| !proportional.contains(name)).collect();
    proportional.extend(missing);
    fonts
}

/// The same fonts, ready to draw without a window.
pub(super) fn fonts() -> Fonts {
    Fonts::new(epaint::TextOptions::default(), typefaces())
}
