#pragma once
// The version of the rows' form, which a row tells. Rows of another version are erased: they are made again from the topics.
// Threads: one, before others use the table.

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::recall {

/// Erases all rows that another version of the program wrote. Errors: of the store.
Status make_rows_current(store::KeyValueStore& store, store::TableId table);
/// Whether this version of the program has written the rows. Errors: of the store.
Result<bool> are_rows_current(store::KeyValueStore& store, store::TableId table);

}  // namespace turnstream::recall
