//! An order of rows as raw bytes: a hundred thousand rows cross in 800 kB without being spelled out as JSON.
//!
//! Eight bytes an entry, little-endian: the id as `u32`, then the local day as `i32` (days since 1970-01-01),
//! [`UNDATED`] where the row has none.

use specta::datatype::DataType;
use specta::{Type, Types};
use tauri::ipc::{InvokeResponseBody, IpcResponse};

use daybook_vault::OrderEntry;

/// Stands for "no day".
pub(crate) const UNDATED: i32 = i32::MIN;

/// The packed bytes; an `ArrayBuffer` in the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackedOrder(Vec<u8>);

impl PackedOrder {
    /// Packs an order. Ids of rows start at 1 and count up, so they fit 32 bits for four billion messages; a larger
    /// one is left out rather than confused with another.
    pub(crate) fn of(entries: &[OrderEntry]) -> Self {
        let mut bytes = Vec::with_capacity(entries.len() * 8);
        for entry in entries {
            let Ok(id) = u32::try_from(entry.id) else { continue };
            bytes.extend_from_slice(&id.to_le_bytes());
            bytes.extend_from_slice(&entry.day.unwrap_or(UNDATED).to_le_bytes());
        }
        Self(bytes)
    }
}

impl IpcResponse for PackedOrder {
    fn body(self) -> tauri::Result<InvokeResponseBody> {
        Ok(InvokeResponseBody::Raw(self.0))
    }
}

impl Type for PackedOrder {
    fn definition(_: &mut Types) -> DataType {
        DataType::Reference(specta_typescript::define("ArrayBuffer"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_eight_little_endian_bytes() {
        let packed = PackedOrder::of(&[OrderEntry { id: 258, day: Some(-1) }, OrderEntry { id: 1, day: None }]);

        assert_eq!(packed.0, [2, 1, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 128]);
    }
}
