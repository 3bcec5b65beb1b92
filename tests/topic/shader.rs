//! One struct in WGSL and in Rust.

use naga::{AddressSpace, ScalarKind, TypeInner, VectorSize};
use orogen::app::uniform::TerrainUniform;

/// The text of a struct of the shader, which stands alone.
fn wgsl_struct(name: &str) -> String {
    let source = include_str!("../../assets/shaders/terrain.wgsl");
    let start = source.find(&format!("struct {name} {{")).expect("the shader declares the struct");
    let end = source[start..].find('}').expect("the struct ends") + start;
    source[start..=end].to_owned()
}

#[test]
fn the_uniform_is_the_same_on_both_sides() {
    let text = format!("{}\n@group(0) @binding(0) var<uniform> u: TerrainUniform;", wgsl_struct("TerrainUniform"));
    let module = naga::front::wgsl::parse_str(&text).expect("the struct is WGSL");
    let uniform =
        module.global_variables.iter().find(|(_, v)| v.space == AddressSpace::Uniform).expect("the uniform").1;
    let TypeInner::Struct { members, span } = &module.types[uniform.ty].inner else { panic!("it is a struct") };
    let wgsl: Vec<_> = members
        .iter()
        .map(|member| {
            let kind = match module.types[member.ty].inner {
                TypeInner::Scalar(s) if s.kind == ScalarKind::Float => "f32",
                TypeInner::Scalar(s) if s.kind == ScalarKind::Uint => "u32",
                TypeInner::Vector { size: VectorSize::Tri, .. } => "vec3<f32>",
                TypeInner::Vector { size: VectorSize::Quad, .. } => "vec4<f32>",
                ref other => panic!("{other:?} is not used yet"),
            };
            (member.name.as_deref().expect("a name"), kind)
        })
        .collect();
    assert_eq!(wgsl, TerrainUniform::FIELDS);
    use bevy::render::render_resource::ShaderType;
    assert_eq!(u64::from(*span), TerrainUniform::min_size().get());
}

#[test]
fn the_shader_has_no_tunable_numbers() {
    let source = include_str!("../../assets/shaders/terrain.wgsl");
    // What mathematics and the sRGB standard fix; everything else belongs into the uniform.
    let fixed = ["0.0", "1.0", "2.0", "12.92", "0.055", "1.055", "2.4", "0.04045", "1e-6"];
    for line in source.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-')) {
            let number = word.trim_start_matches('-');
            let is_float = number.starts_with(|c: char| c.is_ascii_digit()) && number.contains(['.', 'e']);
            assert!(!is_float || fixed.contains(&number), "`{number}` in `{line}` should come in the uniform");
        }
    }
}
