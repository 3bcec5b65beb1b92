//! The groups of parameters of a document, built from its table of parameters.
//!
//! Here a document is a struct that has a table of parameters: the recipe, the view, or a layer.

use bevy_egui::egui::Ui;

use super::group::Heading;
use super::search::{FoldedGroups, GroupFilter, SearchTerms};
use crate::studio::ui::widgets::row::param_row;
use crate::studio::ui::widgets::row_facts::RowFacts;
use crate::terrain::param::{Document, Param};
use crate::terrain::snippet;

/// The key of the seed. The panel shows it above the layers, whose noises derive their seeds from
/// it.
pub const SEED: &str = "world.seed";

/// The groups of a document, and how to show them.
pub struct Groups<'a, D> {
    /// The text before a parameter's key in its address, such as `layer.2.`.
    pub prefix: &'a str,
    pub terms: &'a SearchTerms,
    /// The groups that the user folded or opened.
    pub folds: &'a mut FoldedGroups,
    /// Returns true if the group of this name is shown.
    pub is_shown: &'a dyn Fn(&str) -> bool,
    /// Returns true if the parameter of this key has an effect.
    pub uses: &'a dyn Fn(&D, &str) -> bool,
    /// Draws the extra widgets of a group, below its header.
    pub widgets: &'a dyn Fn(&mut Ui, &mut D, &str),
}

impl<'a, D: Document> Groups<'a, D> {
    /// Shows all groups, without extra widgets and with every parameter enabled.
    pub fn new(filter: &'a mut GroupFilter) -> Self {
        Self {
            prefix: "",
            terms: filter.terms,
            folds: filter.folds,
            is_shown: &|_| true,
            uses: &|_, _| true,
            widgets: &|_, _, _| {},
        }
    }

    /// Shows each group: a header with a reset, extra widgets, and its rows.
    ///
    /// Returns the number of rows that the search found.
    pub fn show(self, ui: &mut Ui, document: &mut D) -> usize {
        let facts = RowFacts::current(ui.ctx());
        let mut found = 0;
        for (group, title) in D::groups().iter().filter(|(group, _)| (self.is_shown)(group)) {
            // The panel shows the seed elsewhere, and no reset changes it, but a search finds it
            // here.
            let is_wanted = |param: &&Param<D>| match self.terms.is_empty() {
                true => param.key != SEED,
                false => matches(param, title, self.terms),
            };
            let params = || D::params().iter().filter(|p| p.group() == *group && p.key != SEED);
            let all = D::params().iter().filter(|p| p.group() == *group);
            let wanted: Vec<_> = all.filter(is_wanted).collect();
            if wanted.is_empty() {
                continue;
            }
            found += wanted.len();
            let opened = |param: &Param<D>| {
                let address = format!("{}{}", self.prefix, param.key);
                let default = || (param.get)(&D::default());
                facts.opened_value(&address, &param.row(param.key)).unwrap_or_else(default)
            };
            let changed_count = params().filter(|p| (p.get)(document) != opened(p)).count();
            let lock = format!("{}{group}", self.prefix);
            let is_open_for_search = !self.terms.is_empty();
            let copy = || snippet::of_group(document, group, self.prefix);
            let (lock, copy) = (Some(&*lock), Some(&copy as &dyn Fn() -> String));
            let heading =
                Heading { name: group, title, changed_count, lock, is_open_for_search, copy };
            let response = heading.show(ui, self.folds);
            if response.reset {
                for param in params() {
                    // The opened value is within its range, so this cannot fail.
                    let _ = param.set(document, opened(param));
                }
            }
            if !response.open {
                continue;
            }
            if !is_open_for_search {
                (self.widgets)(ui, document, group);
            }
            for param in wanted {
                let enabled = (self.uses)(document, param.key);
                param_row(ui, param, self.prefix, document, enabled);
            }
        }
        found
    }
}

/// Returns true if the texts of a parameter and its group's title contain all search terms.
fn matches<D>(param: &Param<D>, title: &str, terms: &SearchTerms) -> bool {
    terms.finds(&[param.label, param.key, param.doc, title])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;

    #[test]
    fn a_search_finds_by_label_key_and_sentence() {
        let found = |text: &str| {
            let terms = SearchTerms::new(text);
            let params = Recipe::params().iter().filter(|p| matches(p, "", &terms));
            params.map(|p| p.key).collect::<Vec<_>>()
        };
        assert!(found("level sea").contains(&"world.sea_level_m"), "words in any order");
        assert_eq!(found("fractal.lacunarity"), ["fractal.lacunarity"]);
        assert!(found("Rougher").contains(&"fractal.gain"), "the sentence counts");
        assert!(found("no such thing").is_empty());
    }
}
