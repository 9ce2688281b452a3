#include "app/memory/sweep_preview.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/log_access/changelog_rows.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/settings_in_force.h"
#include "app/log_access/topic_specs.h"
#include "app/memory/persona_view.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kTickMs = 30'000;
/// A sweep handles a batch at each tick; so many batches are more than working memory can hold.
constexpr int kTicksMax = 100;
constexpr std::size_t kTextMax = 120;

bool has_pass(const stage_api::StageOutcome& outcome) {
  return std::any_of(outcome.events.begin(), outcome.events.end(), [](const auto& event) {
    return event.first == "consolidation" && text_in(json::parse_document(event.second), "type") == "pass";
  });
}

}  // namespace

Result<Report> SweepPreview::run(const std::string& args_json) {
  TS_ASSIGN_OR_RETURN(settings_, read_settings());
  Report report{{"persona_id", persona_},
                {"dry_run", true},
                {"changes", Report::object()},
                {"insights", Report::array()},
                {"topics", Report::array()},
                {"dropped", Report::array()},
                {"requests", 0},
                {"events", Report::array()}};
  const std::string command = R"({"kind":"sweep","args":)" + args_json + "}";
  for (const StageEntry& entry : context_.catalog) {
    const auto stage = entry.make();
    TS_ASSIGN_OR_RETURN(const Rows rows, read_rows(stage->info().name));
    if (!rows.of_persona.empty()) {
      TS_RETURN_IF_ERROR(sweep(*stage, rows, command, report));
    }
  }
  TS_RETURN_IF_ERROR(add_texts(report));
  return report;
}

/// The changelog of a stage has no form that says what an entry says; the completions have.
Status SweepPreview::add_texts(Report& report) {
  TS_ASSIGN_OR_RETURN(RecordFinder finder,
                      RecordFinder::open({client_, context_.settings().topics.name_space, context_.catalog,
                                          answer_timeout(context_), context_.unescaped_err(), false}));
  TS_ASSIGN_OR_RETURN(const PersonaView view, PersonaView::read(finder, persona_));
  const PersonaView::Things& working = view.of_kind("working");
  for (Report& dropped : report["dropped"]) {
    if (const auto entry = working.find(text_in(dropped, "id")); entry != working.end()) {
      dropped["content"] = text_in(json::parse_document(entry->second.value), "content");
    }
  }
  return {};
}

Result<SweepPreview::Rows> SweepPreview::read_rows(const std::string& stage) {
  Rows rows;
  const model::TopicNames names(context_.settings().topics.name_space);
  const std::string topic = names.changelog(stage);
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(client_.admin(), topic, answer_timeout(context_)));
  if (partitions == 0) {
    return rows;
  }
  TS_ASSIGN_OR_RETURN(
      const ChangelogRows all,
      latest_rows(client_, {names, stage, partition_of_key(persona_, partitions)}, answer_timeout(context_)));
  for (const auto& [key, value] : all) {
    if (key == runtime::kNowKey) {
      rows.now = LogTime{read_number(value).value_or(0)};
    } else if (auto row = runtime::decode_stage_row_key(key); row && row->persona == persona_) {
      rows.of_persona.emplace(std::move(row->key), value);
    }
  }
  return rows;
}

Result<std::string> SweepPreview::read_settings() {
  const std::string topic = model::TopicNames(context_.settings().topics.name_space).log();
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(client_.admin(), topic, answer_timeout(context_)));
  PartitionSettings in_force;
  if (partitions > 0) {
    const auto take = [&](const log::Record& record) -> Result<bool> {
      take_settings(record, in_force);
      return true;
    };
    TS_RETURN_IF_ERROR(scan_from(client_, {{{topic, partition_of_key(persona_, partitions)}, NextOffset{0}}},
                                 answer_timeout(context_), take));
  }
  nlohmann::json memory = nlohmann::json::object();
  for (const auto& [name, setting] : in_force.values) {
    const std::size_t section = name.find('.') + 1;
    const std::size_t end = name.find('.', section);
    memory[name.substr(section, end - section)][name.substr(end + 1)] = json::parse_document(setting.value);
  }
  return json::document_text(memory);
}

Status SweepPreview::sweep(const stage_api::Stage& stage, const Rows& rows, const std::string& command,
                           Report& report) {
  stage_api::StageHost host(stage);
  host.set_settings(settings_);
  for (const auto& [key, value] : rows.of_persona) {
    host.restore_row(persona_, key, value);
  }
  const std::string& name = stage.info().name;
  std::int64_t time = rows.now.value();
  stage_api::StageOutcome outcome = host.command(persona_, "sweep", command, LogTime{time});
  TS_RETURN_IF_ERROR(outcome.status);
  note(name, outcome, report);
  for (int i = 0; i < kTicksMax; ++i) {
    time = (time / kTickMs + 1) * kTickMs;
    auto outcomes = host.tick(LogTime{time});
    const auto found = outcomes.find(persona_);
    if (found == outcomes.end() || !has_pass(found->second)) {
      break;
    }
    note(name, found->second, report);
  }
  return {};
}

void SweepPreview::note(const std::string& stage, const stage_api::StageOutcome& outcome, Report& report) {
  for (const model::Change& change : outcome.changes) {
    if (change.kind == "stats") {
      continue;
    }
    const std::string what = std::string(name_in(model::kChangeOps, change.op)) + " " + change.kind;
    Report& count = report["changes"][stage][what];
    count = count.is_null() ? 1 : count.get<std::int64_t>() + 1;
    if (change.op == model::ChangeOp::kPut && (change.kind == "insight" || change.kind == "topic")) {
      report[change.kind + "s"].push_back(json::parse_ordered(change.value));
    } else if (change.op == model::ChangeOp::kDelete && change.kind == "working") {
      report["dropped"].push_back({{"id", change.id}});
    }
  }
  for (const auto& [topic, value] : outcome.events) {
    report["events"].push_back(json::parse_ordered(value));
  }
  report["requests"] = report["requests"].get<std::int64_t>() + static_cast<std::int64_t>(outcome.requests.size());
}

void print_preview(std::ostream& out, const Report& report) {
  if (report["changes"].empty() && report["requests"] == 0) {
    out << "the sweep would change nothing\n";
    return;
  }
  for (const auto& [stage, counts] : report["changes"].items()) {
    out << padded(stage, 14);
    const char* separator = "would ";
    for (const auto& [what, count] : counts.items()) {
      const std::string op = what.substr(0, what.find(' '));
      out << separator
          << (op == "put"     ? "add"
              : op == "patch" ? "change"
                              : "remove")
          << " " << count_of(what.substr(what.find(' ') + 1), count.get<std::int64_t>());
      separator = ", ";
    }
    out << "\n";
  }
  for (const Report& insight : report["insights"]) {
    out << "  + insight  " << one_line(text_in(insight, "summary"), kTextMax) << "\n";
  }
  for (const Report& topic : report["topics"]) {
    for (const Report& fact : member_in(topic, "facts")) {
      out << "  + topic    " << one_line(text_in(topic, "topic") + ": " + text_in(fact, "text"), kTextMax) << "\n";
    }
  }
  for (const Report& dropped : report["dropped"]) {
    const std::string text = text_in(dropped, "content");
    out << "  - drops    " << one_line(text.empty() ? text_in(dropped, "id") : text, kTextMax) << "\n";
  }
  if (report["requests"] != 0) {
    out << "  ? asks     " << report["requests"] << " requests to a model; what follows depends on the answers\n";
  }
  out << "nothing was changed\n";
}

}  // namespace turnstream::app
