#pragma once
// References: whether the files to which items refer still are as they were when the item was recorded. The stage
// asks (an effect request of kind stat), and the answer, a later record, makes items stale or verified. open_checks.h
// has the open requests. Threads: any; pure but for the Work.

#include <optional>
#include <set>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/lifecycle/open_checks.h"
#include "stages/lifecycle/work.h"

namespace turnstream::lifecycle {

/// Asks for the files to which these items refer, if check_references is set: one request, as far as it has room.
Status ask_for(Work& work, const std::vector<Uuid>& ids);
/// A sweep with the pass `verify`: asks now, with one request, for the items whose files were asked for longest ago, of those
/// that were recorded from `since` on and about which no request is open. Skipped, with an event, if no further request may be
/// open; nothing without check_references.
Status ask_on_command(Work& work, std::optional<LogTime> since);
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
