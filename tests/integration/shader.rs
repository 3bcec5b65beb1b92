//! The shaders declare the same structs of numbers as the code, and each number in a shader has a
//! name and a reason.

use naga::{Module, ScalarKind, TypeInner, VectorSize};
use orogen::plugin::look::shader_structs::shader_structs;

/// The shader that declares all structs.
const LAND: &str = include_str!("../../crates/bevy_orogen/assets/shaders/land.wgsl");

const SHADERS: &[(&str, &str)] = &[
    ("clouds", include_str!("../../crates/bevy_orogen/assets/shaders/clouds.wgsl")),
    ("contact", include_str!("../../crates/bevy_orogen/assets/shaders/contact.wgsl")),
    ("course", include_str!("../../crates/bevy_orogen/assets/shaders/course.wgsl")),
    ("detail", include_str!("../../crates/bevy_orogen/assets/shaders/detail.wgsl")),
    ("dome", include_str!("../../crates/bevy_orogen/assets/shaders/dome.wgsl")),
    ("heaps", include_str!("../../crates/bevy_orogen/assets/shaders/heaps.wgsl")),
    ("horizon", include_str!("../../crates/bevy_orogen/assets/shaders/horizon.wgsl")),
    ("land", LAND),
    ("leaves", include_str!("../../crates/bevy_orogen/assets/shaders/leaves.wgsl")),
    ("mist", include_str!("../../crates/bevy_orogen/assets/shaders/mist.wgsl")),
    ("natural", include_str!("../../crates/bevy_orogen/assets/shaders/natural.wgsl")),
    ("normals", include_str!("../../crates/bevy_orogen/assets/shaders/normals.wgsl")),
    ("passes", include_str!("../../crates/bevy_orogen/assets/shaders/passes.wgsl")),
    ("plant", include_str!("../../crates/bevy_orogen/assets/shaders/plant.wgsl")),
    ("plants", include_str!("../../crates/bevy_orogen/assets/shaders/plants.wgsl")),
    ("places", include_str!("../../crates/bevy_orogen/assets/shaders/places.wgsl")),
    ("road", include_str!("../../crates/bevy_orogen/assets/shaders/road.wgsl")),
    ("rock", include_str!("../../crates/bevy_orogen/assets/shaders/rock.wgsl")),
    ("sand", include_str!("../../crates/bevy_orogen/assets/shaders/sand.wgsl")),
    ("sky", include_str!("../../crates/bevy_orogen/assets/shaders/sky.wgsl")),
    ("stretch", include_str!("../../crates/bevy_orogen/assets/shaders/stretch.wgsl")),
    ("take_over", include_str!("../../crates/bevy_orogen/assets/shaders/take_over.wgsl")),
    ("terrain", include_str!("../../crates/bevy_orogen/assets/shaders/terrain.wgsl")),
    ("vertices", include_str!("../../crates/bevy_orogen/assets/shaders/vertices.wgsl")),
    ("views", include_str!("../../crates/bevy_orogen/assets/shaders/views.wgsl")),
    ("water", include_str!("../../crates/bevy_orogen/assets/shaders/water.wgsl")),
    ("woods", include_str!("../../crates/bevy_orogen/assets/shaders/woods.wgsl")),
];

/// The numbers that a shader may contain without a comment: (shader, number, reason). They belong to
/// mathematics or a standard. An empty name allows the number in every shader. All other numbers are
/// shader parameters, or constants below a comment with their source.
const FIXED: &[(&str, &str, &str)] = &[
    ("", "0.0", "the share of nothing"),
    ("", "1.0", "the share of everything"),
    ("", "2.0", "maps [0, 1] to [−1, 1]; the factor of a mirrored vector"),
    ("", "0.5", "maps [−1, 1] to [0, 1]; the middle of a pixel or a band"),
    ("", "1e-6", "keeps a divisor above 0"),
    (
        "",
        "0.25",
        "lines and noise fade from four pixels a wave, because a wave needs at least two (sampling theorem)",
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
    (
        "natural",
        "4.0",
        "Trowbridge and Reitz: the distribution of facets has the divisor 4·π, and the light contains the 1/π",
    ),
    ("normals", "255.0", "eight bits"),
    ("passes", "255.0", "eight bits"),
];

/// Returns the text of a struct of the shader.
fn wgsl_struct(name: &str) -> &str {
    let start = LAND
        .find(&format!("struct {name} {{"))
        .unwrap_or_else(|| panic!("land.wgsl has no struct {name}"));
    LAND[start..].split_inclusive('}').next().expect("the struct ends")
}

/// Returns the name of a type in WGSL.
fn type_name(module: &Module, ty: naga::Handle<naga::Type>) -> &str {
    let ty = &module.types[ty];
    match ty.inner {
        TypeInner::Scalar(s) if s.kind == ScalarKind::Float => "f32",
        TypeInner::Scalar(s) if s.kind == ScalarKind::Uint => "u32",
        TypeInner::Scalar(s) if s.kind == ScalarKind::Sint => "i32",
        TypeInner::Vector { size: VectorSize::Tri, .. } => "vec3<f32>",
        TypeInner::Struct { .. } => ty.name.as_deref().expect("a name"),
        ref other => panic!("no struct has fields of type {other:?}"),
    }
}

#[test]
fn the_structs_of_numbers_are_the_same_on_both_sides() {
    let structs = shader_structs();
    let mut text: String =
        structs.iter().map(|row| format!("{}\n", wgsl_struct(row.name))).collect();
    text += "@group(0) @binding(0) var<storage, read> numbers: TerrainUniform;";
    let module = naga::front::wgsl::parse_str(&text).expect("the structs are WGSL");
    for row in structs {
        let mut named = module.types.iter().filter(|(_, ty)| ty.name.as_deref() == Some(row.name));
        let (_, found) = named.next().expect("the struct");
        let TypeInner::Struct { members, span } = &found.inner else { panic!("it is a struct") };
        let name = |member: &naga::StructMember| member.name.clone().expect("a name");
        let wgsl: Vec<_> =
            members.iter().map(|member| (name(member), type_name(&module, member.ty))).collect();
        let fields: Vec<_> =
            row.fields.iter().map(|(name, ty)| ((*name).to_owned(), *ty)).collect();
        assert_eq!(wgsl, fields, "{}", row.name);
        assert_eq!(u64::from(*span), row.bytes, "{}", row.name);
    }
}

/// Removes the constants below a comment from a shader. One comment may explain several constants.
fn without_explained_constants(source: &str) -> String {
    let mut is_explained = false;
    let mut keep = |line: &str| {
        let is_constant = line.starts_with("const ");
        is_explained = line.starts_with("//") || is_explained && is_constant;
        // An empty line replaces a constant, so lines keep their numbers.
        if is_constant && is_explained { "\n".to_owned() } else { format!("{line}\n") }
    };
    source.lines().map(&mut keep).collect()
}

/// Returns the floating-point numbers of a shader with their lines.
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
fn a_number_in_a_shader_has_a_name_and_a_reason() {
    let is_fixed = |shader: &str, number: &str| {
        FIXED.iter().any(|(shader_name, fixed, _)| {
            (shader_name.is_empty() || *shader_name == shader) && *fixed == number
        })
    };
    let mut bare = Vec::new();
    for (shader, source) in SHADERS {
        let found = without_explained_constants(source);
        let unexplained = numbers(&found).filter(|(_, number)| !is_fixed(shader, number));
        bare.extend(unexplained.map(|(line, number)| format!("{shader}.wgsl:{line}: {number}")));
    }
    assert!(
        bare.is_empty(),
        "move these into the shader parameters, or into constants below a comment with their source:\n{}",
        bare.join("\n")
    );
}

#[test]
fn every_fixed_number_occurs_in_a_shader() {
    for (shader_name, fixed, _) in FIXED {
        let mut sources =
            SHADERS.iter().filter(|(shader, _)| shader_name.is_empty() || shader_name == shader);
        let has_it = |source: &str| {
            numbers(&without_explained_constants(source)).any(|(_, number)| number == *fixed)
        };
        assert!(sources.any(|(_, source)| has_it(source)), "{fixed} in {shader_name}");
    }
}
