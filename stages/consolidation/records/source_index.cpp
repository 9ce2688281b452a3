#include "stages/consolidation/records/source_index.h"

#include <cstring>
#include <limits>

#include "pipeline/base/hash64.h"

namespace turnstream::consolidation {
namespace {

constexpr char kItem = 'i';
constexpr char kTurn = 't';
constexpr char kSession = 's';

}  // namespace

std::string SourceIndex::key(char part, std::string_view text) const {
  std::string key(prefix_);
  key.push_back(part);
  const std::uint64_t hash = hash64(text);
  for (int shift = 56; shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(hash >> shift & 0xff));
  }
  return key;
}

std::set<std::string> SourceIndex::keys(const Uuid& id, std::span<const model::Source> sources) const {
  std::set<std::string> all;
  for (const model::Source& source : sources) {
    const std::pair<char, std::string_view> parts[] = {
        {kItem, source.id}, {kTurn, source.turn_id}, {kSession, source.session_id}};
    for (const auto& [part, text] : parts) {
      if (!text.empty()) {
        all.insert(key(part, text).append(reinterpret_cast<const char*>(id.data()), id.size()));
      }
    }
  }
  return all;
}

void SourceIndex::add(const Uuid& id, std::span<const model::Source> sources) {
  for (const std::string& one : keys(id, sources)) {
    rows_.put(one, "");
  }
}

void SourceIndex::remove(const Uuid& id, std::span<const model::Source> sources) {
  for (const std::string& one : keys(id, sources)) {
    rows_.erase(one);
  }
}

Status SourceIndex::collect(char part, std::string_view text, std::set<Uuid>& found) {
  const std::string prefix = key(part, text);
  return rows_.scan(prefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view row, std::string_view) {
    Uuid id{};
    std::memcpy(id.data(), row.substr(row.size() - sizeof(Uuid)).data(), sizeof(Uuid));
    found.insert(id);
    return true;
  });
}

Result<std::vector<Uuid>> SourceIndex::candidates(const Forgetting& forgetting) {
  std::set<Uuid> found;
  if (forgetting.args().session_id.has_value()) {
    TS_RETURN_IF_ERROR(collect(kSession, *forgetting.args().session_id, found));
  }
  for (const std::string& id : forgetting.ids()) {
    TS_RETURN_IF_ERROR(collect(kItem, id, found));
    TS_RETURN_IF_ERROR(collect(kTurn, id, found));
  }
  return std::vector<Uuid>(found.begin(), found.end());
}

}  // namespace turnstream::consolidation
