#pragma once
// DemoReport: prints what the pipeline derived from the sample turns, and what became of it later; reports the same as
// JSON. It reads only public topics. Threads: one.
// Lifetime: borrows client, catalog, JSON and stream.

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/demo/page.h"
#include "app/demo/story.h"
#include "app/demo/things.h"
#include "app/explain/report.h"
#include "app/stage_catalog.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

class DemoReport {
 public:
  /// `json`: what is printed is also added there, for programs.
  /// Warnings go to `err`.
  DemoReport(log::Client& client, model::TopicNames names, const StageCatalog& catalog, Report& json, std::ostream& err)
      : client_(client), names_(std::move(names)), catalog_(catalog), json_(json), err_(err) {}

  /// Prints the number of the sample turns, and one of them.
  void print_turns(std::ostream& out, std::span<const std::string_view> turns);
  /// Prints for each stage its turns by status and its memories by kind; then the number of events by topic, and the
  /// dead letters.
  Status print(std::ostream& out);
  /// Prints a few of the memories (knowledge.h).
  Status print_knowledge(Page& page);
  /// Prints what the story changed (later_report.h).
  Status print_later(Page& page, const Told& told, const settings::Settings& settings);

 private:
  Status print_completions(std::ostream& out, const std::string& stage);
  Status print_events(std::ostream& out);
  Status print_dead_letters(std::ostream& out);

  log::Client& client_;
  model::TopicNames names_;
  const StageCatalog& catalog_;
  Report& json_;
  std::ostream& err_;
};

}  // namespace turnstream::app
