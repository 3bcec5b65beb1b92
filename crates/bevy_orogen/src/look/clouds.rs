//! Clouds: the texture of their noise, their drift, and their shader parameters.

use bevy::asset::{RenderAssetUsages, uuid_handle};
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::daylight::Daylight;
use super::shader_structs::{Clouds, Mist};
use crate::land::state::ShownLand;
use orogen_terrain::clouds::{HEIGHT, MIPS, WIDTH, noise};
use orogen_terrain::landform::downwind;
use orogen_terrain::view::{CloudsGroup, ViewParams};

/// The 3D texture with the values of [`noise`].
pub(super) const CLOUD_NOISE: Handle<Image> = uuid_handle!("5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b1b");

/// The distance that the wind has moved the clouds: metres to the east and to the south.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct CloudDrift(pub [f64; 2]);

impl CloudDrift {
    /// Moves the clouds as far as the wind of a view blows in `seconds`.
    pub fn blow(&mut self, view: &ViewParams, seconds: f64) {
        let direction = downwind(view.clouds.wind_deg);
        for (moved_m, direction) in self.0.iter_mut().zip(direction) {
            *moved_m = (*moved_m + direction * view.clouds.wind_m_s * seconds) % PERIOD_M;
        }
    }
}

/// The distance after which the clouds repeat, in metres. It is a multiple of each scale at which
/// shaders read the noise.
const PERIOD_M: f64 = 65_536.0;
/// The thickness of heaped low clouds in metres, chosen by eye.
const HEAPS_M: f32 = 1100.0;
/// The thickness of a closed deck of low clouds in metres, chosen by eye.
const DECK_M: f32 = 700.0;
/// The height of high clouds above the base of low clouds, in metres.
const HIGH_ABOVE_M: f32 = 5200.0;

/// If the base of low clouds is at most this high above the usual summits, higher summits may reach
/// into them. Then the land's shader draws the clouds in front of the land. Higher clouds hide only
/// land from an eye above their base.
const MEETS_LAND_M: f64 = 400.0;

/// The noise while the program starts.
#[derive(Resource)]
pub(super) enum NoiseThread {
    /// A thread computes it.
    Running(std::thread::JoinHandle<()>),
    /// There is no thread, as in a browser. The frame that needs the noise computes it.
    None,
    /// The texture has been created.
    Done,
}

impl Default for NoiseThread {
    fn default() -> Self {
        let thread = std::thread::Builder::new().name("orogen-clouds".to_owned());
        thread.spawn(|| _ = noise()).map_or(Self::None, Self::Running)
    }
}

impl NoiseThread {
    fn is_finished(&self) -> bool {
        matches!(self, Self::Running(thread) if thread.is_finished())
    }
}

/// Creates the texture as soon as its noise is ready. If land is shown before, waits for the noise.
pub(super) fn make_noise(
    mut thread: ResMut<NoiseThread>,
    shown: Res<ShownLand>,
    mut images: ResMut<Assets<Image>>,
) {
    let thread = thread.bypass_change_detection();
    let is_due = thread.is_finished() || shown.current.is_some();
    if !is_due || matches!(thread, NoiseThread::Done) {
        return;
    }
    *thread = NoiseThread::Done;
    let size = Extent3d {
        width: WIDTH as u32,
        height: WIDTH as u32,
        depth_or_array_layers: HEIGHT as u32,
    };
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D3,
        TextureFormat::Rgba8Unorm,
        // The main world keeps the data to send it to a new device.
        RenderAssetUsages::all(),
    );
    image.texture_descriptor.mip_level_count = MIPS as u32;
    image.data = Some(bytemuck::cast_slice(noise()).to_vec());
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Linear,
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        address_mode_w: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    if let Err(error) = images.insert(&CLOUD_NOISE, image) {
        unreachable!("a handle by number takes any image: {error}");
    }
}

/// Sends the texture to a new graphics device.
pub fn renew_noise(images: &mut Assets<Image>) {
    // Mutable access marks the image as changed, so Bevy uploads it again.
    let _ =
        images.get_mut(&CLOUD_NOISE).map(|mut image| image.asset_usage = RenderAssetUsages::all());
}

/// The share of the sky that low clouds cover, 0 to 1, with an overcast added.
fn low_cover(group: &CloudsGroup, overcast: f64) -> f32 {
    let open = 1.0 - overcast;
    (1.0 - (1.0 - group.low) * open * open) as f32
}

/// The shader parameters of the clouds. `summits_m` is the usual height of summits, and `eye_m` the
/// height of the eye.
pub(super) fn clouds(
    view: &ViewParams,
    [summits_m, eye_m]: [f64; 2],
    (origin_m, drift): ([f64; 2], CloudDrift),
    (light, steps): (&Daylight, u32),
) -> Clouds {
    let (group, overcast) = (&view.clouds, view.light.clouds);
    let base_m = (summits_m + group.base_m) as f32;
    let wind = downwind(group.wind_deg);
    // The rendering origin in coordinates that drift with the wind: x and z, then along and across the
    // wind.
    let [x, z]: [f64; 2] = std::array::from_fn(|i| origin_m[i] - drift.0[i]);
    let rotated = [x * wind[0] + z * wind[1], x * wind[1] - z * wind[0]];
    let [[origin_x, origin_z], [origin_along, origin_across]] =
        [[x, z], rotated].map(|place| place.map(|c| c.rem_euclid(PERIOD_M) as f32));
    Clouds {
        light: light.on_clouds[0],
        low_cover: low_cover(group, overcast),
        light_high: light.on_clouds[1],
        high_cover: group.high as f32,
        above: light.above_clouds,
        base_m,
        below: light.below_clouds,
        top_m: base_m + HEAPS_M + (DECK_M - HEAPS_M) * overcast as f32,
        high_m: base_m + HIGH_ABOVE_M,
        origin_x,
        origin_z,
        origin_along,
        origin_across,
        wind_x: wind[0] as f32,
        wind_z: wind[1] as f32,
        steps,
        hide_land: u32::from(group.base_m < MEETS_LAND_M || eye_m > f64::from(base_m)),
    }
}

/// The shader parameters of mist over ground of this height.
pub(super) fn mist(view: &ViewParams, ground_m: f64) -> Mist {
    let mist_m = view.clouds.mist_m as f32;
    Mist { top_m: ground_m as f32 + mist_m, depth_m: mist_m }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wind_moves_clouds_within_their_period() {
        let mut view = ViewParams::default();
        (view.clouds.wind_deg, view.clouds.wind_m_s) = (90.0, 10.0);
        let mut drift = CloudDrift::default();
        drift.blow(&view, 60.0);
        assert!((drift.0[0] - 600.0).abs() < 1e-6 && drift.0[1].abs() < 1e-6, "{drift:?}");
        drift.blow(&view, 86_400.0);
        assert!(drift.0.iter().all(|c| c.abs() < PERIOD_M), "{drift:?}");
    }

    #[test]
    fn high_clouds_stay_where_they_are_when_the_rendering_origin_moves() {
        let mut view = ViewParams::default();
        view.clouds.wind_deg = 30.0;
        // The place across the wind, as in `clouds.wgsl`.
        let across = |origin_m: [f64; 2], place_m: [f64; 2]| {
            let inputs = (origin_m, CloudDrift::default());
            let clouds = clouds(&view, [1000.0, 0.0], inputs, (&Daylight::default(), 8));
            let [x, z] = [0, 1].map(|axis| place_m[axis] - origin_m[axis]);
            let [wind_x, wind_z] = [clouds.wind_x, clouds.wind_z].map(f64::from);
            (x * wind_z - z * wind_x + f64::from(clouds.origin_across)).rem_euclid(PERIOD_M)
        };
        let place_m = [5000.0, -3000.0];
        let [before, after] =
            [[0.0; 2], [4096.0, 8192.0]].map(|origin_m| across(origin_m, place_m));
        assert!((before - after).abs() < 0.1, "{before} and {after}");
    }

    #[test]
    fn clouds_hide_land_if_they_are_low_or_the_eye_is_high() {
        let hide_land = |base_m: f64, eye_m: f64| {
            let mut view = ViewParams::default();
            view.clouds.base_m = base_m;
            let daylight = Daylight::default();
            clouds(&view, [1000.0, eye_m], ([0.0; 2], CloudDrift::default()), (&daylight, 8))
                .hide_land
        };
        assert_eq!(hide_land(200.0, 0.0), 1);
        assert_eq!(hide_land(900.0, 1800.0), 0);
        assert_eq!(hide_land(900.0, 2000.0), 1);
    }

    #[test]
    fn an_overcast_closes_the_low_clouds() {
        let group = ViewParams::default().clouds;
        assert_eq!(low_cover(&group, 0.0), group.low as f32);
        assert!(low_cover(&group, 0.92) > 0.98);
        assert_eq!(low_cover(&CloudsGroup { low: 0.0, ..group }, 1.0), 1.0);
    }
}
