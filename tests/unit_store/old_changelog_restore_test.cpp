// OldChangelogRestore on the embedded log: which tables it keeps, which it rebuilds, and their rows afterwards.
#include "tests/unit_store/old_restore_fixture.h"

namespace turnstream::store {

TEST_CASE_FIXTURE(OldRestoreFixture, "an empty table is filled from the whole changelog") {
  change({"a=1", "b=1", "c=1"});
  change({"a=2", "b", "d=1"});
  restore();
  CHECK(rows() == "a=2 c=1 d=1 ");
  CHECK(applied == 6);
  REQUIRE(checkpoint().has_value());
  CHECK(checkpoint()->written == clock.wall_now());
}

TEST_CASE_FIXTURE(OldRestoreFixture, "the restore of an empty changelog ends at once") {
  restore();
  CHECK(rows().empty());
  CHECK(applied == 0);
}

TEST_CASE_FIXTURE(
    OldRestoreFixture,
    "a worker that lost its partition ends its restore with an error when another worker rebuilds the table") {
  change({"a=1", "b=1", "c=1"});
  restore();
  auto cut_off = begin();
  REQUIRE(cut_off.ok());
  clock.advance_ms(2 * kHourMs);
  change({"d=1"});
  auto successor = begin();
  REQUIRE(successor.ok());
  const auto refused = (*cut_off)->step(3);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "restore_disturbed");
  CHECK(refused.error().reaction == Reaction::kReleasePartition);
  for (bool done = false; !done;) {
    const auto stepped = (*successor)->step(3);
    REQUIRE(stepped.ok());
    done = *stepped;
  }
  CHECK(rows() == "a=1 b=1 c=1 d=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a table with a checkpoint applies only the changes behind it") {
  change({"a=1", "b=1"});
  restore();
  write_row("local", "kept");
  change({"a=2", "b"});
  restore();
  CHECK(applied == 2);
  CHECK(rows() == "a=2 local=kept ");
  restore();
  CHECK(applied == 0);
}

TEST_CASE_FIXTURE(OldRestoreFixture, "changes of an aborted transaction are not applied and do not delay the restore") {
  change({"a=1"});
  auto producer = client->make_transactional_producer("t", "t").value();
  REQUIRE(producer->init(kNow).ok());
  REQUIRE(producer->begin().ok());
  produce(*producer, {"a=aborted", "b=aborted"});
  REQUIRE(producer->abort(kNow).ok());
  restore();
  CHECK(rows() == "a=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a restore waits for the transaction that is open when it begins") {
  change({"a=1"});
  auto producer = client->make_transactional_producer("other", "t").value();
  REQUIRE(producer->init(kNow).ok());
  REQUIRE(producer->begin().ok());
  produce(*producer, {"b=1"});
  auto restore = begin();
  REQUIRE(restore.ok());
  for (int step = 0; step < 5; ++step) {
    CHECK(*(*restore)->step(10) == false);
  }
  REQUIRE(producer->commit(kNow).ok());
  bool done = false;
  for (int step = 0; step < 5 && !done; ++step) {
    done = *(*restore)->step(10);
  }
  CHECK(done);
  CHECK(rows() == "a=1 b=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture,
                  "a restore without progress for too long fails with an error that names the partition") {
  auto producer = client->make_transactional_producer("other", "t").value();
  REQUIRE(producer->init(kNow).ok());
  REQUIRE(producer->begin().ok());
  produce(*producer, {"b=1"});
  limits.stall_ms_max = 50;
  auto restore = begin();
  REQUIRE(restore.ok());
  CHECK(*(*restore)->step(10) == false);
  clock.advance_ms(51);
  const auto stalled = (*restore)->step(10);
  REQUIRE_FALSE(stalled.ok());
  CHECK(stalled.error().code == "restore_stalled");
  CHECK(stalled.error().message.find("turnstream.episodic.changelog[0]") != std::string::npos);
}

TEST_CASE_FIXTURE(OldRestoreFixture,
                  "a table whose checkpoint is too old is rebuilt so that deleted rows do not come back") {
  change({"deleted=1", "kept=1"});
  restore();
  change({"deleted"});
  change({"kept=2"});
  clock.advance_ms(2 * kHourMs);
  // Compaction removes the delete from the changelog, so only a rebuild from nothing loses the row.
  REQUIRE(cluster.compact(changelog.topic).ok());
  restore();
  CHECK(rows() == "kept=2 ");
  CHECK(checkpoint()->written == clock.wall_now());
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a table without a checkpoint is rebuilt") {
  change({"a=1"});
  write_row("stray", "1");
  write_row("neighbour", "1", Partition{1});
  restore();
  CHECK(rows() == "a=1 ");
  CHECK(rows(Partition{1}) == "neighbour=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture,
                  "a table that is ahead of its changelog is kept and the restore fails with an error") {
  change({"a=1"});
  restore();
  write_row("newer", "1");
  write_row(std::string(kCheckpointKey), encode_checkpoint({NextOffset{1000}, clock.wall_now()}));
  const auto refused = begin();
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "changelog_lost");
  CHECK(refused.error().reaction == Reaction::kStopProcess);
  CHECK(refused.error().message.find("turnstream.episodic.changelog[0] ends at offset ") != std::string::npos);
  CHECK(rows() == "a=1 newer=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture,
                  "an interrupted restore continues where it ended and keeps the time of its checkpoint") {
  change({"a=1"});
  restore();
  const auto whole = *checkpoint();
  change({"b=1", "c=1", "d=1", "e=1", "f=1"});
  clock.advance_ms(kHourMs / 2);
  {
    auto cut_short = begin();
    REQUIRE(cut_short.ok());
    CHECK(*(*cut_short)->step(2) == false);
  }
  CHECK(rows() == "a=1 b=1 c=1 ");
  CHECK(checkpoint()->next > whole.next);
  CHECK(checkpoint()->written == whole.written);
  restore();
  CHECK(applied == 3);
  CHECK(rows() == "a=1 b=1 c=1 d=1 e=1 f=1 ");
  CHECK(checkpoint()->written == clock.wall_now());
}

TEST_CASE_FIXTURE(OldRestoreFixture, "the checkpoint of a restored table has the time at which the restore began") {
  change({"a=1", "b=1"});
  auto restore = begin();
  REQUIRE(restore.ok());
  const WallTime begun = clock.wall_now();
  clock.advance_ms(kHourMs);
  CHECK(*(*restore)->step(100));
  CHECK(checkpoint()->written == begun);
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a table whose checkpoint is in the future is rebuilt") {
  change({"a=1", "b=1"});
  write_row("stale", "1");
  write_row(std::string(kCheckpointKey),
            encode_checkpoint({NextOffset{1}, WallTime{clock.wall_now().value() + kHourMs}}));
  restore();
  CHECK(rows() == "a=1 b=1 ");
}

TEST_CASE_FIXTURE(OldRestoreFixture, "a restore during which deletes may have left the changelog is not completed") {
  change({"a=1", "b=1", "c=1"});
  auto paused = begin();
  REQUIRE(paused.ok());
  CHECK(*(*paused)->step(1) == false);
  clock.advance_ms(2 * kHourMs + 1);
  change({"a"});
  const auto refused = (*paused)->step(100);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "restore_outdated");
  CHECK(refused.error().reaction == Reaction::kReleasePartition);
  restore();
  CHECK(rows() == "b=1 c=1 ");
}

}  // namespace turnstream::store
