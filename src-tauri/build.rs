//! Lets tauri embed the built UI, the icons and the capability files.
fn main() {
    tauri_build::build();
}
