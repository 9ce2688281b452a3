#include "stages/pattern/topic_counts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/decimal.h"
#include "pipeline/codec/ids.h"
#include "stages/common/evidence/derived_rows.h"
#include "stages/pattern/event_day.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 2;
constexpr std::size_t kTurnBytesMin = 2 + 8 + 1;
constexpr std::size_t kTermBytesMin = 4;
constexpr std::size_t kUseBytesMin = 2;
/// More words do not matter: no term is used often enough among them in kTurnsMax turns.
constexpr std::int64_t kSpanMax = 1'000'000'000'000;
/// Element k: if general English uses a word so many millionths of times, k uses and more have a chance of .001 (Poisson).
/// A test computes them again. From the next k on the ratio kTimesGeneral is the stricter condition.
constexpr std::int64_t kRareChance[] = {0,         1'000,     45'402,    190'533,   428'552,   739'371,
                                        1'107'104, 1'520'336, 1'970'813, 2'452'424, 2'960'520, 3'491'484};
constexpr std::int64_t kThousand = 1'000;

/// How many uses general English may have, in billionths, so that `uses` are often enough.
std::int64_t expected_max(std::size_t uses) {
  const std::int64_t millionths = uses < std::size(kRareChance)
                                      ? kRareChance[uses]
                                      : static_cast<std::int64_t>(uses) * kMillion / TopicCounts::kTimesGeneral;
  return millionths * kThousand;
}

/// The indices of what is still used, in order of the first use.
class Renumbered {
 public:
  explicit Renumbered(std::size_t count) : new_(count, kUnused) {}
  std::size_t at(std::size_t index) {
    if (new_[index] == kUnused) {
      new_[index] = used_.size();
      used_.push_back(index);
    }
    return new_[index];
  }
  [[nodiscard]] const std::vector<std::size_t>& used() const { return used_; }

 private:
  static constexpr std::size_t kUnused = ~std::size_t{0};
  std::vector<std::size_t> new_;
  std::vector<std::size_t> used_;
};

}  // namespace

void TopicCounts::begin_turn(const Occurrence& turn, std::int64_t words) {
  const auto session = std::find(sessions_.begin(), sessions_.end(), turn.source.session_id);
  const auto index = static_cast<std::uint32_t>(session - sessions_.begin());
  if (session == sessions_.end()) {
    sessions_.push_back(turn.source.session_id);
  }
  turns_.push_back({turn.source.turn_id, index, turn.at, words_});
  words_ += words;
  changed_ = changed_ || words != 0;
}

bool TopicCounts::has(std::string_view key) const {
  return std::any_of(terms_.begin(), terms_.end(), [key](const Term& term) { return term.key == key; });
}

TopicCounts::Term TopicCounts::taken(std::string_view key, std::size_t terms_max) {
  Term term;
  const auto known = std::find_if(terms_.begin(), terms_.end(), [key](const Term& one) { return one.key == key; });
  if (known != terms_.end()) {
    term = std::move(*known);
    terms_.erase(known);
  } else {
    term.key = key;
  }
  while (terms_.size() >= std::max<std::size_t>(terms_max, 1)) {
    const auto least = std::min_element(terms_.begin(), terms_.end(),
                                        [](const Term& a, const Term& b) { return a.count() < b.count(); });
    term.error = term.uses.empty() ? least->count() : term.error;
    terms_.erase(least);
  }
  return term;
}

std::optional<CountedTopic> TopicCounts::count(const TermUse& use, const TopicBounds& bounds) {
  changed_ = true;
  Term term = taken(use.key, bounds.terms_max);
  const auto form = std::find(term.forms.begin(), term.forms.end(), use.form);
  auto form_index = static_cast<std::size_t>(form - term.forms.begin());
  if (form == term.forms.end()) {
    if (term.forms.size() < kFormsMax) {
      term.forms.push_back(use.form);
    } else {
      form_index = 0;
    }
  }
  if (term.uses.size() == kTurnsMax) {
    term.uses.erase(term.uses.begin());
  }
  term.uses.push_back({static_cast<std::uint16_t>(turns_.size() - 1), static_cast<std::uint16_t>(form_index)});
  const std::size_t enough = uses_enough(term, use.per_billion, bounds.occurrences_min);
  if (enough == 0) {
    terms_.push_back(std::move(term));
    return std::nullopt;
  }
  std::vector<std::size_t> votes(term.forms.size());
  for (const Use& one : term.uses) {
    ++votes[one.form];
  }
  const auto most = static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  return CountedTopic{entry_of(term, enough), term.forms[most]};
}

/// Whether the newest uses are all of one session and of one day.
bool TopicCounts::is_of_one_sitting(const Term& term, std::size_t newest) const {
  const auto begin = term.uses.end() - static_cast<std::ptrdiff_t>(newest);
  const Turn& first = turns_[begin->turn];
  return std::all_of(begin, term.uses.end(), [&](const Use& use) {
    const Turn& turn = turns_[use.turn];
    return turn.session == first.session && day_of(turn.at) == day_of(first.at);
  });
}

/// The largest number of newest uses that are often enough; 0 if none is.
std::size_t TopicCounts::uses_enough(const Term& term, std::uint32_t per_billion, std::int64_t occurrences_min) const {
  for (std::size_t uses = term.uses.size(); uses > 0 && static_cast<std::int64_t>(uses) >= occurrences_min; --uses) {
    const Turn& first = turns_[term.uses[term.uses.size() - uses].turn];
    const std::int64_t span = std::clamp(words_ - first.words_before, kWordsMin, kSpanMax);
    const std::int64_t uses_min = occurrences_min * (is_of_one_sitting(term, uses) ? kTimesInOneSitting : 1);
    if (static_cast<std::int64_t>(uses) >= uses_min &&
        static_cast<std::int64_t>(per_billion) * span <= expected_max(uses)) {
      return uses;
    }
  }
  return 0;
}

Occurrence TopicCounts::occurrence_of(const Turn& turn) const {
  return {{to_string(codec::memory_id(persona_, turn.id, "/turn_data")), turn.id, sessions_[turn.session]}, turn.at};
}

SketchEntry TopicCounts::entry_of(const Term& term, std::size_t newest) const {
  SketchEntry entry{term.key, term.error, {}};
  for (std::size_t i = term.uses.size() - newest; i < term.uses.size(); ++i) {
    entry.occurrences.push_back(occurrence_of(turns_[term.uses[i].turn]));
  }
  return entry;
}

void TopicCounts::forget_if(const std::function<bool(const model::Source& source)>& forgotten) {
  std::vector<bool> gone(turns_.size());
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    gone[i] = forgotten(occurrence_of(turns_[i]).source);
  }
  std::size_t removed = 0;
  for (Term& term : terms_) {
    removed += std::erase_if(term.uses, [&gone](const Use& use) { return gone[use.turn]; });
  }
  std::erase_if(terms_, [](const Term& term) { return term.uses.empty(); });
  changed_ = changed_ || removed != 0;
}

std::vector<SketchEntry> TopicCounts::entries() const {
  std::vector<SketchEntry> entries;
  for (const Term& term : terms_) {
    entries.push_back(entry_of(term, term.uses.size()));
  }
  return entries;
}

/// Turns, sessions and forms that no use has are not written: what was forgotten is gone.
std::string TopicCounts::encode() const {
  std::string body;
  ByteWriter body_writer(body);
  Renumbered turns(turns_.size());
  body_writer.varint(terms_.size());
  for (const Term& term : terms_) {
    Renumbered forms(term.forms.size());
    body_writer.text(term.key).varint(static_cast<std::uint64_t>(term.error)).varint(term.uses.size());
    for (const Use& use : term.uses) {
      body_writer.varint(turns.at(use.turn)).varint(forms.at(use.form));
    }
    body_writer.varint(forms.used().size());
    for (const std::size_t form : forms.used()) {
      body_writer.text(term.forms[form] == term.key ? std::string_view() : term.forms[form]);
    }
  }
  std::string bytes;
  ByteWriter writer(bytes);
  Renumbered sessions(sessions_.size());
  writer.u8(kFormat).varint(static_cast<std::uint64_t>(words_)).varint(turns.used().size());
  for (const std::size_t turn : turns.used()) {
    const Turn& one = turns_[turn];
    writer.text(one.id).varint(sessions.at(one.session)).i64(one.at.value());
    writer.varint(static_cast<std::uint64_t>(one.words_before));
  }
  writer.varint(sessions.used().size());
  for (const std::size_t session : sessions.used()) {
    writer.text(sessions_[session]);
  }
  return bytes + body;
}

bool TopicCounts::read(ByteReader& reader) {
  words_ = static_cast<std::int64_t>(reader.varint());
  turns_.resize(reader.count(kTurnBytesMin));
  for (Turn& turn : turns_) {
    turn.id = std::string(reader.text());
    turn.session = static_cast<std::uint32_t>(reader.varint());
    turn.at = EventTime{reader.i64()};
    turn.words_before = static_cast<std::int64_t>(reader.varint());
  }
  sessions_.resize(reader.count(1));
  for (std::string& session : sessions_) {
    session = std::string(reader.text());
  }
  bool ok =
      std::all_of(turns_.begin(), turns_.end(), [this](const Turn& turn) { return turn.session < sessions_.size(); });
  terms_.resize(reader.count(kTermBytesMin));
  for (Term& term : terms_) {
    term.key = std::string(reader.text());
    term.error = static_cast<std::int64_t>(reader.varint());
    term.uses.resize(reader.count(kUseBytesMin));
    for (Use& use : term.uses) {
      use.turn = static_cast<std::uint16_t>(reader.varint());
      use.form = static_cast<std::uint16_t>(reader.varint());
    }
    term.forms.resize(reader.count(1));
    for (std::string& form : term.forms) {
      const std::string_view text = reader.text();
      form = text.empty() ? term.key : std::string(text);
    }
    ok = ok && !term.uses.empty() && std::all_of(term.uses.begin(), term.uses.end(), [&](const Use& use) {
           return use.turn < turns_.size() && use.form < term.forms.size();
         });
  }
  return ok && reader.done();
}

Result<TopicCounts> TopicCounts::decode(std::string_view bytes, std::string_view persona) {
  ByteReader reader(bytes);
  TopicCounts counts(persona);
  if (reader.u8() != kFormat || !counts.read(reader)) {
    return evidence::bad_state("The row of counted terms (possible topics) is damaged or has another format.");
  }
  return counts;
}

}  // namespace turnstream::pattern
