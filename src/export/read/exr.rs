//! OpenEXR: the channel R or Y, or a named one, as half or float.

use exr::meta::MetaData;
use exr::prelude::{ReadChannels, ReadLayers, ReadSpecificChannel, Vec2, read as reader};

use super::raw::unit_of_floats;
use super::{Found, Input, ReadProblem, Reading, Unit, checked, damaged, room};

fn problem(error: exr::error::Error) -> ReadProblem {
    match error {
        exr::error::Error::NotSupported(what) => {
            let what = crate::text::shown(&what);
            ReadProblem::Form(format!("it is an EXR of a form that is not read: {what}"))
        }
        exr::error::Error::Io(error) => error.into(),
        error => damaged(error),
    }
}

pub(super) fn read(
    mut input: impl Input,
    bytes: u64,
    reading: &Reading,
) -> Result<Found, ReadProblem> {
    let meta = MetaData::read_from_buffered(&mut input, false).map_err(problem)?;
    input.seek(std::io::SeekFrom::Start(0))?;
    let header = meta.headers.first().ok_or_else(|| damaged("it holds no picture"))?;
    if header.deep {
        return Err(ReadProblem::Form("it is a deep EXR, which holds no heights".to_owned()));
    }
    let size = [header.layer_size.width(), header.layer_size.height()];
    let count = checked(size, bytes)?;
    let names: Vec<String> =
        header.channels.list.iter().map(|channel| channel.name.to_string()).collect();
    let wanted: Vec<&str> = match reading.channel.as_deref() {
        Some("red") => vec!["R"],
        Some("green") => vec!["G"],
        Some("blue") => vec!["B"],
        Some("alpha") => vec!["A"],
        Some(name) => vec![name],
        None => vec!["R", "Y", "height", "Z"],
    };
    let named = wanted.iter().find_map(|wanted| names.iter().position(|name| name == wanted));
    let only = (names.len() == 1 && reading.channel.is_none()).then_some(0);
    let Some(channel) = named.or(only) else {
        let said = crate::text::shown(&names.join(", "));
        return Err(ReadProblem::Form(format!(
            "say which of its channels holds the heights ({said}), as in channel={}",
            crate::text::shown(names.first().map_or("R", |name| name))
        )));
    };
    let half = header.channels.list[channel].sample_type == exr::meta::attribute::SampleType::F16;
    if header.channels.list[channel].sampling != Vec2(1, 1) {
        return Err(ReadProblem::Form("its channel has fewer samples than the picture".to_owned()));
    }
    // What memory is asked for is known before the reader asks.
    drop(room::<f32>(size, count)?);
    let width = size[0];
    let image = reader()
        .no_deep_data()
        .largest_resolution_level()
        .specific_channels()
        .required(names[channel].as_str())
        .collect_pixels(
            move |_, _| vec![f32::NAN; count],
            move |samples: &mut Vec<f32>, Vec2(x, y), (sample,): (f32,)| {
                if let Some(place) = samples.get_mut(y * width + x) {
                    *place = sample;
                }
            },
        )
        .first_valid_layer()
        .all_attributes()
        .non_parallel()
        .from_buffered(input)
        .map_err(problem)?;
    let found = image.layer_data;
    if [found.size.width(), found.size.height()] != size {
        return Err(damaged("its parts have different sizes"));
    }
    let samples = found.channel_data.pixels;
    let unit = unit_of_floats(&samples);
    let bits = if half { 16 } else { 32 };
    let form = format!("{bits}-bit OpenEXR, channel {}", crate::text::shown(&names[channel]));
    let mut found = Found::new(size, samples, form, unit);
    if half && matches!(unit, Unit::Metres(_)) {
        found
            .warnings
            .push("half floats have 11 bits: above 2,048 m heights are steps of 2 m".to_owned());
    }
    Ok(found)
}
