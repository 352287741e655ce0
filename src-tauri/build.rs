//! Lets tauri embed the built UI, the icons and the capability files, and embeds the sample sessions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    embed_samples()?;
    tauri_build::build();
    Ok(())
}

/// Writes the list `SAMPLES` that `src/samples.rs` includes.
fn embed_samples() -> io::Result<()> {
    let root = folder_in("CARGO_MANIFEST_DIR").join("samples/home");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut code = String::from("/// Every bundled file.\nconst SAMPLES: &[Sample] = &[\n");
    for (target, source) in files {
        let source = source.to_string_lossy();
        let _ = writeln!(code, "    Sample {{ path: {target:?}, content: include_bytes!({source:?}) }},");
    }
    code.push_str("];\n");
    fs::write(folder_in("OUT_DIR").join("samples.rs"), code)
}

/// Lists the files below a folder as (path under the sample home, path here).
fn collect(folder: &Path, target: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let target = format!("{target}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{target}/"), files)?;
        } else {
            files.push((target, entry.path()));
        }
    }
    Ok(())
}

/// Names the folder that cargo gives in this variable.
fn folder_in(variable: &str) -> PathBuf {
    #[expect(clippy::disallowed_methods, reason = "this is how cargo talks to a build script")]
    PathBuf::from(env::var_os(variable).unwrap_or_default())
}
