//! What is searched for among the parameters.

use std::collections::BTreeMap;

/// Which groups of the panel are folded, by their names.
pub type Folds = BTreeMap<String, bool>;

/// What the groups of the panel are shown by: a search, and the folds that the user set.
pub struct Filter<'a> {
    pub sought: &'a Sought,
    pub folds: &'a mut Folds,
}

/// Words that are looked for; without any, everything is shown as it is.
#[derive(Clone, Debug, Default)]
pub struct Sought(String);

impl Sought {
    /// The words of a text, in any case.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_lowercase())
    }

    /// Whether nothing is searched for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether texts have all the words among them, in any order.
    pub fn finds(&self, texts: &[&str]) -> bool {
        let text = texts.join(" ").to_lowercase();
        self.0.split_whitespace().all(|word| text.contains(word))
    }
}
