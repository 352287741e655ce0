//! Where this program runs: its folders, the folders of the agents, the time zone, the clock, the display.
//!
//! This is the only file of Daybook that reads environment variables, the home folder and the clock; everything else
//! gets what it needs as an argument, so tests can run anywhere.

use std::ffi::OsString;
use std::path::PathBuf;

use daybook_model::Instant;
use daybook_readers::Places;

/// Everything Daybook wants to know of the computer.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings {
    /// Folder of the vault and its log; `DAYBOOK_DATA_DIR` overrides.
    pub(crate) data: PathBuf,
    /// Folder of the preferences; `DAYBOOK_CONFIG_DIR` overrides.
    pub(crate) config: PathBuf,
    /// Whether `data` was given by the person: such a Daybook is a separate one and may run beside another.
    pub(crate) is_separate: bool,
    /// Folders of the agents.
    pub(crate) places: Places,
    /// Time zone of the computer.
    pub(crate) zone: jiff::tz::TimeZone,
    /// Whether there is a screen to open a window on.
    pub(crate) has_display: bool,
    /// What to log, from `DAYBOOK_LOG`.
    pub(crate) log: Option<String>,
}

/// The person has no home folder, so Daybook knows no place for the vault.
#[derive(Debug, thiserror::Error)]
#[error("no home folder was found; set `HOME`, or name a folder for the vault in `DAYBOOK_DATA_DIR`")]
pub(crate) struct NoHome;

impl Surroundings {
    /// Looks round.
    pub(crate) fn look() -> Result<Self, NoHome> {
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
        Self::described_by(&|name| std::env::var_os(name).filter(|value| !value.is_empty()))
    }

    /// Works out the surroundings from the variables that `variable` answers.
    fn described_by(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, NoHome> {
        let folder = |name| variable(name).map(PathBuf::from);
        let base = directories::BaseDirs::new();
        let home = folder("HOME").or_else(|| base.as_ref().map(|base| base.home_dir().to_owned())).ok_or(NoHome)?;
        let own = directories::ProjectDirs::from("org", "Daybook", "Daybook");
        let data = folder("DAYBOOK_DATA_DIR");
        let is_separate = data.is_some();
        let places = Places {
            config: base.as_ref().map_or_else(|| home.join(".config"), |base| base.config_dir().to_owned()),
            data: base.as_ref().map_or_else(|| home.join(".local/share"), |base| base.data_dir().to_owned()),
            claude_config: folder("CLAUDE_CONFIG_DIR"),
            codex_home: folder("CODEX_HOME"),
            home,
        };
        Ok(Self {
            data: data.or_else(|| own.as_ref().map(|own| own.data_dir().to_owned())).ok_or(NoHome)?,
            config: folder("DAYBOOK_CONFIG_DIR")
                .or_else(|| own.as_ref().map(|own| own.config_dir().to_owned()))
                .ok_or(NoHome)?,
            is_separate,
            places,
            zone: jiff::tz::TimeZone::system(),
            has_display: !cfg!(target_os = "linux")
                || variable("DISPLAY").is_some()
                || variable("WAYLAND_DISPLAY").is_some(),
            log: variable("DAYBOOK_LOG").and_then(|value| value.into_string().ok()),
        })
    }

    /// Names the time zone.
    pub(crate) fn zone_name(&self) -> String {
        self.zone.iana_name().unwrap_or("UTC").to_owned()
    }

    /// Names the file of the person's own vault.
    pub(crate) fn vault_path(&self) -> PathBuf {
        self.data.join("vault.db")
    }

    /// Names the folder of the sample vault and the sample agents' files.
    pub(crate) fn sample_folder(&self) -> PathBuf {
        self.data.join("sample")
    }
}

/// Reads the clock.
pub(crate) fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    Instant(jiff::Timestamp::now().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described_by(variables: &[(&str, &str)]) -> Surroundings {
        let variables: Vec<(String, OsString)> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), OsString::from(value))).collect();
        Surroundings::described_by(&|name| {
            variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        })
        .expect("HOME is among the variables")
    }

    #[test]
    fn variables_beat_the_folders_of_the_platform() {
        let surroundings = described_by(&[
            ("HOME", "/home/ada"),
            ("DAYBOOK_DATA_DIR", "/data"),
            ("DAYBOOK_CONFIG_DIR", "/config"),
            ("CODEX_HOME", "/codex"),
        ]);

        assert_eq!(surroundings.vault_path(), PathBuf::from("/data/vault.db"));
        assert_eq!(surroundings.config, PathBuf::from("/config"));
        assert_eq!(surroundings.places.codex_home, Some(PathBuf::from("/codex")));
        assert_eq!(surroundings.places.claude_config, None, "a variable that is not set says nothing");
        assert!(surroundings.is_separate, "a Daybook with its own data folder runs beside others");
    }

    #[test]
    fn without_a_screen_there_is_no_display() {
        assert!(!described_by(&[("HOME", "/home/ada")]).has_display || !cfg!(target_os = "linux"));
        assert!(described_by(&[("HOME", "/home/ada"), ("WAYLAND_DISPLAY", "wayland-0")]).has_display);
    }
}
