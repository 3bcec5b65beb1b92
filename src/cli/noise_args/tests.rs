//! Options of a noise: valid and invalid values.

use super::*;
use crate::cli::error::refusal;
use crate::noise::{Basis, Edits, Normalise};
use clap::{Args as _, FromArgMatches as _};

fn spec(arguments: &[&str]) -> Result<NoiseSpec, String> {
    let command = NoiseArgs::augment_args(Command::new("test")).no_binary_name(true);
    let matches = command.try_get_matches_from(arguments);
    let args = matches.and_then(|matches| NoiseArgs::from_arg_matches(&matches));
    let mut spec = NoiseSpec::default();
    args.map_err(|error| refusal(&error).to_string())?.apply_to(&mut spec);
    Ok(spec)
}

#[test]
fn no_option_leaves_the_defaults() {
    assert_eq!(spec(&[]), Ok(NoiseSpec::default()));
}

#[test]
fn every_option_sets_its_field() {
    let text = "--basis simplex --permutation p289 --seed 7 --gradients 12 --fade cosine --radius2 0.5 \
                --metric manhattan --period 4,8 --fractal ridged --octaves 3.5 --lacunarity 3 --gain 0.25 \
                --offset 0.7 --normalise off --rotate off --octave-seeds on --warp -0.5,2,3";
    let arguments: Vec<_> = text.split_whitespace().collect();
    // A new option must be added here.
    assert_eq!(arguments.len(), 2 * NOISE_KEYS.len());
    let wanted = NoiseSpec {
        basis: Basis::Simplex,
        permutation: PermutationKind::P289,
        seed: Seed(7),
        gradients: GradientSet::Twelve,
        fade: Fade::Cosine,
        radius2: 0.5,
        metric: Metric::Manhattan,
        fractal: FractalKind::Ridged,
        octaves: 3.5,
        lacunarity: 3.0,
        gain: 0.25,
        offset: 0.7,
        rounding: 0.0,
        normalise: Normalise::Off,
        rotate: false,
        octave_seeds: true,
        warp: Warp { strength: -0.5, frequency: 2.0, times: 3 },
        period: Some([4, 8]),
        edits: Edits::default(),
        solo: None,
    };
    assert_eq!(spec(&arguments), Ok(wanted));
    assert_eq!(spec(&["--rotate", "on"]).map(|spec| spec.rotate), Ok(true));
    assert_eq!(spec(&["--seed", "-3"]).map(|spec| spec.seed), Ok(Seed::from_text("-3")));
    assert_eq!(spec(&["--period", "5"]).map(|spec| spec.period), Ok(Some([5, 5])));
}

#[test]
fn errors_name_the_flag_the_value_and_what_is_allowed() {
    for (flag, value, allowed) in [
        ("--basis", "perlln", "worley-f2-f1"),
        ("--permutation", "tables", "file:PATH"),
        ("--permutation", "file:/no/such/table", "no such file"),
        ("--gradients", "5", "4 8 12 16 continuous"),
        ("--fade", "smooth", "linear cubic quintic cosine step custom"),
        ("--fade", "custom:0.1,0.5", "its values at ¼, ½ and ¾"),
        ("--fade", "custom:0.1,0.5,x", "numbers from 0 to 1"),
        ("--radius2", "big", "not a number"),
        ("--metric", "taxi", "manhattan"),
        ("--period", "0,4", "8,8"),
        ("--period", "4.5,4", "8,8"),
        ("--fractal", "fBm", "hybrid"),
        ("--octaves", "NaN", "not a number"),
        ("--normalise", "yes", "on"),
        ("--rotate", "1", "on or off"),
        ("--warp", "1,2", "STRENGTH,FREQUENCY,TIMES"),
        ("--warp", "1,2,x", "STRENGTH,FREQUENCY,TIMES"),
    ] {
        let message = spec(&[flag, value]).unwrap_err();
        assert!([flag, value, allowed].iter().all(|part| message.contains(part)), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn permutation_tables_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let read = |text: &str| {
        let path = folder.path().join("table.txt");
        std::fs::write(&path, text).unwrap();
        table_from_file(&path).map_err(|error| error.to_string())
    };
    let numbers = |separator: &str| {
        (0..=255).rev().map(|n| n.to_string()).collect::<Vec<_>>().join(separator)
    };
    let wanted = PermutationKind::File(Box::new(std::array::from_fn(|i| 255 - i as u8)));
    assert_eq!(read(&numbers("\n")).as_ref(), Ok(&wanted));
    assert_eq!(read(&numbers(", ")).as_ref(), Ok(&wanted));
    assert!(read("1 2 3").unwrap_err().contains("contains 3 numbers"));
    assert!(read(&numbers(" ").replace(" 17 ", " 256 ")).unwrap_err().contains("`256`"));
    assert!(read(&(numbers(" ") + " 9")).unwrap_err().contains("9 twice"));
    assert!(read("one").unwrap_err().contains("`one`"));
}
