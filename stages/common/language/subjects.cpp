#include "stages/common/language/subjects.h"

#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/text_form.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kSubjectWordsMax = 6;

/// The words as written, normalised, with plain apostrophes.
std::string normalised(Sentence words) {
  const char* const first = words.front().text.data();
  const char* const end = words.back().text.data() + words.back().text.size();
  std::string text = normalise({first, static_cast<std::size_t>(end - first)});
  if (text.find("’") != std::string::npos) {
    text = with_plain_apostrophes(text);
  }
  return text;
}

}  // namespace

std::vector<SubjectPhrase> subjects_at(Sentence sentence, std::size_t at) {
  const Word& first = sentence[at];
  if (first.is("i")) {
    return {{"user", Speaker::kI, true, at + 1}};
  }
  if (first.is("we")) {
    return {{"we", Speaker::kWe, true, at + 1}};
  }
  const bool own = first.is("my");
  if (first.in(kPronoun | kDeictic | kPreposition | kAuxiliary | kNegation | kQuestionWord) && !own) {
    return {};
  }
  const bool article = first.is("the") || first.is("our") || first.is("a") || first.is("an");
  const std::size_t begin = own || article ? at + 1 : at;
  std::vector<SubjectPhrase> subjects;
  for (std::size_t end = begin + 1; end < sentence.size() && end - begin <= kSubjectWordsMax; ++end) {
    const Word& last = sentence[end - 1];
    if (last.punctuation || last.quoted || last.in(kConjunction | kSubordinator | kNegation | kHypothesis | kReport) ||
        last.in(kPronoun | kDeictic)) {
      break;
    }
    const bool inside =
        end - begin > 1 && last.in(kDeterminer) && !sentence[end - 2].is("of") && !sentence[end - 2].is("for");
    if (inside) {
      break;  // "make sure the log level": an article inside belongs to another phrase
    }
    if (last.in(kPreposition | kAuxiliary | kAdverb | kDeterminer) && !last.is("of") && !last.is("for")) {
      continue;
    }
    SubjectPhrase subject;
    std::string text = normalised(sentence.subspan(begin, end - begin));
    subject.text = own ? std::string("user's ").append(text) : std::move(text);
    const bool named = end - begin == 1 && last.capital && !is_code(last) && !is_activity(last) &&
                       end < sentence.size() && sentence[end].lower.size() > 1 && sentence[end].lower.back() == 's';
    subject.person = holds(sentence, begin, end, kKin) || named || subject.text == "user";
    subject.end = end;
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

}  // namespace turnstream::language
