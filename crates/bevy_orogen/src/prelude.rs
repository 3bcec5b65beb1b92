//! The types that an app with a land needs, for one `use` line.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_orogen::prelude::*;
//!
//! App::new()
//!     .add_plugins((DefaultPlugins, TerrainPlugin::new(Recipe::default())))
//!     .add_systems(Startup, |mut commands: Commands| _ = commands.spawn(land_camera()))
//!     .run();
//! ```
//!
//! An app with its own sun, sky and materials sets [`Look::None`]:
//!
//! ```no_run
//! # use bevy::prelude::*;
//! # use bevy_orogen::prelude::*;
//! let grass = StandardMaterial { base_color: Color::srgb(0.3, 0.5, 0.2), ..default() };
//! App::new()
//!     .add_plugins((
//!         DefaultPlugins,
//!         TerrainPlugin { look: Look::None, ..TerrainPlugin::new(Recipe::default()) },
//!         ChunkMaterialPlugin(grass),
//!     ))
//!     .add_systems(Startup, |mut commands: Commands| {
//!         commands.spawn((Camera3d::default(), TerrainViewer, Transform::from_xyz(0.0, 300.0, 0.0)));
//!         commands.spawn((DirectionalLight::default(), Transform::default().looking_to(Vec3::NEG_ONE, Vec3::Y)));
//!     })
//!     .run();
//! ```

pub use super::camera::{LandCamera, land_camera, world_ray};
pub use super::land::origin::{OriginShifted, RenderOrigin, TerrainViewer};
pub use super::land::state::{Chunk, ChunkVisibilityChanged, ShownLand, WantedScene};
pub use super::land::terrain::Terrain;
pub use super::look::chunk_material::{ChunkMaterial, ChunkMaterialPlugin, OnChunks};
pub use super::order::OrogenSet;
pub use super::recovery::RecoveryPlugin;
pub use super::{Look, TerrainPlugin};
pub use orogen_terrain::recipe::Recipe;
pub use orogen_terrain::scene::Scene;
