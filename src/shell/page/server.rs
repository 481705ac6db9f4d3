//! Connections: how many there may be, how long each may take, and the thread that has them.

use super::feed::{Feed, ROOM};
use super::patient::Patient;
use super::routes::router;
use super::state::State;
use crate::event::watch::Model;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Connections at a time.
const CLIENTS: usize = 256;
/// Connections that are turned away at a time.
const TURNED_AWAY: usize = 64;
/// A request's line and headers come in this time, and a connection without a request lasts so long.
const HEADER: Duration = Duration::from_secs(10);
/// A request's line and headers are no longer than this.
const REQUEST: usize = 16 << 10;
/// When no connection can be taken (too many files are open), the next try comes after this.
const PAUSE: Duration = Duration::from_millis(200);
/// How long what was told last may take to be written.
const LAST_WORDS: Duration = Duration::from_millis(300);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\ncontent-length: 35\r\n\
    retry-after: 5\r\nconnection: close\r\n\r\ntoo many look on; try again later.\n";

/// Starts the page's thread.
pub(super) fn start(listener: TcpListener, address: SocketAddr, model: Model) -> io::Result<Feed> {
    let (sender, news) = mpsc::channel(ROOM);
    let watched = Arc::new(AtomicBool::new(false));
    let state = Arc::new(State::new(model, Arc::clone(&watched), address.ip()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let thread = std::thread::Builder::new().name("live page".to_owned()).spawn(move || {
        step_back();
        runtime.block_on(async {
            let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
            let serving = tokio::spawn(serve(listener, router(Arc::clone(&state))));
            state.follow(news).await;
            serving.abort();
            tokio::time::sleep(LAST_WORDS).await;
        });
    })?;
    Ok(Feed::new(sender, watched, Some(thread)))
}

/// The games come first.
fn step_back() {
    // Linux has a priority for each thread; elsewhere this would be the whole program's.
    #[cfg(target_os = "linux")]
    rustix::process::setpriority_process(None, 10).unwrap_or(());
}

async fn serve(listener: tokio::net::TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CLIENTS));
    let door = Arc::new(Semaphore::new(TURNED_AWAY));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            tokio::spawn(converse(stream, router.clone(), place));
        } else if let Ok(place) = Arc::clone(&door).try_acquire_owned() {
            tokio::spawn(turn_away(stream, place));
        }
    }
}

async fn converse(stream: TcpStream, router: Router, place: OwnedSemaphorePermit) {
    drop(stream.set_nodelay(true));
    let io = TokioIo::new(Patient::new(stream));
    let done = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER)
        .max_buf_size(REQUEST)
        .max_headers(64)
        .serve_connection(io, TowerToHyperService::new(router))
        .await;
    // What goes wrong on a connection is the other side's.
    drop(done);
    drop(place);
}

async fn turn_away(mut stream: TcpStream, place: OwnedSemaphorePermit) {
    let told = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await
    };
    drop(tokio::time::timeout(Duration::from_secs(1), told).await);
    drop(place);
}
