// ChangelogRestore on the embedded log: what it makes of batches, walks, deleted heads, crashes and foreign records.
#include "pipeline/store/changelog_check.h"
#include "tests/unit_store/changelog_fixture.h"

namespace turnstream::store {
namespace {

using Rows = ChangelogFixture::Rows;

}  // namespace

TEST_CASE_FIXTURE(ChangelogFixture, "an empty table is filled from the batches") {
  REQUIRE(open());
  commit({"a=1", "b=1", "c=1"});
  commit({"a=2", "b", "d=1"});
  lose_store();
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "2"}, {"c", "1"}, {"d", "1"}});
  CHECK(applied == 2);
}

TEST_CASE_FIXTURE(ChangelogFixture, "a table with a place applies only the batches behind it") {
  REQUIRE(open());
  commit({"a=1", "b=1"});
  const auto producer = begin_transaction();
  change({"a=2", "b"});
  write(*producer);
  REQUIRE(producer->commit(kAtOnce).ok());  // as if the process died before it wrote the store
  REQUIRE(open());
  CHECK(applied == 1);
  CHECK(rows() == Rows{{"a", "2"}});
  REQUIRE(open());
  CHECK(applied == 0);
}

TEST_CASE_FIXTURE(ChangelogFixture, "what an aborted transaction wrote is not applied and its numbers are used again") {
  REQUIRE(open());
  commit({"a=1"});
  change({"a=aborted", "b=aborted"});
  abort();
  REQUIRE(open());
  commit({"c=1"});
  lose_store();
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "1"}, {"c", "1"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "a changelog in which only a transaction was aborted is an empty one") {
  REQUIRE(open());
  change({"a=1"});
  abort();
  REQUIRE(open());
  CHECK(rows().empty());
  commit({"b=1"});
  lose_store();
  REQUIRE(open());
  CHECK(rows() == Rows{{"b", "1"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "a restore after the head was deleted has all rows and none that was deleted") {
  REQUIRE(open());
  commit({"old=1", "gone=1"});
  commit({"gone"});
  for (int i = 0; marks().first.value() == 0; ++i) {
    REQUIRE(i < 100);
    commit({"busy=" + std::to_string(i)});
    trim();
  }
  const Rows before = rows();
  CHECK(before.count("old") == 1);
  lose_store();
  REQUIRE(open());
  CHECK(rows() == before);
}

TEST_CASE_FIXTURE(ChangelogFixture, "a table that is behind the first offset is made again") {
  REQUIRE(open());
  commit({"old=1", "gone=1"});
  auto behind = std::move(store);
  lose_store();
  REQUIRE(open());
  commit({"gone"});
  while (marks().first.value() <= 4) {
    commit({"busy=1", "more=1"});
    trim();
  }
  const Rows now = rows();
  store = std::move(behind);
  REQUIRE(open());
  CHECK(rows() == now);
  CHECK(now.count("gone") == 0);
}

TEST_CASE_FIXTURE(ChangelogFixture, "a table that has all rows is kept if the whole changelog was deleted") {
  writing.walk.step_bytes_max = 0;  // no walk
  REQUIRE(open());
  commit({"a=1"});
  REQUIRE(place()->next < marks().high);  // The place is before the marker of the transaction.
  const log::Position head{changelog, marks().high};
  REQUIRE(client->admin().delete_records(std::span(&head, 1), kAtOnce).ok());
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "1"}});
  commit({"b=1"});
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "1"}, {"b", "1"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "a head that was deleted before a walk was complete ends the process") {
  writing.walk.step_bytes_max = 0;  // no walk
  REQUIRE(open());
  commit({"a=1"});
  commit({"b=1"});
  const log::Position head{changelog, NextOffset{2}};
  REQUIRE(client->admin().delete_records(std::span(&head, 1), kAtOnce).ok());
  REQUIRE(open());  // The store has all rows.
  lose_store();
  for (int start = 0; start < 2; ++start) {  // also when the store has what the first start applied
    const Error error = refused();
    CHECK(error.code == "changelog_lost");
    CHECK(error.reaction == Reaction::kStopProcess);
    CHECK(error.message.find("t.changelog.episodic[1] begins at offset 2") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(ChangelogFixture, "a table ahead of its changelog is kept and the restore fails with an error") {
  REQUIRE(open());
  commit({"a=1"});
  const std::string topics[] = {changelog.topic};
  REQUIRE(client->admin().delete_topics(topics, kAtOnce).ok());
  create(changelog.topic, log::Cleanup::kDelete);
  CHECK(refused().code == "changelog_lost");
  CHECK(rows() == Rows{{"a", "1"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "records of another program are passed over") {
  REQUIRE(open());
  commit({"a=1"});
  write_foreign("x", "y");
  const Seal seal = seal_row(changelog, NextOffset{1}, "walk", "rows");
  write_foreign(std::nullopt, "rows!", {{kWalkHeader, "walk"}, {kSealHeader, view_of(seal)}});
  commit({"b=1"});
  lose_store();
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "1"}, {"b", "1"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "a copy of an older record does no harm") {
  REQUIRE(open());
  commit({"a=1"});
  std::string walk;
  std::string value;
  std::string seal;
  {
    const auto reader = client->make_reader("copy").value();
    const std::vector<log::Position> start{{changelog, NextOffset{0}}};
    REQUIRE(reader->assign(start).ok());
    const auto event = reader->poll(kAtOnce);
    REQUIRE(event.ok());
    const auto& record = std::get<log::Record>(*event);
    walk = *record.header(kWalkHeader);
    seal = *record.header(kSealHeader);
    value = *record.value;
  }
  commit({"a=2"});
  write_foreign(std::nullopt, value, {{kWalkHeader, walk}, {kSealHeader, seal}});
  lose_store();
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "2"}});
}

TEST_CASE_FIXTURE(ChangelogFixture, "a missing record ends the process until a complete walk is behind it") {
  writing.walk.step_bytes_max = 0;  // no walk
  REQUIRE(open());
  commit({"a=1"});
  commit({"b=1"});
  {
    // A batch that never reaches the changelog: its number is missing.
    change({"c=1"});
    REQUIRE(writer->write(*state, clock.wall_now(), false, [](const log::OutgoingRecord&) { return Status(); }).ok());
    auto batch = store->make_batch();
    state->seal(*batch);
    REQUIRE(store->write(*batch).ok());
    state->written();
  }
  for (int i = 0; i < 3; ++i) {
    commit({"d=" + std::to_string(i)});
  }
  auto whole = std::move(store);
  lose_store();
  for (int start = 0; start < 3; ++start) {  // also when the store has what the start before it applied behind the gap
    const Error error = refused();
    CHECK(error.code == "changelog_damaged");
    CHECK(error.message.find("of t.changelog.episodic[1] are missing") != std::string::npos);
  }

  store = std::move(whole);
  writing.walk.step_bytes_max = 1 << 20;
  REQUIRE(open());
  for (int i = 0; i < 20; ++i) {
    commit({"e=" + std::to_string(i), "f=1"});
  }
  const Rows before = rows();
  CHECK(before.count("c") == 1);
  lose_store();
  REQUIRE(open());
  CHECK(rows() == before);
}

TEST_CASE_FIXTURE(ChangelogFixture, "a restore whose records are deleted meanwhile gives the partition up") {
  writing.walk.step_bytes_max = 0;
  REQUIRE(open());
  for (int i = 0; i < 6; ++i) {
    commit({"a=" + std::to_string(i)});
  }
  lose_store();
  auto restore = begin();
  REQUIRE(restore.ok());
  REQUIRE_FALSE((*restore)->step(1).value());
  const log::Position head{changelog, NextOffset{8}};
  REQUIRE(client->admin().delete_records(std::span(&head, 1), kAtOnce).ok());
  for (int step = 0; step < 20; ++step) {
    const auto stepped = (*restore)->step(1);
    if (!stepped.ok()) {
      CHECK(stepped.error().code == "restore_disturbed");
      CHECK(stepped.error().reaction == Reaction::kReleasePartition);
      return;
    }
    REQUIRE_FALSE(*stepped);
  }
  FAIL("the restore read past the deleted records");
}

TEST_CASE_FIXTURE(ChangelogFixture, "a restore gives the partition up when another worker changes the place") {
  REQUIRE(open());
  commit({"a=1"});
  commit({"b=1"});
  lose_store();
  auto cut_off = begin();
  REQUIRE(cut_off.ok());
  auto successor = begin();
  REQUIRE((*successor)->step(1).ok());
  const auto refused = (*cut_off)->step(1);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "restore_disturbed");
}

TEST_CASE_FIXTURE(ChangelogFixture,
                  "a restore without progress for too long fails with an error that names the partition") {
  REQUIRE(open());
  const auto open_one = begin_transaction();
  change({"a=1"});
  write(*open_one);
  limits.stall_ms_max = 50;
  auto restore = begin();
  REQUIRE(restore.ok());
  CHECK_FALSE((*restore)->step(10).value());
  clock.advance_ms(51);
  const auto stalled = (*restore)->step(10);
  REQUIRE_FALSE(stalled.ok());
  CHECK(stalled.error().code == "restore_stalled");
  CHECK(stalled.error().message.find("t.changelog.episodic[1]") != std::string::npos);
}

}  // namespace turnstream::store
