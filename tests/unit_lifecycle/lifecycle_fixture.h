#pragma once
// Fixture of the lifecycle tests: promoted items as episodic reports them, the stage on a TestDriver, and the items
// that its changes leave. Times are milliseconds after the fixture's start. Threads: one at a time.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/memory_item.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::lifecycle {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kDay = 24 * kHour;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;

/// An observation of importance .6 with an id of its own, of turn "turn <number>" in session "s1".
model::MemoryItem item_of(int number, std::string_view content = "");
/// The completion of a stage with these changes.
std::string completion_of(std::string_view stage, std::vector<model::Change> changes);
/// The JSON of an item.
std::string json_of(const model::MemoryItem& item);

class LifecycleFixture {
 public:
  LifecycleFixture();

  /// Delivers a tick's record in which episodic promotes these items, as of that time.
  stage_api::StageOutcome promote(std::vector<model::MemoryItem> items, std::int64_t after_ms);
  /// A turn without promotions.
  stage_api::StageOutcome turn(std::int64_t after_ms);
  stage_api::StageOutcome access(const std::vector<std::string>& ids, std::int64_t count, std::int64_t after_ms,
                                 std::vector<model::MemoryItem> promoted = {});
  /// `removed`: ids of memories that episodic removes for the command.
  stage_api::StageOutcome forget(const std::string& args_json, std::int64_t after_ms,
                                 const std::vector<std::string>& removed = {},
                                 std::vector<model::MemoryItem> promoted = {});
  stage_api::StageOutcome sweep(const std::string& args_json, std::int64_t after_ms);
  stage_api::StageOutcome answer(const std::string& record, std::int64_t after_ms);
  /// The outcome of the tick for `helper`; empty if none of its timers fired.
  stage_api::StageOutcome tick(std::int64_t after_ms);
  /// Ticks until no timer is due at that time; the events of all.
  std::vector<nlohmann::json> settle(std::int64_t after_ms);

  stage_api::TestDriver& driver() { return *driver_; }
  [[nodiscard]] const stage_api::Stage& stage() const { return *stage_; }
  /// The items of `helper` after all changes so far, by id. Checks that each change agrees with those before it.
  const std::map<std::string, nlohmann::json>& items() { return items_; }
  const nlohmann::json& item(const std::string& id) { return items_.at(id); }
  /// The number of rows of `helper` whose key begins with `prefix`.
  std::int64_t rows(std::string_view prefix);

 private:
  stage_api::StageOutcome deliver(stage_api::Input input, const std::vector<model::Change>& changes,
                                  std::int64_t after_ms);
  void note(const stage_api::StageOutcome& outcome);
  std::vector<model::Change> promotions(std::vector<model::MemoryItem> items, std::int64_t after_ms);

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::map<std::string, nlohmann::json> items_;
};

/// The events of a record as JSON.
std::vector<nlohmann::json> events_of(const stage_api::StageOutcome& outcome);
/// The only event of this type; null if there is none.
nlohmann::json event_of(const stage_api::StageOutcome& outcome, std::string_view type);

}  // namespace turnstream::lifecycle
