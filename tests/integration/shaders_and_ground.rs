//! Shaders and code use the same constants for the ground.

use orogen::terrain::{ground, scatter};

/// Returns the value of a constant in the shaders.
fn constant(shaders: &[&str], name: &str) -> f32 {
    let declared = |line: &str| {
        let (kind, number) = line.strip_prefix("const ")?.strip_prefix(name)?.split_once(" = ")?;
        [": f32", ": i32"].contains(&kind).then(|| number.trim_end_matches(';').parse().unwrap())
    };
    let mut lines = shaders.iter().flat_map(|text| text.lines());
    lines.find_map(declared).unwrap_or_else(|| panic!("the shaders have no {name}"))
}

#[test]
fn constants_are_those_of_the_shaders() {
    let natural = include_str!("../../crates/bevy_orogen/assets/shaders/natural.wgsl");
    let rock = include_str!("../../crates/bevy_orogen/assets/shaders/rock.wgsl");
    let woods = include_str!("../../crates/bevy_orogen/assets/shaders/woods.wgsl");
    for (shaders, numbers) in
        [(&[natural, rock][..], ground::SHADER_NUMBERS), (&[woods], scatter::SHADER_NUMBERS)]
    {
        for (name, number) in numbers {
            assert_eq!(constant(shaders, name), *number, "{name}");
        }
    }
}

#[test]
fn hashes_have_the_numbers_of_the_shader() {
    let detail = include_str!("../../crates/bevy_orogen/assets/shaders/detail.wgsl");
    let start = detail.find("fn hash(").expect("the shader's hash");
    let hash = detail[start..].split_once("\n}").expect("its end").0;
    for factor in ground::HASH_FACTORS {
        assert!(hash.contains(&format!("{factor:#x}u")), "{factor:#x}");
    }
    assert!(detail.contains("0xfffffu") && detail.contains("32767.5"));
}
