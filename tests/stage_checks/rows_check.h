#pragma once
// A check of the rows of any stage. Threads: any.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pipeline/stage_api/test_driver.h"

namespace turnstream::stage_checks {

/// Every row of a persona can be shown, and an unknown key is reported as unknown.
inline void check_rows_shown(const stage_api::TestDriver::Rows& rows,
                             nlohmann::json (*describe)(std::string_view key, std::string_view value)) {
  for (const auto& [key, value] : rows) {
    const auto shown = describe(key, value);
    CAPTURE(shown.dump());
    CHECK(shown.is_object());
    CHECK(shown.count("damaged") == 0);
    CHECK(shown.count("unknown_row") == 0);
  }
  CHECK(describe("nonsense", "").count("unknown_row") == 1);
}

}  // namespace turnstream::stage_checks
