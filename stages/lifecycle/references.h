#pragma once
// References: whether the files to which items refer still are as they were when the item was recorded. The stage
// asks (an effect request of kind stat), and the answer, a later record, makes items stale or verified. The row
// `checks` lists the open requests. Threads: any; pure but for the Work.

#include <set>
#include <string>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/lifecycle/work.h"

namespace turnstream::lifecycle {

/// A request without an answer.
struct OpenCheck {
  std::string effect_id;
  std::string request_hash;
  std::int64_t firings = 0;  ///< of the timer `effects` since the request
  std::vector<Uuid> items;
  friend bool operator==(const OpenCheck&, const OpenCheck&) = default;
};

[[nodiscard]] std::string encode_checks(const std::vector<OpenCheck>& checks);
/// Errors: bad_state().
Result<std::vector<OpenCheck>> decode_checks(std::string_view row);

/// Asks for the files to which these items refer, if check_references is set: one request, as far as it has room.
Status ask_for(Work& work, const std::vector<Uuid>& ids);
/// Asks once a day for the items whose files were not asked for longest.
Status ask_daily(Work& work);
/// Applies an answer. An answer to a request that is not open changes nothing.
Status apply_answer(Work& work);
/// The timer `effects`: counts for each open request, and gives up those that were open for too long.
Status count_waiting(Work& work);
/// Cancels the open requests about one of these items.
Status cancel_checks(Work& work, const std::set<Uuid>& forgotten);
/// Cancels all open requests.
Status cancel_all_checks(Work& work);

}  // namespace turnstream::lifecycle
