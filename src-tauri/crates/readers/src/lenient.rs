//! Serde shapes that take whatever stands in a record and never refuse it.
//!
//! Agents change their formats without notice. A field of an unexpected type is as good as absent, a field that comes
//! twice counts the last time, an unknown field is skipped without being built. Strings borrow from the line where they
//! hold no escape. What still fails is no JSON, or nested too deeply.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Answers with the default for each of the named types of value.
macro_rules! absent {
    ($($kind:ident),*) => { $($crate::lenient::absent!(@ $kind);)* };
    (@ boolean) => { fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Self::Value::default()) } };
    (@ number) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
    };
    (@ null) => { fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok(Self::Value::default()) } };
    (@ string) => { fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok(Self::Value::default()) } };
    (@ list) => {
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            while list.next_element::<serde::de::IgnoredAny>()?.is_some() {}
            Ok(Self::Value::default())
        }
    };
    (@ object) => {
        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            while map.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {}
            Ok(Self::Value::default())
        }
    };
}
pub(crate) use absent;

/// Declares the shape of an object: which fields are wanted, under which names, of which lenient types.
macro_rules! shape {
    ($(#[$about:meta])* $name:ident { $($key:literal => $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Default)]
        pub(super) struct $name<'a> {
            $(pub(super) $field: $kind,)*
            marker: std::marker::PhantomData<&'a ()>,
        }

        impl<'de> serde::Deserialize<'de> for $name<'de> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Shape;

                impl<'de> serde::de::Visitor<'de> for Shape {
                    type Value = $name<'de>;

                    $crate::lenient::absent!(boolean, number, null, string, list);

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str("anything")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        let mut shape = $name::default();
                        while let Some(key) = map.next_key::<$crate::lenient::Key<'de>>()? {
                            match key.as_str() {
                                $($key => shape.$field = map.next_value()?,)*
                                _ => { map.next_value::<serde::de::IgnoredAny>()?; }
                            }
                        }
                        Ok(shape)
                    }
                }

                deserializer.deserialize_any(Shape)
            }
        }
    };
}
pub(crate) use shape;

/// The name of a field.
pub(crate) struct Key<'a>(Cow<'a, str>);

impl Key<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyKey;

        impl<'de> Visitor<'de> for AnyKey {
            type Value = Key<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the name of a field")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(AnyKey)
    }
}

/// A string, or nothing where something else stands.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Text<'a>(pub(crate) Option<Cow<'a, str>>);

impl Text<'_> {
    /// Gives the string where there is one that is not empty.
    pub(crate) fn get(&self) -> Option<&str> {
        self.0.as_deref().filter(|text| !text.is_empty())
    }

    /// Tells whether the string is there and equal to another.
    pub(crate) fn is(&self, other: &str) -> bool {
        self.0.as_deref() == Some(other)
    }
}

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyText;

        impl<'de> Visitor<'de> for AnyText {
            type Value = Text<'de>;

            absent!(boolean, number, null, list, object);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Borrowed(text))))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Owned(text.to_owned()))))
            }
        }

        deserializer.deserialize_any(AnyText)
    }
}

/// A truth value, or nothing where something else stands.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flag(pub(crate) Option<bool>);

impl Flag {
    /// Tells whether it is there and true.
    pub(crate) fn is_set(self) -> bool {
        self.0 == Some(true)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyFlag;

        impl<'de> Visitor<'de> for AnyFlag {
            type Value = Flag;

            absent!(number, null, string, list, object);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
                Ok(Flag(Some(flag)))
            }
        }

        deserializer.deserialize_any(AnyFlag)
    }
}

/// A number, or nothing where something else stands.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Number(pub(crate) Option<f64>);

impl Number {
    /// Gives the number as a count: not below zero, at most what fits.
    pub(crate) fn count(self) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range before")]
        self.0.map_or(0, |number| number.clamp(0.0, f64::from(u32::MAX)) as u32)
    }

    /// Gives the number as milliseconds, where it is one that can be a length of time.
    pub(crate) fn millis(self) -> Option<i64> {
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
        self.0.filter(|number| (0.0..1e14).contains(number)).map(|number| number.round() as i64)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyNumber;

        impl<'de> Visitor<'de> for AnyNumber {
            type Value = Number;

            absent!(boolean, null, string, list, object);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Number(Some(number as f64)))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Number(Some(number as f64)))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Number(Some(number)))
            }
        }

        deserializer.deserialize_any(AnyNumber)
    }
}

/// The members of an object in the order of the file; nothing where something else stands.
#[derive(Debug)]
pub(crate) struct Members<'a, T>(pub(crate) Vec<(Cow<'a, str>, T)>);

impl<T> Default for Members<'_, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyMembers<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for AnyMembers<T> {
            type Value = Members<'de, T>;

            absent!(boolean, number, null, string, list);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<Key<'de>, T>()? {
                    members.push((key.0, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_any(AnyMembers(PhantomData))
    }
}

/// The text of a message: a string, or a list of blocks; nothing where something else stands.
#[derive(Debug, Default)]
pub(crate) enum Content<'a, B> {
    /// Nothing.
    #[default]
    Absent,
    /// One string.
    Text(Cow<'a, str>),
    /// Blocks.
    Blocks(Vec<B>),
}

impl<'de, B: Deserialize<'de>> Deserialize<'de> for Content<'de, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyContent<B>(PhantomData<B>);

        impl<'de, B: Deserialize<'de>> Visitor<'de> for AnyContent<B> {
            type Value = Content<'de, B>;

            absent!(boolean, number, null, object);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Content::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Content::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut blocks = Vec::new();
                while let Some(block) = list.next_element()? {
                    blocks.push(block);
                }
                Ok(Content::Blocks(blocks))
            }
        }

        deserializer.deserialize_any(AnyContent(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    shape! {
        /// A shape to try.
        Sample { "name" => name: Text<'a>, "count" => count: Number, "is" => is: Flag, "inner" => inner: Inner<'a> }
    }

    shape! {
        /// A shape inside another.
        Inner { "name" => name: Text<'a> }
    }

    #[test]
    fn a_field_of_another_type_is_as_good_as_absent() {
        for json in [r#"{"name":1,"count":"x","is":[],"inner":"no"}"#, r#"{"name":{"a":[1]},"inner":[{}]}"#, "[]", "3"]
        {
            let sample: Sample<'_> = serde_json::from_str(json).expect("any JSON will do");

            assert!(sample.name.get().is_none() && sample.inner.name.get().is_none());
            assert!(sample.count.0.is_none() && !sample.is.is_set());
        }
    }

    #[test]
    fn a_field_that_comes_twice_counts_the_last_time() {
        let sample: Sample<'_> =
            serde_json::from_str(r#"{"name":"a","name":"b","inner":{"name":"c","name":"d"}}"#).expect("no error");

        assert_eq!((sample.name.get(), sample.inner.name.get()), (Some("b"), Some("d")));
    }

    #[test]
    fn strings_without_escapes_borrow_from_the_line() {
        let sample: Sample<'_> = serde_json::from_str(r#"{"name":"plain"}"#).expect("no error");

        assert!(matches!(sample.name.0, Some(Cow::Borrowed("plain"))), "no copy on the hot path");
    }

    #[test]
    fn members_keep_their_order() {
        let members: Members<'_, Number> = serde_json::from_str(r#"{"b":1,"a":2}"#).expect("no error");

        assert_eq!(members.0.iter().map(|(key, _)| key.as_ref()).collect::<Vec<_>>(), ["b", "a"]);
    }
}
