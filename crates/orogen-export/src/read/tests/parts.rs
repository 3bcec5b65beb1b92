//! EXR files with many channels and with several parts.

use super::*;
use ::exr::prelude::{
    AnyChannel, AnyChannels, Encoding, FlatSamples, Image, ImageAttributes, IntegerBounds, Layer,
    LayerAttributes, Vec2, WritableImage as _,
};

/// A part with constant channels.
fn part(name: &str, channels: &[(&str, f32)]) -> Layer<AnyChannels<FlatSamples>> {
    let size = Vec2(6, 5);
    let channel_of = |(name, value): &(&str, f32)| {
        AnyChannel::new(*name, FlatSamples::F32(vec![*value; size.area()]))
    };
    let channels = AnyChannels::sort(channels.iter().map(channel_of).collect());
    Layer::new(size, LayerAttributes::named(name), Encoding::FAST_LOSSLESS, channels)
}

fn exr(parts: Vec<Layer<AnyChannels<FlatSamples>>>) -> Vec<u8> {
    let display = IntegerBounds::from_dimensions((6, 5));
    let image = Image::from_layers(ImageAttributes::new(display), parts);
    let mut bytes = Cursor::new(vec![]);
    image.write().non_parallel().to_buffered(&mut bytes).unwrap();
    bytes.into_inner()
}

#[test]
fn an_error_lists_all_channels() {
    let names: Vec<String> = ["Combined.A", "Combined.B", "Combined.G", "Combined.R", "Depth.Z"]
        .iter()
        .chain(&["Mist.Z", "Normal.X", "Normal.Y", "Normal.Z", "Position.X"])
        .map(|name| format!("ViewLayer.{name}"))
        .collect();
    let channels = names.iter().zip(1u8..).map(|(name, i)| (&**name, f32::from(i) * 100.0));
    let bytes = exr(vec![part("", &channels.collect::<Vec<_>>())]);
    let problem = try_read(&bytes, "a.exr", "").unwrap_err().to_string();
    for name in &names {
        assert!(problem.contains(name.as_str()), "{name}: {problem}");
        let index = names.iter().position(|other| other == name).unwrap();
        let read = read_map(&bytes, "a.exr", &format!("channel={name}"));
        assert_eq!(read.samples, [(index + 1) as f32 * 100.0; 30], "{name}");
    }
    assert!(problem.contains("as in channel=ViewLayer.Depth.Z"), "{problem}");
    let problem = try_read(&bytes, "a.exr", "channel=Depth").unwrap_err().to_string();
    assert!(problem.contains("ViewLayer.Depth.Z"), "{problem}");
}

#[test]
fn parts_have_channels_of_their_own() {
    let bytes = exr(vec![
        part("colour", &[("B", 1.0), ("G", 2.0), ("R", 3.0)]),
        part("land", &[("Z", 700.0), ("R", 800.0)]),
    ]);
    for (name, value) in [("land.Z", 700.0), ("Z", 700.0), ("land.R", 800.0), ("colour.R", 3.0)] {
        let read = read_map(&bytes, "a.exr", &format!("channel={name}"));
        assert_eq!(read.samples, [value; 30], "{name}");
    }
    for reading in ["", "channel=R"] {
        let problem = try_read(&bytes, "a.exr", reading).unwrap_err().to_string();
        assert!(problem.contains("colour.B, colour.G, colour.R, land.R, land.Z"), "{problem}");
    }
    let one = exr(vec![part("colour", &[("B", 1.0)]), part("land", &[("height", 700.0)])]);
    let read = read_map(&one, "a.exr", "");
    assert_eq!(
        (read.samples, &*read.form),
        (vec![700.0; 30], "32-bit OpenEXR, channel land.height")
    );
}

#[test]
fn integers_are_read_and_cut_files_refused() {
    let whole = AnyChannel::new("Z", FlatSamples::U32((0..30).collect()));
    let layer = Layer::new(
        (6, 5),
        LayerAttributes::named("a"),
        Encoding::UNCOMPRESSED,
        AnyChannels::sort([whole].into_iter().collect()),
    );
    let bytes = exr(vec![layer]);
    let read = read_map(&bytes, "a.exr", "");
    assert_eq!(read.samples, (0..30u8).map(f32::from).collect::<Vec<_>>());
    for length in 4..bytes.len() {
        let problem = try_read(&bytes[..length], "a.exr", "").unwrap_err().to_string();
        assert_eq!(problem.lines().count(), 1, "{length}: {problem}");
    }
}
