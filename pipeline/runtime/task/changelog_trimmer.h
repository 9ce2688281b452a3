#pragma once
// ChangelogTrimmer: deletes the records of changelogs that are no longer needed, because a complete walk began behind
// them (store/changelog_walk.h). StageProcessor adds a position only after the transaction that ended the walk is committed,
// and again after each restore, so a process that dies before or during the deletion repeats it. A deletion that fails is
// logged and tried again; until then the changelog is larger than it need be. Borrows the Admin. Threads: the worker's adds;
// in the background another one deletes, else add() does.

#include <map>
#include <stop_token>
#include <thread>

#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

class ChangelogTrimmer {
 public:
  ChangelogTrimmer(log::Admin& admin, log::milliseconds timeout, bool in_background);
  /// Tries once what is left, unless the last deletion failed: then the next start does it.
  ~ChangelogTrimmer();
  ChangelogTrimmer(const ChangelogTrimmer&) = delete;
  ChangelogTrimmer& operator=(const ChangelogTrimmer&) = delete;

  /// The records of these changelogs before the positions are not needed.
  void add(const std::vector<log::Position>& heads);

 private:
  void run(const std::stop_token& stop) noexcept;
  /// False if the deletion failed.
  bool trim();

  log::Admin& admin_;
  log::milliseconds timeout_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::map<log::TopicPartition, NextOffset> waiting_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::runtime
