#include <array>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

#include "stages/common/language/status_line.h"
#include "tests/source_folder.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

struct Row {
  std::string kind;
  bool drop = false;
  std::string text;
  std::string reply;
};

std::vector<Row> labelled_rows() {
  std::ifstream file(source_folder() + "/tests/labelled/ephemeral.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    std::array<std::string, 4> fields;
    std::istringstream parts(line);
    for (std::string& field : fields) {
      std::getline(parts, field, '\t');
    }
    rows.push_back({fields[0], fields[1] == "drop", fields[2], fields[3]});
  }
  return rows;
}

/// Whether a pass without a model drops the item.
bool drops(const Row& row) {
  ConsolidationFixture fixture;
  // A few ordinary messages before, so that words have a rarity.
  for (const char* text :
       {"We talked about the garden today.", "The weather is fine here.", "I like the new office."}) {
    fixture.say(text, "I see.", 0);
  }
  fixture.sweep(kSecond);
  if (row.kind == "chat") {
    fixture.say(row.text, row.reply, kMinute);
  } else if (row.kind == "observation") {
    fixture.observe(row.text, kMinute);
  } else {
    model::StateExport turn = fixture.empty_turn(kMinute);
    model::GoalUpdate goal;
    goal.goal_id = "g1";
    goal.progress_json = "0.5";
    goal.notes = row.text;
    turn.goal_updates.push_back(goal);
    fixture.give(turn);
  }
  fixture.sweep(2 * kMinute);
  return fixture.last_pass()["deleted"] == 1;
}

}  // namespace

TEST_CASE("rules without a model drop and keep as a careful reader would in nine of ten labelled items") {
  int right = 0;
  int wrongly_dropped = 0;
  const std::vector<Row> rows = labelled_rows();
  REQUIRE(rows.size() > 50);
  for (const Row& row : rows) {
    const bool dropped = drops(row);
    right += dropped == row.drop ? 1 : 0;
    wrongly_dropped += dropped && !row.drop ? 1 : 0;
    if (dropped != row.drop) {
      MESSAGE(row.kind << ": " << row.text << std::string(dropped ? " was dropped" : " was kept"));
    }
  }
  MESSAGE(right << " of " << rows.size() << " right, " << wrongly_dropped << " dropped that should stay");
  CHECK(right * 10 >= static_cast<int>(rows.size()) * 9);
  CHECK(wrongly_dropped <= 2);
}

TEST_CASE("a text that says how far something is counts as a status line and one that says more does not") {
  for (const char* text : {"ok", "Started.", "half way", "tests running", "The dialog is closed", "Two tabs are open",
                           "The client has been idle for an hour", "Step 3 of 10 done", "still in progress", "OK!"}) {
    CAPTURE(text);
    CHECK(language::is_status_line(text));
  }
  for (const char* text : {"deploy failed", "started the new job at Globex", "", "the build", "The page is wrong",
                           "the shop is open", "The user has been promoted", "port is 8080", "42"}) {
    CAPTURE(text);
    CHECK_FALSE(language::is_status_line(text));
  }
}

}  // namespace turnstream::consolidation
