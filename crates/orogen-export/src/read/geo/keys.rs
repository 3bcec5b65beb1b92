//! The keys of a GeoTIFF: short numbers, numbers and texts under codes (OGC GeoTIFF 1.1, chapter 7).

/// Keys.
pub(super) const MODEL_TYPE: u16 = 1024;
pub(super) const RASTER_TYPE: u16 = 1025;
pub(super) const CITATION: u16 = 1026;
pub(super) const GEOGRAPHIC_SYSTEM: u16 = 2048;
pub(super) const ANGLE_UNIT: u16 = 2054;
pub(super) const ANGLE_SIZE: u16 = 2055;
pub(super) const PLANE_SYSTEM: u16 = 3072;
pub(super) const PLANE_CITATION: u16 = 3073;
pub(super) const PLANE_METHOD: u16 = 3075;
pub(super) const PLANE_UNIT: u16 = 3076;
pub(super) const PLANE_UNIT_SIZE: u16 = 3077;
pub(super) const VERTICAL_SYSTEM: u16 = 4096;
pub(super) const VERTICAL_CITATION: u16 = 4097;
pub(super) const VERTICAL_UNIT: u16 = 4099;

/// The value of a key that says that other keys define what it means.
pub(super) const OWN: u16 = 32_767;

/// Where values stand that are no short numbers.
const DOUBLES: u16 = 34_736;
const TEXTS: u16 = 34_737;

/// The three tags that hold keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Keys {
    /// 34735: four numbers a key, the first of which are about all.
    pub directory: Vec<u16>,
    /// 34736
    pub doubles: Vec<f64>,
    /// 34737
    pub texts: String,
}

impl Keys {
    /// Where a key's values stand, how many there are, and the first or its place.
    fn entry(&self, wanted: u16) -> Option<[u16; 3]> {
        let keys = self.directory.as_chunks::<4>().0;
        let entry = keys.iter().skip(1).find(|entry| entry[0] == wanted)?;
        Some([entry[1], entry[2], entry[3]])
    }

    pub fn are_there(&self) -> bool {
        !self.directory.is_empty()
    }

    /// The short number of a key; none where it is 0, which says nothing.
    pub fn short(&self, wanted: u16) -> Option<u16> {
        let [place, _, value] = self.entry(wanted)?;
        (place == 0 && value != 0).then_some(value)
    }

    /// The code of a key; none where other keys say what it means.
    pub fn code(&self, wanted: u16) -> Option<u16> {
        self.short(wanted).filter(|value| *value != OWN)
    }

    pub fn double(&self, wanted: u16) -> Option<f64> {
        let [place, _, index] = self.entry(wanted)?;
        self.doubles.get(usize::from(index)).copied().filter(|_| place == DOUBLES)
    }

    pub fn text(&self, wanted: u16) -> Option<&str> {
        let [place, count, start] = self.entry(wanted)?;
        let start = usize::from(start);
        let text = self.texts.get(start..start + usize::from(count));
        // Some programs count the end, some do not.
        text.or_else(|| self.texts.get(start..)).filter(|_| place == TEXTS)
    }
}
