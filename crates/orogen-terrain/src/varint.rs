//! Reads and writes varints: whole numbers in as few bytes as possible.
//!
//! Each byte has seven bits of the number, lowest bits first. Its eighth bit is set if more bytes
//! follow.

/// Appends a number to bytes.
pub(super) fn push(bytes: &mut Vec<u8>, mut x: u64) {
    while x >= 0x80 {
        bytes.push(x as u8 | 0x80);
        x >>= 7;
    }
    bytes.push(x as u8);
}

/// Appends a signed number, whose sign goes into the lowest bit (zigzag coding).
pub(super) fn push_signed(bytes: &mut Vec<u8>, i: i64) {
    push(bytes, ((i << 1) ^ (i >> 63)) as u64);
}

/// Takes a number from the start of `bytes`. Returns `None` if the bytes end early or the number
/// exceeds 64 bits.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut x = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let low = u64::from(byte & 0x7f);
        if low << shift >> shift != low {
            return None;
        }
        x |= low << shift;
        if byte & 0x80 == 0 {
            return Some(x);
        }
    }
    None
}

/// Takes a signed number from the start of bytes.
pub(super) fn take_signed(bytes: &mut &[u8]) -> Option<i64> {
    let word = take(bytes)?;
    Some((word >> 1) as i64 ^ -((word & 1) as i64))
}
