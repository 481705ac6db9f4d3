//! What engines ask of the arbiter and the opponent. UCI has no words for it; these are in use:
//!
//! | line | by | meaning |
//! |---|---|---|
//! | `info string xboard offer draw` | polyglot's passage to xboard | a claim if one stands with the move, else an offer |
//! | `info string xboard resign` | the same | resignation |
//! | `info string xboard 1/2-1/2 {…}` | the same | a claim |
//! | `info string DrawOffer`, `info string Resign` | engines with `UCI_DrawOffers` | an offer, resignation |
//! | `info string claim draw` | this program | a claim |

/// What an engine asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// A draw by claim; an incorrect one costs what the Laws say.
    Claim,
    /// A draw by claim if one stands, else by agreement.
    Offer,
    /// To lose.
    Resign,
}

impl Request {
    /// Reads the text of an `info string`.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?.trim();
        match text {
            "xboard offer draw" | "DrawOffer" => Some(Self::Offer),
            "xboard resign" | "Resign" => Some(Self::Resign),
            "claim draw" => Some(Self::Claim),
            _ => text.starts_with("xboard 1/2-1/2").then_some(Self::Claim),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_in_use_are_understood_and_talk_about_them_is_not() {
        assert_eq!(Request::parse(b"xboard offer draw\r"), Some(Request::Offer));
        assert_eq!(Request::parse(b"xboard 1/2-1/2 {Draw by repetition}"), Some(Request::Claim));
        assert_eq!(Request::parse(b"Resign"), Some(Request::Resign));
        assert_eq!(Request::parse(b"claim draw"), Some(Request::Claim));
        assert_eq!(Request::parse(b"I could offer draw"), None);
        assert_eq!(Request::parse(b"\xff"), None);
    }
}
