#include "stages/common/change/topics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/hash64.h"
#include "stages/common/language/lexicon.h"

namespace turnstream::change {
namespace {

/// So many words from the beginning of a sentence are its front: the subject is there.
constexpr std::size_t kFrontWords = 5;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Whether the character belongs to a part of a word. Bytes of characters beyond ASCII do.
bool in_part(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

std::uint32_t hash_of(std::string_view root) {
  const auto hash = static_cast<std::uint32_t>(hash64(root));
  return hash == 0 ? 1 : hash;
}

/// Where the first digit stands; the size of the text if there is none.
std::size_t first_digit(std::string_view text) {
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_digit) - text.begin());
}

/// Whether the word is a number as a whole: it has a digit and no letter except at the end ("9:15", "5k", "50mg", "21st").
bool is_number(std::string_view lower) {
  const std::size_t digit = first_digit(lower);
  return digit < lower.size() &&
         std::none_of(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(digit), in_part);
}

/// A number without its marks in front and the letters behind it: ":9090" and "9090", "1st" and "1" are equal.
std::string_view plain_number(std::string_view lower) {
  lower.remove_prefix(first_digit(lower));
  const std::size_t last = lower.find_last_of("0123456789");
  return lower.substr(0, last == std::string_view::npos ? lower.size() : last + 1);
}

/// A sentence that begins with one of these has the speaker as its subject.
bool is_self(const language::Word& word) {
  return word.is("i") || word.is("we") || word.is("user") || word.is("ich") || word.is("wir");
}

bool is_address(const language::Word& word) {
  return word.is("address") || word.is("adresse");
}

/// "The old mail address": then an address is not where a person lives.
bool is_electronic(const language::Word& word) {
  static constexpr std::string_view kWords[] = {"email",   "e-mail", "emails", "gmail",  "inbox",   "ip",
                                                "ipv4",    "ipv6",   "mac",    "mail",   "mailbox", "mails",
                                                "outlook", "server", "url",    "wallet", "web",     "website"};
  return std::find(std::begin(kWords), std::end(kWords), word.lower) != std::end(kWords) ||
         word.lower.find('@') != std::string::npos;
}

class Collector {
 public:
  explicit Collector(bool electronic) : electronic_(electronic) {}

  void add(std::string_view lower, unsigned bits) {
    if (is_number(lower)) {
      push(plain_number(lower), bits | kValue);
      return;
    }
    for (std::size_t at = 0; at < lower.size();) {
      if (!in_part(lower[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < lower.size() && in_part(lower[at])) {
        ++at;
      }
      add_part(lower.substr(begin, at - begin), begin == 0 && at == lower.size(), bits);
    }
  }
  std::vector<Topic> take() { return std::move(topics_); }
  void separate() { previous_ = 0; }

 private:
  /// `whole`: the part is the whole word. Only a whole word, or a part of three letters and more, is a topic.
  void add_part(std::string_view part, bool whole, unsigned bits) {
    if (is_number(part)) {
      push(plain_number(part), bits | kValue);
      return;
    }
    if (!whole && part.size() < 3) {
      return;
    }
    if (part.size() == 1) {
      letter(part);
      return;
    }
    const bool mixed = std::any_of(part.begin(), part.end(), is_digit);
    const Meaning meaning = meaning_of(part);
    if (meaning.root.empty()) {
      previous_ = 0;
      return;
    }
    const bool loose = (meaning.bits & kLoose) != 0;
    push(loose && electronic_ ? "address" : std::string_view(meaning.root),
         bits | meaning.bits | (mixed ? unsigned{kName} : 0U));
  }

  /// A single letter behind a topic tells it from others: "client B".
  void letter(std::string_view part) {
    if (previous_ != 0 && !previous_is_value_ && !topics_.empty() && part != "i" && part != "a") {
      topics_.back().modifier = hash_of(part);
    }
  }

  void push(std::string_view root, unsigned bits) {
    const std::uint32_t word = hash_of(root);
    const bool value = (bits & kValue) != 0;
    if (value && previous_ != 0 && !previous_is_value_ && topics_.back().word == previous_) {
      number(topics_.back(), word);  // "box 4"
    }
    const bool numbered = !value && previous_ != 0 && previous_is_value_;
    const std::uint32_t modifier = value ? 0 : previous_;
    previous_ = word;
    previous_is_value_ = value;
    const auto known =
        std::find_if(topics_.begin(), topics_.end(), [word](const Topic& topic) { return topic.word == word; });
    if (known != topics_.end()) {
      const unsigned loose = known->bits & bits & unsigned{kLoose};
      known->bits =
          static_cast<std::uint16_t>(((known->bits | (bits & ~unsigned{kFront})) & ~unsigned{kLoose}) | loose);
    } else if (topics_.size() < kTopicsMax) {
      topics_.push_back({word, modifier, static_cast<std::uint16_t>(bits | (numbered ? unsigned{kNumbered} : 0U))});
    }
  }

  static void number(Topic& topic, std::uint32_t value) {
    if (topic.modifier == 0) {
      topic.modifier = value;
      topic.bits = static_cast<std::uint16_t>(topic.bits | kNumbered);
    }
  }

  std::vector<Topic> topics_;
  bool electronic_;
  std::uint32_t previous_ = 0;  ///< the topic directly in front; 0: none
  bool previous_is_value_ = false;
};

/// Whether something else than a person is moved here: "We moved the tickets to Linear" is about no residence.
bool moves_object(std::span<const language::Word> words, std::size_t at) {
  constexpr std::array<std::string_view, 3> kMoves{"moved", "relocated", "settled"};
  if (std::find(kMoves.begin(), kMoves.end(), words[at].lower) == kMoves.end() || at + 1 >= words.size() ||
      words[at + 1].punctuation || !words[at + 1].in(language::kDeterminer)) {
    return false;
  }
  for (std::size_t i = at + 1; i < words.size() && !words[i].punctuation && !words[i].in(language::kPreposition); ++i) {
    if ((meaning_of(words[i].lower).bits & kPerson) != 0 || words[i].is("family")) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Topic> topics_of(std::span<const language::Word> words, std::span<const std::uint8_t> near,
                             std::string_view about) {
  const bool has_address = std::any_of(words.begin(), words.end(), is_address);
  Collector collector(has_address && std::any_of(words.begin(), words.end(), is_electronic));
  const auto first =
      std::find_if(words.begin(), words.end(), [](const language::Word& word) { return !word.punctuation; });
  const bool self = first != words.end() && is_self(*first);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const language::Word& word = words[at];
    if (word.punctuation || word.quoted || moves_object(words, at)) {
      collector.separate();
      continue;
    }
    const bool name = word.capital && at > 0 && !words[at - 1].punctuation && word.lower.size() > 1;
    const bool is_near = at < near.size() && near[at] != 0;
    collector.add(word.lower, (name ? unsigned{kName} : 0U) | (is_near ? unsigned{kNear} : 0U) |
                                  (!self && at < kFrontWords ? unsigned{kFront} : 0U));
  }
  if (!about.empty()) {
    collector.add(about, kNear);
  }
  return collector.take();
}

std::vector<Topic> topics_of_text(std::string_view text) {
  return topics_of(language::words_of(text));
}

}  // namespace turnstream::change
