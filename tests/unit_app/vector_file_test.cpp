// The table of vectors that settings name: read, or refused with the file and the place.

#include "app/recall/vector_file.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/unit_app/program_fixture.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::app {
namespace {

settings::RecallSettings with_file(const std::string& path) {
  settings::RecallSettings settings;
  settings.vectors = "static";
  settings.vectors_file = path;
  return settings;
}

std::string refusal_of(const std::string& path) {
  const auto table = read_vectors(with_file(path));
  REQUIRE_FALSE(table.ok());
  CHECK(table.error().code == "settings");
  return table.error().message;
}

}  // namespace

TEST_CASE_FIXTURE(ProgramFixture, "a table of vectors is read if the settings ask for it") {
  const std::string bytes = recall::table_bytes({{"boat", {1, 2}}});
  const auto table = read_vectors(with_file(write_file("small.table", bytes)));
  REQUIRE(table.ok());
  REQUIRE(*table != nullptr);
  CHECK((*table)->dimensions() == 2);
  const auto none = read_vectors({});
  REQUIRE(none.ok());
  CHECK(*none == nullptr);
}

TEST_CASE_FIXTURE(ProgramFixture, "a table of vectors that cannot be used is refused with the file and the place") {
  const std::string bytes = recall::table_bytes({{"boat", {1, 2}}});
  const std::string missing = path("missing.table");
  CHECK(refusal_of(missing).starts_with("recall.vectors_file: " + missing + " cannot be read"));
  CHECK(refusal_of(path(".")).starts_with("recall.vectors_file: "));
  const std::string cut = write_file("cut.table", bytes.substr(0, bytes.size() - 1));
  CHECK(
      refusal_of(cut).starts_with("recall.vectors_file: " + cut + ": byte " + std::to_string(bytes.size() - 1) + ": "));
  const std::string other = write_file("other.table", "hello");
  CHECK(refusal_of(other) ==
        "recall.vectors_file: " + other + ": byte 0: the file is not a vector table; scripts/vectors makes one");

  const Outcome asked = run_in("s", {"recall", "--persona", "helper", "boat", "--set", "recall.vectors=static", "--set",
                                     "recall.vectors_file=" + other});
  CHECK(asked.exit == 2);
  CHECK(asked.err.find(other + ": byte 0: ") != std::string::npos);
}

}  // namespace turnstream::app
