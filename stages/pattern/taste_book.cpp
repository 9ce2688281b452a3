#include "stages/pattern/taste_book.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "stages/common/evidence/source_list.h"
#include "stages/common/language/order_relations.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/user_name.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;
using model::Polarity;

bool is_taste(const KeptPattern* known) {
  return known != nullptr && known->pattern.type == PatternType::kPreference &&
         known->pattern.polarity == Polarity::kPositive;
}

}  // namespace

Result<bool> TasteBook::make_room(const Uuid& id, const Signal& signal, const Sighting& sighting) {
  if (signal.slot.empty() || signal.polarity != Polarity::kPositive) {
    return true;
  }
  std::set<Uuid> ending;
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> others, signal.alone
                                                          ? ended_.tastes().others(id, signal.user.id, signal.slot)
                                                          : Result(std::vector<Uuid>()));
  for (const Uuid& other : others) {
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(other));
    if (!is_taste(known)) {
      continue;
    }
    if (known->pattern.last_seen > sighting.at) {
      return false;
    }
    ending.insert(other);
  }
  const Uuid less_liked = id_of(cut_key(signal.against), signal.user);
  TS_ASSIGN_OR_RETURN(const bool in_slot, signal.against.empty()
                                              ? Result(false)
                                              : ended_.tastes().is_in(less_liked, signal.user.id, signal.slot));
  if (in_slot && less_liked != id) {
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(less_liked));
    if (is_taste(known) && known->pattern.last_seen <= sighting.at) {
      ending.insert(less_liked);
    }
  }
  TS_RETURN_IF_ERROR(ending.empty() ? Status() : ended_.end(ending, sighting.source));
  return true;
}

Status TasteBook::note(const Uuid& id, const Signal& signal) {
  return signal.type == PatternType::kPreference ? ended_.tastes().put(id, signal.user.id, signal.slot, signal.alone)
                                                 : Status();
}

Status TasteBook::take(const Uuid& id, KeptPattern& known, const Signal& signal, const Sighting& sighting) {
  TS_ASSIGN_OR_RETURN(const bool other, says_other(id, known, signal));
  const bool turns = known.pattern.polarity != signal.polarity;
  if (turns && (other || sighting.at < known.pattern.last_seen)) {
    return {};
  }
  if (turns && signal.only_ends) {
    return ended_.end({id}, sighting.source);
  }
  TS_RETURN_IF_ERROR(turns ? ended_.keep(known, sighting.source) : Status());
  TS_RETURN_IF_ERROR(other ? weaken(id, known, signal) : Status());
  reinforce(known, signal, sighting, settings_);
  return turns ? note(id, signal) : Status();
}

Result<bool> TasteBook::says_other(const Uuid& id, const KeptPattern& known, const Signal& signal) {
  if (known.pattern.polarity != Polarity::kPositive) {
    return false;
  }
  TS_ASSIGN_OR_RETURN(const bool same, ended_.tastes().is_in(id, signal.user.id, signal.slot));
  if (signal.polarity == Polarity::kPositive) {
    TS_ASSIGN_OR_RETURN(const bool any, ended_.tastes().has_slot(id));
    return any && !same;
  }
  // "I don't prefer tea" denies that it is preferred, not that it is liked.
  return signal.only_known && !signal.slot.empty() && !same;
}

Status TasteBook::weaken(const Uuid& id, KeptPattern& known, const Signal& signal) {
  const std::string likes = "likes " + signal.key;
  known.pattern.text =
      cut_text(signal.user.known() ? language::with_user_name(signal.user.shown(), "user " + likes) : likes);
  return ended_.tastes().put(id, signal.user.id, {}, false);
}

Uuid TasteBook::id_of(std::string_view key, const model::User& user) const {
  return codec::pattern_id(input_.persona, name_in(model::kPatternTypes, PatternType::kPreference), key, user.id);
}

Status TasteBook::correct(const std::vector<language::Correction>& corrections, const Sighting& sighting,
                          const model::User& user) {
  for (const language::Correction& correction : corrections) {
    TS_RETURN_IF_ERROR(correction.wrong.empty() ? Status() : correct(correction, sighting, user));
  }
  return {};
}

Status TasteBook::correct(const language::Correction& correction, const Sighting& sighting, const model::User& user) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> meant, ended_.tastes().of_user(user.id));
  meant.insert(meant.begin(), id_of(cut_key(language::taste_key(correction.wrong)), user));
  const bool one_word = correction.wrong.find(' ') == std::string::npos;
  for (const Uuid& id : meant) {
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(id));
    const bool in_session =
        known != nullptr && evidence::has_session(known->pattern.sources, sighting.source.session_id);
    if (!is_taste(known) || known->pattern.last_seen > sighting.at || (one_word && !in_session)) {
      continue;
    }
    const std::optional<std::string> key = language::corrected(known->pattern.key, correction);
    const std::optional<std::string> text = language::corrected(known->pattern.text, correction);
    if (!key.has_value() || !text.has_value()) {
      continue;
    }
    Signal right;
    right.key = language::taste_key(*key);
    right.text = *text;
    right.user = user;
    right = bounded(std::move(right));
    const Uuid right_id = id_of(right.key, user);
    if (right_id == id || right.key.empty()) {
      continue;
    }
    KeptPattern begun_now = begun(right, sighting, settings_);
    begun_now.pattern.id = to_string(right_id);
    begun_now.pattern.persona_id = std::string(input_.persona);
    begun_now.pattern.sources = evidence::joined(known->pattern.sources, begun_now.pattern.sources);  // words of both
    TS_RETURN_IF_ERROR(ended_.end({id}, sighting.source));
    TS_ASSIGN_OR_RETURN(const KeptPattern* there, patterns_.find(right_id));
    if (there == nullptr) {
      patterns_.add(right_id, std::move(begun_now));
      TS_RETURN_IF_ERROR(ended_.tastes().follow(right_id, id));
    }
    return {};
  }
  return {};
}

}  // namespace turnstream::pattern
