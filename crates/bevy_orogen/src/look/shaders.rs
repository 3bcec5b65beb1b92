//! The shaders, embedded in the binary.
//!
//! If the environment variable `OROGEN_SHADERS` names a folder, shaders are read from there instead, so
//! that a changed shader needs no build.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use bevy::asset::uuid_handle;
use bevy::prelude::*;

/// The environment variable that names the folder.
const FOLDER_VARIABLE: &str = "OROGEN_SHADERS";

macro_rules! shaders {
    ($($name:ident = $file:literal, $id:literal;)*) => {
        $(
            #[doc = concat!("`assets/shaders/", $file, "`.")]
            pub const $name: Handle<Shader> = uuid_handle!($id);
        )*

        /// The handle, file name and source of each shader.
        const ALL: &[(Handle<Shader>, &str, &str)] = &[
            $((
                $name,
                $file,
                include_str!(concat!("../../assets/shaders/", $file)),
            ),)*
        ];
    };
}

shaders! {
    TERRAIN = "terrain.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b10";
    DOME = "dome.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b11";
    LAND = "land.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b12";
    SKY = "sky.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b13";
    DETAIL = "detail.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b14";
    COURSE = "course.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b15";
    NATURAL = "natural.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b16";
    WATER = "water.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b17";
    VIEWS = "views.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b18";
    TAKE_OVER = "take_over.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b30";
    STRETCH = "stretch.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b19";
    NORMALS = "normals.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b20";
    HORIZON = "horizon.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b1b";
    CLOUDS = "clouds.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b1c";
    HEAPS = "heaps.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2c";
    MIST = "mist.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2d";
    LEAVES = "leaves.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2e";
    PASSES = "passes.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b1a";
    SAND = "sand.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2f";
    ROCK = "rock.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b1d";
    WOODS = "woods.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2a";
    ROAD = "road.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b31";
    VERTICES = "vertices.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b32";
    PLACES = "places.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b33";
    PLANT = "plant.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b34";
    CONTACT = "contact.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b35";
    PLANTS = "plants.wgsl", "5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b2b";
}

/// A hash of the built-in shaders, which changes with any of them.
pub fn fingerprint() -> u64 {
    let mut hasher = DefaultHasher::new();
    ALL.iter().for_each(|(_, file, source)| (file, source).hash(&mut hasher));
    hasher.finish()
}

/// Registers the shaders.
pub(super) struct ShadersPlugin;

impl Plugin for ShadersPlugin {
    fn build(&self, app: &mut App) {
        let folder = std::env::var_os(FOLDER_VARIABLE);
        let Some(mut shaders) = app.world_mut().get_resource_mut::<Assets<Shader>>() else {
            return;
        };
        for (handle, file, source) in ALL {
            let text = folder.as_deref().and_then(|folder| read(Path::new(folder), file));
            let shader = Shader::from_wgsl(text.map_or(Cow::Borrowed(*source), Cow::Owned), *file);
            if let Err(error) = shaders.insert(handle, shader) {
                unreachable!("a handle by number takes any shader: {error}");
            }
        }
    }
}

/// Reads a shader from the folder. If that fails, logs one line and returns `None`.
fn read(folder: &Path, file: &str) -> Option<String> {
    let path = folder.join(file);
    std::fs::read_to_string(&path)
        .inspect_err(|error| {
            warn!(
                "{FOLDER_VARIABLE}: cannot read {} ({error}); the built-in shader is used",
                path.display()
            );
        })
        .ok()
}
