#pragma once
// LaterReport: shows what memory became after the turns, from records alone: insights with their sources, two insights
// that were merged, a topic, an entry of the daily log, an item that was archived and brought back, and what a forget
// command removed. A part of which there is no record is left out. Reports the same as JSON. Borrows all that it is
// given. Threads: one.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/demo/page.h"
#include "app/demo/story.h"
#include "app/demo/things.h"
#include "app/explain/record_finder.h"
#include "app/explain/report.h"
#include "pipeline/base/result.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

class LaterReport {
 public:
  /// `things`: after the story. `json` gets a member for each part.
  LaterReport(Page& page, Report& json, RecordFinder& finder, const Things& things, const Told& told);
  ~LaterReport();

  /// `settings` say how long records are kept.
  Status print(const settings::Settings& settings);

 private:
  Status read_events();
  Status print_insights();
  Status print_insight(const nlohmann::json& insight);
  Status print_merge();
  void print_topic();
  void print_daily();
  Status print_restore();
  Status print_forget(const settings::Settings& settings);
  /// Prints a line for each source of the memory, at most `count_max`; returns them.
  Result<Report> print_sources(const std::string& id, const std::string& persona, std::size_t count_max);
  /// The memories of a kind, those of one persona behind each other.
  [[nodiscard]] std::vector<nlohmann::json> all(const std::string& kind) const;
  [[nodiscard]] Result<std::string> log_time_of(const nlohmann::json& event);

  Page& page_;
  Report& json_;
  RecordFinder& finder_;
  const Things& things_;
  const Told& told_;
  std::vector<nlohmann::json> events_;  ///< of the topics consolidation and maintenance
};

}  // namespace turnstream::app
