#include "stages/common/language/sentences.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// If the sentence contains one of these words anywhere, nothing in it is asserted.
constexpr std::string_view kNotAsserted[] = {"if",      "unless",     "whether",   "maybe",   "perhaps",
                                             "wish",    "suppose",    "supposing", "imagine", "hypothetically",
                                             "pretend", "pretending", "possibly"};
/// Words behind which no clause begins, because what follows belongs to the words before: "rather than tea".
constexpr std::string_view kNoClauseBehind[] = {"as", "since", "than", "like"};

/// Whether the words begin like a question: "do you …", "is it …", "what …".
bool is_question(Sentence sentence) {
  std::size_t first = 0;
  static constexpr std::string_view kCalls[] = {"hey", "hi", "hello", "so", "and", "but", "ok", "okay", "oh", "well"};
  while (first < sentence.size() && (sentence[first].punctuation || is_one_of(kCalls, sentence[first].lower))) {
    ++first;
  }
  if (first + 1 >= sentence.size()) {
    return false;
  }
  const Word& word = sentence[first];
  const Word& next = sentence[first + 1];
  const bool inverted =
      word.in(kAuxiliary) && (next.in(kPronoun | kDeictic) || next.is("my") || next.is("the") || next.is("not"));
  return inverted || (word.in(kQuestionWord) && !word.is("when") && !word.is("where"));
}

/// "why", "any idea".
bool is_short_question(Sentence sentence) {
  return !sentence.empty() && ((sentence.size() == 1 && sentence[0].in(kQuestionWord)) || sentence[0].is("any"));
}

/// What asks whether an order is understood: "got it", "ok", "will you".
bool is_tag(Sentence sentence) {
  static constexpr std::string_view kTags[] = {"ok", "okay", "got", "understood", "clear", "alright", "deal", "please"};
  const bool tag = !sentence.empty() && is_one_of(kTags, sentence[0].lower);
  return tag && (sentence.size() == 1 || (sentence.size() == 2 && sentence[1].is("it")));
}

/// "My editor is Neovim, remember?" asserts what it asks.
bool only_reminds(Sentence sentence) {
  return sentence.size() > 3 && sentence.back().is("remember") && sentence[sentence.size() - 2].is(",");
}

bool is_joke(Sentence sentence) {
  const bool scoffs =
      sentence.size() > 2 && ((sentence[0].is("yeah") && sentence[1].is("right")) ||
                              (sentence[0].is("oh") && (sentence[1].is("sure") || sentence[1].is("great"))));
  return scoffs || std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return word.in(kJoke); });
}

bool is_laugh(const Word& word) {
  return word.is("😂") || word.is("🤣") || word.is("😜") || word.is("😆") || word.is("🙃") || word.is("😏");
}

/// A short joke that takes back the sentence before it: "just kidding".
bool is_retraction(Sentence sentence) {
  return is_joke(sentence) && sentence.size() <= 4;
}

bool is_hypothesis(Sentence sentence) {
  static const WordSet kSet(kNotAsserted);
  if (std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return word.in(kSet); })) {
    return true;
  }
  // "…, I think": an opinion at the end.
  const std::size_t size = sentence.size();
  return size > 3 && sentence[size - 1].in(kReport) && sentence[size - 2].is("i");
}

bool clause_can_follow(const Word& word) {
  if (word.punctuation) {
    return word.is(",") || word.is(";") || word.is(":") || word.is("-") || word.is("—") || word.is("–") ||
           word.is("(") || word.is(")");
  }
  return word.in(kConjunction) && !is_one_of(kNoClauseBehind, word.lower);
}

/// The index behind a time that begins at `at` ("last weekend", "on Friday", "two days ago"); `at` if there is none.
std::size_t skip_time(Sentence sentence, std::size_t at) {
  static constexpr std::string_view kLeads[] = {"last", "this",  "on",     "over", "earlier", "a",    "the",
                                                "two",  "three", "couple", "few",  "of",      "past", "other"};
  std::size_t end = at;
  while (end < sentence.size() && end < at + 4 && is_one_of(kLeads, sentence[end].lower)) {
    ++end;
  }
  if (end == at || end >= sentence.size() || !sentence[end].in(kTimeUnit)) {
    return at;
  }
  if (sentence[at].is("on") && sentence[end].lower.back() == 's') {
    return at;  // "on Fridays" belongs to a habit
  }
  ++end;
  return end < sentence.size() && (sentence[end].is("ago") || sentence[end].in(kTimeUnit)) ? end + 1 : end;
}

/// Whether the word at `at` is the last one of "tell you (that)", "let you know (that)" or "now that" ("ya" counts as
/// "you"). What follows is taken as the speaker's own assertion. `before`: the answer for the word before.
bool ends_announcement(Sentence sentence, std::size_t at, bool before) {
  const auto is = [&](std::size_t back, std::string_view word) { return at >= back && sentence[at - back].is(word); };
  const bool you = is(0, "you") || is(0, "ya");
  const bool know = is(0, "know") && (is(1, "you") || is(1, "ya")) && is(2, "let");
  return (you && is(1, "tell")) || know || (is(0, "that") && (is(1, "now") || before));
}

/// The index behind the times, greetings ("Tom, …"), marks and words of kOpening ("remember that …") from `at` on.
std::size_t skip_openings(Sentence sentence, std::size_t at) {
  while (at < sentence.size()) {
    if (const std::size_t behind = skip_time(sentence, at); behind > at) {
      at = behind;
      continue;
    }
    const bool greeted =
        at + 1 < sentence.size() && sentence[at].capital && sentence[at + 1].is(",") && !sentence[at].is("i");
    if (greeted) {
      at += 2;
    } else if (at > 0 && sentence[at].is("that") && !sentence[at - 1].punctuation) {
      ++at;  // "remember that …"
    } else if (sentence[at].punctuation || (sentence[at].in(kOpening) && !sentence[at].in(kReport | kHypothesis))) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace

bool ends_sentence(const Word& word) {
  if (!word.punctuation) {
    return false;
  }
  const unsigned char first = static_cast<unsigned char>(word.lower[0]);
  const bool dash = word.lower == "—" || word.lower == "–";
  return word.is(".") || word.is("!") || word.is("?") || word.is("\n") || (first >= 0x80 && !dash);
}

bool SentenceCut::asks() const {
  return std::any_of(marks.begin(), marks.end(), [](const Word& mark) { return mark.is("?"); });
}

std::vector<SentenceCut> cut_sentences(const Words& words) {
  std::vector<SentenceCut> cuts;
  auto at = std::find_if_not(words.begin(), words.end(), ends_sentence);
  while (at != words.end()) {
    const auto end = std::find_if(at, words.end(), ends_sentence);
    const auto next = std::find_if_not(end, words.end(), ends_sentence);
    cuts.push_back({.words = {at, end}, .marks = {end, next}});
    at = next;
  }
  return cuts;
}

std::string_view verbatim(std::string_view text, Sentence sentence) {
  const std::size_t begin = sentence.front().begin;
  std::size_t end = std::max(begin, sentence.back().end);
  if (end < text.size() && std::string_view(".!?").find(text[end]) != std::string_view::npos) {
    ++end;
  }
  return text.substr(begin, end - begin);
}

bool is_meant(Sentence sentence) {
  return !is_joke(sentence) && !is_question(sentence) && !is_hypothesis(sentence);
}

Sentence before_question(Sentence sentence, bool tagged) {
  for (std::size_t at = sentence.size(); at > 0; --at) {
    const Word& mark = sentence[at - 1];
    if (!mark.is(",") && !mark.is(";") && !mark.is("-") && !mark.is("—") && !mark.is("–")) {
      continue;
    }
    const Sentence behind = sentence.subspan(at);
    const bool asks = is_question(behind) || is_short_question(behind) || (tagged && is_tag(behind));
    return asks ? sentence.first(at - 1) : Sentence();
  }
  return {};
}

std::vector<Sentence> asserted_sentences(const Words& words) {
  return asserted_sentences(cut_sentences(words));
}

std::vector<Sentence> asserted_sentences(std::span<const SentenceCut> cuts) {
  std::vector<Sentence> sentences;
  bool last_kept = false;  // the sentence before this one is in the list
  for (const SentenceCut& cut : cuts) {
    if (last_kept && is_retraction(cut.words)) {
      sentences.pop_back();
    }
    const bool laughed = std::any_of(cut.marks.begin(), cut.marks.end(), is_laugh);
    last_kept = (!cut.asks() || only_reminds(cut.words)) && !laughed && is_meant(cut.words);
    if (last_kept) {
      sentences.push_back(cut.words);
    }
  }
  return sentences;
}

std::vector<ClauseStart> clause_starts(Sentence sentence) {
  std::vector<ClauseStart> starts;
  bool expected = true;
  bool after_comma = false;
  const std::size_t begin = skip_openings(sentence, 0);
  bool announced = false;
  for (std::size_t at = 0; at < begin; ++at) {
    announced = ends_announcement(sentence, at, announced);
  }
  for (std::size_t at = begin; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    announced = ends_announcement(sentence, at, announced);
    if (announced) {
      expected = true;
      after_comma = false;
      continue;
    }
    const bool telling = (word.is("tell") || word.is("let")) && at + 1 < sentence.size() &&
                         (sentence[at + 1].is("you") || sentence[at + 1].is("ya"));
    if (telling) {
      expected = false;
      continue;
    }
    const bool infinitive = at > 0 && sentence[at - 1].is("to");
    if (word.in(kHypothesis | kReport) && !expected && !infinitive) {
      break;
    }
    if (word.is(":") && at == 1 && sentence[0].capital && !sentence[0].in(kOpening)) {
      break;  // "Tom: …" quotes Tom
    }
    if (clause_can_follow(word)) {
      expected = true;
      after_comma = word.is(",");
      continue;
    }
    if (!expected) {
      continue;
    }
    if (word.in(kHypothesis | kReport)) {
      break;
    }
    if (!word.punctuation && !word.quoted && !word.in(kSubordinator)) {
      starts.push_back({at, after_comma});
    }
    expected = word.in(kOpening | kAdverb) && !word.in(kPronoun);
  }
  return starts;
}

}  // namespace turnstream::language
