#include "pipeline/runtime/task/forget_report.h"

#include <algorithm>

#include "pipeline/codec/maintenance.h"

namespace turnstream::runtime {
namespace {

constexpr std::string_view kMaintenance = "maintenance";
constexpr std::string_view kType = "forget_report";

/// One event that reports the ids; only the first one has the counts and the commands.
model::Maintenance event_of(const PreparedRecord& record, PersonaRun& run, model::ForgetReportEvent what) {
  model::Maintenance event;
  event.type = kType;
  event.id = run.effects().event_id(kMaintenance, kType);
  event.persona_id = std::string(run.persona());
  event.stage = std::string(run.stage());
  event.what = std::move(what);
  event.log_time = record.log_time;
  event.log = record.log;
  return event;
}

}  // namespace

void add_forget_report(const PreparedRecord& record, const std::vector<model::Change>& changes, PersonaRun& run) {
  if (record.kind != stage_api::RecordKind::kCommand || record.command_kind != "forget") {
    return;
  }
  std::map<std::string, std::int64_t> counts;  // by kind
  std::vector<std::string> ids;
  for (const model::Change& change : changes) {
    if (change.op == model::ChangeOp::kDelete && change.kind != "stats" && change.kind != "session") {
      ++counts[change.kind];
      ids.push_back(change.id);
    }
  }
  model::ForgetReportEvent what{record.cause_id, {counts.begin(), counts.end()}, {}, run.told()};
  if (ids.empty() && what.unshares.empty()) {
    return;
  }
  const std::span<const std::string> all = ids;
  for (std::size_t begin = 0; begin == 0 || begin < ids.size(); begin += kReportedIdsMax) {
    const auto some = all.subspan(begin, std::min(kReportedIdsMax, ids.size() - begin));
    what.items.assign(some.begin(), some.end());
    std::string value;
    codec::append_maintenance(value, event_of(record, run, std::move(what)));
    run.effects().event(kMaintenance, kMaintenance, std::move(value));
    what = {record.cause_id, {}, {}, {}};
  }
}

}  // namespace turnstream::runtime
