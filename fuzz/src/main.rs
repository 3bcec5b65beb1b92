//! The plain loop: runs targets on their corpus, then on damaged copies, for some seconds each. It
//! needs no nightly compiler. Failing inputs are saved in `found/`.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use orogen_fuzz::mutate::{Chance, damaged};
use orogen_fuzz::{TARGETS, Target};

/// A slower input counts as a finding.
const SLOWEST: Duration = Duration::from_secs(20);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a target's corpus, by name.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = folder().join("corpus").join(target.name);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Runs one input. It is saved in a file first, so that it survives a crash.
fn try_one(target: &Target, bytes: &[u8], mut kept: &File) -> Result<(), String> {
    // Rewrite the same open file; truncating it first would wait for the disk.
    let keep = kept.rewind().and_then(|()| kept.write_all(bytes));
    keep.and_then(|()| kept.set_len(bytes.len() as u64)).map_err(|error| error.to_string())?;
    let start = Instant::now();
    catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))).map_err(|_| "it panics".to_owned())?;
    match start.elapsed() {
        long if long > SLOWEST => Err(format!("it takes {:.1} s", long.as_secs_f64())),
        _ => Ok(()),
    }
}

/// Runs a target for some seconds; returns the number of inputs and the findings.
fn fuzz(target: &Target, seconds: f64, chance: &mut Chance) -> (u64, Vec<String>) {
    let mut seeds = corpus(target);
    if seeds.is_empty() {
        seeds.push(vec![]);
    }
    let found = folder().join("found");
    let kept = found.join(format!("{}-running", target.name));
    let file = File::create(&kept).expect("a file for the running input");
    let (mut count, mut findings) = (0, vec![]);
    let mut inputs = seeds.clone().into_iter();
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds && findings.len() < 10 {
        let bytes = match inputs.next() {
            Some(bytes) => bytes,
            // Lands can be made of any bytes.
            None if target.name == "land" && chance.below(2) == 0 => {
                let length = 40 + chance.below(400);
                chance.bytes(length)
            }
            None => damaged(&seeds, target.words, chance),
        };
        count += 1;
        // On a busy machine an input may be slow once by chance, so only a repeated failure counts.
        let tried = try_one(target, &bytes, &file).or_else(|_| try_one(target, &bytes, &file));
        if let Err(why) = tried {
            let name = format!("{}-{:08x}", target.name, crc32fast::hash(&bytes));
            let _ = std::fs::copy(&kept, found.join(&name));
            findings.push(format!("{name}: {why}"));
        }
    }
    let _ = std::fs::remove_file(&kept);
    (count, findings)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(names), Some(seconds)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: loop TARGET|all SECONDS-EACH [SEED]");
        return ExitCode::from(2);
    };
    let seconds: f64 = seconds.parse().expect("a number of seconds");
    let seed = arguments.next().map_or(1, |seed| seed.parse().expect("a number"));
    std::fs::create_dir_all(folder().join("found")).expect("a folder for findings");
    let mut all_well = true;
    for target in TARGETS.iter().filter(|target| names == "all" || names == target.name) {
        let (count, findings) = fuzz(target, seconds, &mut Chance(seed));
        println!("{:10} {count:10} executions, {} findings", target.name, findings.len());
        for finding in &findings {
            println!("           {finding}");
        }
        let _ = std::io::stdout().flush();
        all_well &= findings.is_empty();
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
