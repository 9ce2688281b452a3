#pragma once
// StatePurger: removes from the disk what forgotten rows held. RocksDB only hides an erased row: its bytes stay in files,
// until these happen to be compacted, and in the write-ahead log. Every 5 s a thread compares each ForgottenList of the
// local store with the row kPurgedKey of its partition, and purges the persona's rows if there was a later command.
//
//   step                                              what a crash after it leaves    what repairs it
//   1 a batch of the worker erases rows and writes    bytes on the disk; the list is  the next start purges
//     the list: both or none                          newer than kPurgedKey
//   2 the memtables are written to files, and the     the same, with fewer bytes      the next start purges
//     write-ahead log is cut                                                          all of it again
//   3 the files with rows of the persona are          the same, with no bytes         the next start purges
//     compacted                                                                       in vain
//   4 kPurgedKey gets the newest offset of the list   nothing                         nothing needs repair
//
// A crash before step 1 leaves a store without the last transactions; the restore applies their rows and lists. A rebuild
// erases kPurgedKey, because the changelog may still have the bytes. Only kPurgedKey is not in the changelog.
// Threads: start() and the destructor on one; purge() one at a time. Lifetime: borrows the store.

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/runtime/task/forgotten_list.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::runtime {

using store::kPurgedKey;

class StatePurger {
 public:
  /// `stages`: those of this process; each has a table with rows of `partitions` partitions.
  StatePurger(store::KeyValueStore& store, const Clock& clock, std::vector<std::string> stages,
              std::int64_t partitions);

  /// Begins to purge in the background until this object is destroyed. A failure is logged, and tried again.
  void start();
  /// Purges what is due now, and waits for it. Ends early, with success, if a stop is requested. Errors: of the store.
  Status purge(const std::stop_token& stop);

 private:
  struct Due {
    store::TableId table;
    Partition partition;
    std::string list;  ///< the row kForgottenKey
    Offset newest;
  };
  void run(const std::stop_token& stop) noexcept;
  Status find_due(store::TableId table, Partition partition, std::vector<Due>& due,
                  std::vector<store::KeyRange>& ranges);

  store::KeyValueStore& store_;
  const Clock& clock_;
  std::vector<std::string> stages_;
  std::int32_t partitions_;
  Mutex working_;  ///< held during purge()
  Mutex mutex_;
  ConditionVariable changed_;
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::runtime
