//! Who can be compared with whom.
//!
//! Ratings of some players exist if, however they are divided in two, each part has taken points from the other (Ford
//! 1957): if in the graph of points taken everybody can be reached from everybody. So the groups are the strongly
//! connected components of that graph, anchors being one player of it. Games between two groups, all won by one of
//! them, say nothing but that.

use super::Pairing;
use std::cmp::Reverse;

/// Players that can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Who, by place in the list, in order.
    pub players: Vec<usize>,
    /// Whether it has players whose ratings are given.
    pub anchored: Anchored,
}

/// What ratings of a group stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchored {
    /// On given ratings.
    Yes,
    /// On the average of the group alone.
    No,
}

/// The groups of more than one player, or with an anchor: the largest first.
pub(super) fn groups(players: usize, pairings: &[Pairing], anchors: &[(usize, f64)]) -> Vec<Group> {
    let mut is_anchor = vec![false; players];
    for (anchor, _) in anchors {
        if let Some(mark) = is_anchor.get_mut(*anchor) {
            *mark = true;
        }
    }
    let first = anchors.iter().map(|(anchor, _)| *anchor).filter(|anchor| *anchor < players).min();
    let node = |player: usize| match (is_anchor.get(player), first) {
        (Some(true), Some(first)) => first,
        (Some(_) | None, _) => player,
    };
    let mut taken = vec![Vec::new(); players];
    for pairing in pairings {
        let (white, black) = (node(pairing.white), node(pairing.black));
        let tally = pairing.tally;
        for (from, to, points) in [(white, black, tally.wins + tally.draws), (black, white, tally.losses + tally.draws)]
        {
            if let Some(taken) = taken.get_mut(from).filter(|_| points > 0) {
                taken.push(to);
            }
        }
    }
    let component = components(&taken);
    let mut groups = vec![Vec::new(); players];
    for player in 0..players {
        if let Some(group) = component.get(node(player)).and_then(|component| groups.get_mut(*component)) {
            group.push(player);
        }
    }
    let anchored = |group: &Vec<usize>| group.iter().any(|player| is_anchor.get(*player) == Some(&true));
    let mut groups = groups
        .into_iter()
        .map(|players| (anchored(&players), players))
        .filter(|(anchored, players)| players.len() > 1 || *anchored)
        .map(|(anchored, players)| Group { players, anchored: if anchored { Anchored::Yes } else { Anchored::No } })
        .collect::<Vec<_>>();
    groups.sort_by_key(|group| (Reverse(group.players.len()), group.players.first().copied()));
    groups
}

/// The strongly connected component of each node, numbered below the number of nodes (Tarjan, without recursion).
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let count = edges.len();
    let (mut order, mut low, mut component) = (vec![None; count], vec![0; count], vec![None; count]);
    let (mut next, mut found, mut stack) = (0, 0, Vec::new());
    for root in 0..count {
        if order.get(root).copied().flatten().is_some() {
            continue;
        }
        // A node and how many of its edges have been followed.
        let mut calls = vec![(root, 0)];
        while let Some((node, followed)) = calls.pop() {
            if followed == 0 {
                set(&mut order, node, Some(next));
                set(&mut low, node, next);
                next += 1;
                stack.push(node);
            }
            match edges.get(node).and_then(|edges| edges.get(followed)).copied() {
                Some(to) => {
                    calls.push((node, followed + 1));
                    match order.get(to).copied().flatten() {
                        None => calls.push((to, 0)),
                        Some(seen) if component.get(to).copied().flatten().is_none() => lower(&mut low, node, seen),
                        Some(_) => {}
                    }
                }
                None => {
                    let own = low.get(node).copied().unwrap_or(0);
                    if order.get(node).copied().flatten() == Some(own) {
                        while let Some(member) = stack.pop() {
                            set(&mut component, member, Some(found));
                            if member == node {
                                break;
                            }
                        }
                        found += 1;
                    }
                    if let Some((parent, _)) = calls.last() {
                        lower(&mut low, *parent, own);
                    }
                }
            }
        }
    }
    component.into_iter().map(|component| component.unwrap_or(0)).collect()
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(place) = list.get_mut(at) {
        *place = value;
    }
}

fn lower(low: &mut [usize], at: usize, value: usize) {
    if let Some(place) = low.get_mut(at) {
        *place = (*place).min(value);
    }
}
