//! The search of the panel, by words.

use std::collections::BTreeMap;

/// The groups that the user folded or opened, by name. True means open.
pub type FoldedGroups = BTreeMap<String, bool>;

/// The filter for the panel's groups: the search, and the folded groups.
pub struct GroupFilter<'a> {
    pub terms: &'a SearchTerms,
    pub folds: &'a mut FoldedGroups,
}

/// The words of a search. Without words, the panel shows everything.
#[derive(Clone, Debug, Default)]
pub struct SearchTerms(String);

impl SearchTerms {
    /// Returns a search for the words of a text. Case does not matter.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_lowercase())
    }

    /// Returns true if there are no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if every word occurs in at least one of the texts, in any order.
    pub fn finds(&self, texts: &[&str]) -> bool {
        let text = texts.join(" ").to_lowercase();
        self.0.split_whitespace().all(|word| text.contains(word))
    }
}
