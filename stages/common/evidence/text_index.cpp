#include "stages/common/evidence/text_index.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/stems.h"

namespace turnstream::evidence {
namespace {

constexpr std::size_t kWordsMax = 64;
constexpr std::size_t kPostingsMax = 64;
constexpr std::size_t kCandidatesMax = 8;

/// An entry in a word's row: a memory and the number of its words.
struct Posting {
  Uuid memory{};
  std::uint8_t words = 0;
};
constexpr std::size_t kPostingBytes = sizeof(Uuid) + 1;

Posting posting_at(std::string_view row, std::size_t at) {
  ByteReader reader(row.substr(at, kPostingBytes));
  const Uuid memory = reader.uuid();
  return {memory, reader.u8()};
}

/// How many words of the prefix a memory shares, and how new it is.
struct Match {
  Uuid memory{};
  std::size_t shared = 0;
  std::size_t order = 0;  ///< the memory's position in the last row that lists it; newer ones of a row come later
};

bool better(const Match& a, const Match& b) {
  if (a.shared != b.shared) {
    return a.shared > b.shared;
  }
  return a.order != b.order ? a.order > b.order : a.memory < b.memory;
}

/// The memories that words list, each once. A table with open addressing, because several hundred are looked up for each text.
class Matches {
 public:
  /// `postings_max`: how many are added at most.
  explicit Matches(std::size_t postings_max) : slots_(std::bit_ceil(2 * postings_max + 1)) {}

  void add(const Uuid& memory, std::size_t order) {
    std::size_t at = UuidHash()(memory) >> 16 & (slots_.size() - 1);  // behind the bytes with the variant
    while (slots_[at] != 0 && found_[slots_[at] - 1].memory != memory) {
      at = (at + 1) & (slots_.size() - 1);
    }
    if (slots_[at] == 0) {
      found_.push_back({memory});
      slots_[at] = static_cast<std::uint16_t>(found_.size());
    }
    Match& match = found_[slots_[at] - 1];
    ++match.shared;
    match.order = order;
  }

  /// The best ones, at most `size`, the best first.
  std::vector<Match> best(std::size_t size) && {
    const auto wanted = found_.begin() + static_cast<std::ptrdiff_t>(std::min(found_.size(), size));
    std::partial_sort(found_.begin(), wanted, found_.end(), better);
    found_.erase(wanted, found_.end());
    return std::move(found_);
  }

 private:
  std::vector<std::uint16_t> slots_;  ///< 1 and more: the number of a match; 0: free
  std::vector<Match> found_;
};
static_assert(kWordsMax * kPostingsMax <= std::numeric_limits<std::uint16_t>::max());

bool rarer(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() > b.size() : a < b;
}

/// Precondition: both ranges are in the order of `before`.
template <typename Word, typename Before>
std::int64_t jaccard_in(const std::vector<Word>& a, const std::vector<Word>& b, Before before) {
  std::size_t common = 0;
  for (auto first = a.begin(), second = b.begin(); first != a.end() && second != b.end();) {
    if (*first == *second) {
      ++common;
      ++first;
      ++second;
    } else {
      ++(before(*first, *second) ? first : second);
    }
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? kMillion : static_cast<std::int64_t>(common) * kMillion / static_cast<std::int64_t>(all);
}

}  // namespace

std::vector<std::string> index_words(std::string_view text) {
  std::vector<std::string> words;
  words.reserve(text.size() / 5 + 1);
  for (std::size_t at = 0;;) {
    const std::string_view word = next_word(text, at);
    if (word.empty()) {
      break;
    }
    words.push_back(language::stem(to_lower(word)));
  }
  std::sort(words.begin(), words.end(), rarer);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  words.resize(std::min(words.size(), kWordsMax));
  return words;
}

bool differ_in_substance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> alone;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(alone), rarer);
  return std::any_of(alone.begin(), alone.end(), [](const std::string& word) {
    const bool digits = word.find_first_of("0123456789") != std::string::npos;
    return digits || (language::classes_of(word) & language::kNegation) != 0 || word == "t";
  });
}

std::vector<std::uint32_t> word_set(const std::vector<std::string>& words) {
  std::vector<std::uint32_t> set(words.size());
  std::transform(words.begin(), words.end(), set.begin(),
                 [](const std::string& word) { return static_cast<std::uint32_t>(hash64(word)); });
  std::sort(set.begin(), set.end());
  return set;
}

std::vector<std::uint64_t> word_hashes(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(text.size() / 5 + 1);
  for (std::size_t at = 0;;) {
    const std::string_view word = next_word(text, at);
    if (word.empty()) {
      break;
    }
    hashes.push_back(hash64(language::stem(to_lower(word))));
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

bool may_be_similar(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, std::int64_t similarity) {
  return std::max(a.size(), b.size()) > kWordsMax || jaccard_in(a, b, std::less<>()) >= similarity;
}

std::int64_t jaccard(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return jaccard_in(a, b, rarer);
}

std::int64_t jaccard_at_most(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  return jaccard_in(a, b, std::less<>());
}

std::span<const std::string> TextIndex::prefix(const std::vector<std::string>& words) const {
  const auto needed = (static_cast<std::int64_t>(words.size()) * similarity_ + kMillion - 1) / kMillion;
  const std::size_t length = words.size() - std::min(words.size(), static_cast<std::size_t>(needed)) + 1;
  return {words.data(), std::min(words.size(), length)};
}

Result<std::vector<Uuid>> TextIndex::candidates(const std::vector<std::string>& words) {
  std::vector<std::string_view> rows;
  std::size_t bytes = 0;
  for (const std::string& word : prefix(words)) {
    TS_ASSIGN_OR_RETURN(const std::string_view row, postings(key_of(word)));
    rows.push_back(row);
    bytes += row.size();
  }
  Matches matches(bytes / kPostingBytes);
  for (const std::string_view row : rows) {
    for (std::size_t at = 0; at < row.size(); at += kPostingBytes) {
      const Posting posting = posting_at(row, at);
      const auto smaller = static_cast<std::int64_t>(std::min<std::size_t>(posting.words, words.size()));
      const auto larger = static_cast<std::int64_t>(std::max<std::size_t>(posting.words, words.size()));
      if (smaller * kMillion >= larger * similarity_) {
        matches.add(posting.memory, at);
      }
    }
  }
  std::vector<Uuid> best;
  for (const Match& match : std::move(matches).best(kCandidatesMax)) {
    best.push_back(match.memory);
  }
  return best;
}

Status TextIndex::add(const Uuid& id, const std::vector<std::string>& words) {
  for (const std::string& word : prefix(words)) {
    const std::string key = key_of(word);
    TS_ASSIGN_OR_RETURN(const std::string_view before, postings(key));
    const bool full = before.size() >= kPostingsMax * kPostingBytes;
    std::string row(before.substr(full ? kPostingBytes : 0));
    ByteWriter(row).uuid(id).u8(static_cast<std::uint8_t>(words.size()));
    rows_.put(key, row);
  }
  return {};
}

Status TextIndex::remove(const Uuid& id, const std::vector<std::string>& words) {
  for (const std::string& word : prefix(words)) {
    const std::string key = key_of(word);
    TS_ASSIGN_OR_RETURN(const std::string_view before, postings(key));
    std::string row;
    for (std::size_t at = 0; at < before.size(); at += kPostingBytes) {
      if (posting_at(before, at).memory != id) {
        row.append(before.substr(at, kPostingBytes));
      }
    }
    if (row.size() == before.size()) {
      continue;
    }
    if (row.empty()) {
      rows_.erase(key);
    } else {
      rows_.put(key, row);
    }
  }
  return {};
}

std::string TextIndex::key_of(const std::string& word) const {
  std::string key(key_prefix_);
  ByteWriter(key).u64(hash64(word));
  return key;
}

Result<std::string_view> TextIndex::postings(const std::string& key) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
  const std::string_view bytes = row.value_or(std::string_view());
  const bool good = bytes.size() % kPostingBytes == 0 && bytes.size() <= kPostingsMax * kPostingBytes;
  return good ? Result<std::string_view>(bytes) : bad_state("A row of the word index is damaged.");
}

}  // namespace turnstream::evidence
