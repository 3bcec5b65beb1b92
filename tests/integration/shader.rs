//! The shaders declare the same structs of numbers as the code.

use naga::{Module, ScalarKind, TypeInner, VectorSize};
use orogen::plugin::look::structs::shader_structs;

/// The shader that declares all of them.
const LAND: &str = include_str!("../../crates/bevy_orogen/assets/shaders/land.wgsl");

/// The text of a struct of the shader.
fn wgsl_struct(name: &str) -> &str {
    let start = LAND.find(&format!("struct {name} {{")).unwrap_or_else(|| panic!("no {name}"));
    LAND[start..].split_inclusive('}').next().expect("its end")
}

/// The name of a type in WGSL.
fn type_name(module: &Module, ty: naga::Handle<naga::Type>) -> &str {
    let ty = &module.types[ty];
    match ty.inner {
        TypeInner::Scalar(s) if s.kind == ScalarKind::Float => "f32",
        TypeInner::Scalar(s) if s.kind == ScalarKind::Uint => "u32",
        TypeInner::Scalar(s) if s.kind == ScalarKind::Sint => "i32",
        TypeInner::Vector { size: VectorSize::Tri, .. } => "vec3<f32>",
        TypeInner::Struct { .. } => ty.name.as_deref().expect("a name"),
        ref other => panic!("{other:?} is not used yet"),
    }
}

#[test]
fn the_structs_of_numbers_are_the_same_on_both_sides() {
    let structs = shader_structs();
    let mut text: String =
        structs.iter().map(|one| format!("{}\n", wgsl_struct(one.name))).collect();
    text += "@group(0) @binding(0) var<storage, read> numbers: TerrainUniform;";
    let module = naga::front::wgsl::parse_str(&text).expect("the structs are WGSL");
    for one in structs {
        let mut named = module.types.iter().filter(|(_, ty)| ty.name.as_deref() == Some(one.name));
        let (_, found) = named.next().expect("the struct");
        let TypeInner::Struct { members, span } = &found.inner else { panic!("it is a struct") };
        let name = |member: &naga::StructMember| member.name.clone().expect("a name");
        let wgsl: Vec<_> =
            members.iter().map(|member| (name(member), type_name(&module, member.ty))).collect();
        let fields: Vec<_> =
            one.fields.iter().map(|(name, ty)| ((*name).to_owned(), *ty)).collect();
        assert_eq!(wgsl, fields, "{}", one.name);
        assert_eq!(u64::from(*span), one.bytes, "{}", one.name);
    }
}
