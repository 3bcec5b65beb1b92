//! Writes figures as SVG, for papers and slides. Text stays text, and each number carries all its
//! digits.

use std::fmt::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::figure::{Anchor, Drawing, Item, Place, Shape};
use super::ink::{Ink, Palette};
use super::svg_raster::png;

/// The description in the file, which names this program and its version.
const PROGRAM: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// The compression of rasters in files, from 0 to 10.
const FILE_LEVEL: u8 = 6;
/// The compression of rasters for screens, several times faster.
const SCREEN_LEVEL: u8 = 1;

/// Writes a figure as an SVG document.
pub fn write(drawing: &Drawing, palette: Palette) -> String {
    document(drawing, palette, FILE_LEVEL)
}

/// Writes an SVG document faster than [`write()`].
///
/// The picture is the same, but the document is longer.
pub fn write_for_screen(drawing: &Drawing, palette: Palette) -> String {
    document(drawing, palette, SCREEN_LEVEL)
}

fn document(drawing: &Drawing, palette: Palette, raster_level: u8) -> String {
    let [width, height] = drawing.size.map(number);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Ubuntu, 'Noto Sans', sans-serif\" \
         stroke-linejoin=\"round\">\n"
    );
    let _ = writeln!(out, "<desc>{PROGRAM}</desc>");
    let paper = colour(Ink::Paper, palette);
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>");
    for item in &drawing.items {
        write_item(&mut out, item, palette, raster_level);
    }
    out.push_str("</svg>\n");
    out
}

/// Formats a number with at most three decimals and no trailing zeros.
fn number(x: f64) -> String {
    let mut out = String::new();
    put_number(&mut out, x);
    out
}

fn put_number(out: &mut String, x: f64) {
    let thousandths = 1000.0 * x;
    let nearest = thousandths.round();
    // Whole numbers are written several times faster than decimals. The product is rounded, so it
    // cannot decide about numbers halfway between two thousandths.
    let is_clear = nearest.abs() < 1e9 && (thousandths - nearest).abs() < 0.4999;
    let _ = if is_clear { put_thousandths(out, nearest as i64) } else { put_decimals(out, x) };
}

fn put_thousandths(out: &mut String, thousandths: i64) -> std::fmt::Result {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    match rest {
        0 => write!(out, "{sign}{whole}"),
        _ if rest % 100 == 0 => write!(out, "{sign}{whole}.{}", rest / 100),
        _ if rest % 10 == 0 => write!(out, "{sign}{whole}.{:02}", rest / 10),
        _ => write!(out, "{sign}{whole}.{rest:03}"),
    }
}

fn put_decimals(out: &mut String, x: f64) -> std::fmt::Result {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    out.write_str(if text == "-0" { "0" } else { text })
}

fn colour(ink: Ink, palette: Palette) -> String {
    let [r, g, b] = ink.rgb(palette);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn points(points: &[Place]) -> String {
    let mut out = String::with_capacity(16 * points.len());
    for [x, y] in points {
        if !out.is_empty() {
            out.push(' ');
        }
        put_number(&mut out, *x);
        out.push(',');
        put_number(&mut out, *y);
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn write_item(out: &mut String, item: &Item, palette: Palette, raster_level: u8) {
    let ink = colour(item.ink, palette);
    let mut common = String::new();
    if !item.id.is_empty() {
        let _ = write!(common, " data-id=\"{}\"", escape(&item.id));
    }
    if item.opacity < 1.0 {
        let _ = write!(common, " opacity=\"{}\"", number(item.opacity));
    }
    let _ = match &item.shape {
        Shape::Line { points: line, width, dash } => {
            let dash = dash.map_or_else(String::new, |[on, off]| {
                format!(" stroke-dasharray=\"{} {}\"", number(on), number(off))
            });
            writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"{dash}{common}/>",
                points(line),
                number(*width)
            )
        }
        Shape::Arrow { from, to, width } => {
            let (end, head) = arrow(*from, *to, *width);
            writeln!(
                out,
                "<g fill=\"{ink}\"{common}><polyline points=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\"/>\
                 <polygon points=\"{}\"/></g>",
                points(&[*from, end]),
                number(*width),
                points(&head)
            )
        }
        Shape::Disc { centre: [x, y], radius, line } => {
            let form = match *line > 0.0 {
                true => {
                    format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"", number(*line))
                }
                false => format!("fill=\"{ink}\""),
            };
            let [x, y, r] = [*x, *y, *radius].map(number);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {form}{common}/>")
        }
        Shape::Polygon { points: corners } => {
            writeln!(out, "<polygon points=\"{}\" fill=\"{ink}\"{common}/>", points(corners))
        }
        Shape::Band { upper, lower } => {
            let outline: Vec<Place> = upper.iter().chain(lower.iter().rev()).copied().collect();
            writeln!(out, "<polygon points=\"{}\" fill=\"{ink}\"{common}/>", points(&outline))
        }
        Shape::Raster { at: [x, y], size: [w, h], columns, pixels, smooth } => {
            let data = STANDARD.encode(png(*columns, pixels, raster_level));
            let [x, y, w, h] = [*x, *y, *w, *h].map(number);
            let style = if *smooth { "" } else { " style=\"image-rendering:pixelated\"" };
            writeln!(
                out,
                "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" \
                 preserveAspectRatio=\"none\"{style} href=\"data:image/png;base64,{data}\"{common}/>"
            )
        }
        Shape::Text { at: [x, y], anchor, size, text, number: named_number } => {
            let anchor = match anchor {
                Anchor::Left => "start",
                Anchor::Middle => "middle",
                Anchor::Right => "end",
            };
            let named_number = named_number.as_ref().map_or_else(String::new, |named_number| {
                format!(
                    " data-name=\"{}\" data-value=\"{}\"",
                    escape(&named_number.name),
                    named_number.value
                )
            });
            // The baseline of letters lies about a third of the size below the middle.
            let [x, y, size] = [*x, *y + 0.35 * *size, *size].map(number);
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                 fill=\"{ink}\"{named_number}{common}>{}</text>",
                escape(text)
            )
        }
    };
}

/// The end of an arrow's shaft, and the three corners of its head.
pub fn arrow(from: Place, to: Place, width: f64) -> (Place, [Place; 3]) {
    let delta = [to[0] - from[0], to[1] - from[1]];
    let length = delta[0].hypot(delta[1]).max(1e-9);
    let direction = [delta[0] / length, delta[1] / length];
    let head = (3.0 + 3.0 * width).min(0.6 * length);
    let base = [to[0] - head * direction[0], to[1] - head * direction[1]];
    let side = |s: f64| [base[0] - s * head * direction[1], base[1] + s * head * direction[0]];
    (base, [to, side(0.45), side(-0.45)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_rounded_decimals(
            x in prop_oneof![
                any::<f64>(),
                -1e7..1e7,
                // Numbers halfway between two thousandths, and their neighbours.
                (-4_000_000_i32..4_000_000, -2_i64..=2).prop_map(|(i, ulps)| {
                    let x = f64::from(2 * i + 1) / 2000.0;
                    f64::from_bits(x.to_bits().wrapping_add_signed(ulps))
                }),
            ]
        ) {
            let mut wanted = String::new();
            put_decimals(&mut wanted, x).unwrap();
            prop_assert_eq!(number(x), wanted);
        }
    }

    #[test]
    fn a_document_contains_all_parts_and_escapes_markup() {
        let mut drawing = Drawing::new(200.0, 100.0);
        drawing.line("a<b", Ink::Noise, 2.0, vec![[0.0, 0.0], [10.5, 20.25]]).scale_opacity(0.5);
        drawing.arrow("", Ink::Gradient, 1.0, [0.0, 0.0], [50.0, 0.0]);
        drawing.text(Ink::Text, 12.0, [100.0, 50.0], Anchor::Middle, "f < g & \"h\"");
        let pixels = vec![[1, 2, 3, 255]; 6].into();
        let raster =
            Shape::Raster { at: [0.0; 2], size: [3.0, 2.0], columns: 3, pixels, smooth: false };
        drawing.add("", Ink::Text, raster);
        let text = write(&drawing, Palette::Print);
        assert!(text.contains("data-id=\"a&lt;b\" opacity=\"0.5\""), "{text}");
        assert!(text.contains("points=\"0,0 10.5,20.25\""), "{text}");
        assert!(text.contains(">f &lt; g &amp; &quot;h&quot;</text>"), "{text}");
        assert!(text.contains("data:image/png;base64,iVBORw0KGgo"), "{text}");
        assert_eq!(text.matches("<polygon").count(), 1);
        let on_screen = write_for_screen(&drawing, Palette::Print);
        let [file, screen] = [&text, &on_screen].map(|text| text.split("base64,").next());
        assert_eq!(file, screen);
    }
}
