//! The one list of every command and event that the window can reach.
//!
//! A command is a doorway: typed arguments in, one question or deed of one crate, its answer out. Blocking work runs on
//! the blocking pool. `tags.rs` says what each command provides and invalidates; a test keeps the two lists and the
//! committed `bindings.ts` in step.

pub(crate) mod inputs;
pub(crate) mod preferences;
pub(crate) mod prompts;
pub(crate) mod samples;
pub(crate) mod search;
pub(crate) mod sessions;
pub(crate) mod state;
pub(crate) mod transcripts;

use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::tags::{INVALIDATES, PROVIDES, by_command};

/// Builds the list; the window mounts it and the bindings are written from it.
pub(crate) fn builder() -> Builder<tauri::Wry> {
    Builder::<tauri::Wry>::new()
        .commands(collect_commands![
            state::open_state,
            state::get_summary,
            state::finish_welcome,
            state::open_link,
            state::quit,
            prompts::list_prompt_order,
            prompts::list_prompts,
            prompts::count_prompt_facets,
            sessions::list_session_order,
            sessions::list_sessions,
            sessions::count_session_facets,
            sessions::list_child_sessions,
            sessions::list_running_sessions,
            sessions::list_projects,
            sessions::get_session,
            transcripts::list_transcript,
            transcripts::list_messages,
            transcripts::find_in_session,
            transcripts::get_whole_text,
            search::search,
            inputs::get_progress,
            inputs::list_faulty_sources,
            inputs::pause_indexing,
            inputs::resume_indexing,
            inputs::scan_now,
            inputs::read_source_again,
            inputs::set_input_enabled,
            inputs::add_input_root,
            inputs::remove_input_root,
            inputs::reveal_source,
            samples::open_sample_vault,
            samples::leave_sample_vault,
            preferences::get_preferences,
            preferences::set_preferences,
        ])
        .events(collect_events![crate::events::VaultChanged, crate::events::IndexProgressed])
        .error_handling(ErrorHandlingMode::Throw)
        // Instants, ids and byte counts stay far below 2^53; the vault hands out nothing larger.
        .dangerously_cast_bigints_to_number()
        // One shape a type: the window neither sends what it was given nor leaves fields out.
        .disable_serde_phases()
        .constant("PROVIDES", by_command(PROVIDES))
        .constant("INVALIDATES", by_command(INVALIDATES))
}

#[cfg(test)]
mod tests {
    use super::builder;
    use crate::tags::{INVALIDATES, PROVIDES};

    /// Writes the bindings into a temporary folder and reads them back.
    fn fresh_bindings() -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("bindings.ts");
        let header = "// Generated from src-tauri/src/commands.rs. `npm run bindings` writes it anew.\n";
        builder()
            .export(specta_typescript::Typescript::default().header(header), &file)
            .expect("every command has a type for the window");
        std::fs::read_to_string(file).expect("the file just written")
    }

    /// Writes the bindings anew with `DAYBOOK_WRITE_BINDINGS=1`; otherwise compares.
    #[test]
    fn bindings_are_what_the_commands_say() {
        let committed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/ipc/bindings.ts");
        let fresh = fresh_bindings();

        #[expect(clippy::disallowed_methods, reason = "`npm run bindings` sets it")]
        if std::env::var_os("DAYBOOK_WRITE_BINDINGS").is_some() {
            std::fs::write(&committed, &fresh).expect("the bindings can be written");
        }
        let committed = std::fs::read_to_string(committed).unwrap_or_default();

        assert!(committed == fresh, "ui/src/ipc/bindings.ts is stale: run `npm run bindings` and commit the result");
    }

    #[test]
    fn every_command_is_a_read_with_tags_or_a_write_with_tags() {
        let bindings = fresh_bindings();
        let commands: Vec<&str> = bindings
            .lines()
            .filter_map(|line| line.split_once("__TAURI_INVOKE<")?.1.split_once(">(\"")?.1.split('"').next())
            .collect();
        let tagged = |command: &str| PROVIDES.iter().chain(INVALIDATES).filter(|(name, _)| *name == command).count();

        assert!(commands.len() > 30, "the commands were found in the bindings: {commands:?}");
        for command in &commands {
            assert_eq!(tagged(command), 1, "`{command}` must stand once in tags.rs");
        }
        assert_eq!(PROVIDES.len() + INVALIDATES.len(), commands.len(), "tags.rs names a command that does not exist");
    }
}
