#pragma once
// Fixture of the tests of sharing: a stage of the parts insights and sharing alone, and a world of personas between which
// commands travel at once, as they do through the topic shares. Times are milliseconds. Threads: one at a time.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pipeline/stage_api/test_driver.h"

namespace turnstream::consolidation {

class SharingWorld {
 public:
  using Json = nlohmann::json;
  using Word = stage_api::StageOutcome::Word;

  SharingWorld();
  ~SharingWorld();

  /// Adds an insight to the persona, made from the item `name`. `more`: summary, tags, domain, importance.
  stage_api::StageOutcome insight(const std::string& persona, const std::string& name,
                                  const Json& more = Json::object());
  /// Adds several in one record.
  stage_api::StageOutcome insights_at_once(const std::string& persona, const Json& list);
  /// Sends a command and what follows from it.
  stage_api::StageOutcome send(const std::string& persona, const std::string& kind, const Json& args);
  /// The same for a command that the stage refuses. Returns the pointer of the error.
  std::string refused(const std::string& persona, const std::string& kind, const Json& args);
  stage_api::StageOutcome grant(const std::string& persona, const std::string& target, const Json& tags = Json::array(),
                                const Json& domains = Json::array());
  void tick();
  void set_settings(const std::string& json);

  /// What the persona has, by id, as the changes tell.
  std::map<std::string, std::map<std::string, Json>> insights;
  std::map<std::string, std::map<std::string, Json>> grants;
  /// All commands that personas sent to others, and all events of the topic maintenance.
  std::vector<Word> words;
  std::vector<Json> maintenance;
  std::int64_t now_ms = 1'767'261'600'000;  ///< 2026-01-01T10:00:00Z

  [[nodiscard]] std::string id_of(const std::string& persona, const std::string& name) const;
  /// The summaries of what the persona received, in order.
  [[nodiscard]] std::vector<std::string> received(const std::string& persona) const;
  [[nodiscard]] std::size_t words_of(const std::string& kind) const;
  [[nodiscard]] std::size_t rows_under(const std::string& persona, const std::string& prefix) const;
  stage_api::TestDriver& driver() { return *driver_; }

 private:
  void note(const std::string& persona, const stage_api::StageOutcome& outcome);
  void carry(const Word& word, const std::string& source);

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
};

}  // namespace turnstream::consolidation
