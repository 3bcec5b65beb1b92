//! Computes the pixels of all pictures, row by row.

use super::catchment;
use super::occlusion::{REACH, sky_of_row};
use super::picture::{MATERIALS, MapContent, MapPicture, PixelKind};
use super::plan::MapPlan;
use crate::field::{FieldRequest, FieldSampler, MarginedField};
use crate::file_plan::FilePlan;
use crate::options::Sea;
use crate::shade::{Shade, ShadeBuffers, srgb_byte};
use orogen_terrain::ground::{GroundShares, angle_rad};
use orogen_terrain::mesh::WaterSample;

/// Computes the rows of a file's pictures.
pub(super) struct MapRows<'a> {
    pub fields: FieldSampler<'a>,
    plan: &'a MapPlan,
    shade: Shade<'a>,
    needs: PictureNeeds,
}

/// Flags for the intermediate data that the pictures need.
#[derive(Clone, Copy, Debug, Default)]
struct PictureNeeds {
    shares: bool,
    colours: bool,
    sky: bool,
    relief: bool,
    wetness: bool,
    catchment: bool,
}

impl PictureNeeds {
    fn of(pictures: &[MapPicture]) -> Self {
        let mut needs = Self::default();
        for picture in pictures {
            match picture.content {
                MapContent::Albedo | MapContent::RoughAlbedo => needs.colours = true,
                MapContent::Splat(_) | MapContent::Material(_) | MapContent::Control => {
                    needs.shares = true
                }
                MapContent::Occlusion => needs.sky = true,
                MapContent::Ridge => needs.relief = true,
                MapContent::Wetness => needs.wetness = true,
                MapContent::Catchment => needs.catchment = true,
                _ => {}
            }
        }
        needs.shares |= needs.colours;
        needs.relief |= needs.shares;
        needs
    }
}

/// Buffers for a row, reused between rows.
#[derive(Default)]
pub(super) struct RowBuffers {
    row: ShadeBuffers,
    sky: Vec<f32>,
    wetness: Vec<f32>,
    catchment_km2: Vec<f32>,
    weights: Vec<[u8; MATERIALS]>,
}

impl<'a> MapRows<'a> {
    pub fn new(plan: &'a MapPlan, file: &FilePlan) -> Self {
        let needs = PictureNeeds::of(plan.pictures());
        let margin = if needs.sky { REACH } else { 1 };
        let PictureNeeds { relief, wetness, catchment, .. } = needs;
        let request = FieldRequest { margin, step: 1, relief, wetness, catchment };
        let fields = FieldSampler::of_file(plan.samples(), file, request);
        let tints_water = plan.samples().options().sea == Sea::Clamp;
        let shade = Shade::new(plan.samples().scene(), fields.spacing_m(), tints_water);
        Self { fields, plan, shade, needs }
    }

    /// Appends a row of pixels to every picture. `layers` has an entry for each picture: the
    /// weights of the layer that it shows, if any.
    pub fn append_row(
        &self,
        field: &MarginedField,
        row: usize,
        layers: &[Option<&[f32]>],
        buffers: &mut RowBuffers,
        out: &mut [Vec<u8>],
    ) {
        let RowBuffers { row: shade_buffers, sky, wetness, catchment_km2, weights } = buffers;
        self.shade.places(field, row, shade_buffers);
        if self.needs.shares {
            self.shade.shares(&self.fields, row, shade_buffers);
            weights.clear();
            weights.extend(shade_buffers.shares.iter().map(weights_of));
        }
        if self.needs.colours {
            self.shade.colours(shade_buffers);
        }
        if self.needs.sky {
            let sea_m = self.plan.samples().scene().recipe.world.sea_level_m as f32;
            let floor_m = if self.is_clamped() { sea_m } else { f32::MIN };
            sky_of_row(field, row, self.fields.spacing_m() as f32, floor_m, sky);
        }
        if self.needs.wetness {
            let river_wetness = field.wetness_of_row(row);
            let sea_m = self.plan.samples().scene().recipe.world.sea_level_m as f32;
            wetness_of_row(river_wetness, shade_buffers, sea_m, wetness);
        }
        if self.needs.catchment {
            catchment_km2.clear();
            catchment_km2.extend_from_slice(field.catchment_km2_of_row(row).unwrap_or_default());
            catchment_km2.resize(shade_buffers.places.len(), 0.0);
        }
        for ((picture, layer), out) in self.plan.pictures().iter().zip(layers).zip(out) {
            let values = match picture.content {
                MapContent::Wetness => Some(&**wetness),
                MapContent::Catchment => Some(&**catchment_km2),
                _ => *layer,
            };
            self.append_picture_row(picture, values, shade_buffers, sky, weights, out);
        }
    }

    fn is_clamped(&self) -> bool {
        self.plan.samples().options().sea == Sea::Clamp
    }

    /// Returns true if the export shows the surface of this water.
    fn shows_surface(&self, water: &WaterSample) -> bool {
        self.is_clamped() && water.is_wet()
    }

    fn append_picture_row(
        &self,
        picture: &MapPicture,
        values: Option<&[f32]>,
        shade_buffers: &ShadeBuffers,
        sky: &[f32],
        weights: &[[u8; MATERIALS]],
        out: &mut Vec<u8>,
    ) {
        let places = shade_buffers.places.iter().zip(&shade_buffers.waters);
        let pixel = picture.pixel;
        match picture.content {
            MapContent::Normal { is_green_south } => append(out, places, |(place, water)| {
                let [x, y, z] = if self.shows_surface(water) { UP } else { place.normal };
                let green = if is_green_south { z } else { -z };
                [x, green, y].map(|c| (c * 127.5 + 128.0) as u8)
            }),
            MapContent::Slope => {
                let full_scale = if pixel == PixelKind::Float { 90.0 } else { 1.0 };
                append_shares(pixel, out, places, |(place, water)| {
                    let is_surface = self.shows_surface(water);
                    let slope_rad = if is_surface { 0.0 } else { angle_rad(place.normal[1]) };
                    slope_rad * (full_scale / std::f32::consts::FRAC_PI_2)
                });
            }
            MapContent::Curvature => append_signed(pixel, out, places, |(place, water)| {
                let c = if self.shows_surface(water) { 0.0 } else { place.curvature };
                c / (1.0 + c.abs())
            }),
            MapContent::Ridge => append_signed(pixel, out, places, |(place, _)| place.ridge),
            MapContent::Occlusion => append_shares(pixel, out, sky.iter(), |share| *share),
            MapContent::Water => {
                append_shares(pixel, out, places, |(_, water)| f32::from(u8::from(water.is_wet())))
            }
            MapContent::Flow { is_green_south } => append(out, places, |(_, water)| {
                let [east, south] = if water.is_wet() { water.flow_m_s } else { [0.0; 2] };
                let speed_m_s = (east * east + south * south).sqrt();
                let signed = |share: f32| (share * 127.0 + 128.5) as u8;
                let per_speed = if speed_m_s > 0.0 { 1.0 / speed_m_s } else { 0.0 };
                let green = if is_green_south { south } else { -south };
                let strength = (speed_m_s / FULL_SPEED_M_S).min(1.0);
                [
                    signed(east * per_speed),
                    signed(green * per_speed),
                    (strength * 255.0 + 0.5) as u8,
                ]
            }),
            MapContent::Catchment if pixel != PixelKind::Float => {
                let areas_km2 = values.unwrap_or_default().iter();
                append_shares(pixel, out, areas_km2, |km2| catchment::log_scale(*km2));
            }
            MapContent::Layer(_) | MapContent::Wetness | MapContent::Catchment => {
                append_shares(pixel, out, values.unwrap_or_default().iter(), |share| *share);
            }
            MapContent::Albedo => {
                append(out, shade_buffers.colours.iter(), |colour| colour.map(srgb_byte))
            }
            // Terrain3D reads 128 as no change of roughness.
            MapContent::RoughAlbedo => append(out, shade_buffers.colours.iter(), |colour| {
                let [r, g, b] = colour.map(srgb_byte);
                [r, g, b, 128]
            }),
            MapContent::Splat(first) => append(out, weights.iter(), |weights| {
                [0, 1, 2, 3].map(|i| weights.get(first + i).copied().unwrap_or(0))
            }),
            MapContent::Material(i) if pixel == PixelKind::Float => {
                append_shares(pixel, out, shade_buffers.shares.iter(), |shares| shares.parts[i]);
            }
            MapContent::Material(i) => append(out, weights.iter(), |weights| [weights[i]]),
            MapContent::Control => {
                append(out, weights.iter(), |weights| {
                    f32::from_bits(control(weights)).to_ne_bytes()
                });
            }
        }
    }
}

/// The height above the sea, in metres, at which ground is dry.
const DRY_ABOVE_SEA_M: f32 = 2.0;

/// Computes the wetness of a row. `river_wetness` is the wetness near rivers and lakes, if there
/// are any. Ground under water is wet, and ground just above the sea is damp.
fn wetness_of_row(
    river_wetness: Option<&[f32]>,
    row: &ShadeBuffers,
    sea_m: f32,
    wetness: &mut Vec<f32>,
) {
    wetness.clear();
    wetness.extend_from_slice(river_wetness.unwrap_or_default());
    wetness.resize(row.places.len(), 0.0);
    for (wetness, (place, water)) in wetness.iter_mut().zip(row.places.iter().zip(&row.waters)) {
        let dryness = ((place.bed_m - sea_m) / DRY_ABOVE_SEA_M).clamp(0.0, 1.0);
        let shore = 1.0 - dryness * dryness * (3.0 - 2.0 * dryness);
        *wetness = if water.is_wet() { 1.0 } else { wetness.max(shore) };
    }
}

const UP: [f32; 3] = [0.0, 1.0, 0.0];

/// The speed of water whose blue is 255 in a flow map.
pub(super) const FULL_SPEED_M_S: f32 = 4.0;

/// Appends `B` bytes per item.
fn append<T, const B: usize>(
    out: &mut Vec<u8>,
    items: impl ExactSizeIterator<Item = T>,
    bytes_of: impl Fn(T) -> [u8; B],
) {
    let start = out.len();
    out.resize(start + B * items.len(), 0);
    for (bytes, item) in out[start..].as_chunks_mut::<B>().0.iter_mut().zip(items) {
        *bytes = bytes_of(item);
    }
}

/// Appends shares from 0 to 1. Floats are not clamped.
fn append_shares<T>(
    pixel: PixelKind,
    out: &mut Vec<u8>,
    items: impl ExactSizeIterator<Item = T>,
    share_of: impl Fn(T) -> f32,
) {
    match pixel {
        PixelKind::Float => append(out, items, |item| share_of(item).to_ne_bytes()),
        PixelKind::Grey16 => append(out, items, |item| {
            ((share_of(item).clamp(0.0, 1.0) * 65535.0 + 0.5) as u16).to_be_bytes()
        }),
        _ => append(out, items, |item| [(share_of(item).clamp(0.0, 1.0) * 255.0 + 0.5) as u8]),
    }
}

/// Appends values from −1 to 1, centred at 32768.
fn append_signed<T>(
    pixel: PixelKind,
    out: &mut Vec<u8>,
    items: impl ExactSizeIterator<Item = T>,
    value_of: impl Fn(T) -> f32,
) {
    match pixel {
        PixelKind::Float => {
            append(out, items, |item| value_of(item).clamp(-1.0, 1.0).to_ne_bytes())
        }
        _ => append(out, items, |item| {
            ((32768.5 + 32767.0 * value_of(item).clamp(-1.0, 1.0)) as u16).to_be_bytes()
        }),
    }
}

/// Converts shares to weights that add up to 255. Weights are rounded down, and the shares with the
/// largest remainders get the missing units.
pub(super) fn weights_of(shares: &GroundShares) -> [u8; MATERIALS] {
    let sum: f32 = shares.parts.iter().sum();
    let exact = shares.parts.map(|share| share.max(0.0) * (255.0 / sum.max(1e-6)));
    let mut weights = exact.map(|weight| weight as u8);
    let mut missing = 255 - weights.iter().map(|weight| i32::from(*weight)).sum::<i32>();
    let mut remainders: [f32; MATERIALS] =
        std::array::from_fn(|i| exact[i] - f32::from(weights[i]));
    while missing > 0 {
        let largest =
            (0..MATERIALS).max_by(|&a, &b| remainders[a].total_cmp(&remainders[b])).unwrap_or(0);
        weights[largest] += 1;
        remainders[largest] -= 1.0;
        missing -= 1;
    }
    weights
}

/// Packs Terrain3D's control bits: the strongest material, the second one, and their blend.
pub(super) fn control(weights: &[u8; MATERIALS]) -> u32 {
    let strongest_except = |excluded: usize| {
        let all = (0..MATERIALS).filter(|i| *i != excluded);
        // If two weights are equal, the first material wins.
        all.rev().max_by_key(|i| weights[*i]).unwrap_or(0)
    };
    let base = strongest_except(MATERIALS);
    let overlay = strongest_except(base);
    let (a, b) = (u32::from(weights[base]), u32::from(weights[overlay]));
    let blend = (255 * b + (a + b) / 2) / (a + b).max(1);
    (base as u32) << 27 | (overlay as u32) << 22 | blend << 14
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weights_add_up_and_are_close_to_the_shares(parts in prop::array::uniform6(0.0f32..1.0)) {
            let sum: f32 = parts.iter().sum();
            prop_assume!(sum > 0.01);
            let shares = GroundShares { parts: parts.map(|part| part / sum), wet: 0.0 };
            let weights = weights_of(&shares);
            prop_assert_eq!(weights.iter().map(|w| u32::from(*w)).sum::<u32>(), 255);
            for (weight, share) in weights.iter().zip(shares.parts) {
                prop_assert!((f32::from(*weight) - 255.0 * share).abs() < 1.001);
            }
        }
    }

    #[test]
    fn control_bits_hold_the_two_strongest_materials() {
        let bits = control(&[0, 55, 200, 0, 0, 0]);
        assert_eq!([bits >> 27, bits >> 22 & 31, bits >> 14 & 255, bits & 0x3fff], [2, 1, 55, 0]);
        let alone = control(&[0, 0, 0, 0, 0, 255]);
        assert_eq!([alone >> 27, alone >> 14 & 255], [5, 0]);
    }
}
