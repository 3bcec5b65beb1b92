//! The plugins of the land's look.
//!
//! Their systems set sun, shadows, sky, camera and shader parameters.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{
    CascadeShadowConfig, CascadeShadowConfigBuilder, DirectionalLightShadowMap, NotShadowCaster,
    NotShadowReceiver,
};
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

use super::chunk_material::{ChunkMaterial, apply_material};
use super::clouds::CloudDrift;
use super::daylight::{Daylight, is_natural};
use super::horizon::{HorizonPlugin, HorizonSet, LandHorizons};
use super::material::{DomeMaterial, ShaderBuffers, ShaderNumbers, TerrainMaterial, make_buffers};
use super::normals::{NormalTiles, NormalsPlugin};
use super::pipeline_variant::PipelineVariant;
use super::pipelines::{PipelinesPlugin, RoadMaterial, WaterMaterial};
use super::plants::{PlantMaterialPlugin, StandingPlants};
use super::quality::Effects;
use super::road_sheets::RoadSheetsPlugin;
use super::scale::{ResolutionDivisor, ScalePlugin};
use super::shader_structs::TerrainUniform;
use super::suns::{SecondLandPlugin, Sun, sun};
use super::uniform::UniformInputs;
use super::water_sheets::WaterSheetsPlugin;
use crate::camera::LandCamera;
use crate::draft::{Draft, DraftDivisor};
use crate::land::origin::RenderOrigin;
use crate::land::state::{BuiltLand, Chunk, Sides, Twin, ViewOverride, WantedScene};
use crate::land::stream::Streaming;
use crate::order::OrogenSet;
use orogen_terrain::shading::direction_to_sun;

/// Computes the shader parameters of the land, for any material.
pub struct ShaderNumbersPlugin;

impl Plugin for ShaderNumbersPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Daylight>()
            .init_resource::<Effects>()
            .init_resource::<WaterTime>()
            .init_resource::<CloudDrift>()
            .init_resource::<StandingPlants>()
            .add_systems(PreStartup, make_buffers)
            .add_systems(PostUpdate, write_numbers.in_set(OrogenSet::Shade).after(HorizonSet));
    }
}

/// Draws every chunk with the land's own material.
pub struct LandMaterialPlugin;

impl Plugin for LandMaterialPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            WaterSheetsPlugin,
            RoadSheetsPlugin,
            NormalsPlugin,
            HorizonPlugin,
            PlantMaterialPlugin,
            PipelinesPlugin,
        ))
        .add_observer(apply_material::<TerrainMaterial, Chunk>)
        .add_observer(apply_material::<TerrainMaterial, Twin>)
        .add_systems(PreStartup, make_material.after(make_buffers));
    }
}

/// Adds the sun and its shadows, the sky, and the camera's resolution and samples.
pub struct LookPlugin;

impl Plugin for LookPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((ScalePlugin, SecondLandPlugin))
            .add_systems(Startup, spawn_sky)
            .add_systems(
                PostUpdate,
                (set_sun, set_shadows, set_camera).chain().in_set(OrogenSet::Shade),
            );
    }
}

/// The animation time of the water in seconds, from which shaders compute its movement.
#[derive(Resource, Clone, Copy, Default)]
pub struct WaterTime(pub f32);

#[derive(Component)]
struct Dome;

fn make_material(
    mut commands: Commands,
    buffers: Res<ShaderBuffers>,
    mut materials: ResMut<Assets<TerrainMaterial>>,
) {
    // The variant that the picture needs is set before the first frame.
    let variant = PipelineVariant::default();
    let [land, water, roads] = [variant, variant.on_water(), variant.on_roads()]
        .map(|variant| materials.add(buffers.terrain(variant)));
    commands.insert_resource(ChunkMaterial(land));
    commands.insert_resource(WaterMaterial(water));
    commands.insert_resource(RoadMaterial(roads));
}

fn spawn_sky(
    mut commands: Commands,
    buffers: Res<ShaderBuffers>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<DomeMaterial>>,
) {
    commands.spawn(sun());
    // One triangle that covers the picture.
    let triangle = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::all())
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            vec![[-1.0, -1.0, 0.0], [3.0, -1.0, 0.0], [-1.0, 3.0, 0.0]],
        );
    commands.spawn((
        Dome,
        Mesh3d(meshes.add(triangle)),
        MeshMaterial3d(materials.add(buffers.dome())),
        Visibility::Hidden,
        NoFrustumCulling,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

fn set_sun(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    effects: Res<Effects>,
    draft: Res<Draft>,
    mut suns: Query<(&mut Transform, &mut DirectionalLight), With<Sun>>,
    mut domes: Query<&mut Visibility, With<Dome>>,
) {
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    let is_natural = is_natural(view);
    let to_sun = Vec3::from(direction_to_sun(view).map(|c| c as f32));
    for (mut transform, mut light) in &mut suns {
        let turned = Transform::default()
            .looking_to(-to_sun, if to_sun.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y });
        transform.set_if_neq(turned);
        // The sun casts no shadow below the horizon or under an overcast.
        let has_shadow = is_natural && to_sun.y > 0.0 && view.light.clouds < 1.0;
        let shadows = has_shadow && effects.shadows && !draft.0;
        if light.shadow_maps_enabled != shadows {
            light.shadow_maps_enabled = shadows;
        }
    }
    for mut visibility in &mut domes {
        visibility.set_if_neq(if is_natural { Visibility::Visible } else { Visibility::Hidden });
    }
}

fn set_shadows(
    effects: Res<Effects>,
    mut last_effects: Local<Option<Effects>>,
    mut map: ResMut<DirectionalLightShadowMap>,
    mut suns: Query<(&mut CascadeShadowConfig, &mut DirectionalLight), With<Sun>>,
    new: Query<(), Added<Sun>>,
) {
    if *last_effects == Some(*effects) && new.is_empty() || suns.is_empty() {
        return;
    }
    *last_effects = Some(*effects);
    if map.size != effects.shadow_texels {
        map.size = effects.shadow_texels;
    }
    for (mut cascades, mut light) in &mut suns {
        *cascades = CascadeShadowConfigBuilder {
            num_cascades: effects.cascades,
            minimum_distance: 1.0,
            first_cascade_far_bound: effects.shadow_far_m / 4f32.powi(effects.cascades as i32 - 1)
                * 1.2,
            maximum_distance: effects.shadow_far_m,
            overlap_proportion: 0.2,
        }
        .build();
        light.shadow_depth_bias = 0.3;
        light.shadow_normal_bias = 2.2;
    }
}

/// Sets the samples and the resolution of the camera. Shaders tone-map each sample before samples
/// are averaged, so that thin ridges before a bright sky stay smooth.
fn set_camera(
    effects: Res<Effects>,
    (draft, divisor): (Res<Draft>, Res<DraftDivisor>),
    mut cameras: Query<(Entity, &mut Msaa, Option<&ResolutionDivisor>), With<LandCamera>>,
    mut commands: Commands,
) {
    for (camera, mut msaa, current) in &mut cameras {
        let is_smooth = effects.samples > 1 && !draft.0;
        msaa.set_if_neq(if is_smooth { Msaa::Sample4 } else { Msaa::Off });
        let wanted = draft.0.then_some(ResolutionDivisor(divisor.0));
        match wanted {
            _ if wanted.as_ref() == current => {}
            Some(wanted) => _ = commands.entity(camera).insert(wanted),
            None => _ = commands.entity(camera).remove::<ResolutionDivisor>(),
        }
    }
}

/// Updates the shader parameters. An edit of a colour or the sun costs only this.
fn write_numbers(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    sides: Sides,
    streaming: Res<Streaming>,
    origin: Res<RenderOrigin>,
    effects: Res<Effects>,
    normals: Option<Res<NormalTiles>>,
    horizons: Option<Res<LandHorizons>>,
    (time, drift): (Res<WaterTime>, Res<CloudDrift>),
    plants: Res<StandingPlants>,
    mut daylight: ResMut<Daylight>,
    mut numbers: ResMut<ShaderNumbers>,
) {
    let Some(BuiltLand { recipe, surface, .. }) = &sides.shown.current else { return };
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    let limited_view = sides.shown.limited_horizon.map(|horizon| horizon.limit_view(view));
    let view = limited_view.as_ref().unwrap_or(view);
    // The style `course` (Phong shading) and the views need no sky.
    if is_natural(view) && daylight.bypass_change_detection().follow(view) {
        numbers.sky = daylight.table.clone();
        numbers.sky_version += 1;
    }
    let uniform = TerrainUniform::new(&UniformInputs {
        recipe,
        surface,
        edited: &wanted.0.recipe,
        view,
        divider: sides.divider(),
        morphing: streaming.morphing(*origin),
        origin_m: origin.0,
        daylight: &daylight,
        effects: *effects,
        normals: normals.map(|normals| normals.uniform(*origin)).unwrap_or_default(),
        horizon: horizons.map_or_else(default, |horizons| horizons.uniform(*origin, &effects)),
        plants: *plants,
        time_s: time.0,
        drift: *drift,
    });
    if numbers.uniform != uniform {
        numbers.uniform = uniform;
    }
}
