#include "recall/ranking/term_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "recall/ranking/word_reader.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

static_assert(std::endian::native == std::endian::little, "the bytes of short words are copied");

const std::vector<std::uint32_t>& TermReader::ids_of(std::string_view text) {
  constexpr std::size_t kBytesOfNumber = sizeof(std::uint64_t);
  constexpr std::size_t kShortMax = sizeof(ShortWord);
  ids_.clear();
  for (std::size_t at = 0; at < text.size();) {
    ShortWord word{};
    std::size_t end = at;
    for (std::uint64_t byte = 0; end < text.size() && (byte = lower_letter_or_digit(text[end])) != 0; ++end) {
      if (end - at == kShortMax) {
        break;
      }
      (end - at < kBytesOfNumber ? word.first : word.second) |= byte << (end - at) % kBytesOfNumber * 8;
    }
    const bool is_behind_word =
        end == text.size() || (static_cast<unsigned char>(text[end]) < 0x80 && !is_ascii_letter_or_digit(text[end]));
    if (is_behind_word && end > at) {
      add(id_of_short(word));
      at = end;
    } else if (is_behind_word) {
      ++at;
    } else {  // long, or a letter beyond ASCII may belong to it
      WordReader reader(text, language_, at);
      if (const std::string other = reader.next(); !other.empty()) {
        add(id_of_other(other));
      }
      at = reader.at();
    }
  }
  return ids_;
}

void TermReader::add(std::uint32_t id) {
  if (id != TermNumbering::kNone) {
    ids_.push_back(id);
  }
}

/// Multiplication spreads the bytes of words over the upper half (see BigramTable).
std::size_t TermReader::place_of(const ShortWord& word) const {
  constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15ULL;
  constexpr std::uint64_t kOther = 0xC2B2'AE3D'27D4'EB4FULL;
  const std::uint64_t sum = word.first * kGolden + word.second * kOther;
  std::size_t place = (sum ^ sum >> 32) * kGolden >> 32 & (short_words_.size() - 1);
  while (short_words_[place].word != word && short_words_[place].word != ShortWord{}) {
    place = (place + 1) & (short_words_.size() - 1);
  }
  return place;
}

/// `size`: a power of two, more than twice short_count_.
void TermReader::resize(std::size_t size) {
  std::vector<ShortEntry> before(size);
  before.swap(short_words_);
  for (const ShortEntry& entry : before) {
    if (entry.word != ShortWord{}) {
      short_words_[place_of(entry.word)] = entry;
    }
  }
}

std::uint32_t TermReader::id_of_short(const ShortWord& word) {
  constexpr std::size_t kEntriesMin = 1'024;
  if (2 * (short_count_ + 1) > short_words_.size()) {
    resize(std::max(2 * short_words_.size(), kEntriesMin));
  }
  ShortEntry& entry = short_words_[place_of(word)];
  if (entry.word == word) {
    return entry.id;
  }
  char letters[sizeof(ShortWord)];
  std::memcpy(letters, &word, sizeof letters);
  const std::size_t size = static_cast<std::size_t>(std::find(letters, std::end(letters), '\0') - letters);
  entry = {word, id_of_new(std::string(letters, size))};
  ++short_count_;
  return entry.id;
}

std::uint32_t TermReader::id_of_other(const std::string& word) {
  const auto found = other_words_.find(word);
  return found != other_words_.end() ? found->second : other_words_.emplace(word, id_of_new(word)).first->second;
}

/// TermNumbering::kNone for a stop word.
std::uint32_t TermReader::id_of_new(const std::string& word) {
  const std::string term = term_of(word, language_);
  std::uint32_t id = TermNumbering::kNone;
  if (!term.empty()) {
    const auto [found, is_new] = by_term_.emplace(term, static_cast<std::uint32_t>(terms_.size()));
    id = found->second;
    if (is_new) {
      terms_.push_back(term);
    }
  }
  return id;
}

}  // namespace turnstream::recall
