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
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("samples/home");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut code = String::from("/// Every bundled file.\nconst SAMPLES: &[Sample] = &[\n");
    for (target, source) in files {
        let _ = writeln!(code, "    Sample {{ path: {target:?}, content: include_bytes!({source:?}) }},");
    }
    code.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("samples.rs"), code)
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
