#pragma once
// Cluster: a Kafka-like log inside this process, with transactions, fencing and consumer groups, in memory or durable
// in a folder. Its owner makes it before and destroys it after all clients (make_client). Time comes from the clock it
// borrows; a call with time-out 0 never blocks, so that one thread with a ManualClock can drive everything.
// Durable: every commit is one atomic write without sync. After kill -9, exactly the committed transactions are there.
// Threads: any; one lock.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/log/embedded/cluster_settings.h"

namespace turnstream::log::embedded {

struct Broker;
class Storage;

/// Where a fault hook is asked. All but kCommitAfter before the operation: the error is returned instead.
/// kCommitAfter: the transaction is committed, but its producer is told the error; with kRetry it may ask again.
enum class Operation { kInit, kBegin, kProduce, kSendOffsets, kCommitBefore, kCommitAfter, kAbort, kPoll };

/// Called without the cluster's lock, so that it may call the cluster or move the clock.
using FaultHook = std::function<std::optional<Error>(Operation operation, const std::string& client_id)>;

class Cluster {
 public:
  /// In memory. `clock` outlives the cluster.
  explicit Cluster(const Clock& clock, const ClusterSettings& settings = {});
  /// Durable: opens or makes the folder. Errors "log_in_use", "wrong_format", "storage_failed", "corrupt_log".
  static Result<std::unique_ptr<Cluster>> open(const Clock& clock, const std::string& folder,
                                               const ClusterSettings& settings = {});
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // For simulations and tests.
  void set_fault_hook(FaultHook hook);
  /// Does what is due by the clock, and wakes whoever waits: call it after a ManualClock was moved.
  void tick();
  /// Makes every member of the group give its partitions back and join again.
  void force_rebalance(const std::string& group);
  /// Ends the sessions of the group's members with that client id (empty: of all) as if their time had run out.
  void expire_sessions(const std::string& group, const std::string& client_id = "");
  Status compact(const std::string& topic);
  /// Drops what topics with a retention hold for longer.
  Status enforce_retention();

  /// Leaves a gap so that the partition's next record gets this offset: a log that is imported keeps its offsets.
  /// Error "invalid_position" when the partition is already beyond, or a transaction is open in it.
  Status skip_to(const Position& position);

  // For the clients of this folder.
  /// Holds the lock and gives the broker, its time-outs done.
  class Access {
   public:
    explicit Access(Cluster& cluster);
    Broker* operator->() const { return cluster_.broker_.get(); }
    Broker& operator*() const { return *cluster_.broker_; }
    /// Wakes those who wait, once the lock is given up.
    void changed() { cluster_.changed_.notify_all(); }

   private:
    friend class Cluster;
    Cluster& cluster_;
    std::unique_lock<std::mutex> lock_;
  };

  /// Calls `attempt` (a Broker& to an optional) under the lock until it has a value, or the time-out is over: nullopt.
  template <typename Attempt>
  auto await(milliseconds timeout, Attempt attempt) -> decltype(attempt(std::declval<Broker&>()));

  /// The fault hook's answer.
  std::optional<Error> fault(Operation operation, const std::string& client_id);

 private:
  Cluster(const Clock& clock, const ClusterSettings& settings, std::unique_ptr<Storage> storage,
          const struct Contents&);

  /// Waits for a change; false when `until` has passed. The time of waits is the machine's, whatever the clock says.
  bool wait(Access& access, MonotonicTime until);

  SystemClock machine_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Broker> broker_;
  std::mutex hook_mutex_;
  std::atomic<bool> hooked_ = false;
  FaultHook hook_;
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

/// A client of the cluster, for one program or one part of it; destroyed before the cluster.
std::unique_ptr<Client> make_client(Cluster& cluster);

}  // namespace turnstream::log::embedded
