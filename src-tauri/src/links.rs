//! Which addresses Daybook lets out, and where its own page may go.
//!
//! Transcripts are untrusted: a link in one opens in the person's browser after a click, and only if it is a web or
//! mail address. The page itself never leaves the application.

use tauri::Url;

use crate::error::CommandError;

/// Opens a web or mail address in the person's own program for it.
pub(crate) fn open(url: &str) -> Result<(), CommandError> {
    let address = checked(url).ok_or_else(|| CommandError::link_refused(url))?;
    tauri_plugin_opener::open_url(address.as_str(), None::<&str>).map_err(|error| {
        tracing::warn!(%error, "no program opened a link");
        CommandError::failed("No program was found that opens this link.")
    })
}

/// Reads an address; `None` unless it is one of the three kinds that are let out.
fn checked(url: &str) -> Option<Url> {
    let address = Url::parse(url.trim()).ok()?;
    let is_web = matches!(address.scheme(), "http" | "https") && address.host_str().is_some();
    (is_web || address.scheme() == "mailto").then_some(address)
}

/// Tells whether the page may go to this address: only to the application itself.
pub(crate) fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" if url.host_str() == Some("tauri.localhost") => true,
        "http" => cfg!(dev) && url.host_str() == Some("localhost") && url.port() == Some(5173),
        "about" => url.as_str() == "about:blank",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_and_mail_addresses_are_let_out() {
        for url in ["https://example.org/a?b=c#d", "http://localhost:3000", "mailto:someone@example.org"] {
            assert!(checked(url).is_some(), "{url} is an ordinary link");
        }
        for url in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "vscode://file/x",
            "tauri://localhost",
            "smb://server/share",
            "http://",
            "--help",
            "/bin/sh",
            "",
        ] {
            assert!(checked(url).is_none(), "{url} must not reach another program");
        }
    }

    #[test]
    fn the_page_stays_in_the_application() {
        let goes = |url: &str| is_own_page(&Url::parse(url).expect("an address"));

        assert!(goes("tauri://localhost/prompts"));
        for url in ["https://example.org/", "tauri://elsewhere/", "file:///etc/passwd", "data:text/html,x"] {
            assert!(!goes(url), "{url} is not the application");
        }
    }
}
