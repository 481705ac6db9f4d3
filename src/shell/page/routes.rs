//! What is answered to which request. Everything is read only.

use super::assets::asset;
use super::state::{Reader, State as Page};
use crate::event::settings::GameNumber;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// A reader that hears nothing else hears this often that the connection stands.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Games of a download that are made at a time.
const PORTION: usize = 16;
/// Finished games of one answer, if the request does not say.
const PAGE: usize = 200;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const JSON: &str = "application/json";
const PGN: &str = "application/x-chess-pgn; charset=utf-8";

type Shared = State<Arc<Page>>;

pub(super) fn router(state: Arc<Page>) -> Router {
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/assets/{name}", get(|Path(name): Path<String>| async move { file(&name) }))
        .route("/events", get(events))
        .route("/event.json", get(whole))
        .route("/games.json", get(results))
        .route("/games.pgn", get(games))
        .route("/live.pgn", get(live))
        .route("/games/{name}", get(game))
        .fallback(|| async { refused(StatusCode::NOT_FOUND, "there is no such page\n") })
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

/// Who may ask, what may be asked for, and the headers of every answer.
async fn guard(State(state): Shared, request: Request, next: Next) -> Response {
    let mut response = if !is_for_us(&state, &request) {
        refused(StatusCode::MISDIRECTED_REQUEST, "this page is served to this machine alone, under its own names\n")
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = refused(StatusCode::METHOD_NOT_ALLOWED, "this page can be read only\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A page of the loopback interface answers to its names alone: a foreign name that resolves to it is an attack.
fn is_for_us(state: &Page, request: &Request) -> bool {
    let Some(host) = request.headers().get(header::HOST) else { return false };
    if !state.ip.is_loopback() {
        return true;
    }
    let Some(host) = host.to_str().ok().and_then(|host| host.parse::<Uri>().ok()) else { return false };
    let name = host.host().unwrap_or_default();
    let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip| ip.is_loopback())
}

fn refused(status: StatusCode, text: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn file(name: &str) -> Response {
    match asset(name) {
        Some(asset) => {
            ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")], asset.bytes).into_response()
        }
        None => refused(StatusCode::NOT_FOUND, "there is no such file\n"),
    }
}

/// An answer that other programs and pages may read.
fn feed(kind: &'static str, body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (headers, body.into()).into_response()
}

fn json(value: &impl serde::Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(json) => feed(JSON, json),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "this cannot be written as JSON\n"),
    }
}

/// The state, then every change.
async fn events(State(state): Shared) -> Response {
    let Some((first, reader)) = state.join() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "the event's program is about to end\n");
    };
    let body = stream::unfold((first.into_iter(), reader), |(mut first, reader)| async move {
        let (bytes, reader) = match first.next() {
            Some(bytes) => (bytes, reader),
            None => next(reader).await?,
        };
        Some((Ok::<Bytes, Infallible>(bytes), (first, reader)))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, Body::from_stream(body)).into_response()
}

/// The next change; none: the reader has fallen behind, or the event's program ends.
async fn next(mut reader: Reader) -> Option<(Bytes, Reader)> {
    let bytes = match tokio::time::timeout(KEEP_ALIVE, reader.changes.recv()).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(RecvError::Lagged(_) | RecvError::Closed)) => return None,
        Err(_) => Bytes::from_static(b": still here\n\n"),
    };
    Some((bytes, reader))
}

async fn whole(State(state): Shared) -> Response {
    feed(JSON, state.snapshot())
}

/// `?from=N&count=N`: finished games by number.
async fn results(State(state): Shared, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let value = |key: &str| query.split('&').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
    let number = |key: &str, usual: usize| value(key).map_or(Some(usual), |value| value.parse().ok());
    let (Some(from), Some(count)) = (number("from", 1), number("count", PAGE)) else {
        return refused(StatusCode::BAD_REQUEST, "expected from=NUMBER and count=NUMBER\n");
    };
    json(&state.model().results_from(u32::try_from(from).unwrap_or(u32::MAX), count))
}

async fn live(State(state): Shared) -> Response {
    feed(PGN, state.model().live_pgn())
}

/// All finished games, a few at a time.
async fn games(State(state): Shared) -> Response {
    let Ok(turn) = Arc::clone(&state.bulk).try_acquire_owned() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "others are loading all games; try again in a moment\n");
    };
    let numbers = state.model().finished_games().collect::<Vec<_>>();
    let body = stream::unfold((numbers.into_iter(), state, turn), |(mut numbers, state, turn)| async move {
        let mut text = String::new();
        let portion = numbers.by_ref().take(PORTION).collect::<Vec<_>>();
        if portion.is_empty() {
            return None;
        }
        for number in portion {
            text.push_str(&state.model().pgn(number).unwrap_or_default());
        }
        Some((Ok::<String, Infallible>(text), (numbers, state, turn)))
    });
    download(feed(PGN, Body::from_stream(body)), "games.pgn")
}

fn download(mut response: Response, name: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// `12.json`, `12.pgn`, `12-white.json` and `12-black.json`: a game, and the certificates of its ruling.
async fn game(State(state): Shared, Path(name): Path<String>) -> Response {
    let missing = || refused(StatusCode::NOT_FOUND, "there is no such game, or it is no longer kept\n");
    let Some((stem, kind)) = name.split_once('.') else { return missing() };
    let (number, side) = stem.split_once('-').map_or((stem, None), |(number, side)| (number, Some(side)));
    // A number has one spelling.
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let Some(number) = number.parse().ok().filter(|_| is_plain).map(GameNumber) else { return missing() };
    match (kind, side) {
        ("json", None) => state.model().game(number).map_or_else(missing, |game| json(&game)),
        ("pgn", None) => match state.model().pgn(number) {
            Some(pgn) => download(feed(PGN, pgn), &format!("game-{}.pgn", number.0)),
            None => missing(),
        },
        ("json", Some(side @ ("white" | "black"))) => match state.model().certificate(number, side) {
            Some(text) => download(feed(JSON, text), &format!("game-{}-{side}.json", number.0)),
            None => missing(),
        },
        _ => missing(),
    }
}
