#include "stages/semantic/notes/note_book.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "pipeline/base/hash64.h"
#include "stages/semantic/notes/hidden.h"

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kImportanceBase = 300'000;
constexpr std::int64_t kImportanceMin = 100'000;
constexpr std::int64_t kImportanceMax = 900'000;
constexpr std::int64_t kScorePerImportance = 10'000;  ///< 10⁻⁹ of a score for a millionth

/// Whether a record says what a unit of the ring, or one that joins it, says already, as far as their stems tell.
bool repeats(const Candidate& candidate, const Ring& ring, const std::vector<NewUnit>& joining) {
  const notes::Stems& stems = candidate.unit.stems;
  return candidate.side == Side::kRecord &&
         (std::any_of(ring.units.begin(), ring.units.end(),
                      [&](const RingUnit& unit) { return has_stems(ring, unit, stems); }) ||
          std::any_of(joining.begin(), joining.end(), [&stems](const NewUnit& one) { return one.stems == stems; }));
}

}  // namespace

std::int64_t importance_of(std::int64_t score) {
  return std::clamp(kImportanceBase + score / kScorePerImportance, kImportanceMin, kImportanceMax);
}

NoteBook::NoteBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
                   Head& head, std::optional<evidence::TurnSources>& sources)
    : input_(input),
      context_(context),
      settings_(settings),
      head_(head),
      sources_(sources),
      gone_(context.state(), head),
      table_(context),
      words_(context.state()),
      rings_(context.state(), table_.head) {}

Status NoteBook::hear() {
  const model::StateExport& turn = *input_.turn;
  if (settings_.notes_per_session == 0 || !says_something(turn)) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  TS_RETURN_IF_ERROR(words_.load());
  const std::uint64_t session = hash64(turn.session_id);
  TS_ASSIGN_OR_RETURN(Ring ring, rings_.open(session, input_.log_time));
  ring.last = std::max(ring.last, input_.log_time);
  Drafts drafts;
  TurnUnits heard = units_of(*sources_, settings_, words_.statistics(), ring.talk);
  add_units(std::move(heard), session, ring, drafts);
  std::vector<RingUnit> leaving = drop_hopeless(ring, static_cast<std::size_t>(settings_.notes_per_session));
  TS_RETURN_IF_ERROR(head_.salt.empty() ? Status() : hide_barred(ring.talk, drafts, leaving));
  TS_RETURN_IF_ERROR(choose_notes(session, ring, drafts, leaving));
  std::erase_if(leaving, [&drafts](const RingUnit& unit) { return drafts.erase(unit.number) > 0; });
  TS_RETURN_IF_ERROR(rings_.said().drop(session, ring, leaving));
  rings_.said().write(session, drafts);
  rings_.write(session, ring);
  return table_.evict(settings_.notes_max);
}

/// What was forgotten and is said again stands before no note.
Status NoteBook::hide_barred(Talk& talk, Drafts& drafts, const std::vector<RingUnit>& leaving) {
  for (auto& [number, draft] : drafts) {
    if (std::none_of(leaving.begin(), leaving.end(), [n = number](const RingUnit& unit) { return unit.number == n; })) {
      TS_RETURN_IF_ERROR(semantic::hide_barred(context_.persona(), gone_, draft));
    }
  }
  return semantic::hide_barred(context_.persona(), gone_, talk);
}

/// The best units hold notes of record, the others and those that leave do not.
Status NoteBook::choose_notes(std::uint64_t session, Ring& ring, const Drafts& drafts, std::vector<RingUnit>& leaving) {
  TS_ASSIGN_OR_RETURN(const std::vector<std::size_t> best, choose(session, ring, drafts, leaving));
  for (const std::size_t place : best) {
    if (RingUnit& unit = ring.units[place]; !unit.holding.has_value()) {
      if (const auto here = drafts.find(unit.number); here != drafts.end()) {
        TS_RETURN_IF_ERROR(enter(unit, here->second));
        continue;
      }
      TS_ASSIGN_OR_RETURN(const KeptNote draft, rings_.said().read(session, unit.number));
      TS_RETURN_IF_ERROR(enter(unit, draft));
    }
  }
  // Only now, so that a note that another unit took over stays as it is.
  for (std::size_t place = 0; place < ring.units.size(); ++place) {
    RingUnit& unit = ring.units[place];
    if (unit.holding.has_value() && !std::binary_search(best.begin(), best.end(), place)) {
      TS_RETURN_IF_ERROR(table_.release(unit.holding->id, unit.holding->number));
      unit.holding.reset();
    }
  }
  for (const RingUnit& unit : leaving) {
    TS_RETURN_IF_ERROR(unit.holding.has_value() ? table_.release(unit.holding->id, unit.holding->number) : Status());
  }
  return {};
}

Result<std::int64_t> NoteBook::forget(const evidence::Forgotten& forgotten, bool all, std::string_view salt) {
  TS_RETURN_IF_ERROR(load());
  if (all) {
    return forget_all();
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, table_.ids());
  std::int64_t removed = 0;
  for (const Uuid& id : ids) {
    TS_ASSIGN_OR_RETURN(KeptNote * kept, table_.find(id));
    if (kept == nullptr) {
      return evidence::bad_state("The order of the notes names a note that is missing.");
    }
    if (forgotten.has(to_string(id)) || forgotten.covers(kept->note.sources)) {
      TS_RETURN_IF_ERROR(gone_.add(id, salt));
      TS_RETURN_IF_ERROR(table_.remove(id));
      ++removed;
    } else {
      hide_forgotten(context_.persona(), forgotten, *kept);
    }
  }
  for (const std::uint64_t session : table_.head.sessions) {
    TS_RETURN_IF_ERROR(forget_units(forgotten, session));
  }
  return removed;
}

Status NoteBook::finish() {
  if (!loaded_) {
    return {};
  }
  words_.finish();
  return table_.finish();
}

Status NoteBook::load() {
  if (loaded_) {
    return {};
  }
  loaded_ = true;
  return table_.load();
}

Status NoteBook::change(const NoteLink& link, const std::function<void(KeptNote&)>& change) {
  TS_RETURN_IF_ERROR(load());
  TS_ASSIGN_OR_RETURN(KeptNote * of_record, table_.find(link.note));
  if (of_record != nullptr) {
    change(*of_record);
  }
  return rings_.said().change(link.session, link.number, [&](KeptNote& draft) {
    const bool same = of_record != nullptr && of_record->note.text == draft.note.text &&
                      of_record->note.speaker == draft.note.speaker && of_record->note.user == draft.note.user;
    if (same || note_id_of(context_.persona(), draft.note) == link.note) {
      change(draft);
    }
  });
}

Result<bool> NoteBook::mark(const NoteLink& link, const Uuid& fact, const std::optional<NoteEnd>& end) {
  bool marked = false;
  TS_RETURN_IF_ERROR(change(link, [&](KeptNote& kept) {
    const bool later = end.has_value() && (kept.note.timestamp > end->at ||
                                           (kept.note.timestamp == end->at && !end->superseded_by.has_value()));
    mark_end(kept, fact, later ? std::nullopt : end);
    marked = marked || !later;
  }));
  return marked;
}

Status NoteBook::support(const NoteLink& link, model::SourceView source) {
  const std::string_view user_id = input_.turn->user_id.value_or(std::string_view());
  return change(link, [&](KeptNote& kept) { semantic::support(kept, source, user_id); });
}

void NoteBook::add_units(TurnUnits heard, std::uint64_t session, Ring& ring, Drafts& drafts) {
  std::vector<NewUnit> joining;
  joining.reserve(heard.candidates.size());
  for (Candidate& candidate : heard.candidates) {
    if (repeats(candidate, ring, joining)) {
      continue;
    }
    NewUnit& one = joining.emplace_back();
    one.unit.number = unit_number(ring.turns, joining.size() - 1);
    one.unit.rest = notes::score_of_the_rest(candidate.unit) - candidate.poverty;
    one.unit.words = candidate.unit.words;
    one.stems = std::move(candidate.unit.stems);
    if (candidate.side != Side::kAgent) {
      const Uuid id = note_id_of(context_.persona(), candidate.draft.note);
      heard_.push_back(
          {candidate.side, std::move(candidate.pointer), candidate.draft.note.text, {id, session, one.unit.number}});
    }
    drafts.emplace(one.unit.number, std::move(candidate.draft));
  }
  ring.heard += joining.size();
  ring.turns += joining.empty() ? 0 : 1;
  semantic::hear(ring, joining, words_.statistics(), heard.counted);
}

/// The places of the best units, none of which is barred: barred ones move to `leaving`.
Result<std::vector<std::size_t>> NoteBook::choose(std::uint64_t session, Ring& ring, const Drafts& drafts,
                                                  std::vector<RingUnit>& leaving) {
  for (;;) {
    std::vector<std::size_t> best = best_places(ring, static_cast<std::size_t>(settings_.notes_per_session));
    bool has_barred = false;
    if (!head_.salt.empty()) {
      for (auto place = best.rbegin(); place != best.rend(); ++place) {
        RingUnit& unit = ring.units[*place];
        if (unit.holding.has_value()) {
          continue;
        }
        TS_ASSIGN_OR_RETURN(const KeptNote draft, draft_of(session, unit, drafts));
        TS_ASSIGN_OR_RETURN(const bool barred, gone_.has(id_of(unit, draft)));
        if (barred) {
          has_barred = true;
          leaving.push_back(std::move(unit));
          ring.units.erase(ring.units.begin() + static_cast<std::ptrdiff_t>(*place));
        }
      }
    }
    if (!has_barred) {
      return best;
    }
  }
}

/// The unit becomes a note of record, or adds its source to the one that says the same.
Status NoteBook::enter(RingUnit& unit, const KeptNote& draft) {
  const Uuid id = id_of(unit, draft);
  TS_ASSIGN_OR_RETURN(KeptNote * known, table_.find(id));
  if (known == nullptr) {
    KeptNote note = draft;
    note.note.importance = importance_of(unit.score);
    known = table_.add(id, std::move(note));
  } else {
    say_again(*known, draft);
  }
  ++known->holders;
  unit.holding = Holding{id, known->number};
  return {};
}

Uuid NoteBook::id_of(const RingUnit& unit, const KeptNote& draft) const {
  const auto heard = std::find_if(heard_.begin(), heard_.end(),
                                  [&unit](const HeardUnit& one) { return one.link.number == unit.number; });
  return heard == heard_.end() ? note_id_of(context_.persona(), draft.note) : heard->link.note;
}

Result<KeptNote> NoteBook::draft_of(std::uint64_t session, const RingUnit& unit, const Drafts& drafts) {
  if (const auto found = drafts.find(unit.number); found != drafts.end()) {
    return found->second;
  }
  return rings_.said().read(session, unit.number);
}

Status NoteBook::forget_units(const evidence::Forgotten& forgotten, std::uint64_t session) {
  TS_ASSIGN_OR_RETURN(Ring ring, rings_.read(session));
  std::set<std::uint64_t> gone;
  for (const RingUnit& unit : ring.units) {
    if (unit.holding.has_value() && forgotten.has(to_string(unit.holding->id))) {
      gone.insert(unit.number);
    }
  }
  const auto stays = [&](std::uint64_t number, KeptNote& draft) {
    if (forgotten.covers(draft.note.sources)) {
      gone.insert(number);
    }
    hide_forgotten(context_.persona(), forgotten, draft);
    return gone.count(number) == 0;
  };
  std::optional<std::uint64_t> turn_before;
  for (const RingUnit& unit : ring.units) {
    if (const std::uint64_t turn = turn_of_unit(unit.number); turn_before != turn) {
      TS_RETURN_IF_ERROR(rings_.said().revise(session, turn, ring, stays));
      turn_before = turn;
    }
  }
  if (const bool talked = forget_talk(context_.persona(), forgotten, ring.talk); talked || !gone.empty()) {
    std::erase_if(ring.units, [&gone](const RingUnit& unit) { return gone.count(unit.number) > 0; });
    rings_.write(session, ring);
  }
  return {};
}

Result<std::int64_t> NoteBook::forget_all() {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, table_.ids());
  for (const Uuid& id : ids) {
    TS_RETURN_IF_ERROR(table_.remove(id));
  }
  TS_RETURN_IF_ERROR(rings_.clear());
  words_.clear();
  return static_cast<std::int64_t>(ids.size());
}

}  // namespace turnstream::semantic
