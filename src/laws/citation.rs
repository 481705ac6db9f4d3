//! An article of an edition. Only an [`Edition`](crate::laws::Edition) makes one: nothing can be cited that is not
//! in its data.

use std::fmt;
use std::sync::Arc;

/// An article of the Laws, as cited in a ruling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Citation {
    source: Arc<str>,
    article: Arc<str>,
}

impl Citation {
    pub(super) fn new(source: &Arc<str>, article: &Arc<str>) -> Self {
        Self { source: Arc::clone(source), article: Arc::clone(article) }
    }

    /// The article's number, such as `9.6.1`.
    #[must_use]
    pub fn article(&self) -> &str {
        &self.article
    }

    /// The text it stands in, such as `FIDE Laws 2023`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.source, self.article)
    }
}
