#include "stages/skill/describe.h"

#include <nlohmann/json.hpp>

#include "stages/common/evidence/describe.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {
namespace {

nlohmann::json skill_json(std::string_view key, std::string_view value) {
  const auto kept = SkillForm::decode(value, {}, evidence::id_in_key(key));
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string change;
  SkillForm::append_json(change, *kept);
  return evidence::describe_derived(change, kept->rank());
}

}  // namespace

nlohmann::json describe_row(std::string_view key, std::string_view value) {
  if (key == SkillForm::kStats) {
    return evidence::describe_head(value, SkillForm::kCount, SkillForm::kMarkedCount);
  }
  const std::string_view prefix = key.substr(0, key.find('/') + 1);
  if (prefix == SkillForm::kPrefix) {
    return skill_json(key, value);
  }
  if (prefix == evidence::kRanksPrefix) {
    return evidence::describe_ranks(value);
  }
  return {{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::skill
