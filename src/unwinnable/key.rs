//! Numbers made of a position's exact key: a fast hash for tables and the digest of certificates.
//!
//! Decides: nothing. The digest is defined in [`super::Proof`]; the fast hash is private and may change.

use super::board::Key;

/// A 64-bit mix for tables; both halves are well mixed.
pub(crate) const fn hash(key: Key) -> u64 {
    let a = fold(key[0] ^ 0x9e37_79b9_7f4a_7c15, key[1] ^ 0xe703_7ed1_a0b4_28db);
    let b = fold(key[2] ^ 0x8ebc_6af0_9c88_c6e3, key[3] ^ 0x5899_65cc_7537_4cc3);
    fold(a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db)
}

const fn fold(a: u64, b: u64) -> u64 {
    let wide = (a as u128) * (b as u128);
    (wide as u64) ^ ((wide >> 64) as u64)
}

/// The 128-bit hash of one position, as [`super::Proof`] defines it.
pub(crate) const fn digest(key: Key) -> u128 {
    (half(key, 0x243f_6a88_85a3_08d3) as u128) << 64 | half(key, 0x1319_8a2e_0370_7344) as u128
}

const fn half(key: Key, seed: u64) -> u64 {
    mix(mix(mix(mix(seed ^ key[0]).wrapping_add(key[1])) ^ key[2]).wrapping_add(key[3]))
}

const fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
