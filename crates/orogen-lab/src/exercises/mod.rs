//! Exercises about noise, textures and a mesh. Each is a small Rust project with a gap that the
//! learner fills, and a test that compares the results with the program's own values.

mod judge;

/// An exercise.
///
/// ```
/// let exercise = orogen_lab::exercises::exercise("noise-1d").expect("it is in the table");
/// let files = exercise.files();
/// assert!(files.iter().any(|(path, _)| *path == "src/lib.rs"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// The name on the command line.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The task, in a few sentences.
    pub task: &'static str,
    /// The name of the lab's figure that shows the solution.
    pub figure: &'static str,
    /// The source file with the gap that the learner fills.
    gap: &'static str,
    /// The code from earlier exercises that this exercise builds on.
    earlier: &'static str,
    /// The source file with the gap filled, which tests compile.
    #[cfg(test)]
    solution: &'static str,
    /// Writes the source of the test.
    judge: fn() -> String,
}

/// An exercise of the table, whose source files lie in the folder with its name.
macro_rules! exercise {
    ($name:literal, $title:literal, $figure:literal, $judge:path, $task:literal) => {
        Exercise {
            name: $name,
            title: $title,
            task: $task,
            figure: $figure,
            gap: include_str!(concat!("../../assets/exercises/", $name, "/exercise.rs")),
            earlier: include_str!(concat!("../../assets/exercises/", $name, "/given.rs")),
            #[cfg(test)]
            solution: include_str!(concat!("../../assets/exercises/", $name, "/solution.rs")),
            judge: $judge,
        }
    };
}

/// All exercises in order; each contains the code that it needs from earlier exercises.
pub static EXERCISES: [Exercise; 9] = [
    exercise!(
        "noise-1d",
        "Noise on a line",
        "line",
        judge::noise_1d,
        "Write the fade, the mix, and gradient noise on a line. The noise is 0 at every whole \
         number and has the given slope there. Between two whole numbers, the fade mixes the lines \
         of their slopes."
    ),
    exercise!(
        "fbm-1d",
        "Octaves on a line",
        "bands",
        judge::fbm_1d,
        "Add four octaves of the noise. Each is finer and lower than the one before."
    ),
    exercise!(
        "noise-2d",
        "Noise in the plane",
        "cell",
        judge::noise_2d,
        "Write gradient noise in the plane. Each of a cell's four corners has a gradient. The \
         influence of a corner is the dot product of its gradient and the offset from the corner \
         to the point. Two mixes along x and one along y turn the four influences into one \
         number."
    ),
    exercise!(
        "fbm-2d",
        "Octaves in the plane",
        "octaves",
        judge::fbm_2d,
        "Add four octaves of the noise in the plane."
    ),
    exercise!(
        "turbulence",
        "Turbulence",
        "variants",
        judge::turbulence,
        "Add the magnitudes of four octaves. The sum has a crease wherever an octave is 0."
    ),
    exercise!(
        "map",
        "A map",
        "viewer",
        judge::map,
        "Colour a map of fBm: water, and land from grass to mountain."
    ),
    exercise!(
        "wood",
        "Wood",
        "viewer",
        judge::wood,
        "Colour wood: rings around the origin, bent by turbulence."
    ),
    exercise!(
        "marble",
        "Marble",
        "viewer",
        judge::marble,
        "Colour marble: fBm at points that fBm has displaced. This is a domain warp."
    ),
    exercise!(
        "mesh",
        "A mesh",
        "mesh",
        judge::mesh,
        "Make a triangle mesh of land: vertices over a square, none below the water level, two \
         triangles per cell, and a normal for each vertex."
    ),
];

/// An exercise by its name.
pub fn exercise(name: &str) -> Option<&'static Exercise> {
    EXERCISES.iter().find(|exercise| exercise.name == name)
}

/// The code that every exercise contains.
const GIVEN: &str = include_str!("../../assets/exercises/given.rs");

impl Exercise {
    /// The files of the exercise's project: path in the project's folder, and content.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        self.files_with(self.gap)
    }

    fn files_with(&self, gap: &str) -> Vec<(&'static str, String)> {
        let Self { name, title, task, figure, earlier, .. } = self;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             # Keeps this project out of any workspace around it.\n[workspace]\n"
        );
        let readme = format!(
            "# {title}\n\n{task}\n\nReplace each `todo!` in `src/lib.rs` by your code. \
             You may use everything in `src/given.rs`.\nThen check your code:\n\n    cargo test\n\n\
             Your values must be within 0.000001 of the program's.\n`orogen lab {figure} --out figure.svg` \
             draws the figure that explains the exercise.\n"
        );
        let lib = format!(
            "//! {title}: replace each `todo!` by your code.\n#![allow(unused_variables, unused_imports)]\n\nmod given;\n\n\
             pub use given::*;\n\n{gap}"
        );
        let given =
            if earlier.is_empty() { GIVEN.to_owned() } else { format!("{GIVEN}\n{earlier}") };
        let package = name.replace('-', "_");
        let test = format!(
            "//! Compares your values with the program's.\n\nuse {package}::*;\n\n{}\n{}",
            judge::CLOSE,
            (self.judge)()
        );
        vec![
            ("Cargo.toml", manifest),
            ("README.md", readme),
            ("src/lib.rs", lib),
            ("src/given.rs", given),
            ("tests/judge.rs", test),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    /// Compiles an exercise's project without cargo and runs its test. Returns true if the test
    /// passed, and its output.
    fn run_judge(exercise: &Exercise, gap: &str, folder: &Path) -> (bool, String) {
        for (path, text) in exercise.files_with(gap) {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let package = exercise.name.replace('-', "_");
        let rustc = |arguments: &[&str]| {
            let compilation =
                Command::new("rustc").current_dir(folder).args(arguments).output().unwrap();
            assert!(
                compilation.status.success(),
                "{}",
                String::from_utf8_lossy(&compilation.stderr)
            );
        };
        let edition = "--edition=2024";
        rustc(&[edition, "--crate-type=rlib", "--crate-name", &package, "src/lib.rs"]);
        let library = format!("{package}=lib{package}.rlib");
        rustc(&[edition, "--test", "tests/judge.rs", "-o", "judge", "--extern", &library]);
        let run = Command::new(folder.join("judge")).output().unwrap();
        (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
    }

    #[test]
    fn solutions_pass_and_gaps_or_mistakes_fail() {
        for exercise in &EXERCISES {
            let folder = tempfile::tempdir().unwrap();
            let (passes, output) = run_judge(exercise, exercise.solution, folder.path());
            assert!(passes, "{}: {output}", exercise.name);
            let (passes, output) = run_judge(exercise, exercise.gap, folder.path());
            assert!(!passes && output.contains("0 passed"), "{}: {output}", exercise.name);
        }
        // The test notices a cubic fade in place of the quintic.
        let noise = exercise("noise-2d").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mistaken = noise.solution.replace("fade(u)", "(u * u * (3.0 - 2.0 * u))");
        assert!(mistaken != noise.solution && !run_judge(noise, &mistaken, folder.path()).0);
    }
}
