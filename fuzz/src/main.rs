//! The plain loop, which needs no nightly compiler. It runs each target for some seconds: first on
//! its corpus (stored inputs), then on damaged copies of it. It saves failing inputs in `found/`.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use orogen_fuzz::mutate::{RandomNumbers, damaged};
use orogen_fuzz::{TARGETS, Target};

/// The time that an input may take. A slower input counts as a finding.
const MAX_TIME: Duration = Duration::from_secs(20);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the contents of the files in a target's corpus, sorted by name.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = folder().join("corpus").join(target.name);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Runs a target on an input. The input is first written to the file `running_input`, so that it
/// survives a crash.
fn try_input(target: &Target, bytes: &[u8], mut running_input: &File) -> Result<(), String> {
    // Rewrite the same open file; truncating it first would wait for the disk.
    let keep = running_input.rewind().and_then(|()| running_input.write_all(bytes));
    keep.and_then(|()| running_input.set_len(bytes.len() as u64))
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))).map_err(|_| "it panics".to_owned())?;
    match start.elapsed() {
        long if long > MAX_TIME => Err(format!("it takes {:.1} s", long.as_secs_f64())),
        _ => Ok(()),
    }
}

/// Runs a target for some seconds. Returns the number of inputs, and a line for each finding.
fn fuzz(target: &Target, seconds: f64, random: &mut RandomNumbers) -> (u64, Vec<String>) {
    let mut seeds = corpus(target);
    if seeds.is_empty() {
        seeds.push(vec![]);
    }
    let found = folder().join("found");
    let running_input = found.join(format!("{}-running", target.name));
    let file = File::create(&running_input).expect("a file for the running input");
    let (mut count, mut findings) = (0, vec![]);
    let mut inputs = seeds.clone().into_iter();
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds && findings.len() < 10 {
        let bytes = match inputs.next() {
            Some(bytes) => bytes,
            // Arbitrary bytes make a valid land, so half of its inputs are random.
            None if target.name == "land" && random.below(2) == 0 => {
                let length = 40 + random.below(400);
                random.bytes(length)
            }
            None => damaged(&seeds, target.words, random),
        };
        count += 1;
        // On a busy machine an input may be slow once by chance, so only a repeated failure counts.
        let tried = try_input(target, &bytes, &file).or_else(|_| try_input(target, &bytes, &file));
        if let Err(why) = tried {
            let name = format!("{}-{:08x}", target.name, crc32fast::hash(&bytes));
            let _ = std::fs::copy(&running_input, found.join(&name));
            findings.push(format!("{name}: {why}"));
        }
    }
    let _ = std::fs::remove_file(&running_input);
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
        let (count, findings) = fuzz(target, seconds, &mut RandomNumbers(seed));
        println!("{:10} {count:10} executions, {} findings", target.name, findings.len());
        for finding in &findings {
            println!("           {finding}");
        }
        let _ = std::io::stdout().flush();
        all_well &= findings.is_empty();
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
