//! The window: sets the application up, connects the indexer's reports to the page, and ends in order.
//!
//! The page may call Daybook's own commands and listen to its events, nothing else: no file system, no shell, no
//! network, no other page. `frame.rs` remembers where the window stood.

mod frame;

use std::sync::Arc;

use daybook_indexer::IndexEvent;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager as _, RunEvent, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};

use crate::app::{App, Listener};
use crate::cli::DoorError;
use crate::commands;
use crate::events::{IndexProgressed, VaultChanged};
use crate::links::is_own_page;
use crate::opening::Which;
use crate::preferences::Preferences;
use crate::surroundings::Surroundings;
use crate::tags::{AFTER_COMMIT, ALL};

/// Label of the one window; the capability file names it too.
const LABEL: &str = "main";

/// Opens the window and stays until it is closed.
pub(crate) fn run(surroundings: Surroundings, which: Which) -> Result<(), DoorError> {
    let builder = commands::builder();
    let invoke_handler = builder.invoke_handler();
    let context = tauri::generate_context!();
    let identifier = instance_name(&context.config().identifier, &surroundings, which);
    let mut application = tauri::Builder::default();
    // Only D-Bus lets us name instances; elsewhere a separate Daybook cannot be told from the usual one.
    if cfg!(target_os = "linux") || !surroundings.is_separate {
        application = application.plugin(
            tauri_plugin_single_instance::Builder::new()
                .dbus_id(identifier)
                .callback(|handle, _arguments, _folder| show(handle))
                .build(),
        );
    }
    let application = application
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(invoke_handler)
        .setup(move |application| {
            builder.mount_events(application);
            let app = App::new(surroundings, which, listener(application.handle().clone()));
            application.manage(app.clone());
            open_window(application.handle(), &app)?;
            let handle = application.handle().clone();
            std::thread::Builder::new().name("opening".to_owned()).spawn(move || {
                app.open(which);
                tell(&handle, &VaultChanged { tags: ALL.to_vec(), sessions: Vec::new() });
            })?;
            Ok(())
        })
        .build(context)?;
    application.run(|handle, event| {
        if matches!(event, RunEvent::Exit) {
            handle.state::<App>().close();
        }
    });
    Ok(())
}

/// Names this Daybook among others: those with the same data folder are one, and a second start shows the first.
fn instance_name(identifier: &str, surroundings: &Surroundings, which: Which) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    surroundings.data.hash(&mut hasher);
    let sample = if which == Which::Sample { ".Sample" } else { "" };
    format!("{identifier}.Data{:016x}{sample}", hasher.finish())
}

/// Passes on to the page what the indexer reports.
fn listener(handle: AppHandle) -> Listener {
    Arc::new(move |event| match event {
        IndexEvent::Progressed(progress) => tell(&handle, &IndexProgressed(progress)),
        IndexEvent::VaultChanged { sessions } => tell(&handle, &VaultChanged { tags: AFTER_COMMIT.to_vec(), sessions }),
    })
}

/// Sends an event to the page; a page that is gone need not hear it.
fn tell(handle: &AppHandle, event: &(impl tauri_specta::Event + serde::Serialize + Clone)) {
    if let Err(error) = event.emit(handle) {
        tracing::debug!(%error, "the page did not hear an event");
    }
}

/// Builds the window where it stood last time.
fn open_window(handle: &AppHandle, app: &App) -> Result<(), tauri::Error> {
    let folder = app.surroundings().data.clone();
    let theme = Preferences::load(&app.surroundings().config).theme.of_window();
    let builder = WebviewWindowBuilder::new(handle, LABEL, WebviewUrl::default())
        .title("Daybook")
        .min_inner_size(960.0, 600.0)
        .theme(theme)
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .disable_drag_drop_handler();
    let window = frame::Frame::load(&folder).place(builder).build()?;
    let remembered = window.clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::CloseRequested { .. }) {
            frame::Frame::of(&remembered).save(&folder);
        }
    });
    Ok(())
}

/// Brings the window to the front.
fn show(handle: &AppHandle) {
    let raise =
        |window: WebviewWindow| window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    if let Some(window) = handle.get_webview_window(LABEL)
        && let Err(error) = raise(window)
    {
        tracing::warn!(%error, "the window could not be brought to the front");
    }
}
