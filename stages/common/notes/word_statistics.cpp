#include "stages/common/notes/word_statistics.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/error_codes.h"
#include "pipeline/base/hash64.h"
#include "stages/common/notes/rarity.h"

namespace turnstream::notes {
namespace {

constexpr int kCountBits = 24;
constexpr std::uint64_t kCountMax = (std::uint64_t{1} << kCountBits) - 1;
constexpr std::size_t kEntryBytes = 8;
/// How many entries of a row parse() looks at. The store checks that the bytes of a row are those that were written, so this
/// only has to find a row of another format; to look at all of 8,192 entries took a tenth of the work on a message.
constexpr std::size_t kLooks = 64;

std::uint64_t count_in(std::uint64_t entry) {
  return entry & kCountMax;
}

std::uint64_t stem_in(std::uint64_t entry) {
  return entry >> kCountBits;
}

std::uint64_t entry_of(std::uint64_t stem, std::uint64_t count) {
  return stem << kCountBits | std::min(count, kCountMax);
}

std::vector<std::uint64_t>::const_iterator find_stem(const std::vector<std::uint64_t>& entries, Stem stem) {
  return std::lower_bound(entries.begin(), entries.end(), static_cast<std::uint64_t>(stem) << kCountBits);
}

/// The entries as a row has them.
std::string_view bytes_of(const std::vector<std::uint64_t>& entries) {
  return {reinterpret_cast<const char*>(entries.data()), entries.size() * kEntryBytes};
}

std::uint64_t entry_at(std::string_view bytes, std::size_t index) {
  std::uint64_t entry = 0;
  std::memcpy(&entry, bytes.data() + index * kEntryBytes, sizeof entry);
  return entry;
}

/// Whether the bytes are entries in ascending order of different stems, without counts of 0. Looks at about kLooks of them, spread
/// over all.
bool are_entries(std::string_view bytes) {
  if (bytes.size() % kEntryBytes != 0) {
    return false;
  }
  const std::size_t count = bytes.size() / kEntryBytes;
  const std::size_t step = std::max<std::size_t>(count / kLooks, 1);
  bool good = true;
  std::uint64_t highest_before = 0;  // Any entry of a higher stem is above it.
  for (std::size_t i = 0; i < count; i += step) {
    const std::uint64_t entry = entry_at(bytes, i);
    good = good && entry > highest_before && count_in(entry) > 0;
    highest_before = entry | kCountMax;
  }
  return good;
}

/// Precondition: are_entries().
std::vector<std::uint64_t> entries_in(std::string_view bytes) {
  std::vector<std::uint64_t> entries(bytes.size() / kEntryBytes);
  if (!entries.empty()) {
    std::memcpy(entries.data(), bytes.data(), entries.size() * kEntryBytes);
  }
  return entries;
}

/// The count of the stem in the bytes, which are entries; 0 if it is not there. A binary search without branches for the last
/// entry that is not above those of the stem.
std::uint64_t count_in_row(std::string_view bytes, Stem stem) {
  const auto wanted = static_cast<std::uint64_t>(stem);
  const std::uint64_t highest = wanted << kCountBits | kCountMax;
  std::size_t size = bytes.size() / kEntryBytes;
  if (size == 0) {
    return 0;
  }
  std::size_t last = 0;
  while (size > 1) {
    const std::size_t half = size / 2;
    last += entry_at(bytes, last + half) <= highest ? half : 0;
    size -= half;
  }
  const std::uint64_t found = entry_at(bytes, last);
  return stem_in(found) == wanted ? count_in(found) : 0;
}

std::vector<std::uint64_t> merged(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> all;
  all.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  std::size_t kept = 0;
  for (const std::uint64_t entry : all) {
    if (kept > 0 && stem_in(all[kept - 1]) == stem_in(entry)) {
      all[kept - 1] = entry_of(stem_in(entry), count_in(all[kept - 1]) + count_in(entry));
    } else {
      all[kept++] = entry;
    }
  }
  all.resize(kept);
  return all;
}

/// Keeps the `size` entries with the highest counts, of equal ones those with the lowest hashes.
void keep_frequent(std::vector<std::uint64_t>& entries, std::size_t size) {
  using Ranked = std::pair<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>;
  std::vector<Ranked> ranked;
  ranked.reserve(entries.size());
  for (const std::uint64_t entry : entries) {
    const std::uint64_t stem = stem_in(entry);
    char bytes[sizeof stem];
    std::memcpy(bytes, &stem, sizeof stem);
    ranked.push_back({{kCountMax - count_in(entry), hash64({bytes, sizeof bytes})}, entry});
  }
  std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(size), ranked.end());
  entries.resize(size);
  std::transform(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(size), entries.begin(),
                 [](const Ranked& one) { return one.second; });
  std::sort(entries.begin(), entries.end());
}

}  // namespace

Result<WordStatistics> WordStatistics::parse(std::string_view settled, std::string_view recent) {
  WordStatistics read;
  read.settled_row_ = settled;
  bool good = are_entries(settled);
  if (!recent.empty()) {
    ByteReader reader(recent);
    read.messages_ = reader.u64();
    const std::string_view entries = recent.substr(std::min(recent.size(), sizeof read.messages_));
    good = good && reader.ok() && are_entries(entries);
    read.recent_ = good ? entries_in(entries) : std::vector<Entry>();
  }
  if (!good) {
    return make_error(error_codes::kBadState, Reaction::kRebuildState, "A row of the word statistics is damaged.");
  }
  return read;
}

void WordStatistics::add(const Stems& stems) {
  ++messages_;
  for (const Stem stem : stems) {
    const auto number = static_cast<std::uint64_t>(stem);
    const auto found = recent_.begin() + (find_stem(recent_, stem) - recent_.cbegin());
    if (found != recent_.end() && stem_in(*found) == number) {
      *found = entry_of(number, count_in(*found) + 1);
    } else {
      recent_.insert(found, entry_of(number, 1));
    }
    if (recent_.size() > kRecentStemsMax) {
      settle();
    }
  }
}

std::uint64_t WordStatistics::holding(Stem stem) const {
  return count_in_row(settled_changed_ ? bytes_of(settled_) : settled_row_, stem) +
         count_in_row(bytes_of(recent_), stem);
}

std::string WordStatistics::settled_row() const {
  return std::string(settled_changed_ ? bytes_of(settled_) : settled_row_);
}

std::string WordStatistics::recent_row() const {
  std::string row;
  ByteWriter(row).u64(messages_);
  row.append(bytes_of(recent_));
  return row;
}

void WordStatistics::settle() {
  settled_ = merged(settled_changed_ ? settled_ : entries_in(settled_row_), recent_);
  if (settled_.size() > kSettledStemsMax) {
    keep_frequent(settled_, kSettledStemsMax / 8 * 7);
    stems_left_ = true;
  }
  recent_.clear();
  settled_changed_ = true;
}

std::vector<double> Rarities::of(const Stems& stems) {
  std::vector<double> found;
  found.reserve(stems.size());
  for (const Stem stem : stems) {
    found.push_back(of_holding(statistics_.holding(stem)));
  }
  return found;
}

double Rarities::of_holding(std::uint64_t holding) {
  if (holding >= known_.size()) {
    return rarity(statistics_.messages(), holding);
  }
  double& known = known_[holding];
  if (known == 0) {
    known = rarity(statistics_.messages(), holding);
  }
  return known;
}

}  // namespace turnstream::notes
