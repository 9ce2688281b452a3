#include "stages/lifecycle/describe.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/time_format.h"
#include "pipeline/codec/memory_item.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/lifecycle/head.h"
#include "stages/lifecycle/id_list.h"
#include "stages/lifecycle/references.h"
#include "stages/lifecycle/row_keys.h"

namespace turnstream::lifecycle {
namespace {

using Json = nlohmann::json;

Json time_or_null(const std::optional<LogTime>& time) {
  return time.has_value() ? Json(format_time(time->value())) : Json();
}

Json describe_head(std::string_view value) {
  const auto head = decode_head(value);
  if (!head.ok()) {
    return evidence::describe_damage(head.error());
  }
  Json shown{{"archive_timer", time_or_null(head->archive_timer)},
             {"upkeep_timer", time_or_null(head->upkeep_timer)},
             {"checked_at", format_time(head->checked_at.value())},
             {"low", head->low}};
  for (const codec::StatCounter& counter : counters(*head)) {
    shown[std::string(counter.name)] = counter.value;
  }
  return shown;
}

Json describe_item(std::string_view key, std::string_view value) {
  const auto kept = decode_row(value, {}, evidence::id_in_key(key));
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string json;
  codec::append_memory_item(json, kept->item);
  Json shown = json::parse_document(json);
  shown.erase("persona_id");
  const LogTime time = kept->archived() ? kept->archived_at : kept->due;
  shown[kept->archived() ? "archived_at" : "due"] = format_time(time.value());
  return shown;
}

Json ids_json(const std::vector<Uuid>& ids) {
  Json shown = Json::array();
  for (const Uuid& id : ids) {
    shown.push_back(to_string(id));
  }
  return shown;
}

Json describe_ids(std::string_view value) {
  const auto ids = decode_ids(value);
  return ids.ok() ? Json{{"items", ids_json(*ids)}} : evidence::describe_damage(ids.error());
}

Json describe_checks(std::string_view value) {
  const auto checks = decode_checks(value);
  if (!checks.ok()) {
    return evidence::describe_damage(checks.error());
  }
  Json shown = Json::array();
  for (const OpenCheck& check : *checks) {
    shown.push_back({{"effect_id", check.effect_id}, {"firings", check.firings}, {"items", ids_json(check.items)}});
  }
  return {{"open", shown}};
}

Json describe_ordered(std::string_view key, std::string_view value) {
  if (value != kOrderedValue) {
    return {{"damaged", "An ordered row of the long-term items has another format."}};
  }
  const std::string_view index = key.substr(1, key.find('/') - 1);
  if (key.starts_with(kSessionPrefix)) {
    return {{"index", index}};
  }
  const auto read = read_ordered_key(key);
  if (!read.has_value()) {
    return {{"damaged", "The key of an ordered row of the long-term items is too short."}};
  }
  return {{"index", index}, {"number", read->number}, {"item", to_string(read->id)}};
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value) {
  if (key == kHeadKey) {
    return describe_head(value);
  }
  if (key == kChecksKey) {
    return describe_checks(value);
  }
  if (key.starts_with(kItemPrefix)) {
    return describe_item(key, value);
  }
  if (key.starts_with(kSamePrefix) || key.starts_with(kNamePrefix)) {
    return describe_ids(value);
  }
  return key.starts_with('~') ? describe_ordered(key, value) : Json{{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::lifecycle
