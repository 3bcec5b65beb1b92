//! Runs the targets of `fuzz/` on their corpus and on damaged copies of it. `scripts/fuzz` runs
//! them for hours.

use std::path::Path;

use crate::targets::mutate::{RandomNumbers, damaged};
use crate::targets::{TARGETS, Target};

/// Returns the number of damaged copies for a target.
fn copies(target: &Target) -> usize {
    match target.name {
        "land" => 10,
        "hgt" => 2,
        _ => 300,
    }
}

/// Returns the files of a target's corpus, with their names.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target.name);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.display().to_string(), std::fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn run(target: &Target, name: &str, bytes: &[u8]) {
    if std::panic::catch_unwind(|| (target.run)(bytes)).is_err() {
        let path = std::env::temp_dir().join(format!("orogen-found-{}", target.name));
        let _ = std::fs::write(&path, bytes);
        panic!(
            "the target `{}` panics on {name}; the bytes are in {}",
            target.name,
            path.display()
        );
    }
}

#[test]
fn no_target_panics_on_its_corpus_or_damaged_copies() {
    for target in TARGETS {
        let corpus = corpus(target);
        assert!(!corpus.is_empty(), "`{}` has a corpus", target.name);
        for (name, bytes) in &corpus {
            run(target, name, bytes);
        }
        let seeds: Vec<_> = corpus.into_iter().map(|(_, bytes)| bytes).collect();
        let mut random = RandomNumbers(7);
        for copy in 0..copies(target) {
            let bytes = damaged(&seeds, target.words, &mut random);
            run(target, &format!("damaged copy {copy}"), &bytes);
        }
    }
}
