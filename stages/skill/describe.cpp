#include "stages/skill/describe.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/skill.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {
namespace {

using nlohmann::json;

json head_json(std::string_view value) {
  const auto head = evidence::decode_head(value);
  if (!head.ok()) {
    return {{"damaged", head.error().message}};
  }
  return {{"skills", head->things},
          {"capabilities", head->marked},
          {"timer", head->timer.has_value() ? json(format_time(head->timer->value())) : json()}};
}

/// As in its changes, but for the persona, whom the row does not know.
json skill_json(std::string_view key, std::string_view value) {
  Uuid id{};
  std::copy_n(key.begin(), std::min(key.size(), id.size()), id.begin());
  const auto kept = SkillForm::decode(value, {}, id);
  if (!kept.ok()) {
    return {{"damaged", kept.error().message}};
  }
  std::string text;
  codec::append_skill(text, kept->skill);
  json shown = json::parse(text);
  shown.erase("persona_id");
  shown["last_used"] = format_time(kept->last_used.value());
  shown["idle_periods"] = kept->idle_periods;
  return shown;
}

json ids_json(std::string_view value) {
  json ids = json::array();
  for (ByteReader reader(value); !reader.at_end();) {
    ids.push_back(to_string(reader.uuid()));
  }
  return {{"ids", ids}};
}

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace

json describe_row(std::string_view key, std::string_view value) {
  if (key == SkillForm::kStats) {
    return head_json(value);
  }
  if (begins_with(key, "skill/")) {
    return skill_json(key.substr(key.find('/') + 1), value);
  }
  if (begins_with(key, evidence::kIdsPrefix)) {
    return ids_json(value);
  }
  return {{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::skill
