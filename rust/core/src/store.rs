//! Growing vectors and tables whose bytes the meter knows.

use crate::search::{Meter, Stop};
use hashbrown::HashTable;

/// The bytes that one search part holds, so that it can let go of them at once.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: usize,
}

/// The most bytes that one part of a search may hold without any limit from outside.
///
/// Twice this stays below 1 GB, and no two parts that grow without end are alive at once.
const MOST_BYTES: usize = 480 << 20;

impl Held {
    /// Replaces an allocation of `old` bytes by one of `new`; both are alive while one is copied into the other.
    fn replace(&mut self, old: usize, new: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.bytes + new > MOST_BYTES {
            return Err(Stop::Bytes);
        }
        meter.hold(new)?;
        self.bytes += new;
        meter.release(old);
        self.bytes -= old;
        Ok(())
    }

    /// Notes that something else of the search holds this many bytes more.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when it may not.
    pub(crate) fn hold(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.replace(0, bytes, meter)
    }

    /// Adds to a vector.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when it may not grow; nothing is added then.
    #[inline]
    pub(crate) fn push<T>(&mut self, items: &mut Vec<T>, item: T, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if items.len() == items.capacity() {
            let wanted = (items.capacity() * 2).max(16);
            self.replace(items.capacity() * size_of::<T>(), wanted * size_of::<T>(), meter)?;
            items.reserve_exact(wanted - items.len());
        }
        items.push(item);
        Ok(())
    }

    /// Makes room for one more entry in a table.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when it may not grow; the table stays as it was.
    #[inline]
    pub(crate) fn reserve<T>(
        &mut self,
        table: &mut HashTable<T>,
        hash: impl Fn(&T) -> u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if table.len() == table.capacity() {
            // Buckets double; each holds an entry and one control byte, and a group of control bytes closes the table.
            let buckets = (table.capacity() * 8).div_ceil(7).next_power_of_two().max(8) * 2;
            self.replace(table.allocation_size(), buckets * (size_of::<T>() + 1) + 32, meter)?;
            let planned = buckets * (size_of::<T>() + 1) + 32;
            table.reserve((table.len() + 1).max(buckets / 2 * 7 / 8), hash);
            self.bytes -= planned - table.allocation_size().min(planned);
            meter.release(planned - table.allocation_size().min(planned));
        }
        Ok(())
    }

    /// Tells the meter that everything is let go of.
    pub(crate) fn release_all(&mut self, meter: &mut Meter<'_>) {
        meter.release(self.bytes);
        self.bytes = 0;
    }
}

/// Spreads a key over 64 bits; it only picks a bucket, and never decides equality.
#[inline]
pub(crate) const fn mixed(key: u64) -> u64 {
    let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ (product >> 32)
}
