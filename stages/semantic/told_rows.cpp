#include "stages/semantic/told_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kListedMax = 32;
constexpr std::size_t kTopicsListedMax = 8;
constexpr std::size_t kTopicsLookedUpMax = 6;
constexpr std::uint8_t kFormat = 2;

/// The topics under which facts are listed or looked up, at most `count`: first those that a change is about, then names, then
/// words that tell an object alone. Numbers and scopes are shared by too many.
std::vector<change::Topic> most_telling(const std::vector<change::Topic>& topics, std::size_t count) {
  const auto rank_of = [](const change::Topic& topic) {
    return (topic.is(change::kNear) ? 0 : 4) + (topic.is(change::kName) ? 0 : 2) + (topic.specific() ? 0 : 1);
  };
  std::vector<change::Topic> telling;
  telling.reserve(topics.size());
  for (const change::Topic& topic : topics) {
    if (topic.is(change::kValue | change::kScope)) {
      continue;
    }
    const auto behind = [&rank_of](int rank, const change::Topic& other) { return rank < rank_of(other); };
    telling.insert(std::upper_bound(telling.begin(), telling.end(), rank_of(topic), behind), topic);
  }
  telling.resize(std::min(telling.size(), count));
  return telling;
}

std::string key_of(const change::Topic& topic, std::string_view user_id) {
  return hash_key(kTopicPrefix, hash64(user_id, topic.word));
}

std::string encode(const Told& told) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(told.topics.size());
  for (const change::Topic& topic : told.topics) {
    writer.u32(topic.word).u32(topic.modifier).varint(topic.bits);
  }
  writer.varint(told.slots.size());
  for (const std::string& slot : told.slots) {
    writer.text(slot);
  }
  writer.varint(told.replaced.size());
  for (const Uuid& id : told.replaced) {
    writer.uuid(id);
  }
  return bytes;
}

std::string encode_ids(const std::vector<Uuid>& ids) {
  std::string bytes;
  ByteWriter writer(bytes);
  for (const Uuid& id : ids) {
    writer.uuid(id);
  }
  return bytes;
}

}  // namespace

bool Told::stand_in(const std::string& slot) {
  if (std::find(slots.begin(), slots.end(), slot) != slots.end()) {
    return true;
  }
  if (slots.size() >= kSlotsMax) {
    return false;
  }
  slots.push_back(slot);
  return true;
}

Result<Told> decode_told(std::string_view bytes) {
  constexpr std::size_t kTopicBytes = 2 * sizeof(std::uint32_t) + 1;
  ByteReader reader(bytes);
  const bool known_format = reader.u8() == kFormat;
  Told told;
  told.topics.resize(reader.count(kTopicBytes));
  for (change::Topic& topic : told.topics) {
    topic.word = reader.u32();
    topic.modifier = reader.u32();
    topic.bits = static_cast<std::uint16_t>(reader.varint());
  }
  told.slots.resize(reader.count(1));
  for (std::string& slot : told.slots) {
    slot = std::string(reader.text());
  }
  told.replaced.resize(reader.count(sizeof(Uuid)));
  for (Uuid& id : told.replaced) {
    id = reader.uuid();
  }
  return known_format && reader.done() ? Result<Told>(std::move(told))
                                       : bad_state("The row of a fact's topics is damaged.");
}

Result<std::optional<Told>> ToldRows::find(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(row_key(kToldPrefix, id)));
  if (!row.has_value()) {
    return std::optional<Told>();
  }
  TS_ASSIGN_OR_RETURN(Told told, decode_told(*row));
  return std::optional(std::move(told));
}

void ToldRows::put(const Uuid& id, const Told& told) {
  rows_.put(row_key(kToldPrefix, id), encode(told));
}

Status ToldRows::add(const Uuid& id, std::string_view user_id, const std::vector<change::Topic>& topics) {
  TS_ASSIGN_OR_RETURN(const std::optional<Told> known, find(id));
  if (known.has_value()) {
    return {};
  }
  put(id, {topics});
  for (const change::Topic& topic : most_telling(topics, kTopicsListedMax)) {
    const std::string key = key_of(topic, user_id);
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, listed(key));
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
      ids.push_back(id);
      if (ids.size() > kListedMax) {
        ids.erase(ids.begin());
      }
      rows_.put(key, encode_ids(ids));
    }
  }
  return {};
}

Result<std::optional<Told>> ToldRows::remove(const Uuid& id, std::string_view user_id) {
  TS_ASSIGN_OR_RETURN(std::optional<Told> told, find(id));
  if (!told.has_value()) {
    return told;
  }
  rows_.erase(row_key(kToldPrefix, id));
  for (const change::Topic& topic : most_telling(told->topics, kTopicsListedMax)) {
    const std::string key = key_of(topic, user_id);
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, listed(key));
    if (std::erase(ids, id) == 0) {
      continue;
    }
    if (ids.empty()) {
      rows_.erase(key);
    } else {
      rows_.put(key, encode_ids(ids));
    }
  }
  return told;
}

Result<std::vector<Uuid>> ToldRows::candidates(std::string_view user_id, const std::vector<change::Topic>& topics) {
  struct Shared {
    Uuid id{};
    std::size_t topics = 0;  ///< how many list it
    std::size_t place = 0;   ///< the last one in these lists
  };
  std::vector<Shared> found;
  for (const change::Topic& topic : most_telling(topics, kTopicsLookedUpMax)) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, listed(key_of(topic, user_id)));
    for (std::size_t place = 0; place < ids.size(); ++place) {
      found.push_back({ids[place], 1, place});
    }
  }
  std::sort(found.begin(), found.end(), [](const Shared& a, const Shared& b) { return a.id < b.id; });
  std::vector<Shared> best;
  for (const Shared& one : found) {
    if (best.empty() || best.back().id != one.id) {
      best.push_back(one);
    } else {
      ++best.back().topics;
      best.back().place = std::max(best.back().place, one.place);
    }
  }
  std::sort(best.begin(), best.end(), [](const Shared& a, const Shared& b) {
    return std::tuple(b.topics, b.place, a.id) < std::tuple(a.topics, a.place, b.id);
  });
  best.resize(std::min(best.size(), kCandidatesMax));
  std::vector<Uuid> ids;
  for (const Shared& one : best) {
    ids.push_back(one.id);
  }
  return ids;
}

Result<std::vector<Uuid>> ToldRows::listed(const std::string& key) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
  std::vector<Uuid> ids;
  if (!row.has_value()) {
    return ids;
  }
  if (row->size() % sizeof(Uuid) != 0) {
    return bad_state("The row of a topic is damaged.");
  }
  ByteReader reader(*row);
  while (!reader.at_end()) {
    ids.push_back(reader.uuid());
  }
  return ids;
}

}  // namespace turnstream::semantic
