//! The groups of a document, made wholly from its table.

use bevy_egui::egui::Ui;

use super::group::Heading;
use super::search::{Filter, Folds, Sought};
use crate::studio::ui::widgets::known::Known;
use crate::studio::ui::widgets::row::param_row;
use crate::terrain::param::{Document, Param};
use crate::terrain::snippet;

/// The seed stands above all layers, which have theirs from it.
pub const SEED: &str = "world.seed";

/// How a document's groups are shown.
pub struct Groups<'a, D> {
    /// What addresses have before the document's own keys.
    pub prefix: &'a str,
    pub sought: &'a Sought,
    /// Which groups are folded.
    pub folds: &'a mut Folds,
    /// Whether a group is shown at all.
    pub has: &'a dyn Fn(&str) -> bool,
    /// Whether a parameter has an effect.
    pub uses: &'a dyn Fn(&D, &str) -> bool,
    /// A group's own widgets.
    pub widgets: &'a dyn Fn(&mut Ui, &mut D, &str),
}

impl<'a, D: Document> Groups<'a, D> {
    /// All groups, without widgets of their own. Every parameter has an effect.
    pub fn new(filter: &'a mut Filter) -> Self {
        Self {
            prefix: "",
            sought: filter.sought,
            folds: filter.folds,
            has: &|_| true,
            uses: &|_, _| true,
            widgets: &|_, _, _| {},
        }
    }

    /// Shows a header with a reset a group, its own widgets, and a row a parameter; how many rows a
    /// search has found.
    pub fn show(self, ui: &mut Ui, document: &mut D) -> usize {
        let known = Known::told(ui.ctx());
        let mut found = 0;
        for (group, title) in D::groups().iter().filter(|(group, _)| (self.has)(group)) {
            // Here, and out of reach of a reset, are all but the seed, unless it is looked for.
            let is_wanted = |param: &&Param<D>| match self.sought.is_empty() {
                true => param.key != SEED,
                false => is_sought(param, title, self.sought),
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
                known.opened(&address, &param.row(param.key)).unwrap_or_else(default)
            };
            let changed = params().filter(|p| (p.get)(document) != opened(p)).count();
            let lock = format!("{}{group}", self.prefix);
            let held_open = !self.sought.is_empty();
            let copy = || snippet::of_group(document, group, self.prefix);
            let (lock, copy) = (Some(&*lock), Some(&copy as &dyn Fn() -> String));
            let heading = Heading { name: group, title, changed, lock, held_open, copy };
            let header = heading.show(ui, self.folds);
            if header.reset {
                for param in params() {
                    // What was opened is within its own range.
                    let _ = param.set(document, opened(param));
                }
            }
            if !header.open {
                continue;
            }
            if !held_open {
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

/// Whether a parameter has all the words of a search in its label, key or sentence.
fn is_sought<D>(param: &Param<D>, title: &str, sought: &Sought) -> bool {
    sought.finds(&[param.label, param.key, param.doc, title])
}
