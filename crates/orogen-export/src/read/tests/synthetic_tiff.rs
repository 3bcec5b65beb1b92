//! TIFFs built byte by byte: any tags and byte order, classic or BigTIFF, with omitted pieces.

/// The values of a tag.
#[derive(Clone)]
pub(super) enum Value {
    Short(Vec<u16>),
    Long(Vec<u32>),
    Double(Vec<f64>),
    Text(String),
}

pub(super) fn short(value: u16) -> Value {
    Value::Short(vec![value])
}

pub(super) fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// A picture with its tags and its strips or tiles, some of which may be omitted.
#[derive(Clone, Default)]
pub(super) struct SyntheticTiff {
    pub tags: Vec<(u16, Value)>,
    pub pieces: Vec<Option<Vec<u8>>>,
    pub is_tiled: bool,
}

/// Byte order and offset size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    pub highest_first: bool,
    pub is_big: bool,
}

impl Form {
    fn word(self, value: u64, width: usize) -> Vec<u8> {
        match self.highest_first {
            true => value.to_be_bytes()[8 - width..].to_vec(),
            false => value.to_le_bytes()[..width].to_vec(),
        }
    }

    fn offset(self, value: u64) -> Vec<u8> {
        self.word(value, if self.is_big { 8 } else { 4 })
    }

    /// Encodes samples in the byte order.
    pub fn floats(self, samples: &[f32]) -> Vec<u8> {
        samples.iter().flat_map(|x| self.word(x.to_bits().into(), 4)).collect()
    }
}

impl SyntheticTiff {
    /// A picture of floats in strips of `strip` rows.
    pub fn of_floats(
        [columns, rows]: [usize; 2],
        strip: usize,
        samples: &[f32],
        form: Form,
    ) -> Self {
        let strips = samples.chunks(columns * strip).map(|strip| Some(form.floats(strip)));
        let mut tiff = Self::of([columns, rows], 32, 3);
        tiff.pieces = strips.collect();
        tiff.with(278, short(strip as u16))
    }

    /// A picture of floats in tiles, padded with −1.
    pub fn of_tiles([columns, rows]: [usize; 2], tile: usize, samples: &[f32], form: Form) -> Self {
        let mut tiff = Self::of([columns, rows], 32, 3);
        for top in (0..rows).step_by(tile) {
            for left in (0..columns).step_by(tile) {
                let sample_at = |i: usize| {
                    let [x, y] = [left + i % tile, top + i / tile];
                    if x < columns && y < rows { samples[y * columns + x] } else { -1.0 }
                };
                let data: Vec<f32> = (0..tile * tile).map(sample_at).collect();
                tiff.pieces.push(Some(form.floats(&data)));
            }
        }
        tiff.is_tiled = true;
        tiff.with(322, short(tile as u16)).with(323, short(tile as u16))
    }

    /// A picture with the required tags.
    pub fn of([columns, rows]: [usize; 2], bits: u16, kind: u16) -> Self {
        Self::default()
            .with(256, Value::Long(vec![columns as u32]))
            .with(257, Value::Long(vec![rows as u32]))
            .with(258, short(bits))
            .with(259, short(1))
            .with(262, short(1))
            .with(277, short(1))
            .with(339, short(kind))
    }

    /// Adds or replaces a tag.
    pub fn with(mut self, tag: u16, value: Value) -> Self {
        self.tags.retain(|(other, _)| *other != tag);
        self.tags.push((tag, value));
        self
    }

    pub fn without(mut self, tag: u16) -> Self {
        self.tags.retain(|(other, _)| *other != tag);
        self
    }

    /// Adds GeoTIFF keys: shorts, doubles and texts.
    pub fn with_keys(self, keys: &[(u16, Key)]) -> Self {
        let (mut doubles, mut texts) = (vec![], String::new());
        let mut directory = vec![1, 1, 0, keys.len() as u16];
        for (key, value) in keys {
            let (tag, count, value) = match value {
                Key::Short(value) => (0, 1, *value),
                Key::Double(value) => {
                    doubles.push(*value);
                    (34_736, 1, doubles.len() as u16 - 1)
                }
                Key::Text(text) => {
                    let start = texts.len() as u16;
                    texts += &format!("{text}|");
                    (34_737, text.len() as u16 + 1, start)
                }
            };
            directory.extend([*key, tag, count, value]);
        }
        self.with(34_735, Value::Short(directory))
            .with(34_736, Value::Double(doubles))
            .with(34_737, Value::Text(texts))
    }

    /// Adds cells of 10 units and a corner at 1,000 east and 5,000 north.
    pub fn placed(self) -> Self {
        self.with(33_550, Value::Double(vec![10.0, 10.0, 0.0]))
            .with(33_922, Value::Double(vec![0.0, 0.0, 0.0, 1000.0, 5000.0, 0.0]))
    }

    pub fn bytes(&self, form: Form) -> Vec<u8> {
        file(std::slice::from_ref(self), form)
    }
}

/// The value of a geographic key.
pub(super) enum Key {
    Short(u16),
    Double(f64),
    Text(&'static str),
}

/// Builds a file of pictures: their pieces, then tag values, then directories. The first piece
/// follows the header.
pub(super) fn file(pictures: &[SyntheticTiff], form: Form) -> Vec<u8> {
    let mut bytes = if form.highest_first { b"MM".to_vec() } else { b"II".to_vec() };
    bytes.extend(form.word(if form.is_big { 43 } else { 42 }, 2));
    if form.is_big {
        bytes.extend([form.word(8, 2), form.word(0, 2)].concat());
    }
    // The position of the offset to the next directory.
    let mut link = bytes.len();
    bytes.extend(form.offset(0));
    for picture in pictures {
        let mut tags = picture.tags.clone();
        let (mut offsets, mut lengths) = (vec![], vec![]);
        for piece in &picture.pieces {
            offsets.push(if piece.is_some() { bytes.len() as u32 } else { 0 });
            lengths.push(piece.as_ref().map_or(0, |piece| piece.len() as u32));
            bytes.extend(piece.iter().flatten());
        }
        let has = |tag: u16| picture.tags.iter().any(|(other, _)| *other == tag);
        let [offset_tag, length_tag] = if picture.is_tiled { [324, 325] } else { [273, 279] };
        for (tag, values) in [(offset_tag, offsets), (length_tag, lengths)] {
            if !has(tag) && !values.is_empty() {
                tags.push((tag, Value::Long(values)));
            }
        }
        // An empty list stands for an omitted tag.
        tags.retain(|(_, value)| !matches!(value, Value::Long(values) if values.is_empty()));
        tags.sort_by_key(|(tag, _)| *tag);
        let inline_bytes = if form.is_big { 8 } else { 4 };
        let mut entries = vec![];
        for (tag, value) in &tags {
            let (kind, count, mut data) = match value {
                Value::Short(values) => {
                    let data = values.iter().flat_map(|x| form.word((*x).into(), 2));
                    (3, values.len(), data.collect::<Vec<u8>>())
                }
                Value::Long(values) => {
                    let data = values.iter().flat_map(|x| form.word((*x).into(), 4));
                    (4, values.len(), data.collect())
                }
                Value::Double(values) => {
                    let data = values.iter().flat_map(|x| form.word(x.to_bits(), 8));
                    (12, values.len(), data.collect())
                }
                Value::Text(text) => (2, text.len() + 1, [text.as_bytes(), &[0]].concat()),
            };
            if data.len() > inline_bytes {
                let offset = bytes.len() as u64;
                bytes.extend(&data);
                data = form.offset(offset);
            }
            data.resize(inline_bytes, 0);
            let head = [form.word((*tag).into(), 2), form.word(kind, 2), form.offset(count as u64)];
            entries.push([head.concat(), data].concat());
        }
        let offset = form.offset(bytes.len() as u64);
        bytes[link..link + inline_bytes].copy_from_slice(&offset);
        bytes.extend(form.word(entries.len() as u64, if form.is_big { 8 } else { 2 }));
        bytes.extend(entries.concat());
        link = bytes.len();
        bytes.extend(form.offset(0));
    }
    bytes
}
