//! Property tests must try the same cases in every run.

use std::path::Path;

#[test]
fn property_tests_draw_the_same_cases_every_time() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".cargo/config.toml");
    let text = std::fs::read_to_string(path).expect("cargo's settings");
    let settings: toml::Table = text.parse().expect("a table");
    // The value must be a plain string, because the environment overrides only those;
    // `scripts/trust seeds` does so.
    let is_seed = |text: &str| text.parse::<u64>().is_ok();
    assert!(settings["env"]["PROPTEST_RNG_SEED"].as_str().is_some_and(is_seed), "{text}");
    if std::env::var_os("CARGO").is_some() {
        let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_default();
        assert!(is_seed(&seed), "cargo sets PROPTEST_RNG_SEED to {seed:?}, not to a number");
    }
}
