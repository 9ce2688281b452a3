#include "pipeline/runtime/task/forget_report.h"

#include <algorithm>

#include "pipeline/json/writer.h"

namespace turnstream::runtime {
namespace {

constexpr std::string_view kMaintenance = "maintenance";

struct Removed {
  std::map<std::string_view, std::int64_t> counts;  ///< by kind
  std::vector<std::string_view> ids;
};

Removed removed_in(const std::vector<model::Change>& changes) {
  Removed removed;
  for (const model::Change& change : changes) {
    if (change.op == model::ChangeOp::kDelete && change.kind != "stats" && change.kind != "session") {
      ++removed.counts[change.kind];
      removed.ids.push_back(change.id);
    }
  }
  return removed;
}

void write_texts(json::Writer& json, std::string_view name, std::span<const std::string_view> texts) {
  json.begin_array(name);
  for (const std::string_view text : texts) {
    json.string(text);
  }
  json.end_array();
}

}  // namespace

void add_forget_report(const PreparedRecord& record, const std::vector<model::Change>& changes, PersonaRun& run) {
  if (record.kind != stage_api::RecordKind::kCommand || record.command_kind != "forget") {
    return;
  }
  const Removed removed = removed_in(changes);
  const std::vector<std::string> told = run.told();
  if (removed.ids.empty() && told.empty()) {
    return;
  }
  const std::span<const std::string_view> ids = removed.ids;
  for (std::size_t begin = 0; begin == 0 || begin < ids.size(); begin += kReportedIdsMax) {
    const bool is_first = begin == 0;
    std::string value;
    json::Writer json(value);
    json.begin_object().string("kind", kMaintenance).string("type", "forget_report");
    json.string("id", run.effects().event_id(kMaintenance, "forget_report")).string("persona_id", run.persona());
    json.string("stage", run.stage()).string("command_id", record.cause_id).begin_object("removed");
    for (const auto& [kind, count] : removed.counts) {
      json.integer(kind, is_first ? count : 0);
    }
    write_texts(json.end_object(), "items", ids.subspan(begin, std::min(kReportedIdsMax, ids.size() - begin)));
    write_texts(json, "unshares",
                is_first ? std::vector<std::string_view>(told.begin(), told.end()) : std::vector<std::string_view>());
    json.time("timestamp", record.log_time.value()).begin_object("log");
    json.integer("partition", record.log.partition.value()).integer("offset", record.log.offset.value());
    json.end_object().end_object();
    run.effects().event(kMaintenance, kMaintenance, std::move(value));
  }
}

}  // namespace turnstream::runtime
