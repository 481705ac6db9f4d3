//! Binding places to processors. The engines of a place inherit it.

use crate::event::settings::Affinity;

/// Binds the calling thread as the settings say for this place.
#[cfg(target_os = "linux")]
pub(super) fn bind(affinity: &Affinity, place: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = || {
        let set = sched_getaffinity(None).ok()?;
        Some((0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu)).collect::<Vec<_>>())
    };
    let processors = match affinity {
        Affinity::Off => return,
        Affinity::Auto => allowed().unwrap_or_default(),
        Affinity::List(list) => list.clone(),
    };
    let Some(cpu) = processors.get(place % processors.len().max(1)).filter(|cpu| **cpu < CpuSet::MAX_CPU) else {
        return;
    };
    let mut set = CpuSet::new();
    set.set(*cpu);
    // A processor that we may not use: the games are played where they may.
    sched_setaffinity(None, &set).unwrap_or(());
}

#[cfg(not(target_os = "linux"))]
pub(super) fn bind(_affinity: &Affinity, _place: usize) {}
