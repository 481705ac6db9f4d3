//! Numbers that look random and are the same for the same seed, on every machine and in every version: what an event
//! draws must be drawn again when it is resumed. SplitMix64 (Steele, Lea, Flood 2014); own code, so that no update of
//! a library changes the order of an event that is under way.

/// A stream of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0. Its bias is below 2^-32 for bounds of 32 bits.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let scaled = u128::from(self.next()) * u128::from(bound);
        u32::try_from(scaled >> 64).unwrap_or(0)
    }

    /// The numbers below `count` in random order (Fisher and Yates).
    pub(super) fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last as usize, self.below(last + 1) as usize);
        }
        order
    }
}

const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The number that is drawn for one half-move of one game of an event: the same whenever it is asked for.
#[must_use]
pub fn draw(seed: u64, game: u32, ply: u32) -> u64 {
    Random::new(Random::new(seed).next() ^ (u64::from(game) << 32 | u64::from(ply))).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first numbers of the reference implementation for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_shuffle_holds_every_number_once() {
        let mut order = Random::new(7).shuffled(1_000);
        assert_ne!(order, (0..1_000).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..1_000).collect::<Vec<_>>());
        assert_eq!(Random::new(7).shuffled(0), Vec::<u32>::new());
    }

    #[test]
    fn bounds_are_kept() {
        let mut random = Random::new(1);
        assert!((0..1_000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }
}
