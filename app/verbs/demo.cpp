#include <atomic>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/demo/demo_report.h"
#include "app/demo/demo_turns.h"
#include "app/demo/question.h"
#include "app/demo/stand.h"
#include "app/demo/story.h"
#include "app/errors.h"
#include "app/log_sink.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/check.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr int kCrashAfter = 33;

/// Ends a stage worker after the stage workers have processed 33 records. It does not commit its open transaction.
class CrashOnce final : public runtime::CrashPoints {
 public:
  Status reach(runtime::CrashPoint point) override {
    if (point != runtime::CrashPoint::kRecordProcessed || ++records_ != kCrashAfter) {
      return {};
    }
    return make_error(error_codes::kKilled, Reaction::kReleasePartition, "The demonstration ends this worker.");
  }
  [[nodiscard]] bool happened() const { return records_ >= kCrashAfter; }

 private:
  std::atomic<int> records_ = 0;
};

Error stopped() {
  return error_of(error_codes::kStopped, "stopped by a signal before all sample turns were processed: no result");
}

Status tell_recovery(std::ostream& out, Report& told, Stand& crashed, Stand& undisturbed) {
  TS_ASSIGN_OR_RETURN(const std::string ours, crashed.digest());
  TS_ASSIGN_OR_RETURN(const std::string theirs, undisturbed.digest());
  told = {{"crash_at_record", kCrashAfter},
          {"digest_after_crash", ours},
          {"digest_without_crash", theirs},
          {"equal", ours == theirs}};
  constexpr std::size_t kShownDigits = 16;
  out << "\na crash: the worker ended at its record " << kCrashAfter
      << ", in the middle of a transaction; no consumer received a part of it.\n"
      << "the recovery: a new worker restored the state of the last commit and processed the rest again.\n"
      << "  digest after the crash    " << ours.substr(0, kShownDigits) << "\n"
      << "  digest without a crash    " << theirs.substr(0, kShownDigits) << "  "
      << (ours == theirs ? "equal: no turn was lost or processed twice" : "DIFFERENT") << "\n\n";
  return ours == theirs ? Status() : Status(error_of(error_codes::kDigest, "the results differ: report this as a bug"));
}

Result<ExitCode> demo(Context& context) {
  const settings::Settings settings = demo_settings(context.settings());
  const model::TopicNames names(settings.topics.name_space);
  // The output of the demo explains the steps, so with log.level=info only errors are logged.
  install_log_sink({.level = context.settings().log.level == "info" ? "error" : context.settings().log.level,
                    .json = context.json || context.settings().log.format == "json"});
  const StopSignal signal;
  Stand crashed(context, settings);
  Stand undisturbed(context, settings);
  CrashOnce crash;
  TS_ASSIGN_OR_RETURN(const bool is_drained, crashed.take_turns(signal, &crash));
  TS_ASSIGN_OR_RETURN(const bool is_compared, undisturbed.take_turns(signal, nullptr));
  if (!is_drained || !is_compared) {
    return stopped();
  }
  CHECK(crash.happened());
  Report told;
  DemoReport report(crashed.client(), names, context.catalog, told, context.err());
  std::ostringstream unread;  // with --json, instead of the text
  std::ostream& out = context.json ? unread : context.out();
  const bool has_styles = context.surroundings.out_is_terminal && !context.json && !context.environment("NO_COLOR");
  Page page(out, has_styles ? &context.unescaped_out() : nullptr);
  report.print_turns(out, demo_turns());
  TS_RETURN_IF_ERROR(report.print(out));
  const Status recovered = tell_recovery(out, told["recovery"], crashed, undisturbed);
  TS_RETURN_IF_ERROR(report.print_knowledge(page));
  TS_ASSIGN_OR_RETURN(const std::optional<Told> story, tell_story(crashed, signal, context, names));
  if (!story) {
    return stopped();
  }
  TS_RETURN_IF_ERROR(report.print_later(page, *story, settings));
  TS_RETURN_IF_ERROR(print_question(page, told, crashed.client(), settings, context.catalog));
  if (context.json) {
    context.out() << json::document_text(told) << "\n";
  }
  TS_RETURN_IF_ERROR(recovered);
  return ExitCode::kDone;
}

}  // namespace

void add_demo(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "demo",
                         .summary = "Process a week of sample turns in memory and show the result; keeps nothing",
                         .examples = "turnstream demo\nturnstream demo --json | jq .memories\n"
                                     "turnstream demo --json | jq .forget"});
  verb.on_run(demo);
}

}  // namespace turnstream::app
