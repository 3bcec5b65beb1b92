//! The keys of a GeoTIFF. Their values are shorts, doubles and texts (OGC GeoTIFF 1.1, chapter 7).

/// Key codes.
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

/// The value "user-defined". Other keys then hold the definition.
pub(super) const USER_DEFINED: u16 = 32_767;

/// The tags that hold doubles and texts.
const DOUBLES: u16 = 34_736;
const TEXTS: u16 = 34_737;

/// The three tags that hold keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct GeoKeys {
    /// 34735: four numbers per key. The first four are the header.
    pub directory: Vec<u16>,
    /// 34736: the doubles.
    pub doubles: Vec<f64>,
    /// 34737: the texts.
    pub texts: String,
}

impl GeoKeys {
    /// Returns three numbers of a key: the tag that holds its values, the number of values, and the
    /// value itself or its index in that tag.
    fn entry(&self, wanted: u16) -> Option<[u16; 3]> {
        let keys = self.directory.as_chunks::<4>().0;
        let entry = keys.iter().skip(1).find(|entry| entry[0] == wanted)?;
        Some([entry[1], entry[2], entry[3]])
    }

    pub fn is_present(&self) -> bool {
        !self.directory.is_empty()
    }

    /// Returns the short value of a key. 0 means undefined.
    pub fn short(&self, wanted: u16) -> Option<u16> {
        let [tag, _, value] = self.entry(wanted)?;
        (tag == 0 && value != 0).then_some(value)
    }

    /// Returns the EPSG code of a key. `None` if it is user-defined.
    pub fn code(&self, wanted: u16) -> Option<u16> {
        self.short(wanted).filter(|value| *value != USER_DEFINED)
    }

    pub fn double(&self, wanted: u16) -> Option<f64> {
        let [tag, _, index] = self.entry(wanted)?;
        self.doubles.get(usize::from(index)).copied().filter(|_| tag == DOUBLES)
    }

    pub fn text(&self, wanted: u16) -> Option<&str> {
        let [tag, count, start] = self.entry(wanted)?;
        let start = usize::from(start);
        let text = self.texts.get(start..start + usize::from(count));
        // Some programs include the terminator in the length, others do not.
        text.or_else(|| self.texts.get(start..)).filter(|_| tag == TEXTS)
    }
}
