#include "pipeline/model/names.h"

#include <doctest/doctest.h>

namespace model = turnstream::model;
using turnstream::name_in;
using turnstream::value_in;

namespace {

template <typename Table>
void check_table(const Table& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    CHECK(static_cast<std::size_t>(table[i].first) == i);
    CHECK(name_in(table, table[i].first) == table[i].second);
    CHECK(value_in(table, table[i].second) == table[i].first);
  }
  CHECK_FALSE(value_in(table, "no such name").has_value());
}

}  // namespace

TEST_CASE("every enumerator is in the table at the index of its value and is found by its name") {
  check_table(model::kItemTypes);
  check_table(model::kTiers);
  check_table(model::kConfidences);
  check_table(model::kDomains);
  check_table(model::kToolStatuses);
  check_table(model::kGoalStatuses);
  check_table(model::kActionStatuses);
  check_table(model::kCompletionStatuses);
  check_table(model::kPatternTypes);
  check_table(model::kPolarities);
  check_table(model::kChangeOps);
}
