#pragma once
// PipelineHost: the pipeline of one process, made from settings and a catalog: stages, environment, supervisor. `run`
// and `demo` both use it. Borrows all objects that HostParts refers to. Threads: make, start and stop on one;
// supervisor().status() any.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/run_meters.h"
#include "app/stage_catalog.h"
#include "pipeline/base/log_clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/settings/settings.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::app {

/// The name in run.stages of the process's read model (app/recall).
inline constexpr const char* kRecallStage = "recall";

struct HostParts {
  log::Client& client;
  store::KeyValueStore& store;
  LogClock& clock;
  std::string instance;
  std::string log_of;  ///< another namespace whose log is read; empty: our own
  runtime::CrashLedger* crashes = nullptr;
  runtime::StartLedger* starts = nullptr;        ///< may be null
  std::vector<log::Unreadable> given_up{};       ///< what find_deadly_records() found
  Metrics* metrics = nullptr;                    ///< may be null
  bool until_drained = false;                    ///< true: ends with an error after run.watchdog_ms without a broker
  runtime::CrashPoints* crash_points = nullptr;  ///< may be null
  std::vector<NextOffset> log_ends = {};         ///< see runtime::StageEnvironment
  bool accepts_loss = false;                     ///< see runtime::StageEnvironment
};

class PipelineHost {
 public:
  /// Errors: "usage" for unknown stages, "bad_setting" for a fused group of some stages only or a wrong faults.inject.
  static Result<std::unique_ptr<PipelineHost>> make(const settings::Settings& settings, const StageCatalog& catalog,
                                                    const HostParts& parts);

  runtime::Supervisor& supervisor() { return *supervisor_; }
  /// The stages that run in this process, in phase order; intake, if it runs here, is the first.
  [[nodiscard]] const std::vector<StagePlace>& places() const { return places_; }
  /// All topics of the namespace, the turns topics, and with `log_of` the log of that namespace.
  [[nodiscard]] const std::vector<std::string>& watched_topics() const { return watched_topics_; }

 private:
  PipelineHost() = default;
  Status set_up(const settings::Settings& settings, const StageCatalog& catalog, const HostParts& parts);

  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  runtime::PipelineShape shape_;
  std::unique_ptr<runtime::FaultInjector> faults_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  std::vector<StagePlace> places_;
  std::vector<std::string> watched_topics_;
  std::unique_ptr<runtime::Supervisor> supervisor_;
};

}  // namespace turnstream::app
