//! Bookmarks: camera poses that a view keeps, numbered 1 to 9.

use std::fmt;

use crate::camera::Camera;
use crate::view_error::ViewError;

/// The number of bookmarks in a view.
pub const BOOKMARKS: u8 = 9;

/// The bookmarks of a view.
///
/// A bookmark has the text form `bookmarkN=yaw,pitch,distance[,x,y,z]`, with N from 1 to 9. Empty
/// bookmarks have no text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bookmarks([Option<Camera>; BOOKMARKS as usize]);

impl Bookmarks {
    /// The pose of a bookmark, numbered from 1 to 9.
    pub fn get(&self, number: u8) -> Option<Camera> {
        self.0.get(usize::from(number).wrapping_sub(1)).copied().flatten()
    }

    /// Sets or clears the bookmark of a number from 1 to 9; other numbers do nothing.
    pub fn set(&mut self, number: u8, camera: Option<Camera>) {
        if let Some(slot) = self.0.get_mut(usize::from(number).wrapping_sub(1)) {
            *slot = camera;
        }
    }

    /// The bookmarks in use with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Camera)> + '_ {
        (1..=BOOKMARKS).filter_map(|number| Some((number, self.get(number)?)))
    }

    /// The number of the first empty bookmark.
    pub fn first_free(&self) -> Option<u8> {
        (1..=BOOKMARKS).find(|&number| self.get(number).is_none())
    }

    /// Returns true if all bookmarks are empty.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Reads a bookmark from a key and value in the text of a view.
    ///
    /// Returns false if the key belongs to something else.
    ///
    /// # Errors
    /// Returns an error for a number outside 1 to 9 and for a pose that cannot be read.
    pub fn read(&mut self, key: &str, value: &str) -> Result<bool, ViewError> {
        let Some(digits) = key.strip_prefix("bookmark") else { return Ok(false) };
        let number = digits.parse().ok().filter(|number| (1..=BOOKMARKS).contains(number));
        let number = number.ok_or_else(|| ViewError::Bookmark(key.to_owned()))?;
        let camera = value.parse().map_err(ViewError::of(key))?;
        self.set(number, Some(camera));
        Ok(true)
    }
}

/// The text after the camera in a view: `; bookmark1=…; bookmark4=…`.
impl fmt::Display for Bookmarks {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.iter().try_for_each(|(number, camera)| write!(f, "; bookmark{number}={camera}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_from_one_to_nine_and_no_others() {
        let mut bookmarks = Bookmarks::default();
        for number in 0..=255 {
            bookmarks.set(
                number,
                Some(Camera { distance_m: f64::from(number) + 1.0, ..Camera::default() }),
            );
        }
        let kept: Vec<_> =
            bookmarks.iter().map(|(number, camera)| (number, camera.distance_m)).collect();
        assert_eq!(kept, (1..=9).map(|n| (n, f64::from(n) + 1.0)).collect::<Vec<_>>());
        assert_eq!(bookmarks.first_free(), None);
        bookmarks.set(4, None);
        assert_eq!(
            (bookmarks.first_free(), bookmarks.get(4), bookmarks.is_empty()),
            (Some(4), None, false)
        );
    }

    #[test]
    fn bad_bookmarks_are_refused_by_name() {
        for (key, value, words) in [
            ("bookmark0", "1,2,3", "bookmark1 to 9"),
            ("bookmark10", "1,2,3", "bookmark1 to 9"),
            ("bookmark", "1,2,3", "bookmark1 to 9"),
            ("bookmark3", "1,2", "yaw,pitch,distance"),
        ] {
            let error = Bookmarks::default().read(key, value).unwrap_err().to_string();
            assert!(error.contains(key) && error.contains(words), "{error}");
        }
        assert_eq!(Bookmarks::default().read("light.ambient", "1"), Ok(false));
    }
}
