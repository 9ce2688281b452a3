#pragma once
// SweepPreview: what a `sweep` of a persona would do now, without doing it. Takes the persona's rows from the changelogs
// into a StageHost for each stage, gives the stages the command there, then the ticks at which a long pass continues, and
// discards the rows. Reads only. Threads: one.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/explain/report.h"
#include "pipeline/log/client.h"
#include "pipeline/stage_api/stage_host.h"

namespace turnstream::app {

class SweepPreview {
 public:
  SweepPreview(const Context& context, log::Client& client, std::string persona)
      : context_(context), client_(client), persona_(std::move(persona)) {}

  /// `args_json`: the arguments of the command. The report has counts of changes by stage, the public events, the
  /// insights, topics and entries of the daily log that would be put, the texts that would be dropped, and the numbers of requests
  /// to a model and for the state of files; a pass
  /// that waits for a model's answers goes no further here. Errors: those of PersonaView::read();
  /// "changelog_damaged"; errors of the stages.
  Result<Report> run(const std::string& args_json);

 private:
  struct Rows {
    std::map<std::string, std::string> of_persona;
    LogTime now;  ///< of the partition, as the stage knows it
  };
  /// The log time that intake would give a command; with intake.clock=event, whose time stands still, 0.
  [[nodiscard]] std::int64_t now_ms() const;
  Result<Rows> read_rows(const std::string& stage);
  /// The `memory` settings in force for the persona.
  Result<std::string> read_settings();
  Status sweep(const stage_api::Stage& stage, const Rows& rows, const std::string& command, Report& report);
  Status add_texts(Report& report);
  static void note(const std::string& stage, const stage_api::StageOutcome& outcome, Report& report);

  const Context& context_;
  log::Client& client_;
  std::string persona_;
  std::string settings_;
};

/// For people: the counts and the texts.
void print_preview(std::ostream& out, const Report& report);

}  // namespace turnstream::app
