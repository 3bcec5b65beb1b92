//! Cards with the most frequent questions and their answers, and a strip of facts.

use crate::meters::cost::corners;
use crate::meters::histogram::Prediction;
use crate::screens::prelude::*;
use crate::screens::questions::{QUESTIONS, Question};
use crate::words::wrap;
use orogen_noise::{Basis, Fade, NoiseSpec};

pub(super) static QUESTION_CARDS: FigureRow = FigureRow {
    name: "questions",
    screen: Screen::Mountain,
    title: "Six questions",
    question: "Which question brings you here?",
    steps: &[
        "The six most frequent questions. Each card names the figure that answers its question.",
        "A short answer, and the figure in which you can check it.",
    ],
    reproduces: &[("E13", 1)],
    controls: &[Control::choice(
        "questions.card",
        "Question",
        &["value or gradient", "fade", "fBm", "simplex", "random", "range"],
        "The question whose answer stands below the cards.",
    )],
    code: &[
        "for (question, figure, step) in QUESTIONS {",
        "    card(question).opens(figure, step);",
        "}",
    ],
    draw: draw_questions,
    challenge: Challenge {
        task: "Find the question whose answer is a number, and choose it.",
        hint: "It asks how far noise reaches.",
        is_solved: |c| c.integer("questions.card") == 5,
    },
};

/// A short answer to each question.
const ANSWERS: [&str; 6] = [
    "Value noise blends random heights: its hills stand on the lattice and look blocky. Gradient \
     noise blends random slopes and is 0 on the lattice: its hills stand anywhere.",
    "Without a fade the slope jumps from cell to cell, and light shows every crease. A fade is \
     level at both ends, so cells meet smoothly.",
    "A sum of octaves: the same noise again and again, each time twice as fine and half as high. \
     It has few large hills and many small ones, like real land.",
    "A triangle has three corners, a square four; in four dimensions, a simplex has five corners \
     and a cube sixteen. And no edge of the lattice lies along an axis.",
    "No. A table or a hash turns whole numbers into numbers that look random; the same seed gives \
     the same land on every machine.",
    "About ±0.7 or ±1, depending on the gradients. But nearly all values lie far inside this \
     range, so measure before you rely on it.",
];

fn draw_questions(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 404.0);
    let chosen_card = c.integer("questions.card");
    let size = [220.0, 118.0];
    for (i, question) in QUESTIONS.iter().enumerate() {
        let at = [16.0 + 234.0 * (i % 3) as f64, 16.0 + 132.0 * (i / 3) as f64];
        let id = format!("card{i}");
        let is_chosen = i == chosen_card && c.step() >= 1;
        d.rect(&id, Ink::Card, at, size);
        draw_frame(&mut d, &id, if is_chosen { Ink::Accent } else { Ink::Grid }, (at, size));
        let [x, y] = [at[0] + 14.0, at[1]];
        let number = format!("{}", i + 1);
        d.text(Ink::Accent, 22.0, [x, y + 26.0], Anchor::Left, &number);
        d.text(Ink::Text, 15.0, [x, y + 58.0], Anchor::Left, question.text);
        let figure = format!("{}, step {}", question.row.title, question.step + 1);
        let label: String = figure.chars().take(34).collect();
        d.text(Ink::Muted, 11.5, [x, y + 94.0], Anchor::Left, &label);
        d.handles.push(
            Handle::new(
                id,
                format!("the question {}", question.text),
                [at[0] + size[0] - 18.0, y + 18.0],
            )
            .click_sets("questions.card", i as f64),
        );
    }
    if c.step() >= 1 {
        for (line, text) in wrap(ANSWERS[chosen_card], 100).into_iter().enumerate() {
            let at = [16.0, 300.0 + 19.0 * line as f64];
            d.text(Ink::Text, 13.5, at, Anchor::Left, &text);
        }
        let Question { text: question, row, step } = &QUESTIONS[chosen_card];
        let text = format!("Figure: {} (orogen lab {} --step {})", row.title, row.name, step + 1);
        d.text(Ink::Accent, 12.5, [16.0, 376.0], Anchor::Left, &text);
        d.formula = vec![vec![Term::text(question), Term::text(" → "), Term::text(row.name)]];
    }
    d.code_line = Some(c.step().min(1));
    d.caption = c.caption();
    d
}

fn draw_frame(d: &mut Drawing, id: &str, ink: Ink, ([x, y], [w, h]): (Place, Place)) {
    let outline = vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]];
    d.add(id, ink, Shape::Line { points: outline, width: 2.0, dash: None });
}

pub(super) static FACTS: FigureRow = FigureRow {
    name: "facts",
    screen: Screen::Mountain,
    title: "Facts in a strip",
    question: "What should you know about Perlin noise by heart?",
    steps: &[
        "Its origin: Ken Perlin found the pictures of the film Tron too clean. His paper appeared \
         in 1985, and in 1997 the noise earned him a technical award of the Academy.",
        "Its cost and its result: a few corners per sample in a world of any size, a smooth curve \
         between them, and values in a known range.",
    ],
    reproduces: &[("E16", 1)],
    controls: &[Control::recipe("noise.basis"), Control::recipe("noise.fade")],
    code: &[
        "// O(1): it neither needs nor stores other samples.",
        "let corners = 1 << dimensions;           // 8 in 3D",
        "let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);",
        "let bound = 0.5 * (dimensions as f64).sqrt();",
    ],
    draw: draw_facts,
    challenge: Challenge {
        task: "Choose a noise that does not visit four corners in the plane.",
        hint: "Triangles have three; Worley noise looks at nine cells.",
        is_solved: |c| c.single_octave(2).and_then(|noise| corners(&noise)) != Some(4),
    },
};

fn draw_facts(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 330.0);
    let solid = NoiseSpec { basis: Basis::Perlin, ..NoiseSpec::default() }.build(3);
    let solid = solid.ok().and_then(|noise| corners(&noise));
    let octave = c.single_octave(2);
    let bound = octave.as_ref().and_then(Prediction::of).and_then(|predicted| predicted.bound);
    let fade = match c.spec().fade {
        Fade::Quintic => "6t⁵ − 15t⁴ + 10t³",
        Fade::Cubic => "3t² − 2t³",
        Fade::Linear => "t",
        _ => c.spec().fade.name(),
    };
    let fade = if c.spec().basis.row().uses.fade { fade } else { "kernels instead" };
    let count = |corners: Option<usize>| corners.map(|corners| corners as f64);
    let facts: [(&str, &str, &str, Option<f64>, usize); 6] = [
        ("1983", "Ken Perlin writes it", "after the film Tron; paper from 1985", None, 0),
        ("O(1)", "cost per sample", "the same in a world of any size", None, 0),
        ("", "corners in 3D", "2 × 2 × 2; a simplex has 4", count(solid), 0),
        ("", "fade of this land", "level at both ends, or creases show", None, 0),
        ("", "no value beyond ±", "for one octave of this land's noise", bound, 3),
        ("1997", "technical Oscar", "for its use in film", None, 0),
    ];
    for (i, (head, title, note, value, decimals)) in facts.into_iter().enumerate() {
        if c.step() == 0 && !matches!(i, 0 | 5) {
            continue;
        }
        let at = [16.0 + 234.0 * (i % 3) as f64, 20.0 + 150.0 * (i / 3) as f64];
        let id = format!("fact{i}");
        d.rect(&id, Ink::Card, at, [220.0, 134.0]);
        let middle = at[0] + 110.0;
        let value_at = [middle, at[1] + 42.0];
        match (i, value) {
            (3, _) => {
                d.text(Ink::Accent, 17.0, value_at, Anchor::Middle, fade);
            }
            (2 | 4, Some(value)) => {
                let name = if i == 2 { "corners" } else { "bound" };
                let number = crate::figure::Number { name: name.to_owned(), value };
                let text = decimal(value, decimals);
                let shape = Shape::Text {
                    at: value_at,
                    anchor: Anchor::Middle,
                    size: 28.0,
                    text,
                    number: Some(number),
                };
                d.add(&id, Ink::Accent, shape);
            }
            (4, None) => {
                d.text(Ink::Accent, 17.0, value_at, Anchor::Middle, "measured only");
            }
            _ => {
                d.text(Ink::Accent, 28.0, value_at, Anchor::Middle, head);
            }
        }
        d.text(Ink::Text, 14.0, [middle, at[1] + 82.0], Anchor::Middle, title);
        d.text(Ink::Muted, 11.5, [middle, at[1] + 108.0], Anchor::Middle, note);
    }
    if let Some(count) = octave.as_ref().and_then(corners) {
        d.formula = vec![vec![
            Term::text("corners of this noise in the plane = "),
            Term::number("fact2", "corners-here", count as f64, 0),
        ]];
    }
    finish(d, c, &[0, 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn every_question_has_a_card_that_can_be_clicked_and_an_answer() {
        let scene = teaching_scene();
        let mut state = State::of(&QUESTION_CARDS);
        assert_eq!(QUESTIONS.len(), ANSWERS.len());
        for (i, question) in QUESTIONS.iter().enumerate() {
            state.set(&QUESTION_CARDS, "questions.card", i as f64);
            let c = Context::new(&scene, &state, &QUESTION_CARDS).unwrap();
            let d = c.draw();
            assert_eq!(d.handles[i].click, Click::Set("questions.card", i as f64));
            assert_eq!(d.formula[0][2].text, question.row.name);
            assert_eq!((QUESTION_CARDS.challenge.is_solved)(&c), i == 5);
        }
    }

    #[test]
    fn facts_match_the_noise() {
        let (mut scene, state) = (teaching_scene(), State::of(&FACTS));
        let c = Context::new(&scene, &state, &FACTS).unwrap();
        let d = c.draw();
        assert_eq!(d.value("corners"), Some(8.0));
        assert_eq!(d.value("corners-here"), Some(4.0));
        assert!((d.value("bound").unwrap() - 1.0).abs() < 1e-12);
        scene.set_text("noise.basis", "simplex").unwrap();
        let c = Context::new(&scene, &state, &FACTS).unwrap();
        assert!((FACTS.challenge.is_solved)(&c) && c.draw().value("corners-here") == Some(3.0));
    }
}
