#include "stages/semantic/relations.h"

#include <algorithm>
#include <string_view>

#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::semantic {
namespace {

constexpr std::string_view kFamilyState[] = {"single", "married", "divorced", "engaged", "widowed", "separated"};
constexpr std::string_view kDiet[] = {"vegetarian", "vegan", "pescatarian", "omnivore"};
constexpr std::string_view kUser = "user";
constexpr std::string_view kUserOwns = "user's ";
constexpr std::string_view kWe = "we";

/// Whether the subject is the user, we, or a person or pet of kKin ("user's sister"). They can have several values.
bool is_somebody(std::string_view subject) {
  return subject == kUser || subject == kWe || (language::classes_of_last(subject) & language::kKin) != 0;
}

std::string without_article(const std::string& value) {
  const bool article = value.starts_with("a ") || value.starts_with("an ");
  return article ? value.substr(value.find(' ') + 1) : value;
}

/// Whether the value is taken for a name: it begins with A to Z, and its first word is not in kLasting ("German").
bool is_name(const std::string& value, const std::string& normalised) {
  const bool capital = !value.empty() && value.front() >= 'A' && value.front() <= 'Z';
  return capital && (language::classes_of(normalised.substr(0, normalised.find(' '))) & language::kLasting) == 0;
}

/// Makes the keys of the slots of one statement.
struct SlotKeys {
  const language::Statement& statement;
  std::string_view user_id;

  [[nodiscard]] std::string of(std::string_view part) const { return of(statement.relation, part); }
  [[nodiscard]] std::string of(std::string_view relation, std::string_view part) const {
    std::string slot = language::in_one_spelling(subject_of(statement.subject, user_id));
    return slot.append("\n").append(relation).append("\n").append(part);
  }
};

}  // namespace

bool is_of_user(std::string_view subject) {
  return subject == kUser || subject == kWe || subject.starts_with(kUserOwns);
}

std::string subject_of(std::string_view subject, std::string_view user_id) {
  if (user_id.empty() || !is_of_user(subject)) {
    return std::string(subject);
  }
  std::string named = std::string(kUser).append("/");
  for (const char c : user_id) {
    // "'" ends the id: the dog of "a" is not a user "a's dog".
    named.append(c == '\'' ? std::string_view("%27") : c == '%' ? std::string_view("%25") : std::string_view(&c, 1));
  }
  return subject == kWe ? named.append("'s ").append(kWe) : named.append(subject.substr(kUser.size()));
}

language::Statement in_one_form(language::Statement statement) {
  constexpr std::string_view kOn = "on ";
  if ((statement.relation == "runs" || statement.relation == "listens") && statement.value.starts_with(kOn)) {
    statement.relation += " on";  // as a record has it
    statement.value.erase(0, kOn.size());
  }
  constexpr std::string_view kPort = "port ";
  const bool runs = statement.relation == "listens on" || statement.relation == "runs on";
  if (runs && statement.value.starts_with(kPort) &&
      statement.value.find_first_not_of("0123456789", kPort.size()) == std::string::npos) {
    statement.subject += " port";
    statement.relation = "is";
    statement.value.erase(0, kPort.size());
  } else if (statement.relation == "is owned by") {
    statement.relation = "belongs to";
  }
  return statement;
}

std::optional<std::string> slot_of(const language::Statement& statement, std::string_view user_id) {
  const SlotKeys key{statement, user_id};
  const std::string value = without_article(normalise(statement.value));
  if (statement.relation == "prefers") {
    const std::string purpose = language::purpose_in(value);
    return purpose.empty() ? std::nullopt : std::optional(key.of(purpose));
  }
  const bool being = statement.relation == "is" || statement.relation == "are";
  if (being && is_somebody(statement.subject)) {
    if (language::is_one_of(kFamilyState, value)) {
      return key.of("family state");
    }
    if (is_name(statement.value, value)) {
      return key.of("who");
    }
    return language::is_one_of(kDiet, value) ? std::optional(key.of("diet")) : std::nullopt;
  }
  if (being && language::is_state_of_favourite(statement.subject, statement.value)) {
    return key.of("state");
  }
  const std::uint64_t first = language::classes_of(value.substr(0, value.find(' ')));
  if (being && (first & language::kProperty) == 0 &&
      (first & (language::kPassing | language::kEvaluation | language::kPreposition)) != 0) {
    return key.of("state");  // "api port is open" does not contradict "api port is 8080".
  }
  if (statement.relation == "likes" || statement.relation == "dislikes" || statement.relation == "is keen on") {
    return key.of("taste", value);
  }
  if (statement.relation == "fails on" || language::holds_many(statement.relation)) {
    return std::nullopt;
  }
  return key.of("");
}

}  // namespace turnstream::semantic
