#pragma once
// Two statements contradict each other if they fill one slot with different values. A relation that can have many
// values at once (likes, uses, has) has no slot. What is about "user" is about the user of the turn: subject_of() is the one
// place that tells the users of a persona apart, for ids and for slots. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>

#include "stages/common/language/statements.h"

namespace turnstream::semantic {

/// Whether a statement with this subject is about the user, alone or with others: "user", "user's dog", "we".
[[nodiscard]] bool is_of_user(std::string_view subject);

/// The subject in ids and slots: of what is about the user of that id "user/<id>", "user/<id>'s dog" and, of "we", "user/<id>'s we",
/// in which the id has "%27" and "%25" for "'" and "%". Unchanged if it is about something else, or the id is empty.
[[nodiscard]] std::string subject_of(std::string_view subject, std::string_view user_id);

/// The statement in the form in which it is stored: what is meant decides, not the words. "api listens on port 8080" is
/// stored as "api port is 8080", "ledger is owned by Ann" as "ledger belongs to Ann".
[[nodiscard]] language::Statement in_one_form(language::Statement statement);

/// The slot that the statement fills; "likes", "is keen on" and "dislikes" have one for each object. Absent if its relation can have
/// many values at once, or is "fails on". "prefers" has a slot for each purpose ("for large codebases"), and none without. "is" and "are"
/// have, for user, we and words of kKin, slots only for family state, diet and name; for other subjects, one for states
/// ("open") and one for other values ("8080"). `user_id`: of whom the statement says "user"; empty: not known.
[[nodiscard]] std::optional<std::string> slot_of(const language::Statement& statement, std::string_view user_id = {});

}  // namespace turnstream::semantic
