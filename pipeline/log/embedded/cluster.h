#pragma once
// Cluster: a Kafka-like log inside this process, with transactions, fencing and consumer groups, in memory or durable
// in a folder. Its owner creates it before all clients (make_client) and destroys it after them. It borrows the clock
// from which it takes the time. A call with time-out 0 waits only for the lock, so a simulation can run several
// clients on one thread with a ManualClock. A durable cluster stores each commit in one atomic write without sync:
// after kill -9 no committed transaction and no record of an EmbeddedProducer is lost. Threads: any; one lock.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"
#include "pipeline/log/embedded/cluster_settings.h"

namespace turnstream::log::embedded {

struct Broker;
class Storage;

/// The operations for which the fault hook is called: before the operation, except for kCommitAfter. If the hook
/// returns an error, the operation is not performed and returns that error. For kCommitAfter the transaction is already
/// committed, but commit() returns the error; after kRetry the caller may call commit() again.
/// kDeleteRecords is called before each partition.
enum class Operation {
  kInit,
  kBegin,
  kProduce,
  kSendOffsets,
  kCommitBefore,
  kCommitAfter,
  kAbort,
  kPoll,
  kDeleteRecords
};

/// Called without the cluster's lock, so the hook may call the cluster or move the clock.
using FaultHook = std::function<std::optional<Error>(Operation operation, const std::string& client_id)>;

class Cluster {
 public:
  /// A cluster in memory. `clock` must outlive it.
  explicit Cluster(const Clock& clock, const ClusterSettings& settings = {});
  /// A durable cluster: opens or creates the folder. Errors "log_in_use", "wrong_format", "storage_failed",
  /// "corrupt_log".
  static Result<std::unique_ptr<Cluster>> open(const Clock& clock, const std::string& folder,
                                               const ClusterSettings& settings = {});
  /// The cluster in the folder as it is now, for reading only: changes nothing in the folder, takes no lock, and shows
  /// none of the later changes of another process. A folder without a log, or no folder, is an empty cluster. The caller
  /// ensures that no process has the folder open during the call. A write returns "storage_failed". Errors: as open().
  static Result<std::unique_ptr<Cluster>> open_for_reading(const Clock& clock, const std::string& folder,
                                                           ClusterSettings settings = {});
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Up to enforce_retention(), the functions are for simulations and tests.
  void set_fault_hook(FaultHook hook);
  /// Calls Broker::tick() and wakes all blocked calls. Call it after moving a ManualClock.
  void tick();
  /// Starts a rebalance of the group, if the group exists.
  void force_rebalance(const std::string& group);
  /// Expels the group's members with this client id, as after a session time-out; all members if `client_id` is empty.
  void expire_sessions(const std::string& group, const std::string& client_id = "");
  Status compact(const std::string& topic);
  /// Runs drop_expired() (maintenance.h) on each partition of each kDelete topic that has a retention time.
  Status enforce_retention();

  /// The newest time at which a record was appended, as far as the last batch of each partition says; none if the log
  /// has no records. Error "storage_failed".
  Result<std::optional<WallTime>> newest_append();

  /// Leaves a gap so that the partition's next record gets this offset; an import uses it to keep the offsets of the
  /// original log. Error "invalid_position" if the partition's end is already higher or a transaction is open in it.
  Status skip_to(const Position& position);

  // The next members are for the classes in pipeline/log/embedded.
  /// Holds the lock and gives access to the broker. The constructor calls Broker::tick().
  class SCOPED_CAPABILITY Access {
   public:
    explicit Access(Cluster& cluster) ACQUIRE(cluster.mutex_);
    ~Access() RELEASE() { cluster_.mutex_.unlock(); }
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;
    Broker* operator->() const { return cluster_.broker_.get(); }
    Broker& operator*() const NO_THREAD_SAFETY_ANALYSIS { return *cluster_.broker_; }
    /// Wakes the blocked calls; they continue when the lock is released.
    void changed() { cluster_.changed_.notify_all(); }

   private:
    Cluster& cluster_;
  };

  /// Calls `attempt(Broker&)`, which returns an optional, under the lock until it returns a value: at once, and again
  /// when the cluster may have changed. Returns nullopt if `timeout` passes by the machine's clock without a value.
  template <typename Attempt>
  auto await(milliseconds timeout, Attempt attempt) -> decltype(attempt(std::declval<Broker&>()));

  /// Calls the fault hook, if one is set; returns its error, if any.
  std::optional<Error> fault(Operation operation, const std::string& client_id);

 private:
  Cluster(const Clock& clock, const ClusterSettings& settings, std::unique_ptr<Storage> storage,
          const struct Contents&);

  /// Waits for a change or a due time-out; false if `until`, a time of the machine's clock, had passed before the call.
  bool wait(Access& access, MonotonicTime until) REQUIRES(mutex_);

  SystemClock machine_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::unique_ptr<Broker> broker_ PT_GUARDED_BY(mutex_);
  Mutex hook_mutex_;
  std::atomic<bool> hooked_ = false;
  FaultHook hook_ GUARDED_BY(hook_mutex_);
};

template <typename Attempt>
auto Cluster::await(milliseconds timeout, Attempt attempt) -> decltype(attempt(std::declval<Broker&>())) {
  const MonotonicTime until{timeout.count() <= 0 ? 0 : machine_.monotonic_now().value() + timeout.count() * 1000};
  Access access(*this);
  while (true) {
    auto result = attempt(*access);
    if (result.has_value() || timeout.count() <= 0 || !wait(access, until)) {
      return result;
    }
  }
}

/// Makes a client of the cluster; destroy it before the cluster.
std::unique_ptr<Client> make_client(Cluster& cluster);

}  // namespace turnstream::log::embedded
