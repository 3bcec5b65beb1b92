//! Formats numbers with a true minus sign, and without a negative zero.

/// Formats a number with `places` decimals.
pub fn fixed(x: f64, places: usize) -> String {
    minus(&format!("{x:.places$}"))
}

/// Formats a number with at most `places` decimals, without trailing zeros.
pub fn trimmed(x: f64, places: usize) -> String {
    let text = format!("{x:.places$}");
    minus(if places > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text })
}

/// Replaces the hyphen before a number by a minus sign, or drops the hyphen if the number is zero.
/// Hyphens in names and between numbers stay. Example: `a number from −4000 to 9000`.
pub fn minus(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for (index, letter) in text.char_indices() {
        let number = &text[index + letter.len_utf8()..];
        let is_sign = letter == '-'
            && !before.is_alphanumeric()
            && number.starts_with(|c: char| c.is_ascii_digit());
        match is_sign {
            true if is_zero(number) => {}
            true => out.push('−'),
            false => out.push(letter),
        }
        before = letter;
    }
    out
}

/// Returns true if the number at the start of a text is zero.
fn is_zero(text: &str) -> bool {
    let mut digits = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.');
    digits.all(|c| c == '0' || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn negative_numbers_have_a_minus_sign_and_zero_has_none() {
        assert_eq!(
            [-0.04, -0.4, 0.04, -12.0].map(|x| fixed(x, 1)),
            ["0.0", "−0.4", "0.0", "−12.0"]
        );
        assert_eq!([-0.4, 0.0, -0.0, -3.0].map(|x| fixed(x, 0)), ["0", "0", "0", "−3"]);
        assert_eq!(
            [-0.0, -0.2, 0.25, 100.0, -0.001].map(|x| trimmed(x, 2)),
            ["0", "−0.2", "0.25", "100", "0"]
        );
        assert_eq!(trimmed(100.0, 0), "100");
    }

    #[test]
    fn hyphens_of_names_stay() {
        for (text, shown) in [
            ("a number from -4000 to 9000 m", "a number from −4000 to 9000 m"),
            ("worley-f2-f1, perlin-2d", "worley-f2-f1, perlin-2d"),
            ("-0 m to -0.50 m", "0 m to −0.50 m"),
            ("2-5 and -7", "2-5 and −7"),
            ("-", "-"),
        ] {
            assert_eq!(minus(text), shown);
        }
    }

    proptest! {
        #[test]
        fn shown_numbers_are_rounded_values(x in -1e6..1e6f64, places in 0..4usize) {
            let shown = fixed(x, places);
            let back: f64 = shown.replace('−', "-").parse().unwrap();
            prop_assert!((back - x).abs() <= 0.5 * 0.1f64.powi(places as i32) + 1e-9);
            prop_assert!(!shown.contains('-') && (back < 0.0) == shown.starts_with('−'), "{shown}");
        }
    }
}
