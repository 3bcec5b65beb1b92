//! Randomly damaged files: every reader accepts them or reports the problem in one line.
//! `scripts/fuzz` runs for hours.

use super::*;
use orogen_noise::hash::avalanche;

/// Random numbers from a seed.
struct RandomNumbers(u32);

impl RandomNumbers {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        avalanche(self.0)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.word() as usize % limit.max(1)
    }
}

/// Numbers that often break size and offset calculations.
const EDGE_NUMBERS: [u32; 12] =
    [0, 1, 2, 3, 0x7f, 0xff, 0x7fff, 0xffff, 0x8000_0000, 0x7fff_ffff, 0xffff_fffe, u32::MAX];

/// Damages a file in a few places, mostly near its header.
fn damaged_file(seeds: &[Vec<u8>], random: &mut RandomNumbers) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        let limit = if random.below(3) > 0 { bytes.len().min(400) } else { bytes.len() };
        let offset = random.below(limit);
        match random.below(7) {
            0 => bytes.truncate(offset),
            1 => {
                let length = random.below(40).min(bytes.len() - offset);
                bytes.drain(offset..offset + length);
            }
            2 => {
                let length = random.below(40).min(bytes.len() - offset);
                let part = bytes[offset..offset + length].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, part);
            }
            3 => {
                let number = EDGE_NUMBERS[random.below(EDGE_NUMBERS.len())];
                let big = random.below(2) == 0;
                let word = if big { number.to_be_bytes() } else { number.to_le_bytes() };
                let width = [1, 2, 4][random.below(3)];
                let word = if big { &word[4 - width..] } else { &word[..width] };
                for (byte, new) in bytes.iter_mut().skip(offset).zip(word) {
                    *byte = *new;
                }
            }
            4 => {
                if let Some(byte) = bytes.get_mut(offset) {
                    *byte = random.word() as u8;
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(offset) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    bytes
}

/// Reads `count` damaged files.
fn fuzz(name: &str, readings: &[&str], seeds: &[Vec<u8>], count: u32) {
    for seed in seeds {
        assert!(try_read(seed, name, readings[0]).is_ok(), "{name}: the undamaged file is read");
    }
    let (mut read, mut refused) = (0u32, 0u32);
    for round in 1..=count {
        let mut random = RandomNumbers(avalanche(round ^ avalanche(name.len() as u32)));
        let mut bytes = damaged_file(seeds, &mut random);
        if random.below(2) == 0 && bytes.starts_with(b"\x89PNG") {
            fix_checksums(&mut bytes);
        }
        let reading = readings[random.below(readings.len())];
        let result = std::panic::catch_unwind(|| {
            try_read(&bytes, name, reading).map(|mut found| {
                assert_eq!(found.samples.len(), found.size[0] * found.size[1]);
                let _ = found.fill_voids();
            })
        });
        match result {
            Ok(Ok(())) => read += 1,
            Ok(Err(problem)) => {
                let line = problem.to_string();
                assert!(line.lines().count() == 1 && line.len() < 400, "{name}, {round}: {line}");
                refused += 1;
            }
            Err(_) => panic!("{name}: round {round} with the reading `{reading}` panics"),
        }
    }
    assert!(refused > 0, "{name}: {read} read, {refused} refused");
    eprintln!("{name}: {read} read, {refused} refused");
}

#[test]
fn fuzz_png() {
    let encode_png = |picture_of: image::DynamicImage| picture(picture_of, image::ImageFormat::Png);
    let seeds = [png16([9, 7]), encode_png(grey16([5, 5]).to_luma8().into()), png16([64, 48])];
    fuzz("a.png", &["", "channel=red", "south-first"], &seeds, 20_000);
    fuzz("b.png", &["channel=1"], &[encode_png(colour8([8, 8]))], 5_000);
}

#[test]
fn fuzz_tiff() {
    let size = [8, 6];
    let geo = Geo {
        scale: Some([30.0, 20.0, 0.0]),
        tie: Some([0.0, 0.0, 0.0, 600_000.0, 5_100_000.0, 0.0]),
        keys: vec![[1024, 0, 1, 1], [1025, 0, 1, 2]],
        void: Some("-9999"),
        ..Geo::default()
    };
    let lzw = Geo { lzw: true, matrix: Some([1.0; 16]), ..Geo::default() };
    let seeds = [
        tiff_of(size, &floats(size), &geo),
        tiff_of(size, &floats(size), &lzw),
        picture(grey16(size), image::ImageFormat::Tiff),
    ];
    fuzz("a.tif", &["", "channel=2"], &seeds, 20_000);
    fuzz("b.tif", &["channel=1"], &[picture(colour8(size), image::ImageFormat::Tiff)], 5_000);
}

#[test]
fn fuzz_exr() {
    let seeds =
        [exr_of([9, 7], "R", false), exr_of([8, 8], "Y", true), exr_of([70, 40], "R", false)];
    fuzz("a.exr", &["", "channel=R"], &seeds, 10_000);
}

#[test]
fn fuzz_hgt() {
    // The file has 2.9 MB, so only a few rounds.
    fuzz("N46E011.hgt", &["", "south-first"], &[hgt()], 20);
}

#[test]
fn fuzz_asc() {
    let seeds = [asc([9, 6]).into_bytes(), asc([3, 40]).replace("corner", "center").into_bytes()];
    fuzz("a.asc", &["", "south-first"], &seeds, 20_000);
}

#[test]
fn fuzz_archives() {
    let png = png16([9, 7]);
    let grid = asc([9, 6]);
    let zips = [
        archives::zip(&[archives::Packed::new("a.png", &png)]),
        archives::zip(&[archives::Packed::new("a.asc", grid.as_bytes())]),
    ];
    fuzz("a.zip", &["", "south-first"], &zips, 20_000);
    fuzz("a.png.gz", &[""], &[archives::gz(&png)], 10_000);
}

#[test]
fn fuzz_raw() {
    let seeds = [raw16([16, 16], false), raw16([9, 9], true)];
    fuzz("a.r16", &["", "big", "i16", "9x9", "f32"], &seeds, 20_000);
    let floats: Vec<u8> = floats([8, 8]).iter().flat_map(|x| x.to_le_bytes()).collect();
    fuzz("a.r32", &["", "big", "8x8"], &[floats], 5_000);
}
