// ChangelogWriter: what the batches of a stage contain.
#include "tests/unit_store/changelog_fixture.h"

namespace turnstream::store {
namespace {

/// A fixture whose batches can be looked at.
struct Writing : ChangelogFixture {
  /// The rows of each record from `next` on, in order: "key=value " or "key " for a delete.
  std::vector<std::string> records(NextOffset next = NextOffset{0}) {
    std::vector<std::string> all;
    const auto reader = client->make_reader("look").value();
    const std::vector<log::Position> start{{changelog, next}};
    REQUIRE(reader->assign(start).ok());
    while (true) {
      const auto event = reader->poll(kAtOnce);
      REQUIRE(event.ok());
      const auto* record = std::get_if<log::Record>(&*event);
      if (record == nullptr) {
        return all;
      }
      std::string& text = all.emplace_back();
      REQUIRE(for_each_row(*record->value, [&](std::string_view key, std::optional<std::string_view> value) {
        text.append(key).append(value ? "=" : "").append(value.value_or("")).append(" ");
      }));
    }
  }
  std::string last_record() { return records().back(); }
};

}  // namespace

TEST_CASE_FIXTURE(Writing, "a transaction is one record with what it changed and deleted") {
  REQUIRE(open());
  commit({"b=1", "a=2", "gone"});
  CHECK(records() == std::vector<std::string>{"b=1 a=2 gone "});
}

TEST_CASE_FIXTURE(Writing, "a transaction that is too large for a record is several") {
  writing.record_bytes = 10;
  REQUIRE(open());
  commit({"a=1", "b=" + std::string(20, 'x'), "c=1", "d=1", "e=1"});
  const auto all = records();
  REQUIRE(all.size() == 4);
  CHECK(all[0] == "a=1 ");
  CHECK(all[1] == "b=" + std::string(20, 'x') + " ");  // alone, because it is larger than a record should be
  CHECK(all[2] == "c=1 d=1 ");
  CHECK(all[3] == "e=1 ");
}

TEST_CASE_FIXTURE(Writing, "batches repeat the rows in the order of their keys and begin again") {
  writing.walk.step_bytes_max = 2;  // the bytes of one row
  REQUIRE(open());
  commit({"a=1", "b=1", "c=1"});
  cache_bytes_max = 1;  // The cache forgets at once what was changed.
  REQUIRE(open());
  std::string repeated;
  for (int i = 0; i < 8; ++i) {
    commit({"z=11"});
    repeated += last_record() + "| ";
  }
  CHECK(repeated == "z=11 a=1 | z=11 b=1 | z=11 c=1 | z=11 | z=11 a=1 | z=11 b=1 | z=11 c=1 | z=11 | ");
}

TEST_CASE_FIXTURE(Writing, "rows that were changed since the walk began are not repeated") {
  writing.walk.step_bytes_max = 2;
  REQUIRE(open());
  commit({"a=1", "b=1", "c=1", "d=1"});
  REQUIRE(open());
  commit({"z=11"});
  commit({"c=2"});
  commit({"z=22"});
  commit({"z=33"});
  CHECK(records(NextOffset{2}) == std::vector<std::string>{"z=11 a=1 ", "c=2 b=1 ", "z=22 d=1 ", "z=33 "});
}

TEST_CASE_FIXTURE(Writing, "the rows that a table has for itself are not in the changelog") {
  REQUIRE(open());
  commit({"a=1"});
  auto batch = store->make_batch();
  batch->put(table, row_key(changelog.partition, kPurgedKey), "7");
  REQUIRE(store->write(*batch).ok());
  REQUIRE(open());
  commit({"b=1"});
  CHECK(last_record() == "b=1 a=1 ");
}

TEST_CASE_FIXTURE(Writing, "a worker that begins continues the walk of the one before") {
  writing.walk.step_bytes_max = 2;
  REQUIRE(open());
  commit({"a=1", "b=1", "c=1"});
  for (const std::string repeated : {"a=1 ", "b=1 ", "c=1 "}) {
    REQUIRE(open());
    commit({"z=11"});
    CHECK(last_record() == "z=11 " + repeated);
  }
}

TEST_CASE_FIXTURE(
    Writing, "what is not needed is dropped at once the first time and after a forget and else when it is enough") {
  writing.needless_bytes_min = 5'000;
  REQUIRE(open());
  const std::string row = "a=" + std::string(100, 'x');
  REQUIRE_FALSE(commit({row}));  // Nothing is before the first batch.
  REQUIRE(commit({row}));
  const auto first = writer->walk().needless_bytes();
  int commits = 0;
  while (!commit({row})) {
    REQUIRE(writer->walk().needless_bytes() < first + 5'000);
    ++commits;
  }
  CHECK(commits > 10);
  commit({"b=1"}, true);
  CHECK(commit({"b=2"}));
}

TEST_CASE_FIXTURE(Writing,
                  "after a forget the walk begins again and what was before it is not needed when it is complete") {
  writing.walk.first_step_bytes = 1 << 20;
  REQUIRE(open());
  commit({"a=secret", "b=1", "c=1"});
  commit({"c=2"});
  const auto before = marks().high;
  commit({"a"}, true);
  REQUIRE(commit({"c=3"}));
  CHECK(writer->walk().kept() >= NextOffset{before.value() - 1});
  trim();
  for (const auto& record : records()) {
    CHECK(record.find("secret") == std::string::npos);
  }
}

}  // namespace turnstream::store
