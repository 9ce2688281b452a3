#include <nlohmann/json.hpp>

#include "app/log_access/open_log.h"
#include "app/log_access/settings_in_force.h"
#include "app/memory/stats_report.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/settings/row.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kDayCharacters = 10;

/// The setting in the partition's log, else its default.
std::int64_t number_in_force(const Context& context, const PartitionSettings& partition, const std::string& name) {
  const auto found = partition.values.find(name);
  std::string text = found == partition.values.end() ? std::string() : found->second.value;
  for (const stage_api::SettingRow& stage_row : setting_rows_of(context.catalog)) {
    const settings::Row row = settings::memory_row(stage_row);
    if (text.empty() && row.name == name) {
      text = settings::text_of(row.default_value);
    }
  }
  return read_number(text).value_or(0);
}

Result<Quotas> read_quotas(const Context& context, RecordFinder& finder, const std::string& persona) {
  PartitionSettings partition;
  TS_RETURN_IF_ERROR(finder.scan({finder.log_topic()}, persona, [&](const log::Record& record) -> Result<bool> {
    take_settings(record, partition);
    return true;
  }));
  return Quotas{number_in_force(context, partition, "memory.lifecycle.long_term_items_max"),
                number_in_force(context, partition, "memory.lifecycle.archived_items_max")};
}

Result<ExitCode> stats(Context& context, const std::string& persona) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "stats"));
  TS_ASSIGN_OR_RETURN(
      RecordFinder finder,
      RecordFinder::open({log->client(), context.settings().topics.name_space, context.catalog, answer_timeout(context),
                          context.unescaped_err(), context.surroundings.err_is_terminal && !context.quiet}));
  TS_ASSIGN_OR_RETURN(const PersonaView view, PersonaView::read(finder, persona));
  TS_ASSIGN_OR_RETURN(const Quotas quotas, read_quotas(context, finder, persona));
  DayCost cost(persona, format_time(SystemClock().wall_now().value()).substr(0, kDayCharacters));
  TS_RETURN_IF_ERROR(
      finder.scan({finder.names().effect_results()}, persona, [&](const log::Record& record) -> Result<bool> {
        cost.take(record.value.value_or(std::string_view()));
        return true;
      }));
  Report report = stats_report(view, quotas);
  report["cost_today"] = cost.report();
  if (context.json) {
    context.out() << json::document_text(report) << "\n";
  } else {
    print_stats(context.out(), report);
  }
  return ExitCode::kDone;
}

}  // namespace

void add_stats(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "stats",
                         .summary = "Show how much memory a persona has: working memory, sessions, insights, topics, "
                                    "long-term items and their quotas, cost today",
                         .examples = "turnstream stats helper\n"
                                     "turnstream stats helper --json | jq .working_memory.memory_pressure"});
  auto persona = std::make_shared<std::string>();
  verb.required_text("PERSONA", *persona, "the persona");
  verb.on_run([persona](Context& context) { return stats(context, *persona); });
}

}  // namespace turnstream::app
