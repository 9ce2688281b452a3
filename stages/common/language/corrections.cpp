#include "stages/common/language/corrections.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/commands.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kCorrectionsMax = 8;
constexpr std::size_t kSubjectWordsMax = 6;
constexpr std::size_t kValueWordsMax = 14;

bool is_copula(const Word& word) {
  static const WordSet kCopulas("am are be is was were heißt ist");
  return kCopulas.has(word.lower);
}

/// Marks of an error: "wrong", "typo", "my bad", "you misread", "you wrote", "I told you". A single "no" is none: it also answers.
bool marks_error(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kMarks(
      "incorrect misheard misread misspelled misspelt mistaken typo wrong falsch quatsch verwechselt");
  static const WordSet kSaid("booked called charged put said spelled spelt told wrote");
  for (std::size_t at = begin; at < end; ++at) {
    const bool by_agent = at > begin && sentence[at - 1].is("you") && kSaid.has(sentence[at].lower);
    const bool bad = sentence[at].is("bad") && at > begin && sentence[at - 1].is("my");
    if (kMarks.has(sentence[at].lower) || by_agent || bad) {
      return true;
    }
  }
  return false;
}

/// "Sorry I meant …".
bool is_interjection(const Word& word) {
  static const WordSet kInterjections("ehm er erm oops sorry um wait");
  return kInterjections.has(word.lower);
}

/// The end of the value that begins at `begin`: before a mark, "not", "and not", or "now" at the end of the clause.
std::size_t end_of_value(Sentence sentence, std::size_t begin) {
  std::size_t end = begin;
  for (; end < sentence.size() && end - begin <= kValueWordsMax; ++end) {
    const Word& word = sentence[end];
    const bool negates = end > begin && sentence[end - 1].in(kAuxiliary);  // "but has not decided"
    const bool contrast = (word.is("not") && !negates) || word.is("nicht") ||
                          (word.is("and") && end + 1 < sentence.size() && sentence[end + 1].is("not"));
    if ((word.punctuation && !word.quoted) || (contrast && end > begin)) {
      break;
    }
  }
  return end > begin + 1 && sentence[end - 1].is("now") ? end - 1 : end;
}

/// Where the wrong value begins behind the right one: behind ", not", "and not", "not". `at` itself if none begins there.
std::size_t begin_of_wrong(Sentence sentence, std::size_t at) {
  std::size_t next = at;
  next += next < sentence.size() && (sentence[next].is("now")) ? 1 : 0;
  next += next < sentence.size() && (sentence[next].is(",") || sentence[next].is("and")) ? 1 : 0;
  const bool contrast = next < sentence.size() && (sentence[next].is("not") || sentence[next].is("nicht"));
  return contrast && next + 1 < sentence.size() ? next + 1 : at;
}

class Finder {
 public:
  std::vector<Correction> find(const Words& words) {
    bool error_before = false;
    for (const Sentence& sentence : asserted_sentences(words)) {
      read_sentence(sentence, error_before);
      error_before = marks_error(sentence, 0, sentence.size());
    }
    return std::move(found_);
  }

 private:
  void read_sentence(Sentence sentence, bool error_before) {
    for (std::size_t at = 0; at < sentence.size() && found_.size() < kCorrectionsMax; ++at) {
      const bool begins = begins_clause(sentence, at) || is_interjection(sentence[at - 1]);
      if (sentence[at].punctuation || sentence[at].quoted || !begins) {
        continue;
      }
      const bool marked = error_before || marks_error(sentence, 0, at) || (at > 1 && sentence[0].is("correction"));
      if (const std::size_t end = read_clause(sentence, at, marked); end > at) {
        return;  // a sentence has one correction
      }
    }
  }

  /// The end of the correction that begins at `at`; `at` if none does.
  std::size_t read_clause(Sentence sentence, std::size_t at, bool marked) {
    std::size_t value = 0;
    std::size_t subject_end = at;
    const bool meant =
        at + 2 < sentence.size() && sentence[at].is("i") && sentence[at + 1].is("meant") && !sentence[at + 2].is("to");
    if (meant) {
      value = at + 2;
    } else {
      const std::size_t last = std::min(sentence.size(), at + kSubjectWordsMax);
      for (subject_end = at + 1; subject_end < last && !is_copula(sentence[subject_end]); ++subject_end) {
        if (sentence[subject_end].punctuation) {
          return at;
        }
      }
      if (subject_end >= last) {
        return at;
      }
      value = subject_end + 1;
    }
    return add(sentence, at, meant ? at : subject_end, value, marked || meant);
  }

  std::size_t add(Sentence sentence, std::size_t begin, std::size_t subject_end, std::size_t value, bool marked) {
    const std::size_t end = end_of_value(sentence, value);
    const std::size_t wrong = begin_of_wrong(sentence, end);
    const bool contrast = wrong > end;
    const bool judges = value < sentence.size() && marks_error(sentence, value, std::min(value + 2, sentence.size()));
    if (end == value || judges || sentence[value].is("not") || sentence[value].in(kPronoun) || !(marked || contrast)) {
      return begin;
    }
    Correction correction;
    const std::size_t wrong_end = contrast ? end_of_value(sentence, wrong) : end;
    if (contrast && (wrong_end == wrong || sentence[wrong].in(kPronoun))) {
      return begin;
    }
    correction.text = written(sentence, begin, wrong_end);
    correction.right = written(sentence, value, end);
    correction.wrong = contrast ? written(sentence, wrong, wrong_end) : std::string();
    if (subject_end > begin && !sentence[begin].in(kPronoun)) {
      correction.subject = normalise(written(sentence, begin, subject_end));
    }
    found_.push_back(std::move(correction));
    return wrong_end;
  }

  std::vector<Correction> found_;
};

}  // namespace

std::vector<Correction> corrections_in(std::string_view text) {
  return corrections_in(words_to_read(text));
}

std::vector<Correction> corrections_in(const Words& words) {
  return Finder().find(words);
}

}  // namespace turnstream::language
