#include "stages/semantic/settings.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/stage_checks/settings_check.h"

namespace turnstream::semantic {
namespace {

TEST_CASE("every row's default is the default in the field and lies within its range") {
  stage_checks::check_defaults(kSettingFields);
}

TEST_CASE("every field has one row and the rows are in order of name") {
  stage_checks::check_rows(kSettingFields);
}

}  // namespace
}  // namespace turnstream::semantic
