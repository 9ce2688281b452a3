// The journal: what it keeps of each record, what leaves it, and what a reader that is too late sees.
#include "recall/read_model/journal.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "pipeline/store/memory_store.h"
#include "recall/read_model/journal_writer.h"

namespace turnstream::recall {
namespace {

constexpr Partition kPartition{1};
constexpr std::int32_t kPartitions = 2;
const std::string kItem = "61e2e4d0-312c-5278-9766-75be294db30c";

/// "3.1 add fact f1": an entry without its persona.
std::string shown(const JournalEntry& entry) {
  const std::string place = std::to_string(entry.place.offset.value()) + "." + std::to_string(entry.place.n) + " ";
  const std::string ops[] = {"record " + entry.record.turn_id, "add", "update", "delete"};
  const std::string& op = ops[static_cast<std::size_t>(entry.op)];
  return entry.op == JournalOp::kRecord ? place + op : place + op + " " + entry.change.kind + " " + entry.change.id;
}

struct Kept {
  explicit Kept(std::uint64_t entries_max = kJournalEntriesMax) : journal(store, table, kPartitions, entries_max) {
    REQUIRE(journal.open().ok());
  }

  /// Writes a record. `change` notes what it changes. Returns the marks, which are not committed.
  template <typename Change>
  JournalMarks write(std::int64_t offset, const std::string& persona, const std::string& turn, Change change,
                     std::int64_t since = 0) {
    const auto batch = store.make_batch();
    JournalWriter writer(journal, store, table, *batch,
                         {kPartition, Offset{offset}, LogTime{1'000 * offset}, NextOffset{since}});
    change(writer);
    REQUIRE(writer.finish(persona, {turn, "remembered", {{"episodic", 1, 0, 0}}}).ok());
    REQUIRE(store.write(*batch).ok());
    return writer.marks();
  }
  /// Applies a record.
  template <typename Change>
  void apply(std::int64_t offset, const std::string& persona, const std::string& turn, Change change,
             std::int64_t since = 0) {
    journal.commit(kPartition, write(offset, persona, turn, change, since));
  }
  /// A turn of ann with one message.
  void turn(std::int64_t offset) {
    const std::string number = std::to_string(offset);
    apply(offset, "ann", "T" + number, [&](JournalWriter& writer) {
      writer.note("ann", JournalOp::kAdd, {"message", "m" + number, "episodic"});
    });
  }

  std::vector<std::string> read(JournalPlace after, std::size_t entries_max = 1'000) {
    const auto entries = journal.read(kPartition, after, entries_max);
    REQUIRE(entries.ok());
    REQUIRE(entries->has_value());
    std::vector<std::string> all;
    for (const JournalEntry& entry : **entries) {
      all.push_back(shown(entry));
    }
    return all;
  }
  bool has_missed(JournalPlace after) {
    const auto entries = journal.read(kPartition, after, 1);
    REQUIRE(entries.ok());
    return !entries->has_value();
  }
  JournalPlace newest() { return journal.newest()[static_cast<std::size_t>(kPartition.value())]; }

  store::MemoryStore store;
  store::TableId table = *store.table("recall");
  Journal journal;
};

using Strings = std::vector<std::string>;

TEST_CASE("the entries of a record stand in the order of its changes behind the record itself") {
  Kept kept;
  CHECK(kept.newest() == JournalPlace());
  kept.apply(4, "ann", "T4", [](JournalWriter& writer) {
    writer.note("ann", JournalOp::kAdd, {"message", "b", "episodic"});
    writer.note("ann", JournalOp::kDelete, {"fact", "a", "semantic"});
  });
  CHECK(kept.newest() == JournalPlace{Offset{4}, 2});
  CHECK(kept.read({}) == Strings{"4.0 record T4", "4.1 add message b", "4.2 delete fact a"});
  CHECK(kept.read({Offset{4}, 0}) == Strings{"4.1 add message b", "4.2 delete fact a"});
  CHECK(kept.read({Offset{4}, 1}) == Strings{"4.2 delete fact a"});
  CHECK(kept.read({Offset{4}, 2}).empty());
  CHECK(kept.read({}, 1) == Strings{"4.0 record T4"});
  CHECK(kept.journal.read(Partition{0}, {}, 10).value()->empty());
}

TEST_CASE("a record whose marks are not committed is not read") {
  Kept kept;
  kept.turn(0);
  const JournalMarks marks = kept.write(1, "ann", "T1", [](JournalWriter& writer) {
    writer.note("ann", JournalOp::kAdd, {"fact", "f", "semantic"});
  });
  CHECK(kept.read({}) == Strings{"0.0 record T0", "0.1 add message m0"});
  CHECK(kept.read({}, 1) == Strings{"0.0 record T0"});
  CHECK(kept.read(kept.newest()).empty());
  kept.journal.commit(kPartition, marks);
  CHECK(kept.read({Offset{0}, 1}) == Strings{"1.0 record T1", "1.1 add fact f"});
}

TEST_CASE("a record of no persona has an entry only if it changed something") {
  Kept kept;
  kept.apply(0, "", "", [](JournalWriter&) {});
  CHECK(kept.read({}).empty());
  CHECK(kept.newest() == JournalPlace());
  kept.apply(1, "", "", [](JournalWriter& writer) {
    writer.note("ann", JournalOp::kUpdate, {"fact", "a", "semantic"});
    writer.note("bob", JournalOp::kUpdate, {"fact", "b", "semantic"});
  });
  CHECK(kept.read({}) == Strings{"1.0 record ", "1.1 update fact a", "1.2 update fact b"});
}

TEST_CASE("a journal that is opened again continues where it was") {
  Kept kept;
  kept.turn(0);
  kept.turn(7);
  Journal again(kept.store, kept.table, kPartitions);
  REQUIRE(again.open().ok());
  CHECK(again.newest()[1] == JournalPlace{Offset{7}, 1});
  CHECK(again.marks(kPartition) == kept.journal.marks(kPartition));
  CHECK(again.marks(kPartition).entries == 4);
  const auto entries = again.read(kPartition, {Offset{0}, 1}, 10);
  REQUIRE(entries.ok());
  REQUIRE(entries->has_value());
  REQUIRE((*entries)->size() == 2);
  const JournalEntry& record = (*entries)->front();
  CHECK(record.persona == "ann");
  CHECK(record.time == LogTime{7'000});
  CHECK(record.record == RecordSummary{"T7", "remembered", {{"episodic", 1, 0, 0}}});
}

TEST_CASE("the oldest entries are trimmed together and a reader that is before them learns it") {
  constexpr std::uint64_t kMax = 400;
  Kept kept(kMax);
  for (std::int64_t offset = 0; offset < 1'000; ++offset) {
    kept.turn(offset);
    CHECK(kept.journal.marks(kPartition).entries <= kMax + kMax / 100);
  }
  const JournalPlace floor = kept.journal.marks(kPartition).floor;
  const Strings left = kept.read(floor);
  CHECK(left.size() == kept.journal.marks(kPartition).entries);
  CHECK(left.size() >= kMax);
  CHECK(left.back() == "999.1 add message m999");
  CHECK(kept.has_missed({}));
  CHECK(kept.has_missed({Offset{floor.offset.value() - 1}, 1}));
  CHECK_FALSE(kept.has_missed(kept.newest()));
  CHECK_FALSE(kept.journal.reaches(kPartition, {Offset{1'000}, 0}));
}

TEST_CASE("what is forgotten leaves the journal with its ids and the others stay") {
  Kept kept;
  kept.apply(0, "ann", "T0", [](JournalWriter& writer) {
    writer.note("ann", JournalOp::kAdd, {"message", kItem + "#user", "episodic"});
    writer.note("ann", JournalOp::kAdd, {"fact", "f", "semantic"});
  });
  kept.apply(1, "bob", "T0", [](JournalWriter& writer) {
    writer.note("bob", JournalOp::kAdd, {"fact", "f", "semantic"});
  });
  kept.apply(2, "ann", "", [](JournalWriter& writer) {
    writer.note("ann", JournalOp::kDelete, {"message", kItem + "#user", "episodic"});
    REQUIRE(writer.forget("ann", {kItem, "T0"}).ok());
  });
  CHECK(kept.read({}) == Strings{"0.2 add fact f", "1.0 record T0", "1.1 add fact f", "2.0 record ",
                                 "2.1 delete message " + kItem + "#user"});
  CHECK(kept.journal.marks(kPartition).entries == 5);
  kept.apply(3, "ann", "", [](JournalWriter& writer) { REQUIRE(writer.forget_all("ann").ok()); });
  CHECK(kept.read({}) == Strings{"1.0 record T0", "1.1 add fact f", "3.0 record "});
  CHECK(kept.journal.marks(kPartition).entries == 3);
}

TEST_CASE("a journal that begins late does not reach places before its beginning") {
  Kept kept;
  kept.apply(
      120, "ann", "T", [](JournalWriter&) {}, 120);
  CHECK(kept.has_missed({}));
  CHECK(kept.has_missed({Offset{118}, 0}));
  CHECK(kept.read({Offset{119}, 0}) == Strings{"120.0 record T"});
}

TEST_CASE("a damaged row is not read") {
  const JournalEntry change{{Offset{4}, 1}, JournalOp::kUpdate, LogTime{5}, "ann", {}, {"fact", "f", "semantic"}};
  const std::string key = rows::journal_key(kPartition, change.place);
  const std::string row = rows::journal_row(change);
  REQUIRE(rows::read_journal_row(key, row).has_value());
  CHECK(rows::read_journal_row(key, row)->place == change.place);
  CHECK(rows::read_journal_row(key, row)->change.stage == "semantic");
  for (std::size_t size = 0; size < row.size(); ++size) {
    CHECK_FALSE(rows::read_journal_row(key, row.substr(0, size)).has_value());
  }
  CHECK_FALSE(rows::read_journal_row(key, row + "x").has_value());
  std::string other = row;
  other.front() = '\x04';
  CHECK_FALSE(rows::read_journal_row(key, other).has_value());
}

TEST_CASE("the subject of a row is its persona and what it names") {
  const std::string change =
      rows::journal_row({{Offset{4}, 1}, JournalOp::kDelete, LogTime{5}, "ann", {}, {"fact", "f", "semantic"}});
  const std::string record = rows::journal_row(
      {{Offset{4}, 0}, JournalOp::kRecord, LogTime{5}, "bob", {"T4", "remembered", {{"episodic", 1, 0, 0}}}, {}});
  for (const auto& [row, persona, id] : {std::tuple(change, "ann", "f"), std::tuple(record, "bob", "T4")}) {
    const auto subject = rows::read_journal_subject(row);
    REQUIRE(subject.has_value());
    CHECK(subject->persona == persona);
    CHECK(subject->id == id);
    CHECK_FALSE(rows::read_journal_subject(row.substr(0, row.find(id))).has_value());
  }
  CHECK_FALSE(rows::read_journal_subject("\x04" + change.substr(1)).has_value());
  CHECK_FALSE(rows::read_journal_subject("").has_value());
}

TEST_CASE("the last entry of a journal can have the highest number") {
  const JournalPlace last{Offset{std::numeric_limits<std::int64_t>::max()}, std::numeric_limits<std::uint32_t>::max()};
  CHECK(rows::place_of_key(rows::journal_key(kPartition, last)) == last);
  const rows::Range behind = rows::journal_after(kPartition, last);
  CHECK(behind.from > rows::journal_key(kPartition, last));
  CHECK(behind.from < behind.to);
}

}  // namespace
}  // namespace turnstream::recall
