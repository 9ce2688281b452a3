#include "stages/consolidation/insights/settings.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "stages/consolidation/consolidation_stage.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/retention/settings.h"
#include "stages/consolidation/working/settings.h"
#include "tests/stage_checks/settings_check.h"

namespace turnstream::consolidation {

TEST_CASE("every default is the default in the field and lies within its range") {
  stage_checks::check_defaults(kWorkingSettingFields);
  stage_checks::check_defaults(kInsightSettingFields);
  stage_checks::check_defaults(kModelSettingFields);
  stage_checks::check_defaults(kRetentionSettingFields);
}

TEST_CASE("every field has a row and no two parts share a name") {
  stage_checks::check_rows(kWorkingSettingFields);
  stage_checks::check_rows(kInsightSettingFields);
  stage_checks::check_rows(kModelSettingFields);
  stage_checks::check_rows(kRetentionSettingFields);
  const auto rows = consolidation_settings();
  CHECK(rows.size() >= kWorkingSettingFields.size() + kInsightSettingFields.size());
  CHECK(std::adjacent_find(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.name >= b.name; }) ==
        rows.end());
}

}  // namespace turnstream::consolidation
