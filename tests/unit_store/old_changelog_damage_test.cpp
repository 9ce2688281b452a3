// OldChangelogRestore on the embedded log: rows that another program wrote, and changelogs without their beginning.
#include "tests/unit_store/old_restore_fixture.h"

namespace turnstream::store {

TEST_CASE_FIXTURE(OldRestoreFixture, "a row that another program wrote ends the restore and every later one") {
  change({"a=1", "b=1"});
  change({"!b=forged"});
  change({"c=1"});
  for (int start = 0; start < 3; ++start) {
    const auto error = refused_restore();
    CHECK(error.code == "changelog_damaged");
    CHECK(error.message.find("offset 3 of turnstream.episodic.changelog[0], key \"b\"") != std::string::npos);
  }
  position = 8;
  change({"b=2"});
  restore();
  CHECK(rows() == "a=1 b=2 c=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture,
                  "a delete that another program wrote and an old row that it repeats end the restore") {
  change({"a=1", "b=1"});
  restore();
  SUBCASE("a delete") {
    change({"!b"});
  }
  SUBCASE("a row of an earlier position") {
    position = 9;
    change({"b=2"});
    restore();
    position = 0;
    change({"b=1"});
  }
  CHECK(refused_restore().code == "changelog_damaged");
}

TEST_CASE_FIXTURE(OldRestoreFixture, "rows of an early version are applied and sealed rows may follow them") {
  change({"!a=1", "!b=1"});
  change({"a=2"});
  restore();
  CHECK(rows() == "a=2 b=1 ");
  change({"!b=2"});
  CHECK(refused_restore().code == "changelog_damaged");
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a changelog whose beginning was deleted is not restored as if it were complete") {
  const log::TopicSpec spec{"turnstream.skill.changelog", 1, log::Cleanup::kDelete, 1000, -1, 0};
  REQUIRE(client->admin().create_topics(std::span(&spec, 1), kNow).ok());
  changelog = {spec.name, Partition{0}};
  change({"a=1", "b=1"});
  clock.advance_ms(2000);
  REQUIRE(cluster.enforce_retention().ok());
  change({"c=1"});
  const auto error = refused_restore();
  CHECK(error.code == "changelog_lost");
  CHECK(error.message.find("turnstream.skill.changelog[0] begins at offset 3") != std::string::npos);
  CHECK(error.message.find("offsets 0 to 2") != std::string::npos);
}

}  // namespace turnstream::store
