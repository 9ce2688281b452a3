#pragma once
// Order relations: which instruction a newer one takes the place of, and which one a person ends. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>

#include "stages/common/language/corrections.h"
#include "stages/common/language/order_endings.h"

namespace turnstream::language {

/// An instruction that holds: Instruction::text, key and positive (instructions.h).
struct GivenOrder {
  std::string_view text;
  std::string_view key;
  bool positive = true;
};

/// Whether the newer order takes the place of the older one, though their keys differ:
/// - they make a choice of one row (order_choices.h), for the same object and place: "use tabs", "use spaces"
/// - one says do and one don't, of the same verb, object and place: "sign the mails with Nord", "never sign the mails". An order that
///   ends something ("don't run it any more") also takes that of a narrower place: "run it before each commit".
[[nodiscard]] bool takes_place_of(const GivenOrder& newer, const GivenOrder& older);

/// Whether the ending means the order: what it names is all in the order. What is allowed again ends a prohibition only if it names all
/// that is forbidden, with its condition and manner, and nothing else; it ends no "never … without …". A duty that ends leaves prohibitions,
/// unless it was to avoid something.
[[nodiscard]] bool ends_order(const OrderEnding& ending, const GivenOrder& order);

/// The text of an order with what is right in place of what was wrong: of "Always use tabs" and "I meant spaces, not tabs" it is "Always
/// use spaces". If the wrong word was not said, it is one that makes the same choice (order_choices.h). Absent if it is not there.
[[nodiscard]] std::optional<std::string> corrected(std::string_view text, const Correction& correction);

}  // namespace turnstream::language
