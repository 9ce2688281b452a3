#include "stages/episodic/signals/said.h"

#include <algorithm>
#include <string>
#include <vector>

#include "stages/common/language/instructions.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/text_language.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/signals.h"
#include "stages/common/notes/word_classes.h"
#include "stages/common/notes/words.h"

namespace turnstream::episodic {
namespace {

/// So much of a text is read: more is most likely pasted, or an agent's long answer.
constexpr std::size_t kUserBytesMax = std::size_t{8} * 1024;
constexpr std::size_t kAgentBytesMax = std::size_t{2} * 1024;
constexpr std::size_t kNameEndBytesMax = 5;

/// At most so many bytes of the text, without a part of a code point.
std::string_view beginning_of(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) {
    return text;
  }
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
    --end;
  }
  return text.substr(0, end);
}

/// The words of the text if the rules can read it, else none.
const language::Words& readable(std::string_view text, const language::Words& words) {
  static const language::Words kNone;
  return language::rules_can_read(text) ? words : kNone;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80U;
}

/// "/etc/hosts", "src/a.ts", "https://…", "config.yaml"; not "and/or", "e.g.", "3.5".
bool is_path(const std::string& lower) {
  const auto slashes = std::count(lower.begin(), lower.end(), '/') + std::count(lower.begin(), lower.end(), '\\');
  const std::size_t dot = lower.rfind('.');
  const bool named = dot != std::string::npos && dot > 1 && dot + 1 < lower.size() &&
                     lower.size() - dot - 1 <= kNameEndBytesMax &&
                     std::any_of(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(dot), is_letter) &&
                     std::all_of(lower.begin() + static_cast<std::ptrdiff_t>(dot) + 1, lower.end(), is_letter);
  return slashes > 1 || (slashes == 1 && lower.front() == '/' && lower.size() > 1) || named;
}

bool any_path(const language::Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const language::Word& word) { return !word.punctuation && is_path(word.lower); });
}

bool any_date(std::string_view text) {
  return (notes::word_signals(notes::ReadText(text)).classes & notes::kCalendar) != 0;
}

bool is_own(const language::Statement& statement) {
  const bool own = statement.subject == "user" || statement.subject == "we" || statement.subject.starts_with("user's ");
  return own && language::taste_of(statement) == language::Taste::kNone;
}

}  // namespace

Said::Said(const model::TurnData& turn)
    : user_(beginning_of(turn.user_input, kUserBytesMax)),
      agent_(beginning_of(turn.assistant_response, kAgentBytesMax)),
      user_words_(language::words_of(user_)),
      agent_words_(language::words_of(agent_)),
      user_read_(readable(user_, user_words_)),
      agent_read_(readable(agent_, agent_words_)),
      user_forms_(user_read_),
      agent_forms_(agent_read_) {
  read_talk(user_, Side::kUser);
  read_talk(agent_, Side::kAgent);
}

void Said::read_talk(std::string_view text, Side side) {
  if (substance_) {
    return;
  }
  for (const std::string_view sentence : notes::sentences_of(text)) {
    const Talk talk = talk_of(sentence, side);
    if (talk == Talk::kSubstance) {
      substance_ = true;
      return;
    }
    question_ = question_ || talk == Talk::kQuestion;
    talk_[static_cast<std::size_t>(talk)] = true;
  }
}

bool Said::has_number() const {
  return std::any_of(user_.begin(), user_.end(), is_digit) || std::any_of(agent_.begin(), agent_.end(), is_digit);
}

bool Said::has_date() const {
  return any_date(user_) || any_date(agent_);
}

bool Said::has_path() const {
  return any_path(user_words_) || any_path(agent_words_);
}

bool Said::instructs() const {
  return user_holds(language::FormKind::kOrder) || !language::instructions_in(user_, user_read_).empty();
}

bool Said::states_self() const {
  std::vector<language::Statement> statements;
  for (const language::Sentence& sentence : user_forms_.asserted()) {
    language::add_statements(sentence, language::Register::kTalk, statements);
  }
  return std::any_of(statements.begin(), statements.end(), is_own);
}

}  // namespace turnstream::episodic
