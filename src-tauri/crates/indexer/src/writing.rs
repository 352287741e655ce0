//! Puts sources into the vault, one at a time, each in one transaction.
//!
//! An order names a source and the end of a channel from which its batches come; the transaction is open while they
//! come and is undone when they end without saying that the source was finished. Waiting orders hold a few megabytes
//! each at most. Orders are taken in the order in which they began, and the source that is being written is always
//! one whose reader is running, so nothing waits in a circle.

use crossbeam_channel::{Receiver, Sender, bounded};
use daybook_model::Instant;
use daybook_vault::{SourceStamp, Vault, VaultError, WriteMode, WriteReport};

use crate::spool::Batch;

/// Stands in the vault's settings while it is set for bulk, because that outlives the program.
const BULK_SETTING: &str = "indexing.bulk";

/// What to do next.
pub(crate) enum Order {
    /// Write a source.
    Write(Box<WriteOrder>),
    /// Set the vault for a first read of everything.
    BeginBulk,
    /// Set the vault for small writes again.
    EndBulk,
}

/// A source to write.
pub(crate) struct WriteOrder {
    /// The source as it was seen before it was read.
    pub(crate) stamp: SourceStamp,
    /// Whether it is read on or from its start.
    pub(crate) mode: WriteMode,
    /// When it was read.
    pub(crate) now: Instant,
    /// What is read from it.
    pub(crate) batches: Receiver<Batch>,
    /// Takes what became of it; `None` if its reader gave it up.
    pub(crate) answer: Sender<Result<Option<WriteReport>, VaultError>>,
}

/// Carries out orders until nobody can send any more.
pub(crate) fn write_orders(vault: &Vault, orders: &Receiver<Order>) {
    for order in orders {
        let set = match order {
            Order::Write(order) => {
                write_source(vault, *order);
                Ok(())
            }
            Order::BeginBulk => begin_bulk(vault),
            Order::EndBulk => end_bulk(vault),
        };
        if let Err(error) = set {
            tracing::warn!(%error, "the vault could not be set for the amount of work");
        }
    }
}

/// Tells whether the vault was left set for bulk: the program ended, in order or not, before everything was read.
pub(crate) fn was_left_in_bulk(vault: &Vault) -> Result<bool, VaultError> {
    Ok(vault.reader()?.find_setting(BULK_SETTING)?.is_some())
}

fn begin_bulk(vault: &Vault) -> Result<(), VaultError> {
    vault.writer().run(|transaction| transaction.settings().set_setting(BULK_SETTING, "1"))?;
    vault.writer().begin_bulk()
}

fn end_bulk(vault: &Vault) -> Result<(), VaultError> {
    vault.writer().end_bulk()?;
    vault.writer().run(|transaction| transaction.settings().remove_setting(BULK_SETTING)).map(|_| ())
}

fn write_source(vault: &Vault, order: WriteOrder) {
    let WriteOrder { stamp, mode, now, batches, answer } = order;
    let (give_up, given_up) = bounded::<()>(1);
    let written = vault.writer().run(move |transaction| {
        let mut write = transaction.write_source(&stamp, mode, now)?;
        for batch in batches {
            match batch {
                Batch::Entries(entries) => {
                    for entry in entries {
                        write.apply(entry)?;
                    }
                }
                Batch::Finished { checkpoint, fingerprint } => return write.finish(&checkpoint, fingerprint),
            }
        }
        // Only an error undoes a transaction; which one it is does not matter to anybody.
        let _ = give_up.send(());
        Err(VaultError::WriteAborted)
    });
    let written = match written {
        Ok(report) => Ok(Some(report)),
        Err(_) if given_up.try_recv().is_ok() => Ok(None),
        Err(error) => Err(error),
    };
    // The reader waits for the answer unless it has ended, and then nobody needs it.
    let _ = answer.send(written);
}
