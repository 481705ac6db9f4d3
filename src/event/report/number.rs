//! Numbers as C and Qt programs print them.

/// Fixed decimals as `{:.Nf}` prints them there; NaN as given, because those programs print a sign with it that says how
/// it came about.
pub(super) fn fixed(value: f64, decimals: usize, nan: &str) -> String {
    if value.is_nan() { nan.to_owned() } else { format!("{value:.decimals$}") }
}

/// Fixed decimals as Qt prints them: zero has no sign, and what lies just between two numbers goes away from zero,
/// where C goes to the even one.
pub(super) fn qt(value: f64, decimals: usize) -> String {
    // No double is nearer to the middle than this shows without being there.
    let long = format!("{value:.*}", decimals + 40);
    let tail = long.split_once('.').and_then(|(_, digits)| digits.get(decimals..));
    let between = tail.is_some_and(|tail| tail.starts_with('5') && tail.trim_end_matches('0') == "5");
    let value = match value {
        0.0 => 0.0,
        value if between => value * (1.0 + 1e-9),
        value => value,
    };
    fixed(value, decimals, "nan")
}

/// So many significant digits as `%.Ng` prints them: trailing zeros dropped, exponents from 10^N and below 10^-4.
pub(super) fn general(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return fixed(value, 0, "nan");
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    let last = i32::try_from(digits).unwrap_or(i32::MAX) - 1;
    if exponent < -4 || exponent > last {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
    } else {
        let decimals = usize::try_from(last - exponent).unwrap_or(0);
        trim(&format!("{value:.decimals$}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_those_of_c() {
        let cases = [
            (0.0, "0"),
            (2.944_439, "2.94"),
            (-2.944_439, "-2.94"),
            (0.001_234_5, "0.00123"),
            (0.000_012_345, "1.23e-05"),
            (1234.5, "1.23e+03"),
            (999.6, "1e+03"),
            (100.0, "100"),
            (2.0, "2"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in cases {
            assert_eq!(general(value, 3), text);
        }
        assert_eq!(general(0.125, 2), "0.12");
    }

    #[test]
    fn qt_rounds_the_middle_away_from_zero() {
        assert_eq!(
            (qt(0.8125, 3), qt(-0.8125, 3), qt(0.25, 1), qt(0.35, 1)),
            ("0.813".into(), "-0.813".into(), "0.3".into(), "0.3".into())
        );
        assert_eq!(fixed(0.8125, 3, ""), "0.812");
    }

    #[test]
    fn zero_has_no_sign_in_qt() {
        assert_eq!((qt(-0.0, 1), qt(-0.04, 1), fixed(-0.0, 2, "")), ("0.0".into(), "-0.0".into(), "-0.00".into()));
    }
}
