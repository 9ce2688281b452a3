#pragma once
// The errors of a restore (changelog.h, old_changelog.h). Threads: functions; any.

#include "pipeline/log/client.h"

namespace turnstream::store {

struct RestoreLimits;
struct RestoreTarget;

/// "changelog_lost" (kStopProcess): the local state has more than the changelog.
Error ends_early(const log::TopicPartition& changelog, NextOffset next, NextOffset end);

/// "changelog_lost" (kStopProcess): the topic of an earlier version is needed and does not exist.
Error old_is_gone(const RestoreTarget& target);

/// "restore_disturbed" (kReleasePartition).
Error disturbed(const log::TopicPartition& changelog);

/// The error for a restore that receives no further records of `where` at `next`: "restore_stalled" with the likely cause, or
/// the error with which the log refuses to give the watermarks.
Error restore_stalled(log::Client& client, const log::TopicPartition& where, NextOffset next, NextOffset end,
                      const RestoreLimits& limits);

}  // namespace turnstream::store
