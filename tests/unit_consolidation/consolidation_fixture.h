#pragma once
// Fixture of the consolidation tests: turns from a few words go through the episodic stage, and its completions through the
// consolidation stage. It applies all changes, as a view does, and collects the events. Times are milliseconds after the
// fixture's start. Threads: one at a time.

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::consolidation {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;
/// Settings with a model.
constexpr const char* kModel = R"({"model":{"name":"small-1"}})";

class ConsolidationFixture {
 public:
  explicit ConsolidationFixture(std::string persona = "helper");
  ~ConsolidationFixture();

  /// An empty turn with a new id, in session `s1`.
  model::StateExport empty_turn(std::int64_t at_ms);
  model::Observation observation(std::string content, bool ephemeral = false);
  stage_api::StageOutcome give(const model::StateExport& turn);
  stage_api::StageOutcome say(std::string user, std::string agent, std::int64_t at_ms);
  stage_api::StageOutcome observe(std::string content, std::int64_t at_ms, bool ephemeral = false);
  stage_api::StageOutcome command(const std::string& kind, const std::string& args_json, std::int64_t at_ms);
  stage_api::StageOutcome sweep(std::int64_t at_ms) { return command("sweep", R"({"passes":["consolidate"]})", at_ms); }
  stage_api::StageOutcome tick(std::int64_t at_ms);
  /// Ticks at each boundary of 30 s from the last record to `at_ms`.
  void tick_to(std::int64_t at_ms);
  /// A result for the request. `text`: what the model answered, if the status is ok.
  stage_api::StageOutcome answer(const stage_api::StageOutcome::Request& request, const std::string& text,
                                 std::int64_t at_ms, const std::string& status = "ok");
  void set_settings(const std::string& json);

  /// What exists, by id, as the changes tell.
  std::map<std::string, nlohmann::json> insights;
  std::map<std::string, nlohmann::json> working;
  std::map<std::string, nlohmann::json> topics;
  std::map<std::string, nlohmann::json> daily;
  std::map<std::string, nlohmann::json> items;
  nlohmann::json stats;  ///< the newest of id working_memory
  /// All events so far.
  std::vector<nlohmann::json> events;
  /// All requests so far, and the cancelled ones with their reasons.
  std::vector<stage_api::StageOutcome::Request> requests;
  std::vector<std::pair<std::string, std::string>> cancels;
  std::int64_t forgotten = 0;  ///< entries of working memory that forget commands removed

  [[nodiscard]] std::vector<nlohmann::json> events_of(const std::string& type) const;
  [[nodiscard]] nlohmann::json last_pass() const;
  [[nodiscard]] std::vector<std::string> summaries() const;
  [[nodiscard]] const std::string& last_turn_id() const { return turn_ids_.back(); }
  [[nodiscard]] const std::string& persona() const { return persona_; }
  /// Whether any row of the persona contains the text.
  [[nodiscard]] bool rows_contain(const std::string& text);
  stage_api::TestDriver& driver() { return *driver_; }
  const stage_api::Stage& stage() const { return *stage_; }
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  stage_api::StageOutcome note(stage_api::StageOutcome outcome);
  stage_api::StageOutcome deliver(stage_api::Input input, const std::vector<model::Change>& upstream);

  std::string persona_;
  std::unique_ptr<stage_api::Stage> episodic_;
  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> episodic_driver_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::deque<std::string> texts_;
  std::vector<std::string> turn_ids_;
  std::int64_t log_ms_ = 0;
};

}  // namespace turnstream::consolidation
