#pragma once
// Fixture of the semantic tests: turns from a few words, the stage on a TestDriver, and its facts as JSON. Times are
// milliseconds after the fixture's start. Threads: one at a time.

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/model/state_export.h"
#include "pipeline/model/user.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::semantic {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kDay = 24 * 60 * kMinute;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;

class SemanticFixture {
 public:
  /// Without notes, so that a test of facts counts facts alone.
  static constexpr std::string_view kWithoutNotes = R"({"semantic":{"notes_per_session":0}})";
  explicit SemanticFixture(std::string_view settings = kWithoutNotes);

  /// An empty turn with a new id, of persona `helper` in session `s1`.
  model::StateExport empty_turn(std::int64_t event_ms);
  model::Observation observation(std::string content, std::int64_t confidence = 800'000);
  stage_api::StageOutcome give(const model::StateExport& turn);
  /// Applies a turn with only this user input or observation. Its log time is its event time, but never before the log
  /// time of the turn before it.
  stage_api::StageOutcome say(std::string user_input, std::int64_t event_ms, std::string session = "s1");
  /// A turn of this user, in a session of the user's own; without a name the turn has no user_name.
  stage_api::StageOutcome say_as(const model::User& user, std::string user_input, std::int64_t event_ms);
  model::StateExport turn_of(const model::User& user, std::int64_t event_ms);
  stage_api::StageOutcome observe(std::string content, std::int64_t event_ms, std::int64_t confidence = 800'000);
  stage_api::StageOutcome forget(const std::string& args_json, std::int64_t after_ms);
  stage_api::StageOutcome unforget(const std::string& args_json, std::int64_t after_ms);
  stage_api::StageOutcome tick(std::int64_t after_ms);

  /// The facts after all changes so far, by text.
  [[nodiscard]] const std::map<std::string, nlohmann::json>& facts() const { return facts_; }
  /// The notes after all changes so far, by text.
  [[nodiscard]] const std::map<std::string, nlohmann::json>& notes() const { return notes_; }
  [[nodiscard]] nlohmann::json fact(const std::string& text) const;
  [[nodiscard]] std::string last_turn_id() const { return texts_.back(); }
  stage_api::TestDriver& driver() { return *driver_; }

  std::string_view keep(std::string text);

 private:
  stage_api::StageOutcome note(stage_api::StageOutcome outcome);

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::map<std::string, nlohmann::json> facts_;
  std::map<std::string, nlohmann::json> notes_;
  std::map<std::string, std::string> texts_by_id_;
  std::deque<std::string> texts_;
  int turns_ = 0;
  std::int64_t log_ms_ = 0;
};

/// With notes, so that a test sees what becomes of the sentences.
struct NotedFixture : SemanticFixture {
  NotedFixture() : SemanticFixture("{}") {}
};

}  // namespace turnstream::semantic
