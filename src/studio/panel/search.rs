//! What is searched for among the parameters.

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
