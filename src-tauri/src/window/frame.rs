//! Where the window stands and how large it is, remembered from one run to the next.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tauri::{WebviewWindow, WebviewWindowBuilder, Wry};

/// Place and size in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Frame {
    width: f64,
    height: f64,
    x: Option<f64>,
    y: Option<f64>,
    is_maximised: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self { width: 1440.0, height: 900.0, x: None, y: None, is_maximised: false }
    }
}

impl Frame {
    /// Reads what was remembered; anything odd means the default.
    pub(super) fn load(folder: &Path) -> Self {
        let remembered = fs::read(file(folder)).ok().and_then(|json| serde_json::from_slice::<Self>(&json).ok());
        remembered.filter(Self::is_sensible).unwrap_or_default()
    }

    /// Looks at a window.
    pub(super) fn of(window: &WebviewWindow) -> Self {
        let scale = window.scale_factor().unwrap_or(1.0);
        let size = window.inner_size().map(|size| size.to_logical::<f64>(scale));
        let place = window.outer_position().map(|place| place.to_logical::<f64>(scale)).ok();
        let standard = Self::default();
        Self {
            width: size.as_ref().map_or(standard.width, |size| size.width),
            height: size.as_ref().map_or(standard.height, |size| size.height),
            x: place.map(|place| place.x),
            y: place.map(|place| place.y),
            is_maximised: window.is_maximized().unwrap_or(false),
        }
    }

    /// Remembers it; a folder that cannot be written is no reason to keep the window open.
    pub(super) fn save(self, folder: &Path) {
        let written =
            serde_json::to_vec(&self).map_err(std::io::Error::from).and_then(|json| fs::write(file(folder), json));
        if let Err(error) = written {
            tracing::debug!(%error, "the place of the window was not kept");
        }
    }

    /// Gives a window this place and size, and lets the desktop correct what no screen shows any more.
    pub(super) fn place(
        self,
        builder: WebviewWindowBuilder<'_, Wry, tauri::AppHandle>,
    ) -> WebviewWindowBuilder<'_, Wry, tauri::AppHandle> {
        let builder = builder.inner_size(self.width, self.height).maximized(self.is_maximised).prevent_overflow();
        match (self.x, self.y) {
            (Some(x), Some(y)) => builder.position(x, y),
            _ => builder,
        }
    }

    fn is_sensible(&self) -> bool {
        let sizes = (960.0..=16_384.0).contains(&self.width) && (600.0..=16_384.0).contains(&self.height);
        let places = [self.x, self.y].into_iter().flatten().all(|place| (-100.0..=32_768.0).contains(&place));
        sizes && places
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("window.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_comes_back_where_it_was() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let frame = Frame { width: 1280.0, height: 800.0, x: Some(40.0), y: Some(60.0), is_maximised: false };

        frame.save(folder.path());

        assert_eq!(Frame::load(folder.path()), frame);
    }

    #[test]
    fn a_window_never_comes_back_out_of_reach() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Frame { x: Some(-5000.0), y: Some(0.0), ..Frame::default() }.save(folder.path());

        assert_eq!(Frame::load(folder.path()), Frame::default(), "the screen it stood on may be gone");
    }
}
