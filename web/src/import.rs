//! Heightmaps that the user drops on the page.

use std::io::Cursor;
use std::path::Path;

use crate::instance::Instance;
use orogen_export::heightmap;
use orogen_export::read::Reading;

/// Opens the land of a heightmap's bytes, and keeps its samples for later codes of that land.
///
/// # Errors
/// The reason why the bytes are not a heightmap.
pub fn open(instance: &mut Instance, name: &str, data: &[u8]) -> Result<(), String> {
    let fail = |error: &dyn std::fmt::Display| format!("{name}: {error}");
    let reading = Reading::default();
    let description = heightmap::describe_from(Cursor::new(data), Path::new(name), &reading)
        .map_err(|error| fail(&error))?;
    let scene = heightmap::scene_of_map(&description, &description.choices)
        .map_err(|error| fail(&error))?;
    instance.replace(scene);
    Ok(())
}
