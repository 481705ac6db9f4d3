//! Every rule script in `tests/laws`, one test a file. See `tests/laws/README.md`.

mod rule_script;

fn script(path: &std::path::Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    rule_script::run(&text)?;
    Ok(())
}

datatest_stable::harness! { { test = script, root = "tests/laws", pattern = r".*\.txt$" } }
