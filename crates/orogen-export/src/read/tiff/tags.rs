//! The numbers of the tags of GeoTIFF and GDAL.

pub(super) const MODEL_SCALE: u16 = 33_550;
pub(super) const MODEL_TIES: u16 = 33_922;
pub(super) const MODEL_MATRIX: u16 = 34_264;
pub(super) const GEO_KEYS: u16 = 34_735;
pub(super) const GEO_DOUBLES: u16 = 34_736;
pub(super) const GEO_TEXTS: u16 = 34_737;
pub(super) const GDAL_METADATA: u16 = 42_112;
pub(super) const GDAL_VOID: u16 = 42_113;
pub(super) const ORIENTATION: u16 = 274;
