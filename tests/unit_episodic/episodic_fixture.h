#pragma once
// Fixture of the episodic tests: turns from a few words, the stage on a TestDriver, and its results as values. Times
// are milliseconds after the fixture's start. Threads: one at a time.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/model/memory_item.h"
#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/test_driver.h"
#include "stages/episodic/items_of_turn.h"

namespace turnstream::episodic {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;

inline const EpisodicSettings kDefaults;

/// An empty turn of persona `helper` in session `s1`. The id must outlive the turn.
model::StateExport empty_turn(std::string_view turn_id, std::int64_t after_ms = 0);
model::Observation observation(std::string_view content);
model::ToolExecution tool(std::string_view tool_id, model::ToolStatus status);

/// The items that the stage makes of a turn, with default settings or the given ones.
std::vector<NewItem> items_of(const model::StateExport& turn, const EpisodicSettings& settings = {});
model::MemoryItem item_saying(std::string_view content, model::ItemType type = model::ItemType::kObservation);

class EpisodicFixture {
 public:
  EpisodicFixture();

  stage_api::StageOutcome turn(const model::StateExport& turn);
  /// Applies a turn with only this observation or user input; the turn ids are numbered.
  stage_api::StageOutcome observe(std::string_view content, std::int64_t after_ms);
  stage_api::StageOutcome chat(std::string_view user_input, std::int64_t after_ms, std::string_view session = "s1");
  stage_api::StageOutcome access(const std::string& id, std::int64_t count, std::int64_t after_ms);
  stage_api::StageOutcome forget(const std::string& args_json, std::int64_t after_ms);
  stage_api::StageOutcome unforget(const std::string& args_json, std::int64_t after_ms);
  /// The outcome of the tick for `helper`; empty if none of its timers fired.
  stage_api::StageOutcome tick(std::int64_t after_ms);
  /// Ticks every 30 s in (from, to]; all changes to `helper`, in order.
  std::vector<model::Change> ticks(std::int64_t from_ms, std::int64_t to_ms);

  stage_api::TestDriver& driver() { return *driver_; }
  /// Values of the row of PersonaState, as the stage describes it.
  std::int64_t ring_size();
  std::int64_t counter(const char* name);

 private:
  std::string_view keep(std::string text);

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::deque<std::string> texts_;
  int turns_ = 0;
};

/// The items that an outcome puts, in order of id.
std::vector<model::MemoryItem> items_put(const stage_api::StageOutcome& outcome);
/// The items that an outcome puts and that did not exist before it, in order of id.
std::vector<model::MemoryItem> items_added(const stage_api::StageOutcome& outcome);

}  // namespace turnstream::episodic
