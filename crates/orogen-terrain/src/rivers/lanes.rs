//! Columns of numbers in one allocation.

/// `N` columns of equal length, so that loops over them vectorise.
#[derive(PartialEq)]
pub(super) struct Lanes<const N: usize>(Box<[f32]>);

impl<const N: usize> Lanes<N> {
    /// Makes the columns from rows.
    pub fn new(rows: impl ExactSizeIterator<Item = [f32; N]>) -> Self {
        let count = rows.len();
        let mut values = vec![0.0; N * count].into_boxed_slice();
        for (index, row) in rows.enumerate() {
            for (lane, value) in row.into_iter().enumerate() {
                values[lane * count + index] = value;
            }
        }
        Self(values)
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.0.len() / N
    }

    /// The columns, each [`Lanes::count`] long.
    pub fn all(&self) -> [&[f32]; N] {
        let count = self.count();
        std::array::from_fn(|lane| &self.0[lane * count..][..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_values_of_rows() {
        let lanes = Lanes::new([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]].into_iter());
        assert_eq!((lanes.count(), lanes.all()), (3, [&[1.0, 3.0, 5.0][..], &[2.0, 4.0, 6.0]]));
        let empty = Lanes::<3>::new([].into_iter());
        assert_eq!((empty.count(), empty.all()), (0, [&[][..]; 3]));
    }
}
