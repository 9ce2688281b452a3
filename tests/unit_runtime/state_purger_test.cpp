#include "pipeline/runtime/state_purger.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <functional>

#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/store/memory_store.h"
#include "pipeline/store/state_table.h"
#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

using Personas = std::vector<std::string>;

/// A MemoryStore that notes what is purged.
class PurgedStore final : public store::KeyValueStore {
 public:
  Result<store::TableId> table(const std::string& name) override { return rows.table(name); }
  Result<std::optional<std::string>> get(store::TableId table, std::string_view key) override {
    return rows.get(table, key);
  }
  Status scan(store::TableId table, std::string_view from, std::string_view to, const store::Visitor& visit) override {
    return rows.scan(table, from, to, visit);
  }
  Status erase_range(store::TableId table, std::string_view from, std::string_view to) override {
    return rows.erase_range(table, from, to);
  }
  std::unique_ptr<store::Batch> make_batch() override { return rows.make_batch(); }
  Status write(store::Batch& batch) override { return rows.write(batch); }
  Result<bool> purge(std::span<const store::KeyRange> ranges, const std::stop_token& stop) override {
    purges.emplace_back(ranges.begin(), ranges.end());
    if (during_purge) {
      during_purge();
    }
    return !stop.stop_requested();
  }

  store::MemoryStore rows;
  std::vector<std::vector<store::KeyRange>> purges;
  std::function<void()> during_purge;
};

struct PurgerFixture {
  ManualClock clock{WallTime{0}};
  PurgedStore store;
  store::TableId table = *store.table("episodic");
  StatePurger purger{store, clock, {"episodic", "skill"}, 2};
  ForgottenList list;

  void forget(const std::string& persona, std::int64_t offset, std::int32_t partition = 1) {
    list.add(persona, Offset{offset});
    const auto batch = store.make_batch();
    batch->put(table, store::row_key(Partition{partition}, kForgottenKey), list.encode());
    REQUIRE(store.write(*batch).ok());
  }
  void purge() { REQUIRE(purger.purge({}).ok()); }
  [[nodiscard]] bool covers(std::string_view key, std::int32_t partition = 1) const {
    const std::string wanted = store::row_key(Partition{partition}, key);
    return std::any_of(store.purges.back().begin(), store.purges.back().end(), [&](const store::KeyRange& range) {
      return range.table.index == table.index && range.from <= wanted && wanted < range.to;
    });
  }
};

}  // namespace

TEST_CASE("a list names the personas after an offset and only counts the oldest above its bound") {
  ForgottenList list;
  CHECK_FALSE(list.newest().has_value());
  list.add("ann", Offset{1});
  list.add("bob", Offset{4});
  list.add("ann", Offset{9});
  CHECK(list.newest() == Offset{9});
  CHECK(list.after(Offset{4}).personas == Personas{"ann"});
  CHECK(list.after(std::nullopt).personas == Personas{"bob", "ann"});
  for (std::size_t i = 0; i < ForgottenList::kPersonasMax; ++i) {
    list.add("p" + std::to_string(i), Offset{100 + static_cast<std::int64_t>(i)});
  }
  const auto read = ForgottenList::decode(list.encode());
  REQUIRE(read.has_value());
  CHECK(read->encode() == list.encode());
  CHECK(read->after(Offset{8}).all);
  CHECK_FALSE(read->after(Offset{9}).all);
  CHECK(read->after(Offset{9}).personas.size() == ForgottenList::kPersonasMax);
  CHECK_FALSE(ForgottenList::decode("damaged").has_value());
}

TEST_CASE_FIXTURE(PurgerFixture, "all rows of a persona are purged once for each command") {
  purge();
  CHECK(store.purges.empty());
  forget("ann", 7);
  purge();
  REQUIRE(store.purges.size() == 1);
  for (const char kind : {'p', 'h', 'q', 'w', 'i', 'j', 'r', 'b', 'e', 'f', 's', 'u'}) {
    CAPTURE(kind);
    CHECK(covers(persona_key(kind, "ann", "x")));
    CHECK_FALSE(covers(persona_key(kind, "ann", "x"), 0));
    CHECK_FALSE(covers(persona_key(kind, "anna", "x")));
    CHECK_FALSE(covers(persona_key(kind, "bob", "x")));
  }
  purge();
  CHECK(store.purges.size() == 1);
  forget("bob", 8);
  purge();
  REQUIRE(store.purges.size() == 2);
  CHECK(covers(persona_key('s', "bob", "x")));
  CHECK_FALSE(covers(persona_key('s', "ann", "x")));
}

TEST_CASE_FIXTURE(PurgerFixture, "more personas than the list names purge the whole partition") {
  for (int i = 0; i < 40; ++i) {
    forget("p" + std::to_string(i), i);
  }
  purge();
  CHECK(covers(persona_key('s', "p0", "x")));
  CHECK(covers(persona_key('s', "other", "x")));
  CHECK_FALSE(covers(persona_key('s', "other", "x"), 0));
}

TEST_CASE_FIXTURE(PurgerFixture, "a purge that was stopped is repeated") {
  forget("ann", 7);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK(purger.purge(stopped.get_token()).ok());
  purge();
  CHECK(store.purges.size() == 2);
  purge();
  CHECK(store.purges.size() == 2);
}

TEST_CASE_FIXTURE(PurgerFixture, "a command that comes during a purge is purged after it") {
  forget("ann", 7);
  store.during_purge = [this] {
    store.during_purge = nullptr;
    forget("ann", 8);
  };
  purge();
  purge();
  CHECK(store.purges.size() == 2);
}

TEST_CASE_FIXTURE(PurgerFixture, "rows that a rebuild brings back are purged again") {
  forget("ann", 7);
  const auto rebuild = [this] {
    REQUIRE(
        store.erase_range(table, store::partition_prefix(Partition{1}), store::partition_prefix(Partition{2})).ok());
  };
  SUBCASE("after the purge") {
    purge();
    rebuild();
  }
  SUBCASE("during the purge") {
    store.during_purge = rebuild;
    purge();
    store.during_purge = nullptr;
  }
  forget("ann", 7);
  purge();
  CHECK(store.purges.size() == 2);
}

TEST_CASE_FIXTURE(PartitionFixture, "forget and unshare commands add their persona to the list behind all other rows") {
  const auto list_of = [this](const std::string& stage) {
    const auto row = store.get(*store.table(stage), store::row_key(Partition{0}, kForgottenKey));
    return row->has_value() ? ForgottenList::decode(**row) : std::nullopt;
  };
  turn("T1", "one");
  command("access", 1);
  run();
  restart();
  CHECK_FALSE(list_of("episodic").has_value());
  command("forget", 2);
  command("unshare", 3, "teacher");
  run();
  std::vector<std::string> keys;
  task("pattern").prepare_commit();
  task("pattern").state().for_each_dirty(
      [&](std::string_view key, std::optional<std::string_view>) { keys.emplace_back(key); });
  CHECK(keys.back() == kForgottenKey);
  restart();
  for (const auto* stage : shape.stages) {
    CAPTURE(stage->info().name);
    CHECK(list_of(stage->info().name)->after(Offset{1}).personas == Personas{"helper", "teacher"});
  }
  command("forget", 4);
  run();
  restart();
  CHECK(list_of("semantic")->after(Offset{3}).personas == Personas{"helper"});
  CHECK(list_of("semantic")->newest() == Offset{4});
}

}  // namespace turnstream::runtime
