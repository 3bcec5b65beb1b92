//! The target that libFuzzer runs. `OROGEN_TARGET` names the function (see `scripts/fuzz`).
#![no_main]

use std::sync::LazyLock;

use orogen_fuzz::{TARGETS, Target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("OROGEN_TARGET").expect("OROGEN_TARGET names a target");
    TARGETS.iter().find(|target| target.name == name).expect("a target of that name")
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| (TARGET.run)(data));
