//! The house: no circle of files within a member of the workspace. Read from the `use` lines and paths
//! of the sources. Which member may use which is in their manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The members' names with the folders of their sources.
fn members() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut members = vec![("orogen".to_owned(), root.join("src"))];
    for entry in std::fs::read_dir(root.join("crates")).expect("the members are there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        members.push((name, path.join("src")));
    }
    assert!(members.len() > 4, "{members:?}");
    members
}

/// Every file's text without comments and unit tests, by its member and its module's path:
/// `bevy_orogen/land/stream`.
fn modules() -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for (member, root) in members() {
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("the sources are there") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let name = path
                        .strip_prefix(&root)
                        .expect("under it")
                        .with_extension("")
                        .to_string_lossy()
                        .replace('\\', "/");
                    let name = name.strip_suffix("/mod").unwrap_or(&name).to_owned();
                    let is_test = name.split('/').any(|part| part == "tests");
                    let text = std::fs::read_to_string(&path).expect("a text");
                    if !is_test {
                        modules.insert(format!("{member}/{name}"), program(&text));
                    }
                }
            }
        }
    }
    assert!(modules.len() > 100, "{} modules", modules.len());
    modules
}

/// A file's text up to its unit tests, without comments.
fn program(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end]
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The paths that begin with `crate` or `super` in a text, with their braces expanded:
/// `super::land::{A, b::C}` is `super::land::A` and `super::land::b::C`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = vec![];
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let is_inside = text[..at]
                .ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$');
            if !is_inside {
                read_path(&mut Cursor { text: &text[at..] }, vec![], &mut found);
            }
        }
    }
    found
}

struct Cursor<'a> {
    text: &'a str,
}

impl<'a> Cursor<'a> {
    fn skip_spaces(&mut self) {
        self.text = self.text.trim_start();
    }

    fn takes(&mut self, what: &str) -> bool {
        self.skip_spaces();
        let rest = self.text.strip_prefix(what);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn name(&mut self) -> &'a str {
        self.skip_spaces();
        let end =
            self.text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.text.len());
        let (name, rest) = self.text.split_at(end);
        self.text = rest;
        name
    }
}

/// Reads one path, or a group of them, after `before`.
fn read_path(cursor: &mut Cursor, mut before: Vec<String>, found: &mut Vec<Vec<String>>) {
    loop {
        if cursor.takes("{") {
            while !cursor.takes("}") {
                let length = cursor.text.len();
                read_path(cursor, before.clone(), found);
                cursor.takes(",");
                if cursor.text.len() == length {
                    return;
                }
            }
            return;
        }
        let name = cursor.name();
        if name == "as" || name.is_empty() {
            break;
        }
        before.push(name.to_owned());
        if !cursor.takes("::") {
            break;
        }
    }
    if cursor.text.starts_with(" as ") {
        cursor.takes("as");
        cursor.name();
    }
    found.push(before);
}

/// The module that a path in a module means; `None` for what is no module of its member.
fn resolve(module: &str, path: &[String], modules: &BTreeMap<String, String>) -> Option<String> {
    let mut base: Vec<&str> = module.split('/').collect();
    let mut rest = path.iter().map(String::as_str).peekable();
    if rest.next_if_eq(&"crate").is_some() {
        base.truncate(1);
    }
    while rest.next_if_eq(&"super").is_some() {
        base.pop();
    }
    base.extend(rest);
    (1..=base.len()).rev().map(|n| base[..n].join("/")).find(|name| modules.contains_key(name))
}

/// Which modules each module uses.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let uses = |(module, text): (&String, &String)| {
        let used = paths(text)
            .into_iter()
            .filter_map(|path| resolve(module, &path, &modules))
            .filter(|used| used != module);
        (module.clone(), used.collect())
    };
    modules.iter().map(uses).collect()
}

/// The modules that can be reached from one.
fn reached<'a>(from: &'a str, arrows: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        let next = arrows.get(module).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|next| found.insert(*next)).collect::<Vec<_>>());
    }
    found
}

/// Files of the core that still use each other, and why. None may come to them.
const CIRCLES: &[(&str, &[&str])] = &[
    (
        "a file is replaced only if it and its JSON are the program's own, which takes reading them",
        &[
            "orogen-export/atomic",
            "orogen-export/beside",
            "orogen-export/embed",
            "orogen-export/engine",
            "orogen-export/metadata",
            "orogen-export/options",
            "orogen-export/own",
            "orogen-export/plan",
            "orogen-export/plan_error",
            "orogen-export/sink",
            "orogen-export/usual",
        ],
    ),
];

#[test]
fn no_circle_of_files_but_those_that_are_known() {
    let arrows = arrows();
    let round: BTreeSet<_> =
        arrows.keys().filter(|module| reached(module, &arrows).contains(module.as_str())).collect();
    let known: BTreeSet<_> =
        CIRCLES.iter().flat_map(|(_, modules)| modules.iter().copied()).collect();
    let new: Vec<_> = round.iter().filter(|module| !known.contains(module.as_str())).collect();
    assert!(new.is_empty(), "in a circle: {new:?}");
    let gone: Vec<_> = known.iter().filter(|module| !round.contains(&module.to_string())).collect();
    assert!(gone.is_empty(), "in no circle any more, so take them off the list: {gone:?}");
}

#[test]
fn paths_are_read_as_rust_reads_them() {
    let text = program(
        "use super::land::{Chunk, state::{self, Wanted}};\n// crate::no\nlet x = crate::noise::hash(1) + a_crate::b;\nuse crate::a as b;",
    );
    let mut read: Vec<_> = paths(&text).iter().map(|path| path.join("::")).collect();
    read.sort();
    assert_eq!(
        read,
        [
            "crate::a",
            "crate::noise::hash",
            "super::land::Chunk",
            "super::land::state::Wanted",
            "super::land::state::self"
        ]
    );
}
