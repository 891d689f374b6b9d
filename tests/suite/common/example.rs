//! Programs of the tests, built as the test was.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The examples that tests run.
const EXAMPLES: [&str; 2] = ["fragile", "hostile"];

/// Says that they are built: whoever has built them may keep cargo busy with something else.
const BUILT: &str = "WHISTLESTOP_TEST_BUILT";

/// The example of this name. Whoever asks first builds all: a test of one target alone does not build examples.
pub(crate) fn built(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    assert!(EXAMPLES.contains(&name), "{name} is not built");
    let folder = FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_whistlestop")).parent().expect("a program is in a folder");
        if std::env::var_os(BUILT).is_none() {
            build(folder);
        }
        folder.join("examples")
    });
    folder.join(name)
}

/// Builds them into the folder of a profile.
fn build(folder: &Path) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["build", "--quiet", "--locked"]);
    cargo.args(EXAMPLES.iter().flat_map(|name| ["--example", name]));
    // What cargo tells this test of itself would make it take half of the crates for changed.
    let told = |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.starts_with(start));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(told)) {
        cargo.env_remove(name);
    }
    let target = folder.parent().expect("the folder of a profile is in the folder of all");
    cargo.arg("--target-dir").arg(target);
    if folder.file_name().is_some_and(|profile| profile == "release") {
        cargo.arg("--release");
    }
    let built = cargo.output().expect("cargo can be started");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}
