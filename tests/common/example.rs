//! Programs of the tests, built as the test was.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The example of this name; one for each test program. A test of one target alone does not build examples.
pub(crate) fn built(name: &str) -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_whistlestop")).parent().expect("a program is in a folder");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo.args(["build", "--quiet", "--locked", "--example", name]);
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
        folder.join("examples").join(name)
    })
}
