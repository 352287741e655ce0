//! What holds for every input.

use daybook_text::redact;
use proptest::prelude::*;
use serde_json::Value;

use super::positives::{escaped, rows};

/// Pieces that anchors, names, quotes and escapes are made of, so that random text comes close to secrets.
fn piece() -> impl Strategy<Value = String> {
    let secrets: Vec<String> = rows().map(|(text, ..)| text).collect();
    prop_oneof![
        4 => prop::sample::select(vec![
            "password", "PASSWORD", "token", "secret", "api_key", "apiKey", "auth", "Authorization", "Bearer ", "://", "sk-", "ghp_",
            "eyJ", "AKIA", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "=", ":", ": ", "\"", "'", "\\", "\\n", "\\\"",
            "\\\\\\\"", "\n", " ", ",", "@", "/", "[REDACTED:", "]", "[REDACTED:password]", "<", ">", "{", "}", "é", "请", "npm_", "xoxb-",
        ]).prop_map(str::to_owned),
        2 => prop::sample::select(secrets),
        2 => "[a-zA-Z0-9+/=_-]{1,40}",
        1 => "\\PC{0,8}",
    ]
}

fn near_miss() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat())
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (near_miss(), 0_usize..3).prop_map(|(text, depth)| Value::from(escaped(&text, depth))),
        near_miss().prop_map(|text| Value::from(serde_json::json!({ "password": text, "a": 1 }).to_string())),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let key = prop::sample::select(vec!["password", "token", "text", "Authorization", "api_key", "x"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

/// Everything but the contents of strings.
fn structure(value: &Value) -> Value {
    match value {
        Value::String(_) => Value::from(""),
        Value::Array(items) => items.iter().map(structure).collect(),
        Value::Object(map) => Value::Object(map.iter().map(|(key, value)| (key.clone(), structure(value))).collect()),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn masking_twice_is_masking_once(text in near_miss()) {
        let once = redact::text(&text).into_owned();
        let twice = redact::text(&once).into_owned();
        prop_assert_eq!(&once, &twice);

        let once = redact::json_line(text.as_bytes()).into_owned();
        let twice = redact::json_line(&once).into_owned();
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    }

    #[test]
    fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..300), text in near_miss(), at in 0_usize..300) {
        let mut mixed = bytes;
        let at = at.min(mixed.len());
        mixed.splice(at..at, text.bytes());
        let once = redact::json_line(&mixed).into_owned();
        prop_assert_eq!(redact::json_line(&once).into_owned(), once);
    }

    #[test]
    fn a_line_of_json_keeps_its_structure(value in json(), is_pretty in any::<bool>()) {
        let line = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let masked = redact::json_line(line.as_bytes());
        let again: Result<Value, _> = serde_json::from_slice(&masked);
        prop_assert!(again.is_ok(), "{} became {}", line, String::from_utf8_lossy(&masked));
        prop_assert_eq!(structure(&again.unwrap()), structure(&value));
    }

    #[test]
    fn masked_text_is_text(text in near_miss()) {
        let masked = redact::text(&text);
        let lost = masked.contains(char::REPLACEMENT_CHARACTER) && !text.contains(char::REPLACEMENT_CHARACTER);
        prop_assert!(!lost, "{}", masked);
    }
}
