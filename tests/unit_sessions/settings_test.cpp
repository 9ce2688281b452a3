#include "stages/consolidation/sessions/settings.h"

#include <doctest/doctest.h>

#include "tests/stage_checks/settings_check.h"

namespace turnstream::consolidation {

TEST_CASE("every default is the default in the field and lies within its range") {
  stage_checks::check_defaults(kSessionSettingFields);
  stage_checks::check_rows(kSessionSettingFields);
}

}  // namespace turnstream::consolidation
