//! Words of a figure that take more than a line.

/// Lines of at most so many letters.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if line.is_empty() => word.clone_into(line),
            Some(line) if line.chars().count() + length < most => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_lose_none() {
        let text = "one two three, four five six seven";
        let lines = wrapped(text, 12);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= 12));
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrapped("incomprehensibility", 5), ["incomprehensibility"]);
    }
}
