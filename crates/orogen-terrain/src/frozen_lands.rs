//! Frozen lands: recipes of every version and shared codes must keep their land for ever. A hash
//! that changes here breaks a land that a user saved.

use crate::chunk::ChunkKey;
use crate::heightfield::sample_all;
use crate::land::Land;
use crate::layer::LayerKind;
use crate::marks::{Mark, ToolKind};
use crate::mask::MaskType;
use crate::operation::OperationKind;
use crate::recipe::RECIPE_VERSION;
use crate::scene::Scene;
use crate::share;
use orogen_noise::hash::fnv1a;
use std::collections::BTreeSet;

/// Returns the FNV-1a hash of three chunks' heights, near and far, fine and coarse.
fn hash_of_heights(scene: &Scene) -> u64 {
    let land = Land::new(&scene.recipe).unwrap();
    let keys =
        [(0, 0, 0), (1, -3, 2), (4, 1_000_003, -77)].map(|(level, x, z)| ChunkKey { level, x, z });
    let fields = sample_all(&land, &keys);
    let heights = fields.iter().map(|field| field.heights_m(&land));
    let bits: Vec<u8> = heights
        .flat_map(|h| [h.fine.clone(), h.coarse.clone()].concat())
        .flat_map(|h| h.to_bits().to_le_bytes())
        .collect();
    fnv1a(&bits)
}

fn text(version: u32, name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recipes");
    let text = std::fs::read_to_string(format!("{folder}/v{version}/{name}.toml")).unwrap();
    assert!(text.contains(&format!("version = {version}\n")), "{name}");
    text
}

fn file(version: u32, name: &str) -> Scene {
    Scene::from_toml(&text(version, name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Returns true if a file has a kind that was added after the version was released. The first line
/// of such a file has its hash.
fn is_of_new_kind(name: &str) -> bool {
    name.starts_with("parts-")
}

/// The names of a version's files.
fn names(version: u32) -> Vec<String> {
    let folder = format!("{}/tests/recipes/v{version}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).unwrap();
    let name = |entry: std::fs::DirEntry| {
        entry.file_name().to_string_lossy().trim_end_matches(".toml").to_owned()
    };
    let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

fn check_lands(version: u32, frozen: &[(&str, u64)]) {
    let hashes: Vec<_> =
        frozen.iter().map(|(name, _)| (*name, hash_of_heights(&file(version, name)))).collect();
    assert_eq!(hashes, frozen, "{hashes:#018x?}");
    let mut all: Vec<_> = frozen.iter().map(|(name, _)| (*name).to_owned()).collect();
    all.sort();
    let (new, original): (Vec<_>, Vec<_>) =
        names(version).into_iter().partition(|name| is_of_new_kind(name));
    for name in new {
        let hash = format!("# heights {:016x}", hash_of_heights(&file(version, &name)));
        assert_eq!(text(version, &name).lines().next(), Some(&*hash), "{name}");
    }
    assert_eq!(original, all, "every file of the folder has its hash");
}

#[test]
fn every_land_of_version_1_is_unchanged() {
    check_lands(
        1,
        &[
            ("default", 0x56b0_3b19_ab4a_f673),
            ("alps", 0x99ab_8a29_42a6_5b86),
            ("fjords", 0x8b60_9b90_c118_4be0),
            ("canyon", 0x7d24_de9a_9a3a_fe03),
            ("dunes", 0xdb75_f50e_f8d5_717f),
            ("rolling-hills", 0xf0ae_b108_c449_6c5c),
            ("archipelago", 0x823a_6ebc_bd1b_dcf6),
            ("mountains", 0xaf56_ade5_527d_ae7f),
            ("course", 0x360f_0def_d4c8_0858),
        ],
    );
    // Keys that a file of that version leaves out keep their old values.
    assert_eq!(Scene::from_toml("version = 1\n").unwrap(), file(1, "default"));
}

/// The files are the presets as they were when the version was released. The presets may still change.
/// Two files have rivers. `ungraded-rivers` leaves out `rivers.variety`, as files older than this key do.
#[test]
fn every_land_of_version_2_is_unchanged() {
    check_lands(
        2,
        &[
            ("default", 0x56b0_3b19_ab4a_f673),
            ("alps", 0x0373_d37b_533b_3704),
            ("massif", 0xfa95_bedf_2299_1027),
            ("eight-thousanders", 0x4273_5aa2_d0bf_8c6f),
            ("fjords", 0xa59f_2a7b_365c_a872),
            ("old-highlands", 0x9df0_95ab_25f2_834a),
            ("canyon", 0xd9b8_25db_a730_c900),
            ("dunes", 0xdb75_f50e_f8d5_717f),
            ("rolling-hills", 0x0e5a_a526_513a_cdba),
            ("archipelago", 0x4b5b_3488_050a_03fd),
            ("mountains", 0x00ad_071a_6ae6_4b90),
            ("continent", 0xee90_88cc_4bdb_6aec),
            ("badlands", 0xd20e_d9d3_6314_c0e8),
            ("desert-ranges", 0xc042_adb3_3c70_cb3b),
            ("loess", 0x8af7_07af_3831_80ac),
            ("volcano", 0x3bf4_6e53_cca8_8388),
            ("moon", 0x0027_8600_34c0_437c),
            ("sand-sea", 0xa3ec_b23e_0f6b_24d5),
            ("karst", 0x22c6_29d6_9035_0d8a),
            ("course", 0x360f_0def_d4c8_0858),
            ("parts", 0xf943_6c65_49dc_7d39),
            ("heightmap", 0xee75_3d1b_35f7_ff5c),
            ("ungraded-rivers", 0xf2e3_494a_115d_4ed2),
            ("washes", 0x7f3a_8afb_0641_bc61),
        ],
    );
}

/// The files are presets with rivers, as they were when the version was made. `graded-rivers` is the file
/// `v2/ungraded-rivers.toml` in this version.
#[test]
fn every_land_of_version_3_is_unchanged() {
    check_lands(
        3,
        &[
            ("default", 0x56b0_3b19_ab4a_f673),
            ("alpine-valley", 0xca34_261b_7b88_6fee),
            ("river-country", 0x1369_502b_b043_332f),
            ("glen", 0xabf3_2f93_3851_7aac),
            ("washes", 0x7f3a_8afb_0641_bc61),
            ("graded-rivers", 0xa254_fbb9_6eba_7445),
        ],
    );
}

#[test]
fn missing_keys_of_version_2_keep_their_defaults() {
    assert_eq!(Scene::from_toml("version = 2\n").unwrap(), file(2, "default"));
    assert_eq!(Scene::defaults_of(2), file(2, "default"));
}

/// [`Scene::defaults_of`] explains how to change a default.
#[test]
fn missing_keys_of_version_3_keep_their_defaults() {
    assert_eq!(Scene::from_toml("version = 3\n").unwrap(), file(3, "default"));
    assert_eq!(Scene::defaults_of(3), file(3, "default"));
    assert_eq!(RECIPE_VERSION, 3, "the next version needs a folder of its own");
}

#[test]
fn rivers_are_graded_by_default_from_version_3_on() {
    for (version, variety) in [(1, 0.0), (2, 0.0), (3, 1.0)] {
        let text = format!("version = {version}\n[rivers]\non = true\n");
        assert_eq!(Scene::from_toml(&text).unwrap().recipe.rivers.variety, variety, "{version}");
    }
}

/// `v2/parts.toml` has the first kinds and never changes. Each newer kind has its own file,
/// `parts-NAME.toml`, in the folder of the version that was current when it was added.
#[test]
fn every_kind_has_its_defaults_in_a_file() {
    use crate::address::Listed;
    let is_wanted = |name: &String| name == "parts" || is_of_new_kind(name);
    let parts =
        |version| names(version).into_iter().filter(is_wanted).map(move |n| file(version, &n));
    let files: Vec<_> = (2..=RECIPE_VERSION).flat_map(parts).map(|scene| scene.recipe).collect();
    // The first heightmap has samples.
    let maps = file(2, "heightmap").recipe;
    let layers = files.iter().flat_map(|recipe| recipe.layers.iter()).chain(&maps.layers[1..]);
    let mut kinds = BTreeSet::new();
    for layer in layers {
        for mark in layer.marks() {
            assert_eq!(*mark, Mark { path: mark.path.clone(), ..mark.with_defaults() });
            kinds.insert(format!("tool {}", mark.tool.kind().name()));
        }
        let mut default = layer.with_defaults();
        if let LayerKind::Marks(_) = layer.kind {
            default.kind = layer.kind.clone();
        }
        assert_eq!(
            (&layer.head, &layer.kind),
            (&default.head, &default.kind),
            "layer {}",
            layer.id
        );
        kinds.insert(format!("layer {}", layer.kind.name()));
    }
    for listed in files.iter().flat_map(|recipe| &recipe.operations) {
        assert_eq!(*listed, listed.with_defaults());
        kinds.insert(format!("operation {}", listed.operation.kind().name()));
    }
    for mask in files.iter().flat_map(|recipe| &recipe.erosion_masks.0) {
        assert_eq!(*mask, mask.with_defaults());
        kinds.insert(format!("mask {}", mask.kind.mask_type().name()));
    }
    let layers = LayerKind::all().into_iter().map(|(name, _)| format!("layer {name}"));
    let operations = OperationKind::ALL.iter().map(|row| format!("operation {}", row.name));
    let masks = MaskType::ALL.iter().map(|row| format!("mask {}", row.name));
    let tools = ToolKind::ALL.iter().map(|row| format!("tool {}", row.name));
    let all: Vec<_> = layers.chain(operations).chain(masks).chain(tools).collect();
    let missing: Vec<_> = all.iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert!(missing.is_empty(), "freeze the defaults in a file parts-NAME.toml: {missing:?}");
}

/// Published codes. Each line has a file name in the version 2 folder, the hash of its heights, and
/// the code.
#[test]
fn every_published_code_opens_on_its_land() {
    let lines = include_str!("../tests/recipes/codes/v1.txt").lines();
    let codes: Vec<Vec<_>> =
        lines.filter(|line| !line.starts_with('#')).map(|l| l.split(' ').collect()).collect();
    assert!(codes.len() >= 20, "{} codes", codes.len());
    for code in codes {
        let [name, hash, code] = code[..] else { panic!("{code:?}") };
        let scene = share::decode(code).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(format!("{:016x}", hash_of_heights(&scene)), hash, "{name}");
        assert_eq!(scene, file(2, name), "{name}");
    }
}
