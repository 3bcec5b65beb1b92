//! One struct in WGSL and in Rust, and no number in a shader that one would want to turn.

use naga::{AddressSpace, ScalarKind, TypeInner, VectorSize};
use orogen::plugin::look::uniform::TerrainUniform;

const SHADERS: &[(&str, &str)] = &[
    ("course", include_str!("../../assets/shaders/course.wgsl")),
    ("detail", include_str!("../../assets/shaders/detail.wgsl")),
    ("dome", include_str!("../../assets/shaders/dome.wgsl")),
    ("land", include_str!("../../assets/shaders/land.wgsl")),
    ("natural", include_str!("../../assets/shaders/natural.wgsl")),
    ("sky", include_str!("../../assets/shaders/sky.wgsl")),
    ("terrain", include_str!("../../assets/shaders/terrain.wgsl")),
    ("views", include_str!("../../assets/shaders/views.wgsl")),
    ("water", include_str!("../../assets/shaders/water.wgsl")),
];

/// Numbers that mathematics or a standard fixes, of every shader (empty name) or of one; all others
/// come in the uniform.
const FIXED: &[(&str, &str, &str)] = &[
    ("", "0.0", "nothing"),
    ("", "1.0", "all"),
    ("", "2.0", "twice: from shares to signs, the double of a mirrored vector"),
    ("", "0.5", "half: the middle of a pixel, of a band, from signs to shares"),
    ("", "1e-6", "keeps a quotient from 0 / 0"),
    (
        "",
        "0.25",
        "the sampling theorem: a wave needs two samples; lines and noise fade from a quarter of a wave a pixel",
    ),
    ("detail", "6.0", "Perlin 2002: the quintic fade"),
    ("detail", "15.0", "Perlin 2002: the quintic fade"),
    ("detail", "10.0", "Perlin 2002: the quintic fade"),
    ("detail", "30.0", "the derivative of the quintic fade"),
    ("detail", "32767.5", "half of 16 bits"),
    ("detail", "1.5", "brings gradient noise to about ±1"),
    ("dome", "255.0", "eight bits"),
    ("land", "12.92", "sRGB"),
    ("land", "0.055", "sRGB"),
    ("land", "1.055", "sRGB"),
    ("land", "2.4", "sRGB"),
    ("land", "0.04045", "sRGB"),
    ("land", "0.2126", "luminance of Rec. 709"),
    ("land", "0.7152", "luminance of Rec. 709"),
    ("land", "0.0722", "luminance of Rec. 709"),
    ("land", "52.9829189", "interleaved gradient noise (Jimenez 2014)"),
    ("land", "0.06711056", "interleaved gradient noise (Jimenez 2014)"),
    ("land", "0.00583715", "interleaved gradient noise (Jimenez 2014)"),
    ("water", "4.0", "the normalised distribution of facets: 4·π, and π is in the light"),
];

/// The text of a struct of the shaders, which stands alone.
fn wgsl_struct(name: &str) -> String {
    let declared = SHADERS.iter().find_map(|(_, source)| {
        let start = source.find(&format!("struct {name} {{"))?;
        let end = source[start..].find('}')? + start;
        Some(source[start..=end].to_owned())
    });
    declared.expect("a shader declares the struct")
}

#[test]
fn the_struct_of_numbers_is_the_same_on_both_sides() {
    let binding = "@group(0) @binding(0) var<storage, read> numbers: TerrainUniform;";
    let text = format!("{}\n{binding}", wgsl_struct("TerrainUniform"));
    let module = naga::front::wgsl::parse_str(&text).expect("the struct is WGSL");
    let is_storage = |space: AddressSpace| matches!(space, AddressSpace::Storage { .. });
    let numbers =
        module.global_variables.iter().find(|(_, v)| is_storage(v.space)).expect("the numbers").1;
    let TypeInner::Struct { members, span } = &module.types[numbers.ty].inner else {
        panic!("it is a struct")
    };
    let wgsl: Vec<_> = members
        .iter()
        .map(|member| {
            let kind = match module.types[member.ty].inner {
                TypeInner::Scalar(s) if s.kind == ScalarKind::Float => "f32",
                TypeInner::Scalar(s) if s.kind == ScalarKind::Uint => "u32",
                TypeInner::Scalar(s) if s.kind == ScalarKind::Sint => "i32",
                TypeInner::Vector { size: VectorSize::Tri, .. } => "vec3<f32>",
                ref other => panic!("{other:?} is not used yet"),
            };
            (member.name.as_deref().expect("a name"), kind)
        })
        .collect();
    assert_eq!(wgsl, TerrainUniform::FIELDS);
    use bevy::render::render_resource::ShaderType;
    assert_eq!(u64::from(*span), TerrainUniform::min_size().get());
}

/// The floating-point numbers of a shader with their lines.
fn numbers(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source.lines().enumerate().flat_map(|(i, line)| {
        let code = line.split("//").next().unwrap_or_default();
        let words =
            code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '_'));
        let numbers = words.map(|word| word.trim_start_matches('-')).filter(|word| {
            let is_hexadecimal = word.starts_with("0x");
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.contains(['.', 'e'])
                && !is_hexadecimal
        });
        numbers.map(move |number| (i + 1, number))
    })
}

#[test]
fn shaders_have_no_tunable_numbers() {
    let is_fixed = |shader: &str, number: &str| {
        FIXED.iter().any(|(of, fixed, _)| (of.is_empty() || *of == shader) && *fixed == number)
    };
    let found =
        SHADERS.iter().flat_map(|(shader, source)| numbers(source).map(move |at| (*shader, at)));
    let tunable: Vec<_> = found.filter(|(shader, (_, number))| !is_fixed(shader, number)).collect();
    let lines: Vec<_> = tunable
        .iter()
        .map(|(shader, (line, number))| format!("{shader}.wgsl:{line}: {number}"))
        .collect();
    assert!(lines.is_empty(), "these belong into the struct of numbers:\n{}", lines.join("\n"));
}

#[test]
fn no_number_is_excused_that_no_shader_has() {
    for (of, fixed, _) in FIXED {
        let mut sources = SHADERS.iter().filter(|(shader, _)| of.is_empty() || of == shader);
        assert!(
            sources.any(|(_, source)| numbers(source).any(|(_, n)| n == *fixed)),
            "{fixed} in {of}"
        );
    }
}
