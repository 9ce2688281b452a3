#include "stages/episodic/links.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"

namespace turnstream::episodic {
namespace {

constexpr std::size_t kTagsMax = 255;

/// A 32-bit hash that is never 0, because 0 in a link entry means none.
std::uint32_t hash32(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(hash64(text));
  return hash == 0 ? 1 : hash;
}

LinkEntry read_entry(ByteReader& reader, std::string_view& tags) {
  LinkEntry entry;
  entry.id = reader.uuid();
  entry.session = reader.u64();
  entry.turn = reader.u64();
  entry.goal = reader.u32();
  entry.tool = reader.u32();
  const std::size_t count = reader.u8();
  tags = reader.bytes(count * sizeof(std::uint32_t));
  return entry;
}

std::uint32_t tag_at(std::string_view tags, std::size_t index) {
  std::uint32_t tag = 0;
  std::memcpy(&tag, tags.data() + index * sizeof tag, sizeof tag);
  return tag;
}

}  // namespace

std::uint64_t session_hash(std::string_view session_id) {
  return hash64(session_id, 1);
}

std::uint64_t turn_hash(std::string_view turn_id) {
  return hash64(turn_id, 2);
}

LinkEntry link_entry_of(const NewItem& made) {
  LinkEntry entry;
  entry.id = made.id;
  entry.session = session_hash(made.item.session_id);
  entry.turn = turn_hash(made.item.provenance.turn_id);
  entry.goal = made.goal.empty() ? 0 : hash32(made.goal);
  entry.tool = made.tool.empty() ? 0 : hash32(made.tool);
  for (const std::string& tag : made.item.tags) {
    entry.tags.push_back(hash32(to_lower(tag)));
  }
  entry.tags.resize(std::min(entry.tags.size(), kTagsMax));
  return entry;
}

void append_link_entry(std::string& row, const LinkEntry& entry) {
  ByteWriter writer(row);
  writer.uuid(entry.id).u64(entry.session).u64(entry.turn).u32(entry.goal).u32(entry.tool);
  writer.u8(static_cast<std::uint8_t>(entry.tags.size()));
  for (const std::uint32_t tag : entry.tags) {
    writer.u32(tag);
  }
}

std::optional<std::vector<LinkEntry>> decode_link_row(std::string_view row) {
  std::vector<LinkEntry> entries;
  ByteReader reader(row);
  while (!reader.at_end()) {
    std::string_view tags;
    LinkEntry& entry = entries.emplace_back(read_entry(reader, tags));
    for (std::size_t i = 0; i < tags.size() / sizeof(std::uint32_t); ++i) {
      entry.tags.push_back(tag_at(tags, i));
    }
  }
  return reader.ok() ? std::optional(std::move(entries)) : std::nullopt;
}

bool LinkTable::add_row(std::string_view row) {
  ByteReader reader(row);
  while (!reader.at_end()) {
    std::string_view tags;
    const LinkEntry entry = read_entry(reader, tags);
    add(entry, tags);
  }
  return reader.ok();
}

void LinkTable::add(const LinkEntry& entry) {
  add(entry, {reinterpret_cast<const char*>(entry.tags.data()), entry.tags.size() * sizeof(std::uint32_t)});
}

void LinkTable::add(const LinkEntry& entry, std::string_view tags) {
  const auto place = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({entry.id, entry.session, entry.goal, entry.tool});
  for (std::size_t i = 0; i < tags.size() / sizeof(std::uint32_t); ++i) {
    const std::uint32_t tag = tag_at(tags, i);
    uses_.push_back({tag, place, std::exchange(heads_[tag % kHeads], static_cast<std::uint32_t>(uses_.size() + 1))});
  }
}

std::vector<std::string> LinkTable::related(const LinkEntry& subject, std::size_t skip,
                                            const EpisodicSettings& settings) const {
  static constexpr Uuid kRemoved{};
  std::vector<std::int64_t> of_tags(entries_.size());
  for (auto tag = subject.tags.begin(); tag != subject.tags.end(); ++tag) {
    const bool again = std::find(subject.tags.begin(), tag, *tag) != tag;
    for (std::uint32_t use = again ? 0 : heads_[*tag % kHeads]; use != 0; use = uses_[use - 1].next) {
      of_tags[uses_[use - 1].entry] += uses_[use - 1].tag == *tag ? settings.link_tag_points : 0;
    }
  }
  struct Match {
    std::int64_t points = 0;
    Uuid id{};
  };
  std::vector<Match> best;  // most points first
  const auto links_max = static_cast<std::size_t>(settings.links_max);
  for (std::size_t place = entries_.size(); place > skip;) {
    const Known& entry = entries_[--place];
    std::int64_t points = of_tags[place];
    points += entry.session == subject.session ? settings.link_session_points : 0;
    points += entry.goal != 0 && entry.goal == subject.goal ? settings.link_goal_points : 0;
    points += entry.tool != 0 && entry.tool == subject.tool ? settings.link_tool_points : 0;
    const bool full = best.size() == links_max;
    if (points < settings.link_points_min || entry.id == kRemoved ||
        (full && (best.empty() || points <= best.back().points))) {
      continue;
    }
    if (full) {
      best.pop_back();
    }
    const auto fewer =
        std::find_if(best.begin(), best.end(), [points](const Match& one) { return one.points < points; });
    best.insert(fewer, {points, entry.id});
  }
  std::vector<std::string> ids;
  ids.reserve(best.size());
  std::transform(best.begin(), best.end(), std::back_inserter(ids), [](const Match& one) { return to_string(one.id); });
  return ids;
}

}  // namespace turnstream::episodic
