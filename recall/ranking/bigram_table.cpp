#include "recall/ranking/bigram_table.h"

#include <utility>

#include "pipeline/base/check.h"
#include "recall/ranking/linear_probing.h"

namespace turnstream::recall {

/// Multiplication by 2⁶⁴ divided by the golden ratio spreads numbers that are near each other (D. E. Knuth, "The Art of Computer
/// Programming", vol. 3, section 6.4).
std::size_t BigramTable::home_of(Bigram bigram) const {
  const std::uint64_t upper = (bigram ^ bigram >> 29) * 0x9E37'79B9'7F4A'7C15ULL >> 32;
  return static_cast<std::size_t>(upper * entries_.size() >> 32);
}

std::size_t BigramTable::place_of(Bigram bigram) const {
  std::size_t place = home_of(bigram);
  while (!entries_[place].list.empty() && entries_[place].bigram != bigram) {
    place = next_place(place, entries_.size());
  }
  return place;
}

const PostingList* BigramTable::find(Bigram bigram) const {
  if (entries_.empty()) {
    return nullptr;
  }
  const PostingList& list = entries_[place_of(bigram)].list;
  return list.empty() ? nullptr : &list;
}

void BigramTable::insert(Bigram bigram, MessageNumber message, std::uint32_t count) {
  if (is_full(used_, entries_.size())) {
    resize(more_places(entries_.size()));
  }
  Entry& entry = entries_[place_of(bigram)];
  used_ += entry.list.empty() ? 1 : 0;
  entry.bigram = bigram;
  list_bytes_ -= entry.list.memory_bytes();
  entry.list.insert(message, count);
  list_bytes_ += entry.list.memory_bytes();
}

void BigramTable::remove(Bigram bigram, MessageNumber message) {
  TS_CHECK(!entries_.empty());
  const std::size_t place = place_of(bigram);
  PostingList& list = entries_[place].list;
  list_bytes_ -= list.memory_bytes();
  list.remove(message);
  if (list.empty()) {
    list = {};
    --used_;
    close_gap(
        entries_, place, [](const Entry& entry) { return entry.list.empty(); },
        [this](const Entry& entry) { return home_of(entry.bigram); });
    if (is_mostly_free(used_, entries_.size())) {
      resize(fewer_places(entries_.size()));
    }
  } else {
    list_bytes_ += list.memory_bytes();
  }
}

void BigramTable::resize(std::size_t size) {
  TS_CHECK(size < UINT32_MAX);
  std::vector<Entry> before(size);
  before.swap(entries_);
  for (Entry& entry : before) {
    if (!entry.list.empty()) {
      entries_[place_of(entry.bigram)] = std::move(entry);
    }
  }
}

}  // namespace turnstream::recall
