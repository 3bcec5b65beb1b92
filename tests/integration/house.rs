//! The house rules that a reader of the sources can check: errors are types, lines and files are
//! short.

use std::path::{Path, PathBuf};

/// The longest line, a table's; rustfmt keeps most others within 100.
const LONGEST_LINE: usize = 120;

/// The longest file: one is to be split at some 400 lines.
const MOST_LINES: usize = 450;

/// Every source with its name from the project's folder on, and its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut sources) = (vec![root.join("src"), root.join("crates")], vec![]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the sources are there") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(root).expect("under it").to_string_lossy();
                let text = std::fs::read_to_string(&path).expect("a text");
                sources.push((name.replace('\\', "/"), text));
            }
        }
    }
    assert!(sources.len() > 100, "{} sources", sources.len());
    sources
}

/// A source whose texts are empty, line for line: `"…"` becomes `""`.
fn without_texts(source: &str) -> String {
    let (mut out, mut rest) = (String::new(), source);
    while let Some(start) = rest.find(['"', '/', '\'']) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let raw_marks = before.len() - before.trim_end_matches('#').len();
        let is_raw = before[..before.len() - raw_marks].ends_with('r');
        let length = match from.as_bytes() {
            [b'/', b'/', ..] => from.find('\n').unwrap_or(from.len()),
            [b'\'', b'"', b'\'', ..] => 3,
            [b'"', ..] => {
                out.push_str("\"\"");
                let text = &from[1..];
                let end = match is_raw {
                    true => text.find(&format!("\"{}", "#".repeat(raw_marks))),
                    false => unescaped_quote(text),
                };
                let end = end.unwrap_or(text.len());
                out.extend(text[..end].chars().filter(|c| *c == '\n'));
                rest = text.get(end + 1..).unwrap_or_default();
                continue;
            }
            _ => 1,
        };
        out.push_str(&from[..length]);
        rest = &from[length..];
    }
    out + rest
}

/// Where a text ends whose quotes are escaped.
fn unescaped_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

/// The program's part of a source: without unit tests; none of a file of tests.
fn program<'a>(name: &str, text: &'a str) -> &'a str {
    let is_test = name.split('/').any(|part| part == "tests" || part == "tests.rs");
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    if is_test { "" } else { &text[..end] }
}

/// The lines of a source on which a result has a text for its error.
fn errors_of_text(source: &str) -> Vec<&str> {
    let ends = [", String>", ",String>", ", &'static str>", ", &str>"];
    let is_bad = |line: &&str| {
        let from = line.find("Result<");
        from.is_some_and(|from| ends.iter().any(|end| line[from..].contains(end)))
            || line.contains("type Err = String")
    };
    source.lines().filter(is_bad).collect()
}

#[test]
fn errors_are_types() {
    for (name, text) in sources() {
        let bad = errors_of_text(program(&name, &text));
        assert!(bad.is_empty(), "{name}: make it a type with thiserror: {bad:?}");
    }
}

#[test]
fn lines_and_files_are_short() {
    let mut wrong = vec![];
    for (name, text) in sources() {
        let long = |(_, line): &(usize, &str)| line.chars().count() > LONGEST_LINE;
        wrong.extend(without_texts(&text).lines().enumerate().filter(long).map(|(index, line)| {
            format!("{name}:{}: {} characters", index + 1, line.chars().count())
        }));
        let lines = text.lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{name}: {lines} lines"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sources_are_read_as_rust_reads_them() {
    let source = "a(\"b \\\" c\", '\"', r#\"d \" e\"#); // \"f\nlet g = \"h\ni\";\n";
    assert_eq!(without_texts(source), "a(\"\", '\"', r#\"\"#); // \"f\nlet g = \"\"\n;\n");
    assert_eq!(
        errors_of_text("fn a() -> Result<u8, String> {\nfn b() -> Result<String, Error> {"),
        ["fn a() -> Result<u8, String> {"]
    );
}

#[test]
fn property_tests_draw_the_same_cases_every_time() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".cargo/config.toml");
    let text = std::fs::read_to_string(path).expect("cargo's settings");
    let settings: toml::Table = text.parse().expect("a table");
    // A plain value, over which the environment's wins: so `scripts/trust seeds` draws others.
    let is_seed = |text: &str| text.parse::<u64>().is_ok();
    assert!(settings["env"]["PROPTEST_RNG_SEED"].as_str().is_some_and(is_seed), "{text}");
    if std::env::var_os("CARGO").is_some() {
        let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_default();
        assert!(is_seed(&seed), "cargo gives the tests no seed but {seed:?}");
    }
}
