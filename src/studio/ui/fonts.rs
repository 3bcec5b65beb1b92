//! Loads fallback fonts for letters that the bundled fonts lack.
//!
//! For example, a seed can be Japanese. A thread searches the system's fonts when a letter without a
//! font is shown for the first time. A letter that no font has stays a box. egui places letters one
//! by one from left to right and does not join them.

use std::collections::HashSet;
use std::sync::Arc;

use bevy::prelude::Resource;
use bevy_egui::egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use bevy_egui::egui::{Context, FontData, FontFamily, FontId};
use crossbeam_channel::{Receiver, Sender, unbounded};
use fontdb::{Database, FaceInfo, Stretch, Style, Weight};
use skrifa::{FontRef, MetadataProvider};

/// Installs the fonts of the panels, with egui's monospace font for arrows and other symbols.
pub fn install(context: &Context) {
    context.set_fonts(crate::lab::paint::typefaces());
}

/// Searches for fonts that have the missing letters.
#[derive(Resource)]
pub struct Fallback {
    /// Loads the list of fonts to search; the thread calls it once.
    library: Arc<dyn Fn() -> Database + Send + Sync>,
    /// The letters that earlier calls have checked.
    checked: HashSet<char>,
    search: Option<FontSearch>,
}

/// The channels to and from the searching thread.
struct FontSearch {
    wanted: Sender<String>,
    found: Receiver<Vec<FontInsert>>,
    /// The number of requests without an answer.
    pending: usize,
}

impl Default for Fallback {
    fn default() -> Self {
        Self::with_library(|| {
            let mut library = Database::new();
            library.load_system_fonts();
            library
        })
    }
}

impl Fallback {
    /// Searches a given list of fonts instead of the system's.
    pub fn with_library(library: impl Fn() -> Database + Send + Sync + 'static) -> Self {
        Self { library: Arc::new(library), checked: HashSet::new(), search: None }
    }

    /// Requests fonts for those letters of the texts that cannot be drawn yet. The letters
    /// appear some frames later.
    pub fn load_missing<'a>(
        &mut self,
        context: &Context,
        texts: impl IntoIterator<Item = &'a str>,
    ) {
        let mut missing = String::new();
        for letter in texts.into_iter().flat_map(str::chars).filter(|c| !c.is_ascii()) {
            if self.checked.insert(letter) && !is_blank(letter) && !has_glyph(context, letter) {
                missing.push(letter);
            }
        }
        if !missing.is_empty() {
            self.request_fonts(missing);
        }
        self.add_found_fonts(context);
    }

    fn request_fonts(&mut self, missing: String) {
        let library = self.library.clone();
        let search = self.search.get_or_insert_with(|| {
            let (wanted, requests) = unbounded::<String>();
            let (answers, found) = unbounded();
            let run = move || {
                let library = library();
                requests
                    .iter()
                    .try_for_each(|letters| answers.send(covering_fonts(&library, &letters)))
            };
            // If the system refuses a thread, the letters stay boxes.
            let _ = std::thread::Builder::new().name("orogen-fonts".to_owned()).spawn(run);
            FontSearch { wanted, found, pending: 0 }
        });
        search.pending += usize::from(search.wanted.send(missing).is_ok());
    }

    fn add_found_fonts(&mut self, context: &Context) {
        let Some(search) = &mut self.search else { return };
        while search.pending > 0 {
            match search.found.try_recv() {
                Ok(fonts) => {
                    search.pending -= 1;
                    fonts.into_iter().for_each(|font| context.add_font(font));
                }
                Err(crossbeam_channel::TryRecvError::Empty) => break,
                Err(crossbeam_channel::TryRecvError::Disconnected) => search.pending = 0,
            }
            context.request_repaint();
        }
        if search.pending > 0 {
            context.request_repaint();
        }
    }
}

/// Returns true if a letter is invisible: spaces, direction marks, joiners, variation selectors.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

fn has_glyph(context: &Context, letter: char) -> bool {
    context.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(13.0), letter))
}

/// Returns a small set of fonts that covers all letters that any font has.
fn covering_fonts(library: &Database, letters: &str) -> Vec<FontInsert> {
    let mut missing: Vec<char> = letters.chars().collect();
    let mut fonts = Vec::new();
    while !missing.is_empty() {
        let best = library
            .faces()
            .filter_map(|face| Some((fitness(library, face, &missing)?, face)))
            .max_by_key(|f| f.0);
        let font = best.and_then(|(_, face)| {
            missing.retain(|letter| !draws(library, face, *letter));
            font_insert(library, face)
        });
        let Some(font) = font else { break };
        fonts.push(font);
    }
    fonts
}

/// Returns how well a font covers the letters; higher is better. `None` if it lacks all of them.
fn fitness(
    library: &Database,
    face: &FaceInfo,
    letters: &[char],
) -> Option<(usize, bool, bool, usize)> {
    let count = letters.iter().filter(|letter| draws(library, face, **letter)).count();
    let first = letters.iter().find(|letter| draws(library, face, **letter))?;
    // Prefers a font that covers the letter's whole script, because the next letters will be from
    // it too.
    let block = u32::from(*first) & !0xff;
    let block = (block..block + 256).filter_map(char::from_u32);
    let is_plain = face.style == Style::Normal
        && face.weight == Weight::NORMAL
        && face.stretch == Stretch::Normal
        && !face.monospaced;
    let is_sans = face.families.iter().any(|(name, _)| name.contains("Sans"));
    Some((count, is_plain, is_sans, block.filter(|letter| draws(library, face, *letter)).count()))
}

/// Returns true if a font has an outline for a letter. Bitmaps, such as coloured emoji, do not
/// count.
fn draws(library: &Database, face: &FaceInfo, letter: char) -> bool {
    let has = library.with_face_data(face.id, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        font.outline_glyphs().get(font.charmap().map(letter)?).map(|_| ())
    });
    has.flatten().is_some()
}

/// Returns a font to be added to both families, after all other fonts.
fn font_insert(library: &Database, face: &FaceInfo) -> Option<FontInsert> {
    let data = library.with_face_data(face.id, |data, index| FontData {
        index,
        ..FontData::from_owned(data.to_vec())
    })?;
    let last_in = |family| InsertFontFamily { family, priority: FontPriority::Lowest };
    let name = format!("{} {}", face.post_script_name, face.index);
    Some(FontInsert::new(
        &name,
        data,
        [FontFamily::Proportional, FontFamily::Monospace].map(last_in).to_vec(),
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::*;
    use bevy_egui::egui::{FontDefinitions, RawInput};

    /// Returns the fonts that egui bundles, in place of the system's.
    fn library() -> Database {
        let mut library = Database::new();
        let bundled = FontDefinitions::default().font_data;
        for name in ["emoji-icon-font", "Hack"] {
            library.load_font_data(bundled[name].font.to_vec());
        }
        library
    }

    /// Returns a context with only the Ubuntu font.
    fn context() -> Context {
        let context = Context::default();
        let mut fonts = FontDefinitions::default();
        fonts.families.values_mut().for_each(|names| *names = vec!["Ubuntu-Light".to_owned()]);
        context.set_fonts(fonts);
        let _ = context.run_ui(RawInput::default(), |_| {});
        context
    }

    #[test]
    fn a_missing_letter_is_drawn_with_a_fallback_font() {
        let (context, mut fallback) = (context(), Fallback::with_library(library));
        // The box-drawing letter is in Hack, the pictogram in the icon font, the Cyrillic letter in
        // the font of the context, and the last letter in no font.
        let text = "a ╬ \u{1f4be} Ж \u{e0001}\u{10fff0}";
        assert_eq!(
            text.chars().map(|c| has_glyph(&context, c)).filter(|has| !has).count(),
            4,
            "these letters are missing at first"
        );
        let deadline = Instant::now() + Duration::from_secs(20);
        while !["╬", "\u{1f4be}"]
            .iter()
            .all(|text| text.chars().all(|letter| has_glyph(&context, letter)))
        {
            assert!(Instant::now() < deadline, "the letters appear in time");
            let _ =
                context.run_ui(RawInput::default(), |ui| fallback.load_missing(ui.ctx(), [text]));
        }
        assert_eq!(fallback.search.as_ref().map(|search| search.pending), Some(0));
        assert!(!has_glyph(&context, '\u{10fff0}'));
    }

    #[test]
    fn available_letters_start_no_search() {
        let (context, mut fallback) =
            (context(), Fallback::with_library(|| panic!("no search is needed")));
        fallback.load_missing(&context, ["Größe", "Гора\u{200d}", "Όρος"]);
        assert!(fallback.search.is_none());
    }

    #[test]
    fn one_font_covers_several_letters_and_a_missing_letter_gives_none() {
        let library = library();
        let names = |letters| {
            covering_fonts(&library, letters).into_iter().map(|font| font.name).collect::<Vec<_>>()
        };
        assert_eq!(names("╬╠╣"), ["Hack-Regular 0"]);
        assert_eq!(names("╬\u{1f4be}").len(), 2);
        assert_eq!(names("\u{10fff0}"), [] as [&str; 0]);
        assert!(covering_fonts(&Database::new(), "山").is_empty());
    }

    /// The bundled fonts must have every letter of the sources outside of comments and tests. The texts
    /// of the program must not depend on the system's fonts.
    #[test]
    fn the_bundled_fonts_have_every_letter_of_the_interface() {
        let context = Context::default();
        install(&context);
        let _ = context.run_ui(RawInput::default(), |_| {});
        let mut checked = 0;
        for file in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for letter in line.chars().filter(|c| !c.is_ascii()) {
                    checked += 1;
                    assert!(has_glyph(&context, letter), "{}: {letter} in {line}", file.display());
                }
            }
        }
        assert!(checked > 50, "{checked}");
        for preset in crate::terrain::preset::PRESETS {
            assert!(
                [preset.title, preset.doc]
                    .iter()
                    .all(|text| text.chars().all(|c| has_glyph(&context, c)))
            );
        }
    }

    fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries
            .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
            .filter(|path| {
                path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs")
            })
            .collect()
    }
}
