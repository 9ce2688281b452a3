#include "stages/episodic/episode_book.h"

#include <algorithm>

#include "pipeline/codec/episode.h"
#include "pipeline/codec/ids.h"

namespace turnstream::episodic {
namespace {

constexpr std::string_view kKind = "episode";

}  // namespace

Result<EpisodeBody> EpisodeBook::load_body(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(row_key(kOpenEpisodePrefix, id)));
  std::optional<EpisodeBody> body = bytes.has_value() ? decode_body(*bytes) : std::nullopt;
  if (!body.has_value()) {
    return bad_state("The row of an open episode is missing or damaged.");
  }
  return *std::move(body);
}

Status EpisodeBook::add(const EpisodeItems& items) {
  std::vector<OpenEpisode>& open = state_.open_episodes;
  const auto of_session = [&items](const OpenEpisode& episode) { return episode.session_id == items.session_id; };
  auto found = std::find_if(open.begin(), open.end(), of_session);
  if (found != open.end() && !belongs(*found, items.time, settings_)) {
    TS_RETURN_IF_ERROR(close(static_cast<std::size_t>(found - open.begin())));
    found = open.end();
  }
  EpisodeBody body;
  if (found == open.end()) {
    if (static_cast<std::int64_t>(open.size()) >= settings_.open_episodes_max) {
      const auto idlest = std::min_element(open.begin(), open.end(), [](const OpenEpisode& a, const OpenEpisode& b) {
        return a.last_active < b.last_active;
      });
      TS_RETURN_IF_ERROR(close(static_cast<std::size_t>(idlest - open.begin())));
    }
    OpenEpisode opened;
    opened.session_id = std::string(items.session_id);
    opened.id = codec::episode_id(context_.persona(), items.session_id, to_string(items.first_own_id));
    opened.start = items.time;
    opened.end = items.time;
    open.push_back(std::move(opened));
    found = open.end() - 1;
  } else {
    TS_ASSIGN_OR_RETURN(body, load_body(found->id));
  }
  found->start = std::min(found->start, items.time);
  found->end = std::max(found->end, items.time);
  found->last_active = items.now;
  for (std::size_t i = 0; i < items.ids.size(); ++i) {
    add_item(*found, body, items.ids[i], settings_);
    add_tags(body, items.tags[i], settings_);
  }
  context_.state().put(row_key(kOpenEpisodePrefix, found->id), encode_body(body));
  return {};
}

Status EpisodeBook::close_idle(LogTime now) {
  for (std::size_t i = 0; i < state_.open_episodes.size();) {
    if (idle_end(state_.open_episodes[i], settings_) > now) {
      ++i;
    } else {
      TS_RETURN_IF_ERROR(close(i));
    }
  }
  return {};
}

Status EpisodeBook::close(std::size_t index) {
  const OpenEpisode episode = std::move(state_.open_episodes[index]);
  state_.open_episodes.erase(state_.open_episodes.begin() + static_cast<std::ptrdiff_t>(index));
  TS_ASSIGN_OR_RETURN(const EpisodeBody body, load_body(episode.id));
  const model::Episode closed = closed_episode(context_.persona(), episode, body);
  std::string json;
  codec::append_episode(json, closed);
  context_.state().erase(row_key(kOpenEpisodePrefix, episode.id));
  context_.state().put(row_key(kClosedEpisodePrefix, episode.id), json);
  context_.effects().put(kKind, closed.id, std::move(json), false);
  return keep_closed(episode.id);
}

/// Lists the closed episode; drops the oldest beyond closed_episodes_max. Holes of forgotten ones count as episodes.
Status EpisodeBook::keep_closed(const Uuid& id) {
  TS_RETURN_IF_ERROR(closed_.append(id));
  TS_ASSIGN_OR_RETURN(const auto oldest, closed_.trim(static_cast<std::uint64_t>(settings_.closed_episodes_max)));
  for (const Uuid& dropped : oldest) {
    context_.state().erase(row_key(kClosedEpisodePrefix, dropped));
    context_.effects().remove(kKind, to_string(dropped));
  }
  return {};
}

Status EpisodeBook::forget_open(const std::function<bool(const model::Episode&)>& matches) {
  std::vector<OpenEpisode> stay;
  for (OpenEpisode& episode : state_.open_episodes) {
    TS_ASSIGN_OR_RETURN(const EpisodeBody body, load_body(episode.id));
    if (matches(closed_episode(context_.persona(), episode, body))) {
      context_.state().erase(row_key(kOpenEpisodePrefix, episode.id));
    } else {
      stay.push_back(std::move(episode));
    }
  }
  state_.open_episodes = std::move(stay);
  return {};
}

Result<std::int64_t> EpisodeBook::forget(const std::function<bool(const model::Episode&)>& matches) {
  TS_RETURN_IF_ERROR(forget_open(matches));
  std::int64_t forgotten = 0;
  const auto visit = [&](const Uuid& id) -> Result<evidence::Fate> {
    const evidence::RowKey key = row_key(kClosedEpisodePrefix, id);
    TS_ASSIGN_OR_RETURN(const auto json, context_.state().get(key));
    if (!json.has_value()) {
      return bad_state("The row of a closed episode is missing.");
    }
    TS_ASSIGN_OR_RETURN(const model::Episode episode, codec::parse_episode(*json));
    if (!matches(episode)) {
      return evidence::Fate::kStays;
    }
    context_.state().erase(key);
    context_.effects().remove(kKind, episode.id);
    ++forgotten;
    return evidence::Fate::kLeaves;
  };
  TS_RETURN_IF_ERROR(closed_.walk(visit));
  return forgotten;
}

Result<std::int64_t> EpisodeBook::forget_all() {
  TS_ASSIGN_OR_RETURN(const std::int64_t forgotten, forget([](const model::Episode&) { return true; }));
  closed_.clear();
  return forgotten;
}

}  // namespace turnstream::episodic
