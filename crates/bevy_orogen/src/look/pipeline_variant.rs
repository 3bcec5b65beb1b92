//! The variants of the land's pipelines.
//!
//! A variant contains only the parts of the shader that the picture needs: the style or view, and the
//! enabled expensive effects. Cheap effects are branches on shader parameters instead, because every
//! pipeline costs time to compile, and driver memory until the program ends.

use std::fmt;
use std::str::FromStr;

use bevy::shader::ShaderDefVal;

use super::quality::Effects;
use super::shader_structs::TerrainUniform;
use orogen_terrain::look::Style;

/// Overlays from this number on are passes.
///
/// The shader has the same constant.
pub const FIRST_PASS: u32 = 100;

/// The number of octaves of detail from which rock has cracks.
const CRACKED_OCTAVES: u32 = 3;

/// The kind of picture that a pipeline draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PipelinePicture {
    /// The natural style.
    #[default]
    Natural,
    /// The style `course` (Phong shading).
    Course,
    /// A view that explains the land, such as height or slope.
    View,
    /// A pass whose pixels are data for other programs.
    Pass,
}

/// The parts of the land's shader that a pipeline contains: a kind of picture, and effects.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PipelineVariant {
    /// The kind of picture.
    pub picture: PipelinePicture,
    /// True if the pipeline draws water.
    pub water: bool,
    /// True if the pipeline draws roads.
    pub roads: bool,
    /// True if two lands are drawn, with a divider between them.
    pub divided: bool,
    /// Fine normals: normals finer than the mesh.
    pub normals: bool,
    /// Shading by horizons: the hidden part of the sky, and light reflected by other land.
    pub horizon: bool,
    /// Mountains mirrored in water.
    pub mirrors: bool,
    /// Low clouds: their shadows, and their reflection in water.
    pub low_clouds: bool,
    /// Low clouds drawn in front of the land, where they hide summits.
    pub clouds_before: bool,
    /// Distant woods, drawn on the ground.
    pub woods: bool,
    /// Cracks in rock.
    pub cracks: bool,
}

impl PipelineVariant {
    /// The variant for a picture of the land with these shader parameters and effects.
    pub fn of(uniform: &TerrainUniform, effects: &Effects) -> Self {
        let picture = match uniform.overlay {
            FIRST_PASS.. => PipelinePicture::Pass,
            1.. => PipelinePicture::View,
            0 if uniform.style == Style::Natural.number() => PipelinePicture::Natural,
            0 => PipelinePicture::Course,
        };
        let divided = uniform.divider <= 1.0;
        let bare = Self { picture, divided, ..Self::default() };
        match picture {
            PipelinePicture::Natural => Self {
                normals: effects.normals.reach.ahead > 0.0,
                horizon: effects.horizon_texels > 0,
                mirrors: effects.horizon_texels > 0 && effects.mirror_steps > 0,
                low_clouds: uniform.clouds.low_cover > 0.0,
                clouds_before: uniform.clouds.low_cover > 0.0 && uniform.clouds.hide_land != 0,
                woods: uniform.plants.leafy > 0.0,
                cracks: uniform.detail.octaves >= CRACKED_OCTAVES,
                ..bare
            },
            PipelinePicture::Pass => Self { normals: effects.normals.reach.ahead > 0.0, ..bare },
            PipelinePicture::Course | PipelinePicture::View => bare,
        }
    }

    /// A copy for drafts (quick pictures at low resolution).
    ///
    /// It lacks effects that are slow to compile or to draw.
    pub fn drafted(self) -> Self {
        Self { picture: self.picture, divided: self.divided, woods: self.woods, ..Self::default() }
    }

    /// A copy for water, without woods and cracks.
    pub fn on_water(self) -> Self {
        Self { water: true, woods: false, cracks: false, ..self }
    }

    /// A copy for roads, without the effects that only land and water have.
    pub fn on_roads(self) -> Self {
        Self { roads: true, woods: false, cracks: false, mirrors: false, ..self }
    }

    /// Returns true for the pictures in which roads are drawn.
    pub fn shows_roads(self) -> bool {
        matches!(self.picture, PipelinePicture::Natural | PipelinePicture::Course)
    }

    /// The shader definitions that select this variant.
    pub fn shader_defs(self) -> impl Iterator<Item = ShaderDefVal> {
        self.names().map(|name| name.into())
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        let picture = PICTURES.iter().filter(move |(picture, _)| *picture == self.picture);
        let parts = PARTS.iter().filter(move |(part, _)| *part(&mut { self }));
        picture.map(|(_, name)| *name).chain(parts.map(|(_, name)| *name))
    }
}

/// The shader definition of each kind of picture.
const PICTURES: [(PipelinePicture, &str); 4] = [
    (PipelinePicture::Natural, "NATURAL"),
    (PipelinePicture::Course, "COURSE"),
    (PipelinePicture::View, "VIEW"),
    (PipelinePicture::Pass, "PASS"),
];

type Part = fn(&mut PipelineVariant) -> &mut bool;

/// The shader definition of each flag.
const PARTS: [(Part, &str); 10] = [
    (|variant| &mut variant.water, "SHEET"),
    (|variant| &mut variant.roads, "ROADS"),
    (|variant| &mut variant.divided, "DIVIDED"),
    (|variant| &mut variant.normals, "FINE_NORMALS"),
    (|variant| &mut variant.horizon, "HORIZON"),
    (|variant| &mut variant.mirrors, "MIRRORS"),
    (|variant| &mut variant.low_clouds, "LOW_CLOUDS"),
    (|variant| &mut variant.clouds_before, "CLOUDS_BEFORE"),
    (|variant| &mut variant.woods, "WOODS"),
    (|variant| &mut variant.cracks, "CRACKS"),
];

/// Writes the shader definitions, separated by spaces.
impl fmt::Display for PipelineVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for name in self.names() {
            write!(f, "{gap}{name}")?;
            gap = " ";
        }
        Ok(())
    }
}

/// An unknown shader definition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown shader part `{0}`")]
pub struct UnknownDefinition(String);

impl FromStr for PipelineVariant {
    type Err = UnknownDefinition;

    fn from_str(text: &str) -> Result<Self, UnknownDefinition> {
        let mut variant = Self::default();
        for word in text.split_whitespace() {
            let picture = PICTURES.iter().find(|(_, name)| *name == word);
            let part = PARTS.iter().find(|(_, name)| *name == word);
            match (picture, part) {
                (Some((picture, _)), _) => variant.picture = *picture,
                (_, Some((part, _))) => *part(&mut variant) = true,
                _ => return Err(UnknownDefinition(word.to_owned())),
            }
        }
        Ok(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::super::quality::Tier;
    use super::*;
    use bevy::prelude::default;

    fn uniform(style: Style, overlay: u32) -> TerrainUniform {
        TerrainUniform { style: style.number(), overlay, divider: 2.0, ..default() }
    }

    #[test]
    fn views_and_the_course_contain_no_effects() {
        let effects = Effects::of(Tier::Ultra);
        let variant = |style, overlay| PipelineVariant::of(&uniform(style, overlay), &effects);
        let bare = PipelineVariant::default();
        assert_eq!(
            variant(Style::Course, 0),
            PipelineVariant { picture: PipelinePicture::Course, ..bare }
        );
        assert_eq!(
            variant(Style::Natural, 3),
            PipelineVariant { picture: PipelinePicture::View, ..bare }
        );
        assert_eq!(variant(Style::Course, FIRST_PASS).picture, PipelinePicture::Pass);
        assert!(
            variant(Style::Course, 0).shows_roads() && variant(Style::Natural, 0).shows_roads()
        );
        assert!(!variant(Style::Natural, 3).shows_roads());
        let natural = variant(Style::Natural, 0);
        assert!(natural.normals && natural.horizon && natural.mirrors && !natural.woods);
    }

    #[test]
    fn only_clouds_that_hide_land_are_drawn_before_it() {
        let effects = Effects::of(Tier::Low);
        let are_before = |low: f32, hide_land: u32| {
            let mut uniform = uniform(Style::Natural, 0);
            (uniform.clouds.low_cover, uniform.clouds.hide_land) = (low, hide_land);
            PipelineVariant::of(&uniform, &effects).clouds_before
        };
        assert!(are_before(0.3, 1) && !are_before(0.3, 0) && !are_before(0.0, 1));
    }

    #[test]
    fn shader_definitions_name_the_variant() {
        let names = |variant: PipelineVariant| variant.shader_defs().collect::<Vec<_>>();
        let wanted = |names: &[&'static str]| -> Vec<ShaderDefVal> {
            names.iter().map(|name| (*name).into()).collect()
        };
        let wooded = PipelineVariant { woods: true, mirrors: true, ..default() };
        assert_eq!(names(wooded), wanted(&["NATURAL", "MIRRORS", "WOODS"]));
        assert_eq!(names(wooded.on_water()), wanted(&["NATURAL", "SHEET", "MIRRORS"]));
        assert_eq!(names(wooded.on_roads()), wanted(&["NATURAL", "ROADS"]));
    }

    #[test]
    fn a_variant_is_parsed_from_its_names() {
        let all = PARTS.iter().map(|(part, _)| {
            let mut variant = PipelineVariant { picture: PipelinePicture::View, ..default() };
            *part(&mut variant) = true;
            variant
        });
        for variant in
            all.chain(PICTURES.map(|(picture, _)| PipelineVariant { picture, ..default() }))
        {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert_eq!(
            "NATURAL MUD".parse::<PipelineVariant>(),
            Err(UnknownDefinition("MUD".to_owned()))
        );
    }

    #[test]
    fn two_lands_have_a_divider() {
        let split = TerrainUniform { divider: 0.4, ..uniform(Style::Natural, 0) };
        assert!(PipelineVariant::of(&split, &Effects::default()).divided);
    }
}
