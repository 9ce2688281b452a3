#include "pipeline/store/restore_errors.h"

#include "pipeline/store/changelog.h"

namespace turnstream::store {
namespace {

std::string name_of(const log::TopicPartition& where) {
  return where.topic + "[" + std::to_string(where.partition.value()) + "]";
}

}  // namespace

Error ends_early(const log::TopicPartition& changelog, NextOffset next, NextOffset end) {
  return make_error(
      error_codes::kChangelogLost, Reaction::kStopProcess,
      "The changelog " + name_of(changelog) + " ends at offset " + std::to_string(end.value()) +
          " but the local state contains changes up to " + std::to_string(next.value()) +
          ": the topic was deleted or has lost records. The local state stays as it is. With the embedded log, after a "
          "power cut, delete the folder `store` in the state directory and start again: the state is rebuilt. On Kafka "
          "restore the topic from a copy, or stop the pipeline and rebuild the state from the log under new names: "
          "`turnstream upgrade --into NEW_NAMESPACE --new-names`, which prints the commands to run then.");
}

Error old_is_gone(const RestoreTarget& target) {
  return make_error(error_codes::kChangelogLost, Reaction::kStopProcess,
                    "The local state of " + name_of(target.changelog) + " is of an earlier version, whose changelog " +
                        target.old_changelog +
                        " does not exist. It is needed until the new changelog is complete: restore the topic from a "
                        "copy, or rebuild the state from the log with `turnstream upgrade --into NEW_NAMESPACE`.");
}

Error disturbed(const log::TopicPartition& changelog) {
  return make_error(
      error_codes::kRestoreDisturbed, Reaction::kReleasePartition,
      "While " + name_of(changelog) +
          " was restored, another worker took the partition over and changed its place or its changelog.");
}

Error restore_stalled(log::Client& client, const log::TopicPartition& where, NextOffset next, NextOffset end,
                      const RestoreLimits& limits) {
  // If the log cannot be asked, that error is returned: a hanging transaction is then not the likely cause.
  if (auto answer = client.admin().watermarks(where, log::milliseconds{limits.admin_ms_max}); !answer.ok()) {
    return std::move(answer).error();
  }
  return make_error(error_codes::kRestoreStalled, Reaction::kStopProcess,
                    "The restore from " + name_of(where) + " stopped at offset " + std::to_string(next.value()) +
                        " of " + std::to_string(end.value()) +
                        " because no further records arrive: a transaction may be hanging in the broker; run "
                        "`turnstream doctor`, which names it and the command that ends it.");
}

}  // namespace turnstream::store
