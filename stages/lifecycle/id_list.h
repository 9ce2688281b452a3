#pragma once
// IdList: a row that lists ids of items: those with one content hash, or those that one name may mean. Threads: the
// caller's.

#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::lifecycle {

/// Errors: bad_state().
Result<std::vector<Uuid>> decode_ids(std::string_view row);

/// The ids in the row of this key; empty if there is no such row.
Result<std::vector<Uuid>> ids_in(stage_api::StateView& rows, std::string_view key);

/// Writes the row; erases it if there are no ids.
void put_ids(stage_api::StateView& rows, std::string_view key, const std::vector<Uuid>& ids);

/// Removes the id if the list has it, and the row if that was the last. Returns whether the list is empty now.
Result<bool> remove_id(stage_api::StateView& rows, std::string_view key, const Uuid& id);

}  // namespace turnstream::lifecycle
