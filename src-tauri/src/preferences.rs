//! What a person chose about the look of the window; kept in the vault's settings as one JSON value.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Light, dark, or as the desktop says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the desktop says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Height of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
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
pub enum FirstWeekday {
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
pub struct Preferences {
    /// Theme.
    pub theme: Theme,
    /// Density of the tables.
    pub density: Density,
    /// Text size in percent, 80 to 200.
    pub text_scale: u16,
    /// Whether single letters are shortcuts.
    pub single_keys: bool,
    /// First day of the week.
    pub first_weekday: FirstWeekday,
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
