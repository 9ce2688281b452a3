#include "stages/consolidation/working/entry_store.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/speech/quote.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kQueuePrefix = "~w/";
constexpr std::string_view kDonePrefix = "~wd/";
constexpr std::string_view kKind = "working";
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

}  // namespace

EntryStore::EntryStore(stage_api::PersonaContext& context, WorkingHead& head)
    : context_(context), head_(head), queue_(context.state(), kQueuePrefix), done_(context.state(), kDonePrefix) {}

Result<std::optional<EntryRow>> EntryStore::find(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kEntryPrefix, id)));
  if (!row.has_value()) {
    return std::optional<EntryRow>();
  }
  TS_ASSIGN_OR_RETURN(EntryRow entry, decode_entry(*row));
  return std::optional(std::move(entry));
}

Result<Entry> EntryStore::waiting(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kEntryPrefix, id)));
  return row.has_value() ? decode_waiting(*row)
                         : evidence::bad_state("The queue of working memory names an entry that is missing.");
}

Status EntryStore::finish() {
  TS_RETURN_IF_ERROR(queue_.finish());
  return done_.finish();
}

Result<std::vector<Place>> EntryStore::oldest(std::size_t limit, LogTime since, std::uint64_t until) {
  std::vector<Place> found;
  TS_RETURN_IF_ERROR(queue_.visit(limit, [&](const Place& place) {
    if (place.number >= until || found.size() == limit) {
      return false;
    }
    if (!place.claimed && place.at >= since) {
      found.push_back(place);
    }
    return true;
  }));
  return found;
}

void EntryStore::add(const Uuid& id, const Entry& entry, const EntryContext& context) {
  const Place place{entry.number,
                    id,
                    false,
                    entry.recorded_at,
                    hash64(entry.turn_id),
                    hash64(entry.session_id),
                    entry.asked_in.empty() ? 0 : hash64(entry.asked_in)};
  context_.effects().put(kKind, context.id, working_value(entry, context), false);
  queue_.set(entry.number, place);
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(entry));
  ++head_.waiting;
}

void EntryStore::update(const Uuid& id, const Entry& before, const Entry& after) {
  if (before == after) {
    return;
  }
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(after));
  std::string patch;
  json::Writer json(patch);
  json.begin_object();
  if (before.ephemeral != after.ephemeral) {
    json.boolean("ephemeral", after.ephemeral);
  }
  if (before.importance != after.importance) {
    json.millionths("importance", after.importance);
  }
  json.end_object();
  if (before.ephemeral != after.ephemeral || before.importance != after.importance) {
    context_.effects().patch(kKind, to_string(id), {std::move(patch)});
  }
}

void EntryStore::claim(const Place& place) {
  Place claimed = place;
  claimed.claimed = true;
  queue_.set(place.number, claimed);
}

void EntryStore::consolidate(const Place& place, const Entry& entry, const Uuid& insight, LogTime now) {
  queue_.set(place.number, std::nullopt);
  --head_.waiting;
  const Consolidated done{head_.next_done++, entry.number, entry.turn_id,    entry.pointer,
                          entry.session_id,  insight,      entry.occurrences};
  const Place done_place{done.number, place.id, false, now, hash64(entry.turn_id), hash64(entry.session_id)};
  done_.set(done.number, done_place);
  context_.state().put(evidence::row_key(kEntryPrefix, place.id), encode(done));
  ++head_.done;
  head_.oldest_done = head_.oldest_done.value_or(now);
  context_.effects().patch(kKind, to_string(place.id), {R"({"consolidated":true})"});
}

void EntryStore::drop(const Place& place) {
  queue_.set(place.number, std::nullopt);
  context_.state().erase(evidence::row_key(kEntryPrefix, place.id));
  --head_.waiting;
  context_.effects().remove(kKind, to_string(place.id));
}

void EntryStore::drop_done(const Place& place) {
  done_.set(place.number, std::nullopt);
  context_.state().erase(evidence::row_key(kEntryPrefix, place.id));
  --head_.done;
  context_.effects().remove(kKind, to_string(place.id));
}

void EntryStore::count(const Uuid& id, Consolidated done, std::int64_t occurrences) {
  done.occurrences = occurrences;
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(done));
}

Status EntryStore::trim(std::int64_t done_max, LogTime horizon) {
  if (head_.done <= done_max && (!head_.oldest_done.has_value() || *head_.oldest_done > horizon)) {
    return {};
  }
  const bool too_old = *head_.oldest_done <= horizon;
  const auto excess = static_cast<std::size_t>(std::max(head_.done - done_max, std::int64_t{0}));
  head_.oldest_done.reset();
  return done_.visit(too_old ? kAll : excess + 1, [&](const Place& place) {
    if (head_.done <= done_max && place.at > horizon) {
      head_.oldest_done = place.at;
      return false;
    }
    drop_done(place);
    return true;
  });
}

/// Takes the question of a forgotten turn from the entry's label. The command names the turn or the turn's chat item.
Status EntryStore::forget_question(Place place, const Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(const Entry before, waiting(place.id));
  if (!forgetting.covers(source_of_question(before, context_.persona()))) {
    return {};
  }
  Entry after = before;
  after.asked_in.clear();
  for (Span& span : after.summary) {
    span.label = without_question(std::move(span.label));
  }
  update(place.id, before, after);
  place.asked_in = 0;
  queue_.set(place.number, place);
  return {};
}

Result<std::vector<ForgottenEntry>> EntryStore::forget(Forgetting& forgetting) {
  std::set<std::uint64_t> turns;
  for (const std::string& id : forgetting.ids()) {
    turns.insert(hash64(id));
  }
  const auto& session = forgetting.args().session_id;
  const auto covers = [&](const Place& place) {
    return forgetting.has(to_string(place.id)) || turns.count(place.turn) > 0 ||
           (session.has_value() && hash64(*session) == place.session);
  };
  std::vector<ForgottenEntry> gone;
  std::vector<Place> asked;
  TS_RETURN_IF_ERROR(queue_.visit(kAll, [&](const Place& place) {
    if (covers(place)) {
      drop(place);
      forgetting.add(to_string(place.id));
      gone.push_back({place.id, place.claimed});
    } else if (place.asked_in != 0) {
      asked.push_back(place);
    }
    return true;
  }));
  for (const Place& place : asked) {
    TS_RETURN_IF_ERROR(forget_question(place, forgetting));
  }
  std::optional<LogTime> oldest;
  TS_RETURN_IF_ERROR(done_.visit(kAll, [&](const Place& place) {
    if (covers(place)) {
      forgetting.add(to_string(place.id));
      drop_done(place);
      return true;
    }
    oldest = oldest.value_or(place.at);
    return true;
  }));
  head_.oldest_done = oldest;
  return gone;
}

}  // namespace turnstream::consolidation
