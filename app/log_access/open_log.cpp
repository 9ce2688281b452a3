#include "app/log_access/open_log.h"

#include <algorithm>
#include <poll.h>

#include "app/errors.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/log/embedded/socket/socket_client.h"
#include "pipeline/log/embedded/socket/socket_server.h"
#include "pipeline/log/kafka/client.h"

namespace turnstream::app {
namespace {

bool owns(LogUse use) {
  return use == LogUse::kOwn || use == LogUse::kOwnOrMake;
}

bool makes(LogUse use) {
  return use == LogUse::kVisitOrMake || use == LogUse::kOwnOrMake;
}

LogClockLimits clock_limits(const settings::IntakeSettings& intake) {
  constexpr std::int64_t kSecondMs = 1'000;
  constexpr std::int64_t kDayMs = 86'400'000;
  return {intake.clock_jump_max_s * kSecondMs, intake.clock_gap_max_d * kDayMs};
}

class OpenKafka final : public OpenLog {
 public:
  OpenKafka(std::unique_ptr<log::Client> client, std::optional<StateDirectory> directory, const LogClockLimits& limits)
      : directory_(std::move(directory)), clock_(machine_, limits), client_(std::move(client)) {}
  log::Client& client() override { return *client_; }
  LogClock* clock() override { return directory_ ? &clock_ : nullptr; }
  const StateDirectory* directory() const override { return directory_ ? &*directory_ : nullptr; }
  [[nodiscard]] bool is_embedded() const override { return false; }

 private:
  std::optional<StateDirectory> directory_;
  SystemClock machine_;
  LogClock clock_;
  std::unique_ptr<log::Client> client_;
};

/// The clock of the embedded log, with the clock of the machine.
struct OwnClock {
  explicit OwnClock(const LogClockLimits& limits) : log(machine, limits) {}
  SystemClock machine;
  LogClock log;
};

/// While another process opens or closes the log, a process waits 50 ms before each new try, up to 100 tries.
constexpr int kLookAgainMs = 50;
constexpr int kLooksMax = 100;

/// The embedded log in this process, served to other processes. Each member depends on those before it.
class OpenEmbedded final : public OpenLog {
 public:
  OpenEmbedded(StateDirectory directory, std::unique_ptr<OwnClock> clock,
               std::unique_ptr<log::embedded::Cluster> cluster, std::unique_ptr<log::embedded::SocketServer> server)
      : directory_(std::move(directory)),
        clock_(std::move(clock)),
        cluster_(std::move(cluster)),
        server_(std::move(server)),
        client_(log::embedded::make_client(*cluster_)) {}
  log::Client& client() override { return *client_; }
  LogClock* clock() override { return &clock_->log; }
  const StateDirectory* directory() const override { return &directory_; }
  [[nodiscard]] bool is_embedded() const override { return true; }
  [[nodiscard]] bool is_stopped() const override { return true; }
  log::embedded::Cluster* cluster() override { return cluster_.get(); }

 private:
  StateDirectory directory_;
  std::unique_ptr<OwnClock> clock_;
  std::unique_ptr<log::embedded::Cluster> cluster_;
  std::unique_ptr<log::embedded::SocketServer> server_;
  std::unique_ptr<log::Client> client_;
};

/// The embedded log as it was when it was opened, for reading only.
class OpenForReading final : public OpenLog {
 public:
  OpenForReading(std::unique_ptr<SystemClock> clock, std::unique_ptr<log::embedded::Cluster> cluster)
      : clock_(std::move(clock)), cluster_(std::move(cluster)), client_(log::embedded::make_client(*cluster_)) {}
  log::Client& client() override { return *client_; }
  const StateDirectory* directory() const override { return nullptr; }
  [[nodiscard]] bool is_embedded() const override { return true; }
  [[nodiscard]] bool is_stopped() const override { return true; }

 private:
  std::unique_ptr<SystemClock> clock_;
  std::unique_ptr<log::embedded::Cluster> cluster_;
  std::unique_ptr<log::Client> client_;
};

/// The embedded log of another process.
class OpenSocket final : public OpenLog {
 public:
  explicit OpenSocket(std::unique_ptr<log::Client> client) : client_(std::move(client)) {}
  log::Client& client() override { return *client_; }
  const StateDirectory* directory() const override { return nullptr; }
  [[nodiscard]] bool is_embedded() const override { return true; }

 private:
  std::unique_ptr<log::Client> client_;
};

Result<std::unique_ptr<OpenLog>> open_kafka(const Context& context, LogUse use, const std::string& verb) {
  const settings::KafkaSettings& settings = context.settings().kafka;
  std::optional<StateDirectory> directory;
  if (owns(use)) {
    TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context));
    TS_ASSIGN_OR_RETURN(StateDirectory taken, StateDirectory::open(path, "turnstream " + verb));
    directory.emplace(std::move(taken));
  }
  log::kafka::Config config;
  config.bootstrap = settings.bootstrap;
  config.membership =
      settings.membership == "dynamic" ? log::kafka::Membership::kDynamic : log::kafka::Membership::kStatic;
  config.transaction_timeout = log::milliseconds{settings.transaction_timeout_ms};
  config.session_timeout = log::milliseconds{settings.session_timeout_ms};
  config.stuck_call_grace = log::milliseconds{context.settings().run.watchdog_ms};
  const settings::TopicsSettings& topics = context.settings().topics;
  config.record_bytes_max = std::max(topics.turn_bytes_max, topics.record_bytes_max);
  config.overrides = settings.client;
  TS_ASSIGN_OR_RETURN(std::unique_ptr<log::Client> client, log::kafka::make_client(config));
  return std::unique_ptr<OpenLog>(
      std::make_unique<OpenKafka>(std::move(client), std::move(directory), clock_limits(context.settings().intake)));
}

log::embedded::ClusterSettings bounds_of(const Context& context) {
  const settings::KafkaSettings& settings = context.settings().kafka;
  log::embedded::ClusterSettings bounds;
  bounds.transaction_timeout = log::milliseconds{settings.transaction_timeout_ms};
  bounds.session_timeout = log::milliseconds{settings.session_timeout_ms};
  bounds.message_bytes_max = context.settings().topics.record_bytes_max;
  bounds.compaction_lag_max = log::milliseconds{context.settings().topics.purge_ms};
  return bounds;
}

Result<std::unique_ptr<OpenLog>> open_own(const Context& context, StateDirectory directory) {
  auto clock = std::make_unique<OwnClock>(clock_limits(context.settings().intake));
  const std::string path = directory.path();
  TS_ASSIGN_OR_RETURN(std::unique_ptr<log::embedded::Cluster> cluster,
                      log::embedded::Cluster::open(clock->log, StateDirectory::log_folder(path), bounds_of(context)));
  TS_ASSIGN_OR_RETURN(const std::optional<WallTime> newest, cluster->newest_append());
  if (newest) {
    clock->log.resume(*newest, clock->log.limits().gap_ms);
  }
  TS_ASSIGN_OR_RETURN(std::unique_ptr<log::embedded::SocketServer> server,
                      log::embedded::SocketServer::start(*cluster, StateDirectory::socket(path)));
  return std::unique_ptr<OpenLog>(
      std::make_unique<OpenEmbedded>(std::move(directory), std::move(clock), std::move(cluster), std::move(server)));
}

Result<std::unique_ptr<OpenLog>> open_for_reading(const Context& context, const std::string& path) {
  TS_ASSIGN_OR_RETURN(const ReadLock lock, ReadLock::take(path));
  auto clock = std::make_unique<SystemClock>();
  TS_ASSIGN_OR_RETURN(
      std::unique_ptr<log::embedded::Cluster> cluster,
      log::embedded::Cluster::open_for_reading(*clock, StateDirectory::log_folder(path), bounds_of(context)));
  return std::unique_ptr<OpenLog>(std::make_unique<OpenForReading>(std::move(clock), std::move(cluster)));
}

/// The directory as the user chose it, for an error.
std::string choice_of(const Context& context, const std::string& path) {
  return context.settings().state.directory.empty()
             ? "the state directory " + path + ", which follows from --namespace " +
                   context.settings().topics.name_space
             : "the state directory " + path;
}

/// Opens the log in this process; the error "state_in_use" if another process has it open.
Result<std::unique_ptr<OpenLog>> open_here(const Context& context, LogUse use, const std::string& path,
                                           const std::string& verb) {
  if (use == LogUse::kRead) {
    return open_for_reading(context, path);
  }
  if (!makes(use) && !StateDirectory::has_log(path)) {
    return usage_error("there is no embedded log in " + choice_of(context, path) + ", and `turnstream " + verb +
                       "` makes none: nothing was changed. Name the directory of the `turnstream run` with --state, or "
                       "a Kafka broker with --bootstrap");
  }
  TS_ASSIGN_OR_RETURN(StateDirectory directory, StateDirectory::open(path, "turnstream " + verb));
  return open_own(context, std::move(directory));
}

/// The first process opens the log and serves it on a socket, which the others use. While that process starts or ends,
/// it holds the lock but does not answer on the socket.
Result<std::unique_ptr<OpenLog>> open_embedded(const Context& context, LogUse use, const std::string& verb) {
  TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context));
  for (int look = 1;; ++look) {
    Result<std::unique_ptr<OpenLog>> here = open_here(context, use, path, verb);
    if (here.ok() || owns(use) || here.error().code != error_codes::kStateInUse) {
      return here;
    }
    Result<std::unique_ptr<log::Client>> client = log::embedded::connect(StateDirectory::socket(path));
    if (client.ok()) {
      return std::unique_ptr<OpenLog>(std::make_unique<OpenSocket>(std::move(client).value()));
    }
    if (look == kLooksMax) {
      return here;
    }
    ::poll(nullptr, 0, kLookAgainMs);
  }
}

}  // namespace

Result<std::unique_ptr<OpenLog>> open_log(const Context& context, LogUse use, const std::string& verb) {
  if (!context.settings().kafka.bootstrap.empty()) {
    return open_kafka(context, use, verb);
  }
  return open_embedded(context, use, verb);
}

log::milliseconds answer_timeout(const Context& context) {
  return log::milliseconds{context.settings().kafka.connect_timeout_ms};
}

}  // namespace turnstream::app
