#include "stages/episodic/links.h"

#include <algorithm>
#include <cstring>
#include <iterator>

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

LinkScan::LinkScan(const LinkEntry& subject, const EpisodicSettings& settings)
    : subject_(subject), settings_(settings), filter_(kFilterBits / 64) {
  for (const std::uint32_t tag : subject.tags) {
    filter_[tag % kFilterBits / 64] |= std::uint64_t{1} << tag % 64;
  }
}

std::int64_t LinkScan::tags_shared(std::string_view tags) const {
  std::int64_t shared = 0;
  for (std::size_t i = 0; i < tags.size() / sizeof(std::uint32_t); ++i) {
    const std::uint32_t tag = tag_at(tags, i);
    if ((filter_[tag % kFilterBits / 64] >> tag % 64 & 1) != 0 &&
        std::find(subject_.tags.begin(), subject_.tags.end(), tag) != subject_.tags.end()) {
      ++shared;
    }
  }
  return shared;
}

bool LinkScan::scan(std::string_view row, std::uint64_t skip) {
  static constexpr Uuid kRemoved{};
  ByteReader reader(row);
  for (std::uint64_t index = 0; !reader.at_end(); ++index) {
    std::string_view tags;
    const LinkEntry entry = read_entry(reader, tags);
    if (index < skip || entry.id == kRemoved) {
      continue;
    }
    std::int64_t points = entry.session == subject_.session ? settings_.link_session_points : 0;
    points += entry.goal != 0 && entry.goal == subject_.goal ? settings_.link_goal_points : 0;
    points += entry.tool != 0 && entry.tool == subject_.tool ? settings_.link_tool_points : 0;
    points += tags_shared(tags) * settings_.link_tag_points;
    if (points >= settings_.link_points_min) {
      matches_.push_back({points, entry.id, matches_.size()});
    }
  }
  return reader.ok();
}

std::vector<std::string> LinkScan::related() const {
  std::vector<Match> best = matches_;
  const auto end =
      best.begin() + static_cast<std::ptrdiff_t>(std::min(best.size(), static_cast<std::size_t>(settings_.links_max)));
  std::partial_sort(best.begin(), end, best.end(), [](const Match& a, const Match& b) {
    return a.points != b.points ? a.points > b.points : a.place > b.place;
  });
  std::vector<std::string> ids;
  std::transform(best.begin(), end, std::back_inserter(ids), [](const Match& match) { return to_string(match.id); });
  return ids;
}

}  // namespace turnstream::episodic
