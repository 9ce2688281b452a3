#include "recall/ranking/string_numbers.h"

#include <utility>

#include "pipeline/base/check.h"
#include "pipeline/base/hash64.h"
#include "recall/ranking/heap_bytes.h"
#include "recall/ranking/linear_probing.h"

namespace turnstream::recall {
namespace {

std::uint32_t hash_of(std::string_view text) {
  return static_cast<std::uint32_t>(hash64(text));
}

}  // namespace

std::uint32_t StringNumbers::add(std::string_view text) {
  if (is_full(size(), entries_.size())) {
    resize(more_places(entries_.size()));
  }
  const std::uint32_t hash = hash_of(text);
  Entry& entry = entries_[place_of(text, hash)];
  if (entry.number == kFree) {
    entry = {hash, take_number(), std::string(text)};
    string_bytes_ += string_heap_bytes(text);
  }
  return entry.number;
}

std::uint32_t StringNumbers::remove(std::string_view text) {
  TS_CHECK(!entries_.empty());
  const std::size_t place = place_of(text, hash_of(text));
  const std::uint32_t number = entries_[place].number;
  TS_CHECK(number != kFree);
  string_bytes_ -= string_heap_bytes(text);
  entries_[place] = Entry();
  unused_.push_back(number);
  close_gap(
      entries_, place, [](const Entry& entry) { return entry.number == kFree; },
      [this](const Entry& entry) { return home_of(entry.hash); });
  if (is_mostly_free(size(), entries_.size())) {
    resize(fewer_places(entries_.size()));
  }
  return number;
}

std::optional<std::uint32_t> StringNumbers::find(std::string_view text) const {
  if (entries_.empty()) {
    return std::nullopt;
  }
  const Entry& entry = entries_[place_of(text, hash_of(text))];
  return entry.number == kFree ? std::nullopt : std::optional(entry.number);
}

std::size_t StringNumbers::memory_bytes() const {
  return heap_bytes(entries_.capacity() * sizeof(Entry)) + string_bytes_ +
         heap_bytes(unused_.capacity() * sizeof(std::uint32_t));
}

std::size_t StringNumbers::place_of(std::string_view text, std::uint32_t hash) const {
  std::size_t place = home_of(hash);
  while (entries_[place].number != kFree && (entries_[place].hash != hash || entries_[place].text != text)) {
    place = next_place(place, entries_.size());
  }
  return place;
}

std::uint32_t StringNumbers::take_number() {
  if (unused_.empty()) {
    TS_CHECK(next_ < kFree);
    return next_++;
  }
  const std::uint32_t number = unused_.back();
  unused_.pop_back();
  return number;
}

void StringNumbers::resize(std::size_t size) {
  TS_CHECK(size < UINT32_MAX);
  std::vector<Entry> before(size);
  before.swap(entries_);
  for (Entry& entry : before) {
    if (entry.number != kFree) {
      entries_[place_of(entry.text, entry.hash)] = std::move(entry);
    }
  }
}

}  // namespace turnstream::recall
