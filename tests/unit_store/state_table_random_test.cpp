// Compares a StateTable with two plain maps through thousands of random steps. One map has the committed rows, the
// other the rows that the open transaction sees.
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "pipeline/store/memory_store.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {
namespace {

using Rows = std::map<std::string, std::string>;

class TableAndMaps {
 public:
  explicit TableAndMaps(std::uint64_t seed)
      : random_(seed), state_(store_, *store_.table("s"), Partition{1}, pick(4000)) {}

  void step() {
    switch (pick(14)) {
      case 0:
      case 1:
      case 2:
        return put();
      case 3:
      case 4:
        return erase();
      case 5:
        return marks_.push_back({state_.savepoint(), model_});
      case 6:
        return rollback();
      case 7:
        marks_.clear();
        state_.release_savepoints();
        return state_.trim();
      case 8:
        return seal();
      case 9:
        return written();
      case 10:
        return check_scan();
      default:
        return check_get(key());
    }
  }
  void finish() {
    check_scan();
    check_dirty();
    seal();
    written();
    for (int i = 0; i < 40; ++i) {
      check_get(name(i));
    }
    Rows stored;
    REQUIRE(store_
                .scan(state_.table(), state_.store_key(""), partition_prefix(Partition{2}),
                      [&](std::string_view key, std::string_view value) {
                        stored.emplace(key.substr(2), value);
                        return true;
                      })
                .ok());
    CHECK(stored == model_);
    CHECK(state_.unsaved_bytes() == 0);
    CHECK(state_.bytes() < 100'000);
  }

 private:
  std::size_t pick(std::size_t bound) { return random_() % bound; }
  static std::string name(std::size_t i) { return (i % 2 == 0 ? "t" : "s") + std::to_string(i); }
  std::string key() { return name(pick(40)); }

  void put() {
    const auto where = key();
    const std::string value(pick(90), static_cast<char>('a' + pick(26)));
    state_.put(where, value);
    model_[where] = value;
  }
  void erase() {
    const auto where = key();
    state_.erase(where);
    model_.erase(where);
  }
  void rollback() {
    if (marks_.empty()) {
      return;
    }
    marks_.resize(pick(marks_.size()) + 1);
    state_.rollback(marks_.back().savepoint);
    model_ = marks_.back().rows;
    marks_.pop_back();
  }
  void seal() {
    written();
    check_dirty();
    batch_ = store_.make_batch();
    state_.seal(*batch_);
    committed_ = model_;
    marks_.clear();
  }
  void written() {
    if (batch_) {
      REQUIRE(store_.write(*batch_).ok());
      state_.written();
      batch_.reset();
    }
  }
  void check_get(const std::string& where) {
    const auto value = state_.get(where);
    REQUIRE(value.ok());
    const auto expected = model_.find(where);
    REQUIRE(value->has_value() == (expected != model_.end()));
    if (value->has_value()) {
      REQUIRE(**value == expected->second);
    }
  }
  void check_scan() {
    auto from = "t" + std::to_string(pick(40));
    auto to = pick(2) == 0 ? "u" : "t" + std::to_string(pick(40));
    if (to < from) {
      std::swap(from, to);
    }
    if (pick(2) == 0) {  // all rows with a prefix, or the first of them
      from = pick(2) == 0 ? "t" : "t" + std::to_string(pick(4));
      to = pick(3) == 0 ? from + std::to_string(pick(10)) : from;
      to.back() = static_cast<char>(to.back() + (to == from ? 1 : 0));
    }
    const auto limit = pick(12);
    std::vector<std::pair<std::string, std::string>> seen;
    REQUIRE(state_
                .scan(from, to, limit,
                      [&](std::string_view key, std::string_view value) {
                        seen.emplace_back(key, value);
                        return true;
                      })
                .ok());
    std::vector<std::pair<std::string, std::string>> expected;
    for (auto it = model_.lower_bound(from); it != model_.lower_bound(to) && expected.size() < limit; ++it) {
      expected.emplace_back(*it);
    }
    REQUIRE(seen == expected);
  }
  /// The committed rows with the dirty rows applied are the current rows, so the changelog is complete. The dirty rows are
  /// as large as the table says.
  void check_dirty() {
    Rows rows = committed_;
    std::size_t bytes = 0;
    state_.for_each_dirty([&](std::string_view key, std::optional<std::string_view> value) {
      bytes += key.size() + value.value_or(std::string_view()).size();
      if (value) {
        rows[std::string(key)] = *value;
      } else {
        rows.erase(std::string(key));
      }
    });
    REQUIRE(rows == model_);
    REQUIRE(bytes == state_.unsaved_bytes());
  }

  struct Mark {
    std::size_t savepoint = 0;
    Rows rows;
  };
  std::mt19937_64 random_;
  MemoryStore store_;
  StateTable state_;
  Rows committed_;
  Rows model_;
  std::vector<Mark> marks_;
  std::unique_ptr<Batch> batch_;
};

}  // namespace

TEST_CASE("a table behaves like a map through random transactions") {
  std::random_device device;
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t seed = (std::uint64_t{device()} << 32) | device();
    INFO("seed ", seed);
    TableAndMaps compared(seed);
    for (int i = 0; i < 600; ++i) {
      compared.step();
    }
    compared.finish();
  }
}

}  // namespace turnstream::store
