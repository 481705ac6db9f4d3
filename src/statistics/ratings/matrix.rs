//! A symmetric positive definite matrix and its inverse.

/// A square matrix, row after row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        self.cells.get(row * self.size..(row + 1) * self.size).unwrap_or(&[])
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        if let Some(cell) = self.cells.get_mut(row * self.size + column) {
            *cell += value;
        }
    }

    /// The inverse by Cholesky's decomposition, in place; none: it is not positive definite.
    pub(super) fn inverse(mut self) -> Option<Self> {
        self.decompose()?;
        self.invert_triangle();
        Some(self.square())
    }

    /// L with L Lᵀ = A in the lower triangle.
    fn decompose(&mut self) -> Option<()> {
        let size = self.size;
        for row in 0..size {
            let (above, rest) = self.cells.split_at_mut(row * size);
            let own = rest.get_mut(..size)?;
            for column in 0..=row {
                let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
                if column < row {
                    let other = above.get(column * size..column * size + column + 1)?;
                    let sum = own.get(column)? - dot(own.get(..column)?, other.get(..column)?);
                    *own.get_mut(column)? = sum / other.get(column)?;
                } else {
                    let left = own.get(row)? - dot(own.get(..row)?, own.get(..row)?);
                    if left.is_nan() || left <= 0.0 {
                        return None;
                    }
                    *own.get_mut(row)? = left.sqrt();
                }
            }
        }
        Some(())
    }

    /// L⁻¹ in the place of L.
    fn invert_triangle(&mut self) {
        let size = self.size;
        for row in 0..size {
            let (above, rest) = self.cells.split_at_mut(row * size);
            let Some(own) = rest.get_mut(..size) else { return };
            let diagonal = own.get(row).copied().unwrap_or(1.0);
            let mut sums = vec![0.0; row];
            for (k, factor) in own.iter().take(row).enumerate() {
                // Row k of L⁻¹ is there already.
                let done = above.get(k * size..k * size + k + 1).unwrap_or(&[]);
                for (sum, value) in sums.iter_mut().zip(done) {
                    *sum += factor * value;
                }
            }
            for (cell, sum) in own.iter_mut().zip(&sums) {
                *cell = -sum / diagonal;
            }
            if let Some(cell) = own.get_mut(row) {
                *cell = 1.0 / diagonal;
            }
        }
    }

    /// L⁻ᵀ L⁻¹, both triangles.
    fn square(&self) -> Self {
        let mut result = Self::zero(self.size);
        for k in 0..self.size {
            let low = self.row(k).get(..=k).unwrap_or(&[]);
            for (row, factor) in low.iter().enumerate() {
                let start = row * self.size;
                if let Some(cells) = result.cells.get_mut(start..start + k + 1) {
                    for (cell, value) in cells.iter_mut().zip(low) {
                        *cell += factor * value;
                    }
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        let cells = [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0];
        let matrix = Matrix { size: 3, cells: cells.to_vec() };
        let inverse = matrix.clone().inverse().unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let sum = (0..3).map(|k| matrix.row(row)[k] * inverse.row(k)[column]).sum::<f64>();
                assert!((sum - f64::from(u8::from(row == column))).abs() < 1e-12, "{row} {column} {sum}");
            }
        }
        assert!(Matrix { size: 2, cells: vec![1.0, 2.0, 2.0, 1.0] }.inverse().is_none());
    }
}
