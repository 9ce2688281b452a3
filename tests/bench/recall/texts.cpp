#include "tests/bench/recall/texts.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "pipeline/json/document.h"

namespace turnstream::bench {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMessageWordsMax = 80;
constexpr std::size_t kDrawnWords = 20'000;
constexpr std::string_view kUser = "Ann";
constexpr std::string_view kAgent = "Ben";

/// The most frequent words of English, in the order of their frequency.
constexpr std::string_view kFrequent[]{
    "the",   "I",    "to",     "and",  "a",     "you",   "it",    "that", "of",   "in",    "my",   "is",
    "for",   "was",  "with",   "have", "so",    "be",    "on",    "me",   "we",   "your",  "this", "but",
    "what",  "do",   "are",    "not",  "they",  "how",   "just",  "like", "at",   "all",   "been", "can",
    "about", "from", "get",    "will", "some",  "had",   "one",   "time", "know", "there", "when", "out",
    "good",  "go",   "really", "new",  "would", "think", "their", "them"};
constexpr std::string_view kSyllables[]{"ba", "ke", "lo", "mi", "nu", "ra", "so", "te",
                                        "vi", "da", "fe", "go", "hi", "ju", "pa", "zo"};

/// A word that looks like one, different for each number.
std::string made_word(std::size_t number) {
  std::string word;
  for (std::size_t left = number + std::size(kSyllables); left > 0; left /= std::size(kSyllables)) {
    word += kSyllables[left % std::size(kSyllables)];
  }
  return word;
}

std::string text_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = from.empty() ? std::string::npos : text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Result<Texts> Texts::make(std::string_view dataset) {
  Texts texts;
  if (dataset.empty()) {
    texts.make_ranks();
    return texts;
  }
  const Json samples = json::parse_document(dataset);
  for (const Json& sample : samples.is_array() ? samples : Json::array()) {
    if (!sample.contains("conversation") || !sample.contains("qa")) {
      continue;
    }
    const Json& talk = sample["conversation"];
    const auto with_our_names = [&](std::string text) {
      replace_all(text, text_of(talk, "speaker_a"), kUser);
      replace_all(text, text_of(talk, "speaker_b"), kAgent);
      return text;
    };
    for (const auto& [name, messages] : talk.items()) {
      for (const Json& message : messages.is_array() ? messages : Json::array()) {
        texts.learn(with_our_names(text_of(message, "text")));
      }
    }
    for (const Json& question : sample["qa"]) {
      texts.questions_.push_back(with_our_names(text_of(question, "question")));
    }
  }
  if (texts.words_.size() < 2 || texts.questions_.empty()) {
    return make_error(error_codes::kInputRefused, Reaction::kStopProcess,
                      "The file is not in LoCoMo's format: it has no messages or no questions.");
  }
  return texts;
}

void Texts::learn(std::string_view text) {
  WordNumber before = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) {
      const std::string word(text.substr(0, end));
      const auto [found, is_new] = numbers_.emplace(word, static_cast<WordNumber>(words_.size()));
      if (is_new) {
        words_.push_back(word);
        next_.emplace_back();
      }
      next_[before].push_back(found->second);
      before = found->second;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (before != 0) {
    next_[before].push_back(0);
  }
}

void Texts::make_ranks() {
  words_.clear();
  double sum = 0;
  for (std::size_t rank = 0; rank < kDrawnWords; ++rank) {
    words_.push_back(rank < std::size(kFrequent) ? std::string(kFrequent[rank]) : made_word(rank));
    sum += 1 / static_cast<double>(rank + 1);
    frequencies_.push_back(sum);
  }
}

std::string Texts::message(app::Random& random) const {
  if (questions_.empty()) {
    return drawn_message(random);
  }
  std::string text;
  WordNumber word = random.pick(next_[0]);
  for (std::size_t count = 0; word != 0 && count < kMessageWordsMax; ++count) {
    text += text.empty() ? "" : " ";
    text += words_[word];
    word = random.pick(next_[word]);
  }
  return text;
}

std::string Texts::question(app::Random& random) const {
  return questions_.empty() ? drawn_question(random) : random.pick(questions_);
}

const std::string& Texts::ranked_word(app::Random& random) const {
  constexpr std::int64_t kMillion = 1'000'000;
  const double at = static_cast<double>(random.below(kMillion)) / static_cast<double>(kMillion) * frequencies_.back();
  const auto rank = std::upper_bound(frequencies_.begin(), frequencies_.end(), at) - frequencies_.begin();
  return words_[static_cast<std::size_t>(rank)];
}

/// One in ten states a preference or a fact, so that the stages have something to derive.
std::string Texts::drawn_message(app::Random& random) const {
  std::string text;
  if (random.one_in(10)) {
    text = random.one_in(2) ? "I prefer " + ranked_word(random) + " " + random.pick(words_) + ". "
                            : "My " + random.pick(words_) + " is " + random.pick(words_) + ". ";
  }
  for (std::int64_t left = random.between(4, 40); left > 0; --left) {
    text += ranked_word(random) + (left > 1 ? " " : random.one_in(4) ? "?" : ".");
  }
  return text;
}

/// With words of which most are neither among the most frequent ones nor rare.
std::string Texts::drawn_question(app::Random& random) const {
  std::string text = random.one_in(4) ? "When did " : "What did ";
  text += std::string(random.one_in(2) ? kUser : kAgent) + " say about";
  for (std::int64_t left = random.between(2, 5); left > 0;) {
    const std::string& word = ranked_word(random);
    if (std::find(std::begin(kFrequent), std::end(kFrequent), word) == std::end(kFrequent)) {
      text += " " + word;
      --left;
    }
  }
  return text + "?";
}

}  // namespace turnstream::bench
