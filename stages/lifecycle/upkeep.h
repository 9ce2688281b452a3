#pragma once
// Upkeep: what time and quotas do to items: archiving, retention, the maximum numbers of items. Each call handles a
// limited number of items (Batch) and arms its timer at once for the rest. Threads: any; pure but for the Work.

#include <vector>

#include "stages/lifecycle/admission.h"
#include "stages/lifecycle/work.h"

namespace turnstream::lifecycle {

/// Archives the items whose strength is below the threshold, and arms the timer `archive` for the next due time.
Status archive_due(Work& work, Batch& batch);

/// Deletes the items that are older than the retention of their type, and arms the timer `upkeep` for the next one, or
/// for a day later.
Status apply_retention(Work& work, Batch& batch);

/// Deletes and archives items while there are more than long_term_items_max and archived_items_max allow.
Status enforce_quota(Work& work, Batch& batch);

/// Arms the timer `upkeep` if it is not armed, or is armed for later than the retention of one of these items ends.
void arm_upkeep(Work& work, const std::vector<Promoted>& added);

}  // namespace turnstream::lifecycle
