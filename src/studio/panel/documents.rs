//! The groups of a document, made wholly from its table.

use std::collections::BTreeMap;

use bevy_egui::egui::{RichText, Ui};

use super::group::Heading;
use super::search::Sought;
use crate::studio::ui::theme;
use crate::studio::ui::widgets::known::Known;
use crate::studio::ui::widgets::row::{DOT, param_row};
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
    pub folds: &'a mut BTreeMap<String, bool>,
    /// Whether a group is shown at all.
    pub has: &'a dyn Fn(&str) -> bool,
    /// Whether a parameter has an effect.
    pub uses: &'a dyn Fn(&D, &str) -> bool,
    /// What a parameter comes to, where its own unit does not say it.
    pub note: &'a dyn Fn(&D, &str) -> Option<String>,
    /// A group's own widgets.
    pub widgets: &'a dyn Fn(&mut Ui, &mut D, &str),
}

impl<D: Document> Groups<'_, D> {
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
                if let Some(note) = (self.note)(document, param.key).filter(|_| enabled) {
                    let colour = theme::of(ui).muted;
                    ui.horizontal(|ui| {
                        ui.add_space(DOT);
                        ui.label(RichText::new(note).small().color(colour));
                    });
                }
            }
        }
        found
    }
}

/// Whether a parameter has all the words of a search in its label, key or sentence.
fn is_sought<D>(param: &Param<D>, title: &str, sought: &Sought) -> bool {
    sought.finds(&[param.label, param.key, param.doc, title])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;

    #[test]
    fn a_search_finds_by_label_key_and_sentence() {
        let found = |text: &str| {
            let sought = Sought::new(text);
            let params = Recipe::params().iter().filter(|p| is_sought(p, "", &sought));
            params.map(|p| p.key).collect::<Vec<_>>()
        };
        assert!(found("level sea").contains(&"world.sea_level_m"), "words in any order");
        assert_eq!(found("fractal.lacunarity"), ["fractal.lacunarity"]);
        assert!(found("Rougher").contains(&"fractal.gain"), "the sentence counts");
        assert!(found("no such thing").is_empty());
    }
}
