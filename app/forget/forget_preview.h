#pragma once
// ForgetPreview: which memories a forget command reaches, for --dry-run: from the public topics alone, so it reads only and
// needs no pipeline. A memory is reached if the command names it, one of its turns or one of its sessions, or if it rests on
// a reached memory. A reached topic can lose only some of its facts. An entry of working memory does not name its turn in
// public, so one whose item was merged away is not found. Threads: one.

#include <string>
#include <vector>

#include "app/context.h"
#include "app/forget/forget_request.h"
#include "app/log_access/open_log.h"

namespace turnstream::app {

struct ReachedMemory {
  std::string kind;  ///< of the change, as in docs/topics.md
  std::string id;
  std::string title;  ///< what it says, in one short line; of a daily entry, how many lines go
};

/// By kind, then by id. `ids`: from find_ids_to_forget(). Errors: those of RecordFinder; a persona of which nothing is known
/// has no memories, which is not an error.
Result<std::vector<ReachedMemory>> find_reached(const Context& context, OpenLog& log, const ForgetRequest& request,
                                                const std::vector<std::string>& ids);

}  // namespace turnstream::app
