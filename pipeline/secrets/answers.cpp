#include <algorithm>

#include "pipeline/secrets/access_codes.h"
#include "pipeline/secrets/before_noun.h"
#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/folded_text.h"
#include "pipeline/secrets/places.h"
#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/questions.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

/// The value of an answer that is nothing else: of "It's trout-lake-88." the last word; empty for other answers.
std::string_view value_given(std::string_view answer) {
  constexpr std::string_view kGiving = "it it's its is oh sure that that's yes";
  std::size_t at = 0;
  for (auto word = word_at(answer, at); is_word_of(kGiving, word); word = word_at(answer, at)) {
    at += word.size();
    at += has_at(answer, at, ",:") ? 1U : 0U;
    skip_spaces(answer, at);
  }
  const auto value = value_at(answer, at);
  const auto rest = answer.substr(std::min(at + value.size(), answer.size()));
  return at > 0 && rest.find_first_not_of(" .!\n") == std::string_view::npos ? value : std::string_view();
}

std::string_view kind_asked_for(std::string_view question) {
  constexpr std::string_view kAsking = "what what's which tell remind give send remember know";
  constexpr std::string_view kPrompting = "enter provide type";
  std::string_view kind;
  for_each_noun(question, [&](const Place& noun) {
    const bool is_question = find_near(question, '?', noun.end) != std::string_view::npos;
    const bool is_asked =
        (is_question && has_word_before(question, noun, kAsking)) || has_word_before(question, noun, kPrompting);
    if (is_asked && noun.kind != "login" && noun.kind != "basic") {
      kind = noun.kind;
    }
    return true;
  });
  return kind.empty() && asks_for_code(question) ? "pin" : kind;
}

}  // namespace

std::string_view asked_kind(std::string_view question) {
  const auto shown = folded(question);
  return kind_asked_for(shown ? shown->text : question);
}

bool names_a_secret(std::string_view text) {
  const auto shown = folded(text);
  bool any = false;
  for_each_noun(shown ? shown->text : text, [&any](const Place&) {
    any = true;
    return false;
  });
  return any;
}

std::vector<Secret> find_answers(std::string_view kind, std::string_view answer) {
  constexpr std::size_t kValuesMax = 12;  // the first words of an answer
  std::vector<Secret> found;
  if (kind == "passphrase" && is_phrase_of_words(answer)) {
    return {{0, answer.size(), kind}};
  }
  if (const auto given = value_given(answer); !given.empty() && !kind.empty() && is_strong(kind, given)) {
    const auto begin = static_cast<std::size_t>(given.data() - answer.data());
    return {{begin, begin + given.size(), kind}};
  }
  std::size_t values = 0;
  for (std::size_t at = 0; !kind.empty() && at < answer.size() && values < kValuesMax;) {
    const auto value = is_name_character(answer[at]) ? value_at(answer, at) : std::string_view();
    std::size_t next = at + value.size();
    skip_spaces(answer, next);
    if (is_unrelated_secret(kind, value, 0, true) && !is_unit(word_at(answer, next))) {
      found.push_back({at, at + value.size(), kind});
      break;
    }
    values += value.empty() ? 0U : 1U;
    at += std::max<std::size_t>(value.size(), 1);
  }
  return found;
}

std::string_view plainly_answered_kind(std::string_view question, std::string_view answer) {
  constexpr std::ptrdiff_t kSpacesMax = 2;
  const auto shown = folded(question);
  const std::string_view text = shown ? shown->text : question;
  std::string_view kind;
  for_each_noun(text, [&](const Place& noun) {
    const bool may_be_words = noun.kind == "password" || noun.kind == "passphrase";
    kind = may_be_words && asks_for_value(text, noun) ? noun.kind : kind;
    return kind.empty();
  });
  while (!answer.empty() && (answer.back() == '.' || is_space(answer.back()))) {
    answer.remove_suffix(1);
  }
  const bool is_short = std::count(answer.begin(), answer.end(), ' ') <= kSpacesMax;
  return is_short && !is_no_answer(word_at(answer, 0)) && is_plain_value(answer) ? kind : std::string_view();
}

}  // namespace turnstream::secrets
