#include "stages/episodic/forget.h"

#include <algorithm>
#include <set>
#include <string>

#include "stages/common/evidence/forgotten.h"
#include "stages/episodic/items_of_turn.h"

namespace turnstream::episodic {
namespace {

/// The turns that must not be admitted again: by id, or by hash for a turn of which only a link entry exists.
class GoneTurns {
 public:
  void add(std::string id) {
    known_.insert(turn_hash(id));
    ids_.insert(std::move(id));
  }
  void add(const model::MemoryItem& item) {
    add(item.provenance.turn_id);
    for (const model::SourceView source : item.sources) {
      add(std::string(source.turn_id));
    }
  }
  void add_hash(std::uint64_t hash) {
    if (known_.count(hash) == 0) {
      hashes_.insert(hash);
    }
  }

  /// Reports the turns to the runtime; of the persona's last 4096 turns also those of `session`.
  Status report(stage_api::Turns& turns, const std::optional<std::string>& session) const {
    for (const std::string& id : ids_) {
      TS_RETURN_IF_ERROR(turns.forget(id));
    }
    if (!session.has_value() && hashes_.empty()) {
      return {};
    }
    return turns.forget_recent(session, [this](std::string_view id) { return hashes_.count(turn_hash(id)) != 0; });
  }

 private:
  std::set<std::string> ids_;
  std::set<std::uint64_t> known_;   ///< hashes of ids_
  std::set<std::uint64_t> hashes_;  ///< hashes of turns whose ids are not known
};

/// What a command names (ids, session, all), and the ids that were removed because of it.
class Named {
 public:
  explicit Named(const model::ForgetArgs& args) : forgotten_(args), session_(args.session_id) {
    for (const std::string& id : args.ids) {
      turn_hashes_.insert(turn_hash(id));
    }
  }

  void add(std::string id) { forgotten_.add(std::move(id)); }
  /// An item of the turn was there.
  void see(std::uint64_t turn) { seen_.insert(turn); }
  [[nodiscard]] bool has_seen(std::string_view turn_id) const { return seen_.count(turn_hash(turn_id)) != 0; }
  [[nodiscard]] bool has(std::string_view id) const { return forgotten_.has(id); }
  [[nodiscard]] bool covers(const model::MemoryItem& item) const {
    return forgotten_.covers(model::SourceView{item.id, item.provenance.turn_id, item.session_id}) ||
           forgotten_.covers(item.sources);
  }
  [[nodiscard]] bool covers(const LinkEntry& entry) const {
    return has(to_string(entry.id)) || turn_hashes_.count(entry.turn) != 0 ||
           (session_.has_value() && entry.session == session_hash(*session_));
  }
  [[nodiscard]] bool covers(const model::Episode& episode) const {
    return has(episode.id) || session_ == episode.session_id ||
           std::any_of(episode.item_ids.begin(), episode.item_ids.end(),
                       [this](const std::string& id) { return has(id); });
  }

 private:
  evidence::Forgotten forgotten_;
  std::set<std::uint64_t> turn_hashes_;
  std::set<std::uint64_t> seen_;  ///< hashes of turns
  std::optional<std::string> session_;
};

Result<std::int64_t> forget_in_ring(PersonaWork& work, Named& named, GoneTurns& turns) {
  Ring stay;
  std::int64_t forgotten = 0;
  for (const RingEntry& entry : work.state.ring) {
    TS_ASSIGN_OR_RETURN(const model::MemoryItem* item, work.items.find_in_ring(entry.id));
    if (!named.covers(*item)) {
      stay.push_back(entry);
      continue;
    }
    named.add(item->id);
    named.see(turn_hash(item->provenance.turn_id));
    turns.add(*item);
    TS_RETURN_IF_ERROR(work.items.remove(entry.id));
    ++forgotten;
  }
  work.state.ring = std::move(stay);
  return forgotten;
}

Status unlink(PersonaWork& work, const Named& named) {
  for (const RingEntry& entry : work.state.ring) {
    TS_ASSIGN_OR_RETURN(model::MemoryItem * item, work.items.find_in_ring(entry.id));
    std::erase_if(item->related_to, [&named](const std::string& id) { return named.has(id); });
  }
  return {};
}

Status forget_links(PersonaWork& work, Named& named, GoneTurns& turns) {
  std::vector<std::uint64_t> hashes;
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> linked, work.links.forget([&](const LinkEntry& entry) {
    const bool covered = named.covers(entry);
    if (covered) {
      hashes.push_back(entry.turn);
      named.see(entry.turn);
    }
    return covered;
  }));
  for (const Uuid& id : linked) {
    named.add(to_string(id));
  }
  for (const std::uint64_t hash : hashes) {
    turns.add_hash(hash);
  }
  return {};
}

/// The items of a turn may have left ring and links, but an episode still has their ids and tags.
void name_items_of_unseen(PersonaWork& work, const model::ForgetArgs& args, Named& named) {
  if (work.state.open_episodes.empty() && work.state.closed.first == work.state.closed.next) {
    return;
  }
  for (const std::string& id : args.ids) {
    if (named.has_seen(id)) {
      continue;
    }
    for (const Uuid& item : first_ids_of_turn(work.context.persona(), id)) {
      named.add(to_string(item));
    }
  }
}

/// Bars the turns in `gone`, those of all items in the ring, and the persona's last 4096. `block`: blocks the persona.
Status forget_all_turns(PersonaWork& work, GoneTurns& gone, bool block) {
  stage_api::Turns& turns = work.context.turns();
  for (const RingEntry& entry : work.state.ring) {
    TS_ASSIGN_OR_RETURN(const model::MemoryItem* item, work.items.find_in_ring(entry.id));
    gone.add(*item);
  }
  TS_RETURN_IF_ERROR(gone.report(turns, std::nullopt));
  TS_RETURN_IF_ERROR(turns.forget_recent(std::nullopt, [](std::string_view) { return true; }));
  return block ? turns.set_blocked(true) : Status();
}

Status forget_everything(PersonaWork& work) {
  const auto in_ring = static_cast<std::int64_t>(work.state.ring.size());
  for (const RingEntry& entry : work.state.ring) {
    TS_RETURN_IF_ERROR(work.items.remove(entry.id));
  }
  TS_RETURN_IF_ERROR(work.links.forget_all());
  TS_ASSIGN_OR_RETURN(const std::int64_t episodes, work.episodes.forget_all());
  TS_RETURN_IF_ERROR(work.context.timers().cancel(kRingTimer));
  TS_RETURN_IF_ERROR(work.context.timers().cancel(kEpisodesTimer));
  work.state = PersonaState{};
  work.context.effects().processed(in_ring + episodes);
  return {};
}

}  // namespace

Status forget(PersonaWork& work, const model::ForgetArgs& args) {
  Named named(args);
  GoneTurns turns;
  // Each id may be that of a turn, also of one that has not come yet. That of a memory bars nothing.
  for (const std::string& id : args.ids) {
    turns.add(id);
  }
  if (args.all || args.session_id.has_value()) {
    const auto session = args.all ? std::nullopt : args.session_id;
    TS_RETURN_IF_ERROR(work.context.turns().forget_until(session, work.input.log_time));
  }
  if (args.all) {
    TS_RETURN_IF_ERROR(forget_all_turns(work, turns, args.block));
    return forget_everything(work);
  }
  TS_ASSIGN_OR_RETURN(const std::int64_t items, forget_in_ring(work, named, turns));
  TS_RETURN_IF_ERROR(forget_links(work, named, turns));
  TS_RETURN_IF_ERROR(unlink(work, named));
  name_items_of_unseen(work, args, named);
  TS_ASSIGN_OR_RETURN(const std::int64_t episodes,
                      work.episodes.forget([&named](const model::Episode& episode) { return named.covers(episode); }));
  work.context.effects().processed(items + episodes);
  return turns.report(work.context.turns(), args.session_id);
}

Status unforget(PersonaWork& work, const model::ForgetArgs& args) {
  return args.all ? work.context.turns().set_blocked(false) : Status();
}

}  // namespace turnstream::episodic
