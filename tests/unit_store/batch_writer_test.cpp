#include "pipeline/store/batch_writer.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/store/memory_store.h"

namespace turnstream::store {
namespace {

/// A MemoryStore whose writes fail while `fail` is true.
class FailingStore final : public KeyValueStore {
 public:
  Result<TableId> table(const std::string& name) override { return store_.table(name); }
  Result<std::optional<std::string>> get(TableId table, std::string_view key) override {
    return store_.get(table, key);
  }
  Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) override {
    return store_.scan(table, from, to, visit);
  }
  Status erase_range(TableId table, std::string_view from, std::string_view to) override {
    return store_.erase_range(table, from, to);
  }
  std::unique_ptr<Batch> make_batch() override { return store_.make_batch(); }
  Status write(Batch& batch) override {
    if (fail) {
      return make_error("state_unusable", Reaction::kStopProcess, "The disk is full.");
    }
    return store_.write(batch);
  }

  Result<bool> purge(std::span<const KeyRange> ranges, const std::stop_token& stop) override {
    return store_.purge(ranges, stop);
  }

  bool fail = false;

 private:
  MemoryStore store_;
};

std::unique_ptr<Batch> one_row(KeyValueStore& store, TableId table, const std::string& key) {
  auto batch = store.make_batch();
  batch->put(table, key, "1");
  return batch;
}

}  // namespace

TEST_CASE_TEMPLATE("a submitted batch is in the store after wait", Writer, InlineWriter, ThreadWriter) {
  MemoryStore store;
  const auto table = *store.table("episodic");
  Writer writer(store);
  for (int i = 0; i < 200; ++i) {
    const auto key = std::to_string(i);
    writer.submit(one_row(store, table, key));
    REQUIRE(writer.wait().ok());
    CHECK(store.get(table, key)->has_value());
  }
}

TEST_CASE_TEMPLATE("wait without a batch succeeds at once", Writer, InlineWriter, ThreadWriter) {
  MemoryStore store;
  Writer writer(store);
  CHECK(writer.wait().ok());
  CHECK(writer.wait().ok());
}

TEST_CASE_TEMPLATE("the next wait reports a failed write once", Writer, InlineWriter, ThreadWriter) {
  FailingStore store;
  const auto table = *store.table("episodic");
  Writer writer(store);
  store.fail = true;
  writer.submit(one_row(store, table, "a"));
  const auto failed = writer.wait();
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().code == "state_unusable");
  CHECK(writer.wait().ok());
  store.fail = false;
  writer.submit(one_row(store, table, "b"));
  CHECK(writer.wait().ok());
  CHECK_FALSE(store.get(table, "a")->has_value());
  CHECK(store.get(table, "b")->has_value());
}

TEST_CASE("a writer that is destroyed writes the submitted batch first") {
  MemoryStore store;
  const auto table = *store.table("episodic");
  for (int i = 0; i < 100; ++i) {
    const auto key = std::to_string(i);
    {
      ThreadWriter writer(store);
      writer.submit(one_row(store, table, key));
    }
    CHECK(store.get(table, key)->has_value());
  }
}

}  // namespace turnstream::store
