#include "stages/common/evidence/text_index.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_map>

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
constexpr std::size_t kMatchesExpected = 4 * kPostingsMax;

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
  std::size_t shared = 0;
  std::size_t order = 0;  ///< the memory's position in the last row that lists it; newer ones of a row come later
};

/// A total order, so that the result does not depend on the order of the hash map.
bool better(const std::pair<Uuid, Match>& a, const std::pair<Uuid, Match>& b) {
  if (a.second.shared != b.second.shared) {
    return a.second.shared > b.second.shared;
  }
  return a.second.order != b.second.order ? a.second.order > b.second.order : a.first < b.first;
}

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
  std::unordered_map<Uuid, Match, UuidHash> matches(kMatchesExpected);
  for (const std::string& word : prefix(words)) {
    TS_ASSIGN_OR_RETURN(const std::string_view row, postings(key_of(word)));
    for (std::size_t at = 0; at < row.size(); at += kPostingBytes) {
      const Posting posting = posting_at(row, at);
      const auto smaller = static_cast<std::int64_t>(std::min<std::size_t>(posting.words, words.size()));
      const auto larger = static_cast<std::int64_t>(std::max<std::size_t>(posting.words, words.size()));
      if (smaller * kMillion >= larger * similarity_) {
        Match& match = matches[posting.memory];
        ++match.shared;
        match.order = at;
      }
    }
  }
  std::vector<std::pair<Uuid, Match>> ranked(matches.begin(), matches.end());
  const auto wanted = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(ranked.size(), kCandidatesMax));
  std::partial_sort(ranked.begin(), wanted, ranked.end(), better);
  std::vector<Uuid> best;
  std::transform(ranked.begin(), wanted, std::back_inserter(best), [](const auto& match) { return match.first; });
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
  return bytes.size() % kPostingBytes == 0 ? Result<std::string_view>(bytes)
                                           : bad_state("A row of the word index is damaged.");
}

}  // namespace turnstream::evidence
