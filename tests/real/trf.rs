//! gacrux, FIDE's tie-break server, reads tournament reports: those of other programs and random ones as we write them
//! again, and that of an event that was played.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Both programs agree about the reports.
fn agree(python: &Path, system: &str, reports: &[PathBuf]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/trf.py");
    let output = Command::new(python).arg(script).arg(crate::PROGRAM).arg(system).args(reports).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// The reports of a folder.
fn reports(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut reports = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    reports.retain(|path| path.extension().is_some_and(|ending| ending == "trf"));
    reports.sort();
    reports
}

/// Runs the program; what it printed.
fn run(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(crate::PROGRAM).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn swiss_events_with_byes_forfeits_late_entries_and_withdrawals_have_gacrux_s_standings() {
    let Some(python) = crate::python::python_with("gacrux.tiebreakchecker") else { return };
    let reports = reports("tests/data/trf");
    assert!(reports.len() > 5);
    agree(&python, "swiss", &reports);
}

#[test]
fn round_robins_with_forfeits_have_gacrux_s_standings() {
    let Some(python) = crate::python::python_with("gacrux.tiebreakchecker") else { return };
    let reports = reports("tests/data/trf/round-robin");
    assert!(reports.len() > 3);
    agree(&python, "round-robin", &reports);
}

#[test]
fn a_round_robin_with_a_withdrawal_is_read_by_gacrux_as_it_was_played() {
    let Some(python) = crate::python::python_with("gacrux.tiebreakchecker") else { return };
    let folder = crate::folder("trf-round-robin");
    let engine = |name: &str| format!("[[engines]]\nname = \"{name}\"\nhouse = \"random\"\nrating = 2000\n\n");
    let engines = ["A", "B", "C", "D", "E"].map(engine).concat();
    let event = format!(
        "[event]\nname = \"Reported\"\nseed = 1\ntie-breaks = [\"DE\", \"SB\"]\n\n[time]\ncontrol = \"60+1\"\n\n{engines}\
         [format]\nkind = \"round-robin\"\ngames = 2\n\n[rules]\nmax-moves = 30\n\n[output]\njournal = \"j\"\n"
    );
    std::fs::write(folder.join("event.toml"), event).unwrap();
    run(&["event", "run", "event.toml"], &folder);
    // As if it had been stopped after fourteen of twenty games.
    let journal = std::fs::read_to_string(folder.join("j")).unwrap();
    let finished = |line: &&str| line.contains("\"kind\":\"finished\"");
    let mut end = journal.split_inclusive('\n').scan((0, 0), |(games, length), line| {
        (*games, *length) = (*games + usize::from(finished(&line)), *length + line.len());
        Some((*games, *length))
    });
    let (_, end) = end.find(|(games, _)| *games == 14).unwrap();
    std::fs::write(folder.join("j"), &journal[..end]).unwrap();
    run(&["event", "withdraw", "j", "E", "--reason", "tested"], &folder);
    let report = run(&["event", "trf", "j"], &folder);
    assert_eq!(report.matches(" w +").count() + report.matches(" b +").count(), 2, "{report}");
    for line in ["012 Reported", "142 10", "192 CUSTOM_ROUNDROBIN", "202 DE,SB", "222 60+1"] {
        assert!(report.lines().any(|told| told == line), "{line}: {report}");
    }
    std::fs::write(folder.join("report.trf"), &report).unwrap();
    agree(&python, "round-robin", &[folder.join("report.trf")]);
    // The same table from the report as from the journal.
    let status = run(&["event", "status", "j"], &folder);
    let standings = run(&["event", "standings", "report.trf"], &folder);
    assert!(status.contains(&standings), "{status}\n{standings}");
    let imported = run(&["event", "import", "report.trf"], &folder);
    for line in ["control = \"1:00+1\"", "rounds = 1", "games = 2"] {
        assert!(imported.lines().any(|told| told == line), "{line}: {imported}");
    }
}

#[test]
fn swiss_events_that_were_played_are_read_by_gacrux_as_their_journals_tell_them() {
    let Some(python) = crate::python::python_with("gacrux.tiebreakchecker") else { return };
    let folder = crate::folder("trf-swiss");
    let engine =
        |(name, kind): (&str, &str)| format!("[[engines]]\nname = \"{name}\"\nhouse = \"{kind}\"\nrating = 2000\n\n");
    let kinds = ["search", "random", "random", "search", "random", "random", "search"];
    let engines = ["A", "B", "C", "D", "E", "F", "G"].into_iter().zip(kinds).map(engine).collect::<String>();
    for games in [1, 2] {
        let event = format!(
            "[event]\nname = \"Swiss\"\nseed = 1\ntie-breaks = [\"BH/C1\", \"BH\", \"SB\", \"DE\"]\n\n\
             [time]\ncontrol = \"60+1\"\ndepth = 1\n\n{engines}\
             [format]\nkind = \"swiss\"\nrounds = 4\ngames = {games}\npairing = \"tcec\"\n\
             byes = [{{ player = \"B\", rounds = [2], points = \"half\" }}, {{ player = \"C\", rounds = [4], points = \"zero\" }}]\n\
             late = [{{ player = \"F\", from = 2 }}]\n\n[rules]\nmax-moves = 60\n\n[output]\njournal = \"j{games}\"\n"
        );
        std::fs::write(folder.join("event.toml"), event).unwrap();
        run(&["event", "run", "event.toml"], &folder);
        let (journal, report) = (format!("j{games}"), format!("swiss-{games}.trf"));
        run(&["event", "trf", &journal, "--out", &report], &folder);
        agree(&python, "swiss", &[folder.join(&report)]);
        let table = |text: &str| {
            text.lines().skip_while(|line| !line.starts_with("Rank")).map(str::to_owned).collect::<Vec<_>>()
        };
        let (status, standings) =
            (run(&["event", "status", &journal], &folder), run(&["event", "standings", &report], &folder));
        let (status, standings) = (table(&status), table(&standings));
        assert_eq!(status[..standings.len()], standings[..]);
    }
}

#[test]
fn an_event_of_teams_is_read_by_gacrux_as_its_journal_tells_it() {
    let Some(python) = crate::python::python_with("gacrux.tiebreakchecker") else { return };
    let folder = crate::folder("trf-teams");
    let kinds = ["search", "search", "random", "search", "random", "random", "random", "search"];
    let engine = |(place, kind): (usize, &str)| format!("[[engines]]\nname = \"E{place}\"\nhouse = \"{kind}\"\n\n");
    let engines = kinds.into_iter().enumerate().map(engine).collect::<String>();
    let team =
        |place: usize| format!("[[teams]]\nname = \"Team {place}\"\nboards = [\"E{place}\", \"E{}\"]\n\n", place + 4);
    let teams = (0..4).map(team).collect::<String>();
    let event = format!(
        "[event]\nname = \"Teams\"\nseed = 1\n\n[time]\ncontrol = \"60+1\"\ndepth = 1\n\n{engines}{teams}\
         [format]\nkind = \"team-round-robin\"\nmatch-points = {{ win = 3, draw = 1, loss = 0 }}\n\
         team-tie-breaks = [\"MPvGP\", \"EMMSB\", \"EMGSB\", \"EGMSB\", \"EGGSB\"]\n\n\
         [rules]\nmax-moves = 60\n\n[output]\njournal = \"j\"\n"
    );
    std::fs::write(folder.join("event.toml"), event).unwrap();
    run(&["event", "run", "event.toml"], &folder);
    run(&["event", "trf", "j", "--out", "teams.trf"], &folder);
    agree(&python, "teams", &[folder.join("teams.trf")]);
    let table =
        |text: &str| text.lines().skip_while(|line| !line.contains("Team ")).take(5).collect::<Vec<_>>().join("\n");
    let (status, standings) =
        (run(&["event", "status", "j"], &folder), run(&["event", "standings", "teams.trf"], &folder));
    assert_eq!(table(&status), table(&standings));
}
