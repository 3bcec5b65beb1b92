//! Heightmaps modelled on bug reports of terrain programs, GDAL and GeoTIFF readers, with the right
//! values (`tests/cases/import`), read through the command line.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tools::{ScratchFolder, orogen};

/// The default tolerances: of heights in metres, of cells as a share, and of places in the file's
/// unit.
const HEIGHT_TOLERANCE_M: f64 = 0.002;
const CELL_TOLERANCE: f64 = 1e-4;
const MIDDLE_TOLERANCE: f64 = 0.01;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/import")
}

#[test]
fn each_case_has_the_right_values() {
    let mut wrong = vec![];
    let folders = std::fs::read_dir(cases()).expect("the cases are there");
    let mut names: Vec<String> = folders
        .map(|folder| folder.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    assert!(names.len() >= 16, "{names:?}");
    for name in &names {
        let faults = faults(name);
        if !faults.is_empty() {
            wrong.push(format!("{name}:\n  {}", faults.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the faults of a case.
fn faults(name: &str) -> Vec<String> {
    let folder = cases().join(name);
    let text = std::fs::read(folder.join("want.json")).expect("the right values");
    let want: Value = serde_json::from_slice(&text).expect("JSON");
    let scratch = ScratchFolder::new("import-case");
    for entry in std::fs::read_dir(&folder).expect("the case is there") {
        let entry = entry.expect("an entry");
        std::fs::copy(entry.path(), scratch.0.join(entry.file_name())).expect("it can be copied");
    }
    let case = Case { want, folder: scratch };
    match case.want["file"].as_str() {
        Some(file) => case.faults(file),
        None => case.faults_of_neighbours(),
    }
}

struct Case {
    want: Value,
    folder: ScratchFolder,
}

impl Case {
    /// Runs the program. Returns standard output, standard error, and true if it succeeded.
    fn run(&self, arguments: &[&str]) -> (String, String, bool) {
        let output =
            orogen().args(arguments).current_dir(&self.folder.0).output().expect("it runs");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (stdout, stderr, output.status.success())
    }

    fn list(&self, key: &str) -> &[Value] {
        self.want[key].as_array().map_or(&[], Vec::as_slice)
    }

    fn faults(&self, file: &str) -> Vec<String> {
        let arguments_of_case: Vec<&str> =
            self.list("args").iter().filter_map(Value::as_str).collect();
        let with =
            |more: &[&str]| self.run(&[&["import", file], more, &arguments_of_case[..]].concat());
        let (stdout, stderr, is_done) = with(&["--info"]);
        let made = with(&["--at", "0,0", "--out", "land.toml"]);
        if self.want["refuse"] == true {
            let mut faults = vec![];
            for (_, stderr, is_done) in [(stdout, stderr, is_done), made] {
                faults.extend(is_done.then(|| "it is not refused".to_owned()));
                let words = self.list("say").iter().filter_map(Value::as_str);
                faults.extend(
                    words
                        .filter(|word| !stderr.contains(word))
                        .map(|word| format!("`{word}` is missing in: {stderr}")),
                );
            }
            return faults;
        }
        if !is_done || !made.2 {
            return vec![format!("{stderr}{}", made.1)];
        }
        let mut faults = self.faults_of_info(&stdout);
        faults.extend(self.faults_of_heights("land.toml"));
        faults
    }

    /// Compares the facts that `--info` prints.
    fn faults_of_info(&self, stdout: &str) -> Vec<String> {
        let line = |key: &str| stdout.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("");
        let mut faults = vec![];
        let mut compare = |key: &str, got: [f64; 2], tolerance: &dyn Fn(f64) -> f64| {
            for (got, right) in got.iter().zip(self.list(key)) {
                let right = right.as_f64().expect("a number");
                let difference = (got - right).abs();
                if difference.is_nan() || difference > tolerance(right) {
                    faults.push(format!("{key}: {got} for {right}"));
                }
            }
        };
        compare("size", numbers_around(line("samples"), "×"), &|_| 0.0);
        let cells = line("size").split("; ").nth(1).unwrap_or_default();
        let cell = self.want["cell_tol"].as_f64().unwrap_or(CELL_TOLERANCE);
        compare("cell", numbers_around(cells, "×"), &|right| cell * right);
        let place = line("place").split("middle is").nth(1).unwrap_or_default();
        compare("middle", numbers_around(place, "and"), &|_| MIDDLE_TOLERANCE);
        for words in self.list("note").iter().filter_map(Value::as_array) {
            for word in words.iter().filter_map(Value::as_str) {
                if !stdout.contains(word) {
                    faults.push(format!("`{word}` is missing in: {stdout}"));
                }
            }
        }
        faults
    }

    /// Compares heights of a recipe's land.
    fn faults_of_heights(&self, recipe: &str) -> Vec<String> {
        let number = |value: &Value| value.as_f64().expect("a number");
        let tolerance_m = ["tol", "tolerance_m"].iter().find_map(|key| self.want[key].as_f64());
        let tolerance_m = tolerance_m.unwrap_or(HEIGHT_TOLERANCE_M);
        // East, south, and the range in which the height must be.
        let mut wanted: Vec<[f64; 4]> = vec![];
        for point in self.list("points").iter().filter_map(Value::as_array) {
            let [east, south, height] = [0, 1, 2].map(|index| number(&point[index]));
            wanted.push([east, south, height - tolerance_m, height + tolerance_m]);
        }
        for point in self.list("between").iter().filter_map(Value::as_array) {
            wanted.push([0, 1, 2, 3].map(|index| number(&point[index])));
        }
        if wanted.is_empty() {
            return vec![];
        }
        let points: Vec<String> = wanted.iter().map(|[x, y, ..]| format!("{x},{y}\n")).collect();
        std::fs::write(self.folder.0.join("points"), points.concat()).expect("it can be written");
        let (stdout, stderr, _) = self.run(&["sample", "--recipe", recipe, "points"]);
        let heights: Vec<f64> = stdout.lines().filter_map(|line| line.parse().ok()).collect();
        if heights.len() != wanted.len() {
            return vec![format!("{} heights of {}: {stderr}", heights.len(), wanted.len())];
        }
        let pairs = heights.iter().zip(&wanted);
        pairs
            .filter(|(height, [.., low, high])| !(*low..=*high).contains(*height))
            .map(|(height, [x, y, low, high])| {
                format!("at {x}, {y}: {height} m, not {low} to {high}")
            })
            .collect()
    }

    /// Imports two neighbouring maps with one origin, the second into the land of the first.
    fn faults_of_neighbours(&self) -> Vec<String> {
        let origin = ["--origin", "1400,4840", "--out"];
        let west = [&["import", "west.tif"], &origin[..], &["west.toml"]].concat();
        let into = ["both.toml", "--into", "./west.toml"];
        let east = [&["import", "east.tif"], &origin[..], &into].concat();
        for arguments in [west, east] {
            let (_, stderr, is_done) = self.run(&arguments);
            if !is_done {
                return vec![stderr];
            }
        }
        self.faults_of_heights("both.toml")
    }
}

/// Returns the numbers before and after a mark in a text; NaN without the mark.
fn numbers_around(text: &str, mark: &str) -> [f64; 2] {
    let (first, second) = text.split_once(mark).unwrap_or_default();
    [first, second].map(|part| {
        let is_of_number = |c: char| c.is_ascii_digit() || ".-".contains(c);
        let start = part.trim_start();
        let end = start.find(|c| !is_of_number(c)).unwrap_or(start.len());
        start[..end].parse().unwrap_or(f64::NAN)
    })
}
