//! What a person chose about the look of the window: one small JSON file in the configuration folder.
//!
//! Not in the vault, so that the choice holds for the sample vault too and before any vault is open.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use specta::Type;

/// Light, dark, or as the desktop says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    /// As the desktop says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Says it in the words of the window toolkit.
    pub(crate) fn of_window(self) -> Option<tauri::Theme> {
        match self {
            Self::System => None,
            Self::Light => Some(tauri::Theme::Light),
            Self::Dark => Some(tauri::Theme::Dark),
        }
    }
}

/// Height of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Density {
    /// 24 px.
    Compact,
    /// 32 px.
    #[default]
    Default,
    /// 40 px.
    Relaxed,
}

/// The day on which a week begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FirstWeekday {
    /// Monday.
    #[default]
    Monday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

/// Everything a person chose about the look of the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Preferences {
    /// Theme.
    pub(crate) theme: Theme,
    /// Density of the tables.
    pub(crate) density: Density,
    /// Text size in percent, 80 to 200.
    pub(crate) text_scale: u16,
    /// Whether single letters are shortcuts.
    pub(crate) single_keys: bool,
    /// First day of the week.
    pub(crate) first_weekday: FirstWeekday,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            density: Density::Default,
            text_scale: 100,
            single_keys: true,
            first_weekday: FirstWeekday::Monday,
        }
    }
}

impl Preferences {
    /// Reads what was chosen; a missing or unreadable file means the defaults.
    pub(crate) fn load(folder: &Path) -> Self {
        let Ok(json) = fs::read(file(folder)) else { return Self::default() };
        serde_json::from_slice(&json).unwrap_or_else(|error| {
            tracing::warn!(%error, "the preferences are not understood; the defaults are used");
            Self::default()
        })
    }

    /// Keeps what was chosen, with the text size brought into its bounds.
    pub(crate) fn save(mut self, folder: &Path) -> io::Result<()> {
        self.text_scale = self.text_scale.clamp(80, 200);
        fs::create_dir_all(folder)?;
        let fresh = file(folder).with_extension("json.new");
        fs::write(&fresh, serde_json::to_vec_pretty(&self)?)?;
        fs::rename(fresh, file(folder))
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("preferences.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_found_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let chosen = Preferences { theme: Theme::Dark, text_scale: 500, ..Preferences::default() };

        chosen.clone().save(folder.path()).expect("the folder can be written");

        let found = Preferences::load(folder.path());
        assert_eq!(found, Preferences { text_scale: 200, ..chosen }, "a size beyond the bounds is brought into them");
    }

    #[test]
    fn a_damaged_file_means_the_defaults() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(file(folder.path()), b"{\"theme\":").expect("the folder can be written");

        assert_eq!(Preferences::load(folder.path()), Preferences::default());
    }
}
