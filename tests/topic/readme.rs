//! The README is current: its tables are those of the program.

use orogen::cli::{keys, params};

fn section(name: &str) -> String {
    let readme = include_str!("../../README.md");
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end {name} -->"));
    let from = readme.find(&start).unwrap_or_else(|| panic!("the README has a section {name}")) + start.len();
    let to = readme[from..].find(&end).expect("the section ends") + from;
    readme[from..to].trim().to_owned()
}

#[test]
fn the_parameters_are_current() {
    assert_eq!(section("parameters"), params::markdown().trim(), "renew it with `orogen params --markdown`");
}

#[test]
fn the_keys_are_current() {
    assert_eq!(section("keys"), keys::markdown().trim(), "renew it with `orogen keys --markdown`");
}
