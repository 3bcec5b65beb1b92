//! Within a member of the workspace, files must not depend on each other in a circle. This test
//! reads the dependencies from the `use` lines and the paths in the sources. Dependencies between
//! members are declared in their manifests.
//!
//! A file that only wires (`mod`, `use`, `pub use`) is in no circle: a path through it counts as a
//! dependency on the file that defines the name. A file depends on a name that it re-exports only
//! if its own code also has that name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files through which all remaining circles go, with the reason. Without these files there
/// would be no circle, and the list must not grow.
const CIRCLES: &[(&str, &[&str])] = &[
    (
        "the folder's own file defines types that its children use, and uses the children",
        &["orogen-noise/grid", "orogen-noise/grid/exact", "orogen-noise/grid/simd"],
    ),
    (
        "a moved grid holds the `Moves` of `grid/slopes`, which fills moved grids",
        &["orogen-noise/grid/moved"],
    ),
    ("a raster packs itself, and unpacks to a raster", &["orogen-terrain/heightmap/packed"]),
    (
        "a subcommand's files return the errors that its own file defines",
        &["orogen/cli/doctor", "orogen/cli/lab"],
    ),
];

/// Returns each member's name and the folder of its sources.
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

/// Returns all source files without their unit tests. The key is the path of the module, such as
/// `bevy_orogen/land/stream`, or `bevy_orogen` for a `lib.rs`.
fn sources() -> Sources {
    let mut sources = Sources::new();
    for (member, root) in members() {
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("the sources are there") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let inner = path.strip_prefix(&root).expect("under it").with_extension("");
                let mut parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
                parts.pop_if(|last| last == "mod" || (last == "lib" && inner.iter().count() == 1));
                let is_test = parts.iter().any(|part| part == "tests");
                if !is_test && path.extension().is_some_and(|ending| ending == "rs") {
                    let name = [&[member.as_str().into()], &parts[..]].concat().join("/");
                    let text = std::fs::read_to_string(&path).expect("a text");
                    sources.insert(name, Source::of(&text));
                }
            }
        }
    }
    assert!(sources.len() > 100, "{} files", sources.len());
    sources
}

type Sources = BTreeMap<String, Source>;

/// The names in the source of a file that may belong to other files.
#[derive(Default)]
struct Source {
    imports: Vec<Import>,
    /// Paths of at least two names in the code, outside `use` lines.
    paths: Vec<Vec<String>>,
    /// Single names in the code, outside `use` lines.
    names: BTreeSet<String>,
}

/// A name that a `use` line brings into a file.
#[derive(Debug, PartialEq)]
struct Import {
    name: String,
    path: Vec<String>,
    /// True if other files may import the name from this file.
    is_public: bool,
}

impl Source {
    fn of(text: &str) -> Self {
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        let tokens = tokens(&text[..end]);
        let mut source = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            let before = if at == 0 { "" } else { tokens[at - 1] };
            if tokens[at] == "use" && tokens.get(at + 1) != Some(&"<") {
                let is_public = before == "pub" || before == ")";
                at = read_use(&tokens, at + 1, &[], is_public, &mut source.imports);
            } else if is_name(tokens[at]) {
                let start = at;
                while tokens.get(at + 1) == Some(&"::")
                    && tokens.get(at + 2).is_some_and(|t| is_name(t))
                {
                    at += 2;
                }
                let path: Vec<_> =
                    tokens[start..=at].iter().step_by(2).map(|&name| name.to_owned()).collect();
                if path.len() > 1 && before != "::" && before != "$" {
                    source.paths.push(path);
                } else if !["::", ".", "mod", "fn"].contains(&before) {
                    source.names.extend(path);
                }
                at += 1;
            } else {
                at += 1;
            }
        }
        source
    }
}

/// Reads a `use` line from the token at `at`, or a branch of it after the names `before`. Returns
/// the index of the token after it.
fn read_use(
    tokens: &[&str],
    mut at: usize,
    before: &[&str],
    is_public: bool,
    imports: &mut Vec<Import>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = read_use(tokens, at + 1, &path, is_public, imports);
                }
                return at + 1;
            }
            Some(&"::") => {}
            Some(name) if is_name(name) && *name != "as" => path.push(name),
            _ => break,
        }
        at += 1;
    }
    let has_name = path.len() > before.len();
    path.pop_if(|last| *last == "self" && !before.is_empty());
    let mut name = path.last().copied().unwrap_or_default();
    if tokens.get(at) == Some(&"as") {
        name = tokens[at + 1];
        at += 2;
    }
    if has_name {
        let path = path.iter().map(|&part| part.to_owned()).collect();
        imports.push(Import { name: name.to_owned(), path, is_public });
    }
    at
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits a source into names, `::` and other signs. Comments, lifetimes, and string and character
/// literals are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let through = |end: &str, from: usize| {
            rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
        };
        let hashes = rest.trim_start_matches('b').strip_prefix('r').map(|rest| {
            (rest.bytes().take_while(|byte| *byte == b'#').count(), rest.trim_start_matches('#'))
        });
        let length = if rest.starts_with("//") {
            through("\n", 2)
        } else if rest.starts_with("/*") {
            through("*/", 2)
        } else if let Some((count, behind)) = hashes
            && behind.starts_with('"')
        {
            through(&format!("\"{}", "#".repeat(count)), rest.len() - behind.len() + 1)
        } else if first == '"' {
            quoted_length(rest, b'"')
        } else if first == '\'' {
            // A character literal between two quotes, or a lifetime.
            let is_literal = rest[1..].starts_with('\\')
                || rest[1..].chars().nth(1).is_some_and(|behind| behind == '\'');
            if is_literal {
                quoted_length(rest, b'\'')
            } else {
                1 + rest[1..].find(|c| !is_part(c)).unwrap_or(0)
            }
        } else {
            let length = match first {
                ':' if rest.starts_with("::") => 2,
                c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            if !first.is_whitespace() {
                found.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    found
}

/// Returns the length of a literal from its first quote to its last. A backslash escapes the next
/// byte.
fn quoted_length(text: &str, mark: u8) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            _ if byte == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The target of a path.
#[derive(Debug, PartialEq)]
enum Target {
    /// The path ends at a file.
    File(String),
    /// The path ends at a name that this file defines.
    Name(String),
}

/// Returns the target of a path in a file; `None` for another crate.
fn resolve(file: &str, path: &[String], sources: &Sources, depth: usize) -> Option<Target> {
    let mut at = file.to_owned();
    for (index, name) in path.iter().enumerate() {
        match name.as_str() {
            "self" => continue,
            "crate" => at.truncate(at.find('/').unwrap_or(at.len())),
            "super" => at.truncate(at.rfind('/')?),
            _ => {
                let child = format!("{at}/{name}");
                let import = sources.get(&at)?.imports.iter().find(|import| {
                    // Ignore a `use` line that would lead back to itself, such as `use
                    // noise::Noise` of a crate `noise`.
                    import.name == *name && !(at == file && import.path == path)
                });
                at = match import {
                    _ if sources.contains_key(&child) => child,
                    Some(_) if depth == 0 => return None,
                    Some(import) => match resolve(&at, &import.path, sources, depth - 1)? {
                        Target::File(file) => file,
                        name => return Some(name),
                    },
                    // The path begins with a crate, a type or a variable.
                    None if index == 0 => return None,
                    None => return Some(Target::Name(at)),
                };
            }
        }
    }
    Some(Target::File(at))
}

/// Returns for each file the files that it depends on.
fn dependencies(sources: &Sources) -> Dependencies {
    const MAX_HOPS: usize = 8;
    let uses = |(file, source): (&String, &Source)| {
        let imports = source
            .imports
            .iter()
            .filter(|import| !import.is_public || source.names.contains(&import.name))
            .map(|import| &import.path);
        let used: BTreeSet<_> = imports
            .chain(&source.paths)
            .filter_map(|path| match resolve(file, path, sources, MAX_HOPS)? {
                Target::Name(used) => Some(used),
                // The code names the items that it takes from that file in paths of their own.
                Target::File(_) => None,
            })
            .filter(|used| used != file)
            .collect();
        (file.clone(), used)
    };
    sources.iter().map(uses).collect()
}

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Returns the circles: sets of files that depend on each other, not by way of a closed file.
fn circles<'a>(
    dependencies: &'a Dependencies,
    closed: &BTreeSet<&str>,
) -> BTreeSet<BTreeSet<&'a str>> {
    let reached: BTreeMap<_, _> = dependencies
        .keys()
        .map(|file| (file.as_str(), reached(file, dependencies, closed)))
        .collect();
    let circle = |(file, all): (&&str, &BTreeSet<&'a str>)| -> BTreeSet<&'a str> {
        all.iter().copied().filter(|other| reached[other].contains(file)).collect()
    };
    reached.iter().map(circle).filter(|circle| !circle.is_empty()).collect()
}

/// Returns the files that `from` depends on, directly or by way of files that are not closed. Closed
/// files are left out.
fn reached<'a>(
    from: &str,
    dependencies: &'a Dependencies,
    closed: &BTreeSet<&str>,
) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(file) = open.pop() {
        for next in dependencies.get(&file).into_iter().flatten() {
            if !closed.contains(next.as_str()) && found.insert(next.as_str()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn there_are_no_circles_of_files_except_the_known_ones() {
    let dependencies = dependencies(&sources());
    let known: BTreeSet<&str> =
        CIRCLES.iter().flat_map(|(_, files)| files.iter().copied()).collect();
    let new = circles(&dependencies, &known);
    assert!(new.is_empty(), "in a circle: {new:#?}");
    let is_gone = |file: &&&str| {
        let others = known.iter().copied().filter(|other| other != *file).collect();
        !reached(file, &dependencies, &others).contains(**file)
    };
    let gone: Vec<_> = known.iter().filter(is_gone).collect();
    assert!(gone.is_empty(), "no longer in a circle; remove them from CIRCLES: {gone:?}");
}

fn files(texts: &[(&str, &str)]) -> Sources {
    texts.iter().map(|(name, text)| (name.to_string(), Source::of(text))).collect()
}

#[test]
fn paths_lead_to_the_file_that_defines_the_name() {
    let sources = files(&[
        ("a", "mod b; pub mod c; pub use b::Known; pub const MOST: u32 = 1;"),
        ("a/b", "use super::c::{self, deep::Inner as I}; fn f(x: Known) { c::g(\"super::MOST\") }"),
        ("a/c", "//! super::MOST\nmod deep; pub use deep::Inner; pub fn g() {}"),
        ("a/c/deep", "pub(crate) use crate::Known; const M: u32 = crate::MOST; use noise::Noise;"),
        ("a/d", "fn f<'a>(x: &'a super::Known) -> char { self::g(x, r#\"\"super::MOST\"#); '\"' }"),
    ]);
    let dependencies = dependencies(&sources);
    let files_used_by =
        |file: &str| dependencies[file].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(files_used_by("a"), [""; 0]);
    assert_eq!(files_used_by("a/b"), ["a/c", "a/c/deep"]);
    assert_eq!(files_used_by("a/c"), [""; 0]);
    assert_eq!(files_used_by("a/c/deep"), ["a"]);
    assert_eq!(files_used_by("a/d"), ["a/b"]);
    assert!(circles(&dependencies, &BTreeSet::new()).is_empty());
}

#[test]
fn a_parent_and_a_child_that_need_each_other_are_a_circle() {
    let child = ("a/b", "use super::Parent; pub struct Child(Box<Parent>);");
    let wires = files(&[("a", "mod b; pub use b::Child; pub struct Parent;"), child]);
    assert!(circles(&dependencies(&wires), &BTreeSet::new()).is_empty());
    for parent in [
        "mod b; use b::Child; pub struct Parent(Child);",
        "mod b; pub struct Parent(b::Child);",
        "mod b; pub struct Parent(self::b::Child);",
        "mod b; pub use b::Child; pub struct Parent(Child);",
    ] {
        let used = files(&[("a", parent), child]);
        let (used, open) = (dependencies(&used), BTreeSet::new());
        assert_eq!(circles(&used, &open), BTreeSet::from([BTreeSet::from(["a", "a/b"])]));
        assert!(circles(&used, &BTreeSet::from(["a"])).is_empty());
    }
}
