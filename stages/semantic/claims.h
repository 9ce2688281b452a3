#pragma once
// Claims: what one turn asserts, in this order: its observations; for each tool its failure (if the first line of the
// error is not empty), its memory writes of type fact and its observations; the user's sentences, each followed by its statements.
// The assistant's text makes no claim: what an agent repeats must not become evidence for itself. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/fact.h"
#include "pipeline/model/state_export.h"
#include "pipeline/model/user.h"
#include "stages/common/change/telling.h"
#include "stages/common/language/statements.h"
#include "stages/semantic/notes/note_link.h"
#include "stages/semantic/settings.h"

namespace turnstream::semantic {

struct Claim {
  language::Statement statement;  ///< its relation is empty if the claim is a text
  std::string text;  ///< of a text claim: the text, cut to text_code_points_max, with the user's name; else empty
  std::optional<std::string> slot;  ///< the slot that the statement fills, if it has one (relations.h)
  std::int64_t confidence = 0;
  std::string evidence;  ///< of a statement: its sentence, at most model::kQuotedCodePointsMax code points
  std::string pointer;   ///< JSON pointer to the part of the turn that makes the claim
  model::User user{};    ///< about whom the claim is: the user of the turn, or no user
  std::optional<model::Validity> when{};  ///< of an event: when it happened, if its sentence says so; `to` is set
  /// Of a tool: which call (tool_calls.h). With a denial: the call succeeded, so that no failure of it holds any longer.
  std::optional<std::uint32_t> call{};
  bool of_sentence = false;  ///< a statement of the user's sentence that is the last claim with a reading before it
  std::optional<change::Reading> reading{};  ///< of a sentence of the user: what it says about change (change_book.h)
  std::string said{};                        ///< of a text claim: the text as it was said, cut as `text` is
  /// Of a sentence that is a correction, which is a fact that is shown: its text is the clause that says what is right.
  std::optional<language::Correction> correction{};
  /// Of a statement that a correction made of a fact (corrected_claim.h): the facts whose words it has, and their sources.
  std::vector<Uuid> made_of{};
  model::SourceList rests_on{};
  /// Of a statement, for people to read, no parts of its id: what its clause says behind the value (language/complements.h), and of
  /// "user" or "we" with whom (language/company.h).
  std::string complement{};
  std::string company{};
  std::vector<NoteLink> notes{};  ///< the notes that say it (fact_notes.h); of a statement those of its sentence
};

/// The first turn_claims_max claims of the turn (sentences and successes of tools are not counted); of those that fill
/// the same slot (denials included) only the last eight. Ephemeral observations make no claim, nor does a statement or
/// text of confidence 0.
[[nodiscard]] std::vector<Claim> claims_of(const model::StateExport& turn, const SemanticSettings& settings);

}  // namespace turnstream::semantic
