#pragma once
// Fixture of the tests of session flushes: a small stage that calls this part alone, in the test driver. It applies all
// changes, as a view does, and collects events, requests and cancels. Times are milliseconds after the fixture's start, and
// the log time of a turn is its event time. Threads: one at a time.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/stage_api/test_driver.h"
#include "stages/consolidation/sessions/sessions.h"

namespace turnstream::consolidation {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;
/// Settings with a model.
constexpr const char* kModel = R"({"model":{"name":"small-1"}})";

class SessionFixture {
 public:
  explicit SessionFixture(std::string persona = "helper");
  ~SessionFixture();

  /// A turn of user Ann and agent Bot.
  stage_api::StageOutcome say(const std::string& session, const std::string& user, const std::string& agent,
                              std::int64_t at_ms);
  /// A turn whose two messages say something worth keeping, with this number in it.
  stage_api::StageOutcome fact(const std::string& session, int number, std::int64_t at_ms);
  stage_api::StageOutcome give(model::StateExport turn, std::int64_t at_ms);
  stage_api::StageOutcome command(const std::string& kind, const std::string& args_json, std::int64_t at_ms);
  /// Ticks at each boundary of 30 s after the last record, up to `at_ms`.
  void tick_to(std::int64_t at_ms);
  /// One tick, however long the last record is ago.
  void tick(std::int64_t at_ms);
  /// A result for the request. `text`: what the model answered, if the status is ok.
  stage_api::StageOutcome answer(const stage_api::StageOutcome::Request& request, const std::string& text,
                                 std::int64_t at_ms, const std::string& status = "ok");
  void set_settings(const std::string& json) { driver_->set_settings(json); }
  /// The insights that the part gets when it asks for related ones.
  std::vector<KnownInsight> related;

  /// What exists, by id, as the changes tell.
  std::map<std::string, nlohmann::json> sessions;
  std::map<std::string, nlohmann::json> daily;
  /// All so far.
  std::vector<nlohmann::json> events;
  std::vector<stage_api::StageOutcome::Request> requests;
  std::vector<std::pair<std::string, std::string>> cancels;

  [[nodiscard]] std::vector<nlohmann::json> events_of(const std::string& type) const;
  /// `<session>:<messages>` of each flush, in order.
  [[nodiscard]] std::vector<std::string> flushes() const;
  [[nodiscard]] std::vector<std::string> daily_lines() const;
  [[nodiscard]] bool rows_contain(const std::string& text) const;
  [[nodiscard]] std::string item_of(const std::string& turn_id) const;
  [[nodiscard]] const std::string& last_turn_id() const { return turn_ids_.back(); }
  [[nodiscard]] const std::string& persona() const { return persona_; }
  /// When the first cycle after a persona got dirty at `at_ms` is due.
  [[nodiscard]] std::int64_t first_cycle(std::int64_t at_ms) const;
  stage_api::TestDriver& driver() { return *driver_; }
  [[nodiscard]] std::int64_t now_ms() const { return log_ms_; }
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  stage_api::StageOutcome note(stage_api::StageOutcome outcome);

  std::string persona_;
  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::deque<std::string> texts_;
  std::vector<std::string> turn_ids_;
  std::int64_t log_ms_ = 0;
};

}  // namespace turnstream::consolidation
