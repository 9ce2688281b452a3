#include "pipeline/codec/maintenance.h"

#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

void write_texts(json::Writer& json, std::string_view name, const std::vector<std::string>& texts) {
  json.begin_array(name);
  for (const std::string& text : texts) {
    json.string(text);
  }
  json.end_array();
}

/// Writes the fields that only events of one form have.
struct OwnFields {
  json::Writer& json;

  void operator()(const model::ItemsEvent& event) const {
    write_texts(json, "items", event.items);
    json.string("reason", event.reason);
  }
  void operator()(const model::MergeEvent& event) const {
    json.string("kept", event.kept);
    write_texts(json, "merged", event.merged);
  }
  void operator()(const model::StaleCheckEvent& event) const {
    write_texts(json, "items", event.items);
    write_texts(json, "stale_paths", event.stale_paths);
    write_texts(json, "verified_paths", event.verified_paths);
    json.integer("checked_count", event.checked_count);
  }
  void operator()(const model::SkippedEvent& event) const {
    json.string("trigger", event.trigger).string("reason", event.reason);
  }
  void operator()(const model::ForgetReportEvent& event) const {
    json.string("command_id", event.command_id).begin_object("removed");
    for (const auto& [kind, count] : event.removed) {
      json.integer(kind, count);
    }
    json.end_object();
    write_texts(json, "items", event.items);
    write_texts(json, "unshares", event.unshares);
  }
};

}  // namespace

void append_maintenance(std::string& out, const model::Maintenance& event) {
  json::Writer json(out);
  json.begin_object().string("kind", "maintenance").string("type", event.type).string("id", event.id);
  json.string("persona_id", event.persona_id).string("stage", event.stage);
  std::visit(OwnFields{json}, event.what);
  json.time("timestamp", event.log_time.value()).begin_object("log");
  json.integer("partition", event.log.partition.value()).integer("offset", event.log.offset.value());
  json.end_object().end_object();
}

}  // namespace turnstream::codec
