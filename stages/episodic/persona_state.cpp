#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {
namespace {

constexpr std::uint8_t kFormat = 2;
constexpr std::size_t kOpenEpisodeSizeMin = 1 + 16 + 3 * 8 + 1;
constexpr std::uint8_t kRingTimerBit = 1;
constexpr std::uint8_t kEpisodeTimerBit = 2;

void write_episode(ByteWriter& writer, const OpenEpisode& episode) {
  writer.text(episode.session_id).uuid(episode.id).i64(episode.start.value()).i64(episode.end.value());
  writer.i64(episode.last_active.value()).varint(static_cast<std::uint64_t>(episode.items));
}

OpenEpisode read_episode(ByteReader& reader) {
  OpenEpisode episode;
  episode.session_id = std::string(reader.text());
  episode.id = reader.uuid();
  episode.start = EventTime{reader.i64()};
  episode.end = EventTime{reader.i64()};
  episode.last_active = LogTime{reader.i64()};
  episode.items = static_cast<std::int64_t>(reader.varint());
  return episode;
}

}  // namespace

std::string encode_state(const PersonaState& state) {
  std::string bytes;
  bytes.reserve(128 + state.ring.size() * 40);
  ByteWriter writer(bytes);
  writer.u8(kFormat);
  writer.u8(static_cast<std::uint8_t>((state.ring_timer_armed ? kRingTimerBit : 0) |
                                      (state.episode_timer_armed ? kEpisodeTimerBit : 0)));
  writer.varint(static_cast<std::uint64_t>(state.counters.promoted));
  writer.varint(static_cast<std::uint64_t>(state.counters.evicted));
  writer.varint(static_cast<std::uint64_t>(state.counters.aged_out));
  writer.varint(state.links_next).varint(state.links_first);
  evidence::write_bounds(writer, state.closed);
  writer.varint(state.open_episodes.size());
  for (const OpenEpisode& episode : state.open_episodes) {
    write_episode(writer, episode);
  }
  write_ring(writer, state.ring);
  return bytes;
}

Result<PersonaState> decode_state(std::string_view bytes) {
  PersonaState state;
  ByteReader reader(bytes);
  if (reader.u8() != kFormat) {
    return bad_state("The row \"ring\" of a persona is damaged or has another format.");
  }
  const std::uint8_t timers = reader.u8();
  state.ring_timer_armed = (timers & kRingTimerBit) != 0;
  state.episode_timer_armed = (timers & kEpisodeTimerBit) != 0;
  state.counters.promoted = static_cast<std::int64_t>(reader.varint());
  state.counters.evicted = static_cast<std::int64_t>(reader.varint());
  state.counters.aged_out = static_cast<std::int64_t>(reader.varint());
  state.links_next = reader.varint();
  state.links_first = reader.varint();
  state.closed = evidence::read_bounds(reader);
  const std::size_t episodes = reader.count(kOpenEpisodeSizeMin);
  state.open_episodes.reserve(episodes);
  for (std::size_t i = 0; i < episodes; ++i) {
    state.open_episodes.push_back(read_episode(reader));
  }
  state.ring = read_ring(reader);
  if (!reader.done()) {
    return bad_state("The row \"ring\" of a persona is damaged.");
  }
  return state;
}

}  // namespace turnstream::episodic
