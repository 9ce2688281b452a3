#include "pipeline/log/embedded/cluster.h"

#include <algorithm>
#include <chrono>

#include "pipeline/log/embedded/broker.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/rocksdb_storage.h"

namespace turnstream::log::embedded {
namespace {

/// Longer than any process lives, and short enough to be added to a time in microseconds.
constexpr std::chrono::hours kNever{24LL * 365 * 1'000};

}  // namespace

Cluster::Access::Access(Cluster& cluster) : cluster_(cluster) {
  cluster.mutex_.lock();
  if (cluster.broker_->tick()) {
    changed();
  }
}

Cluster::Cluster(const Clock& clock, const ClusterSettings& settings)
    : Cluster(clock, settings, std::make_unique<MemoryStorage>(), MemoryStorage().load().value()) {}

Cluster::Cluster(const Clock& clock, const ClusterSettings& settings, std::unique_ptr<Storage> storage,
                 const Contents& contents)
    : broker_(std::make_unique<Broker>(clock, settings, std::move(storage), contents)) {}

Cluster::~Cluster() = default;

Result<std::unique_ptr<Cluster>> Cluster::open(const Clock& clock, const std::string& folder,
                                               const ClusterSettings& settings) {
  TS_ASSIGN_OR_RETURN(std::unique_ptr<Storage> storage, RocksdbStorage::open(folder));
  TS_ASSIGN_OR_RETURN(const Contents contents, storage->load());
  return std::unique_ptr<Cluster>(new Cluster(clock, settings, std::move(storage), contents));
}

Result<std::unique_ptr<Cluster>> Cluster::open_for_reading(const Clock& clock, const std::string& folder,
                                                           ClusterSettings settings) {
  settings.maintenance_interval = kNever;
  TS_ASSIGN_OR_RETURN(std::unique_ptr<Storage> storage, RocksdbStorage::open_for_reading(folder));
  TS_ASSIGN_OR_RETURN(const Contents contents, storage->load());
  return std::unique_ptr<Cluster>(new Cluster(clock, settings, std::move(storage), contents));
}

void Cluster::set_fault_hook(FaultHook hook) {
  const MutexLock lock(hook_mutex_);
  hooked_ = static_cast<bool>(hook);
  hook_ = std::move(hook);
}

std::optional<Error> Cluster::fault(Operation operation, const std::string& client_id) {
  if (!hooked_) {
    return std::nullopt;
  }
  FaultHook hook;
  {
    const MutexLock lock(hook_mutex_);
    hook = hook_;
  }
  return hook ? hook(operation, client_id) : std::nullopt;
}

void Cluster::tick() {
  Access(*this).changed();
}

void Cluster::force_rebalance(const std::string& group) {
  Access access(*this);
  access->groups.force_rebalance(group);
  access.changed();
}

void Cluster::expire_sessions(const std::string& group, const std::string& client_id) {
  Access access(*this);
  access->groups.expel(group, client_id);
  access.changed();
}

Status Cluster::compact(const std::string& topic) {
  return Access(*this)->compact(topic);
}

Status Cluster::enforce_retention() {
  return Access(*this)->enforce_retention();
}

Result<std::optional<WallTime>> Cluster::newest_append() {
  return Access(*this)->newest_append();
}

Status Cluster::skip_to(const Position& position) {
  Access access(*this);
  TS_ASSIGN_OR_RETURN(Topic* const topic, access->topics.find(position.where));
  PartitionLog& log = topic->partitions[static_cast<std::size_t>(position.where.partition.value())];
  const std::int64_t next = position.next.value();
  if (next < log.high() || log.last_stable() < log.high()) {
    return make_error(error_codes::kInvalidPosition, Reaction::kStopProcess,
                      "Cannot leave a gap up to offset " + std::to_string(next) + " in partition " +
                          std::to_string(position.where.partition.value()) + " of " + topic->name() +
                          ": it ends later, or a transaction is open in it. Import into a new namespace.");
  }
  Update update;
  update.bounds.push_back(PartitionBounds{log.address(), log.first() == log.high() ? next : log.first(), next});
  if (log.first() == log.high()) {
    update.purged.push_back({log.address(), next, -1});  // A gap leaves no bytes.
    log.purge.begun_to = next;
  }
  TS_RETURN_IF_ERROR(access->storage->apply(update));
  log.skip_to(next);
  access.changed();
  return {};
}

bool Cluster::wait(Access& access, MonotonicTime until) {
  const std::int64_t rest = until.value() - machine_.monotonic_now().value();
  if (rest <= 0) {
    return false;
  }
  const std::int64_t due = access->next_deadline().value() - access->clock.monotonic_now().value();
  constexpr std::int64_t kShortest = 1000;
  changed_.wait_for(mutex_, std::chrono::microseconds(std::min(rest, std::max(due, kShortest))));
  if (access->tick()) {
    access.changed();
  }
  return true;
}

}  // namespace turnstream::log::embedded
