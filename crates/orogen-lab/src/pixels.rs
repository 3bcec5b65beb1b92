//! Draws figures to pixels without a window, with a software rasteriser for epaint's triangles.

use epaint::text::TextOptions;
use epaint::{
    ClippedPrimitive, ClippedShape, Color32, ColorImage, Mesh, Primitive, Rect,
    TessellationOptions, Tessellator, TextureId, Vertex,
};

use super::figure::Drawing;
use super::ink::Palette;
use super::paint::{PaintStyle, Textures, fonts, shapes};

/// The pixels of a figure, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigurePicture {
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The colours of the pixels.
    pub pixels: Vec<[u8; 3]>,
}

/// The rasters of a figure in order, each with its flag for interpolation.
#[derive(Default)]
struct Rasters(Vec<(ColorImage, bool)>);

impl Textures for Rasters {
    fn texture(&mut self, index: usize, image: &dyn Fn() -> ColorImage, smooth: bool) -> TextureId {
        self.0.push((image(), smooth));
        TextureId::User(index as u64)
    }
}

/// Draws a figure with `scale` pixels per point.
///
/// ```
/// use orogen_lab::figure::Drawing;
/// use orogen_lab::{ink::Palette, pixels};
///
/// let picture = pixels::draw(&Drawing::new(20.0, 10.0), Palette::Print, 2.0);
/// assert_eq!((picture.width, picture.height), (40, 20));
/// ```
pub fn draw(drawing: &Drawing, palette: Palette, scale: f32) -> FigurePicture {
    let [width, height] = drawing.size.map(|side| (side as f32 * scale).ceil() as usize);
    let mut fonts = fonts();
    fonts.begin_pass(TextOptions::default());
    let mut rasters = Rasters::default();
    let style = PaintStyle { palette, at: epaint::Pos2::ZERO, scale: 1.0, highlighted_id: None };
    let shapes = shapes(drawing, &style, &mut fonts.with_pixels_per_point(scale), &mut rasters);
    let clip_rect = Rect::EVERYTHING;
    let shapes = shapes.into_iter().map(|shape| ClippedShape { clip_rect, shape }).collect();
    let (size, discs) = (fonts.font_image_size(), fonts.texture_atlas().prepared_discs());
    let mut tessellator = Tessellator::new(scale, TessellationOptions::default(), size, discs);
    let primitives = tessellator.tessellate_shapes(shapes);
    let font_atlas = (fonts.image(), true);
    let texture = |id: TextureId| match id {
        TextureId::User(index) => rasters.0.get(index as usize),
        TextureId::Managed(_) => Some(&font_atlas),
    };
    triangles([width, height], &primitives, texture, scale)
}

/// Rasterises triangles on a black background.
///
/// `texture` returns an image, and true if it is interpolated.
pub fn triangles<'a>(
    [width, height]: [usize; 2],
    primitives: &[ClippedPrimitive],
    texture: impl Fn(TextureId) -> Option<&'a (ColorImage, bool)>,
    scale: f32,
) -> FigurePicture {
    let mut canvas = vec![[0.0f32; 3]; width * height];
    for primitive in primitives {
        let Primitive::Mesh(mesh) = &primitive.primitive else { continue };
        let Some(texture) = texture(mesh.texture_id) else { continue };
        draw_mesh(&mut canvas, [width, height], mesh, texture, scale);
    }
    let byte = |c: f32| (c * 255.0).round().clamp(0.0, 255.0) as u8;
    FigurePicture { width, height, pixels: canvas.into_iter().map(|rgb| rgb.map(byte)).collect() }
}

fn draw_mesh(
    canvas: &mut [[f32; 3]],
    size: [usize; 2],
    mesh: &Mesh,
    texture: &(ColorImage, bool),
    scale: f32,
) {
    for corners in mesh.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
        draw_triangle(canvas, size, corners, texture, scale);
    }
}

/// Twice the signed area of the triangle a, b, p. The sign tells on which side of the edge ab the
/// point p lies.
fn side(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f32 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// Returns true if pixels on the edge from `a` to `b` belong to the triangle. By the top-left rule
/// these are top and left edges, so triangles with a common edge share no pixel.
fn owns_edge(a: [f32; 2], b: [f32; 2]) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    dy < 0.0 || (dy == 0.0 && dx > 0.0)
}

/// Draws a triangle. Colours are premultiplied sRGB values, blended without conversion to linear
/// light, as in egui's shader.
fn draw_triangle(
    canvas: &mut [[f32; 3]],
    [width, height]: [usize; 2],
    mut corners: [Vertex; 3],
    texture: &(ColorImage, bool),
    scale: f32,
) {
    let at = |vertex: &Vertex| [vertex.pos.x * scale, vertex.pos.y * scale];
    if side(at(&corners[0]), at(&corners[1]), at(&corners[2])) < 0.0 {
        corners.swap(1, 2);
    }
    let places = [0, 1, 2].map(|i| at(&corners[i]));
    let area = side(places[0], places[1], places[2]);
    if area <= 0.0 || !area.is_finite() {
        return;
    }
    let range = |axis: usize, end: usize| {
        let all = places.map(|place| place[axis]);
        let low = all.into_iter().fold(f32::INFINITY, f32::min).floor().max(0.0) as usize;
        let high = all.into_iter().fold(0.0, f32::max).ceil().max(0.0) as usize;
        low.min(end)..high.min(end)
    };
    let edge_is_owned = [1, 2, 0].map(|i: usize| owns_edge(places[i], places[(i + 1) % 3]));
    for row in range(1, height) {
        for column in range(0, width) {
            let p = [column as f32 + 0.5, row as f32 + 0.5];
            let weights = [1, 2, 0].map(|i: usize| side(places[i], places[(i + 1) % 3], p));
            let is_inside =
                (0..3).all(|i| weights[i] > 0.0 || (weights[i] == 0.0 && edge_is_owned[i]));
            if is_inside {
                let weights = weights.map(|weight| weight / area);
                blend(&mut canvas[row * width + column], &corners, weights, texture);
            }
        }
    }
}

fn blend(
    pixel: &mut [f32; 3],
    corners: &[Vertex; 3],
    weights: [f32; 3],
    (image, smooth): &(ColorImage, bool),
) {
    let mix = |f: &dyn Fn(&Vertex) -> f32| (0..3).map(|i| weights[i] * f(&corners[i])).sum::<f32>();
    let uv = [mix(&|v| v.uv.x), mix(&|v| v.uv.y)];
    let texel = if *smooth { bilinear(image, uv) } else { nearest(image, uv) };
    let channel = |c: usize| mix(&|v| f32::from(v.color.to_array()[c])) / 255.0 * texel[c];
    let transparency = 1.0 - channel(3);
    for (c, value) in pixel.iter_mut().enumerate() {
        *value = channel(c) + transparency * *value;
    }
}

fn texel(image: &ColorImage, x: i64, y: i64) -> [f32; 4] {
    let [width, height] = image.size;
    let (x, y) = (x.clamp(0, width as i64 - 1) as usize, y.clamp(0, height as i64 - 1) as usize);
    let colour: Color32 = image.pixels[y * width + x];
    colour.to_array().map(|c| f32::from(c) / 255.0)
}

fn nearest(image: &ColorImage, uv: [f32; 2]) -> [f32; 4] {
    let [x, y] = [0, 1].map(|i| (uv[i] * image.size[i] as f32).floor() as i64);
    texel(image, x, y)
}

fn bilinear(image: &ColorImage, uv: [f32; 2]) -> [f32; 4] {
    let place = [0, 1].map(|i| uv[i] * image.size[i] as f32 - 0.5);
    let low = place.map(|v| v.floor());
    let [u, v] = [place[0] - low[0], place[1] - low[1]];
    let at = |dx: i64, dy: i64| texel(image, low[0] as i64 + dx, low[1] as i64 + dy);
    let (a, b, c, d) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
    [0, 1, 2, 3].map(|i| {
        let (above, below) = (a[i] + u * (b[i] - a[i]), c[i] + u * (d[i] - c[i]));
        above + v * (below - above)
    })
}
