#pragma once
// digest_of(): a hash of all that recall holds, equal for equal streams of records, on the embedded log and on
// Kafka, if the topics have the same names. Offsets differ
// between the two, because Kafka counts the marks of transactions, so the digest has the place of each offset among those of the persona
// in its stead. Threads: any; the rows must not change meanwhile.

#include <string>

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::recall {

/// "sha256:…". Read positions, and what is left to remove from the disk, are not in it. `vectors`: the name of the table with which
/// messages are compared (VectorTable::label()); empty: none, which adds nothing. Errors: of the store, "state_unusable".
Result<std::string> digest_of(store::KeyValueStore& store, store::TableId table, const std::string& vectors);

}  // namespace turnstream::recall
