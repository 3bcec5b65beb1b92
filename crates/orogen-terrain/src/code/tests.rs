//! Compiles and runs exported code and compares the heights. Rust and C must match the land bit for
//! bit; the 32-bit arithmetic of shaders must come close.

mod cases;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use cases::{Case, marks, noise_case, noises, random_cases};

use super::language::{Dialect, Language};
use super::typed::Precision;
use super::{code, write_body};
use crate::preset::PRESETS;
use orogen_noise::Basis;

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}\n{printed}{errors}");
    assert!(errors.is_empty(), "{command:?}\n{errors}");
}

/// Runs a program that prints the heights of points; its argument is the land's index.
fn run_program(program: &Path, index: usize, points: &[[f64; 2]]) -> Vec<f64> {
    let mut child = Command::new(program)
        .arg(index.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes: Vec<u8> = points.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
    let mut input = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    assert!(output.status.success());
    output.stdout.chunks_exact(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect()
}

/// Compiles a Rust program of all lands.
fn rust_program(folder: &Path, cases: &[Case]) -> std::path::PathBuf {
    let mut main = String::from("use std::io::{Read, Write};\n");
    let mut arms = String::new();
    for (n, case) in cases.iter().enumerate() {
        fs::write(folder.join(format!("land_{n}.rs")), code(&case.scene, Language::Rust).unwrap())
            .unwrap();
        writeln!(main, "mod land_{n};").unwrap();
        writeln!(arms, "        {n} => land_{n}::height_m,").unwrap();
    }
    writeln!(
        main,
        "fn main() {{
    let number: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let height: fn(f64, f64) -> f64 = match number {{
{arms}        _ => panic!(),
    }};
    let mut bytes = vec![];
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    let all: Vec<f64> = bytes.chunks_exact(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect();
    let out: Vec<u8> = all.chunks_exact(2).flat_map(|p| height(p[0], p[1]).to_le_bytes()).collect();
    std::io::stdout().write_all(&out).unwrap();
}}"
    )
    .unwrap();
    fs::write(folder.join("main.rs"), main).unwrap();
    let program = folder.join("rust_lands");
    run(Command::new("rustc")
        .args(["--edition", "2021", "-Dwarnings", "-Copt-level=3", "-o"])
        .arg(&program)
        .arg(folder.join("main.rs")));
    program
}

/// Compiles a C program of all lands; `narrow` selects 32-bit arithmetic, as in shaders.
fn c_program(folder: &Path, cases: &[Case], narrow: bool) -> std::path::PathBuf {
    let mut objects = vec![];
    let (mut declarations, mut arms) = (String::new(), String::new());
    for (n, case) in cases.iter().enumerate() {
        let text = match narrow {
            false => code(&case.scene, Language::C).unwrap(),
            true => {
                let dialect = Dialect { language: Language::C, precision: Precision::Narrow };
                write_body(&case.land, dialect).unwrap()
            }
        };
        let source = folder.join(format!("land_{n}_{narrow}.c"));
        fs::write(&source, text).unwrap();
        let object = source.with_extension("o");
        run(Command::new("cc")
            .args(["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Werror"])
            .arg(format!("-Dorogen_height_m=height_{n}"))
            .arg("-c")
            .arg("-o")
            .arg(&object)
            .arg(&source));
        objects.push(object);
        match narrow {
            false => {
                writeln!(declarations, "double height_{n}(double, double);").unwrap();
                writeln!(arms, "case {n}: return height_{n}(x, z);").unwrap();
            }
            true => {
                writeln!(declarations, "float height_{n}(int32_t, int32_t, float, float);")
                    .unwrap();
                writeln!(
                    arms,
                    "case {n}: return height_{n}((int32_t)floor(x), (int32_t)floor(z), \
                     (float)(x - floor(x)), (float)(z - floor(z)));"
                )
                .unwrap();
            }
        }
    }
    let main = format!(
        "#include <stdint.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n{declarations}
static double height(int n, double x, double z) {{ switch (n) {{ {arms} }} return 0.0; }}
int main(int count, char **words) {{
    double p[2];
    int n = count > 1 ? atoi(words[1]) : 0;
    while (fread(p, sizeof p, 1, stdin) == 1) {{
        double h = height(n, p[0], p[1]);
        fwrite(&h, sizeof h, 1, stdout);
    }}
    return 0;
}}\n"
    );
    let source = folder.join(format!("main_{narrow}.c"));
    fs::write(&source, main).unwrap();
    let program = source.with_extension("out");
    run(Command::new("cc").arg("-o").arg(&program).arg(&source).args(&objects).arg("-lm"));
    program
}

/// Asserts that Rust and C have the land's bits.
fn assert_bits(cases: &[Case]) {
    let folder = tempfile::tempdir().unwrap();
    let programs = [rust_program(folder.path(), cases), c_program(folder.path(), cases, false)];
    for (n, case) in cases.iter().enumerate() {
        let points = case.points(1200);
        let heights = case.heights(&points);
        for program in &programs {
            let found = run_program(program, n, &points);
            assert_eq!(found.len(), heights.len());
            let all = points.iter().zip(found.iter().zip(&heights));
            let different: Vec<_> = all.filter(|(_, (a, b))| a.to_bits() != b.to_bits()).collect();
            let first = different.first();
            assert!(
                different.is_empty(),
                "{}: {program:?}: {} differ: {first:?}",
                case.name,
                different.len()
            );
        }
    }
}

/// Asserts that 32-bit arithmetic is within a case's tolerance at 99.9 % of the points.
fn assert_near(cases: &[Case]) {
    let folder = tempfile::tempdir().unwrap();
    let program = c_program(folder.path(), cases, true);
    let mut failures = vec![];
    for (n, case) in cases.iter().enumerate() {
        // Keep points within the range of 32-bit whole metres, and round fractions of a metre to f32.
        let points: Vec<_> = case
            .points(8000)
            .into_iter()
            .filter(|p| p.iter().all(|c| c.abs() < 1e6))
            .map(|p| p.map(|c| c.floor() + f64::from((c - c.floor()) as f32)))
            .collect();
        let heights = case.heights(&points);
        let range = heights.iter().fold(f64::MIN, |a, b| a.max(*b))
            - heights.iter().fold(f64::MAX, |a, b| a.min(*b));
        let found = run_program(&program, n, &points);
        let is_off = |(a, b): (&f64, &f64)| a.is_nan() || (a - b).abs() > case.tolerance * range;
        let wrong_count = found.iter().zip(&heights).filter(|pair| is_off(*pair)).count();
        if wrong_count * 1000 > points.len() {
            failures.push(format!("{}: {wrong_count} of {}", case.name, points.len()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Validates shaders with naga, and with glslang and spirv-val if they are installed.
fn assert_valid(cases: &[Case]) {
    for case in cases {
        let text = code(&case.scene, Language::Wgsl).unwrap();
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|e| panic!("{}: {}", case.name, e.emit_to_string(&text)));
        let all = naga::valid::Capabilities::default();
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), all)
            .validate(&module)
            .unwrap_or_else(|e| panic!("{}: {}", case.name, e.emit_to_string(&text)));
    }
    if Command::new("glslangValidator").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "glslangValidator is not installed");
        eprintln!("skipped: glslangValidator is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for case in cases {
        let glsl = format!(
            "#version 450\nlayout(local_size_x = 64) in;\n\
             layout(std430, binding = 0) buffer Heights {{ float heights[]; }};\n{}\n\
             void main() {{ int i = int(gl_GlobalInvocationID.x); \
             heights[i] = orogen_height_m(i, -i, 0.25, 0.5); }}\n",
            code(&case.scene, Language::Glsl).unwrap()
        );
        let hlsl = format!(
            "{}\nRWStructuredBuffer<float> heights : register(u0);\n\
             [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ \
             int i = int(id.x); heights[i] = orogen_height_m(i, -i, 0.25, 0.5); }}\n",
            code(&case.scene, Language::Hlsl).unwrap()
        );
        for (text, name, flags) in [
            (glsl, "land.comp", &["-V"][..]),
            (hlsl, "land.hlsl", &["-D", "-V", "-e", "main", "-S", "comp"]),
        ] {
            let (source, spirv) = (folder.path().join(name), folder.path().join("land.spv"));
            fs::write(&source, text).unwrap();
            let output = Command::new("glslangValidator")
                .args(flags)
                .arg("-o")
                .arg(&spirv)
                .arg(&source)
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{}, {name}: {printed}", case.name);
            if let Ok(output) = Command::new("spirv-val").arg(&spirv).output() {
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{}, {name}: {errors}", case.name);
            }
        }
    }
}

/// A few lands that cover most of the code.
fn few_cases() -> Vec<Case> {
    let presets = ["rolling-hills", "volcano"].map(Case::preset);
    presets.into_iter().chain(noises()).chain(marks()).collect()
}

fn all_cases() -> Vec<Case> {
    let presets = PRESETS.iter().map(|preset| Case::preset(preset.slug));
    let presets = presets.filter(|case| !case.scene.recipe.rivers.on);
    presets.chain(noises()).chain(marks()).chain(random_cases(20)).collect()
}

#[test]
fn unsupported_parts_are_refused_by_name() {
    let unsupported = noise_case("unsupported", |layer| layer.noise.basis = Basis::SuperSimplex);
    for language in Language::ALL {
        let error = code(&unsupported.scene, language.value).unwrap_err().to_string();
        assert!(error.contains("supersimplex") && error.contains("layer 1"), "{error}");
        assert!(error.starts_with(language.value.title()) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn rust_and_c_have_the_bits_of_a_few_lands() {
    assert_bits(&few_cases());
}

#[test]
fn shaders_of_a_few_lands_are_valid_and_near() {
    assert_valid(&few_cases());
    assert_near(&few_cases());
}

#[test]
#[ignore = "takes minutes: scripts/code runs it"]
fn rust_and_c_have_the_bits_of_all_lands() {
    assert_bits(&all_cases());
}

#[test]
#[ignore = "takes minutes: scripts/code runs it"]
fn shaders_of_all_lands_are_valid_and_near() {
    assert_valid(&all_cases());
    assert_near(&all_cases());
}

#[test]
#[ignore = "measures: scripts/code prints it"]
fn speed_of_the_code_and_of_the_land() {
    let cases = ["alps", "rolling-hills"].map(Case::preset);
    let folder = tempfile::tempdir().unwrap();
    let rust = rust_program(folder.path(), &cases);
    let c = c_program(folder.path(), &cases, false);
    for (n, case) in cases.iter().enumerate() {
        let points = case.points(100_000);
        let seconds = |task: &dyn Fn()| {
            let start = std::time::Instant::now();
            task();
            start.elapsed().as_secs_f64()
        };
        let micros = [
            seconds(&|| drop(case.heights(&points))),
            seconds(&|| drop(run_program(&rust, n, &points))),
            seconds(&|| drop(run_program(&c, n, &points))),
        ]
        .map(|seconds| seconds * 1e6 / points.len() as f64);
        let [land, rust, c] = micros;
        println!(
            "{}: a point takes {land:.2} us in the land, {rust:.2} in Rust, {c:.2} in C",
            case.name
        );
    }
}
