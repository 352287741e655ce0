//! How the command line says things: sums as a table, spans of time as days, sizes in the unit that fits.

use std::fmt::Write as _;
use std::path::Path;

use daybook_indexer::{Progress, ProgressState};
use daybook_vault::VaultSummary;
use jiff::tz::TimeZone;

/// Sums up a vault; `folders` are those that were looked into, named where nothing was found.
pub(crate) fn summary(summary: &VaultSummary, path: &Path, folders: &[String], zone: &TimeZone) -> String {
    let mut out = String::new();
    if summary.sessions == 0 {
        out.push_str("No sessions were found.\n");
        for folder in folders {
            let _ = writeln!(out, "  looked in {folder}");
        }
        out.push_str("Try `daybook demo` to look round with a sample vault.\n");
    } else {
        let agents = summary.agents.iter().filter(|agent| agent.sessions > 0);
        let _ = writeln!(out, "{:<14}{:>10}{:>10}{:>9}{:>11}   since", "", "sessions", "prompts", "files", "size");
        for agent in agents.clone() {
            let _ = writeln!(
                out,
                "{:<14}{:>10}{:>10}{:>9}{:>11}   {}",
                agent.agent.name(),
                thousands(agent.sessions),
                thousands(agent.prompts),
                thousands(agent.sources),
                size(agent.bytes),
                day(agent.first_at, zone),
            );
        }
        let _ = writeln!(
            out,
            "\nThe record of {}: {} with {}, {} under others, {}.",
            counted(i64::try_from(agents.count()).unwrap_or(i64::MAX), "agent"),
            counted(summary.sessions, "session"),
            counted(summary.prompts, "prompt"),
            counted(summary.children, "session"),
            counted(summary.messages, "message"),
        );
        let _ = writeln!(out, "From {} to {}.", day(summary.first_at, zone), day(summary.last_at, zone));
    }
    let _ = writeln!(out, "Vault: {} ({})", path.display(), size(summary.bytes));
    out
}

/// Says in one line how far reading has come.
pub(crate) fn progress(progress: &Progress) -> String {
    let files =
        format!("{} of {} files", thousands(progress.files_done.into()), thousands(progress.files_total.into()));
    match progress.state {
        ProgressState::Discovering => format!("Looking for sessions · {files}"),
        ProgressState::Reading => {
            let agent = progress.current_agent.map_or("sessions", daybook_model::Agent::name);
            format!("Reading {agent} · {files} · newest first")
        }
        ProgressState::UpToDate => format!("Read {files}"),
        ProgressState::Paused => format!("Paused · {files}"),
        ProgressState::Failed => format!("Reading failed · {files}"),
    }
}

/// Names the local day of an instant.
fn day(at: Option<i64>, zone: &TimeZone) -> String {
    let day = at.and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    day.map_or_else(|| "an unknown day".to_owned(), |day| zone.to_datetime(day).strftime("%-d %B %Y").to_string())
}

/// Writes a number with its noun.
fn counted(number: i64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// Groups digits by thousands.
fn thousands(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Writes a size in the unit that fits.
fn size(bytes: i64) -> String {
    let mut amount = bytes as f64;
    for unit in ["B", "kB", "MB"] {
        if amount < 1000.0 {
            return if unit == "B" { format!("{bytes} B") } else { format!("{amount:.1} {unit}") };
        }
        amount /= 1000.0;
    }
    format!("{amount:.1} GB")
}

#[cfg(test)]
mod tests {
    use super::*;
    use daybook_model::Agent;
    use daybook_vault::AgentSummary;

    fn empty() -> VaultSummary {
        VaultSummary {
            sessions: 0,
            children: 0,
            prompts: 0,
            messages: 0,
            first_at: None,
            last_at: None,
            bytes: 4096,
            agents: Vec::new(),
        }
    }

    #[test]
    fn an_empty_vault_says_where_it_looked_and_what_to_try() {
        let text =
            summary(&empty(), Path::new("/d/vault.db"), &["/home/ada/.codex/sessions".to_owned()], &TimeZone::UTC);

        assert!(text.contains("looked in /home/ada/.codex/sessions"), "a person checks the folder first:\n{text}");
        assert!(text.contains("daybook demo"), "there is a way to go on:\n{text}");
    }

    #[test]
    fn a_full_vault_is_summed_up_by_agent() {
        let agent = AgentSummary {
            agent: Agent::ClaudeCode,
            sources: 3,
            missing: 0,
            quarantined: 0,
            bytes: 1_234_567,
            sessions: 2,
            prompts: 1234,
            first_at: Some(1_772_436_600_000),
            last_read_at: None,
            faults: 0,
        };
        let vault = VaultSummary {
            sessions: 2,
            children: 1,
            prompts: 1234,
            messages: 5000,
            first_at: Some(1_772_436_600_000),
            last_at: Some(1_784_205_600_000),
            agents: vec![agent],
            ..empty()
        };

        let text = summary(&vault, Path::new("/d/vault.db"), &[], &TimeZone::UTC);

        for part in ["Claude Code", "1,234", "1.2 MB", "2 March 2026", "16 July 2026", "1 agent:", "4.1 kB"] {
            assert!(text.contains(part), "{part} is missing:\n{text}");
        }
    }
}
