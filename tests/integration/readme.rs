//! The tables of the documentation match the program, and its links lead to files.

use std::path::Path;

use orogen::cli::{keys, params};

/// Returns the text between the marks of this name.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end {name} -->"));
    let from =
        page.find(&start).unwrap_or_else(|| panic!("the page has a section {name}")) + start.len();
    let to = page[from..].find(&end).expect("the section ends") + from;
    page[from..to].trim()
}

#[test]
fn the_tables_are_current() {
    let (parameters, keys_page) =
        (include_str!("../../docs/parameters.md"), include_str!("../../docs/keys.md"));
    for (page, name, printed, command) in [
        (parameters, "parameters", params::markdown(), "params"),
        (parameters, "parameters of layers", params::markdown_of_layers(), "params"),
        (keys_page, "keys", keys::markdown(), "keys"),
    ] {
        assert_eq!(
            section(page, name),
            printed.trim(),
            "renew it with `orogen {command} --markdown`"
        );
    }
}

#[test]
fn links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<_> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)).into();
    for folder in ["docs", "docs/noise"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let is_page = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "md");
        pages.extend(entries.map(|entry| entry.unwrap().path()).filter(is_page));
    }
    let mut links = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // A link within the page names a heading only.
            let Some(target) = target.split('#').next().filter(|file| !file.is_empty()) else {
                continue;
            };
            assert!(page.with_file_name(target).exists(), "{} links to {target}", page.display());
            links += 1;
        }
    }
    assert!(links > 20, "{links} links");
}
