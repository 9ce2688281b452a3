#include "stages/consolidation/discovery/contradiction_rows.h"

#include <algorithm>
#include <limits>

#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kWaitingMax = 200;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

}  // namespace

Result<std::vector<ContradictionRows::Pair>> ContradictionRows::waiting(std::size_t limit) {
  std::vector<Pair> found;
  Status damaged;
  TS_RETURN_IF_ERROR(rows_.scan(kContradictionPrefix, limit, [&](std::string_view key, std::string_view row) {
    Result<Contradiction> pair = decode_contradiction(row);
    if (!pair.ok()) {
      damaged = pair.error();
      return false;
    }
    found.emplace_back(std::string(key), *std::move(pair));
    return true;
  }));
  TS_RETURN_IF_ERROR(damaged);
  return found;
}

Result<bool> ContradictionRows::has(const Contradiction& pair) {
  TS_ASSIGN_OR_RETURN(const std::vector<Pair> all, waiting(kWaitingMax));
  return std::any_of(all.begin(), all.end(), [&pair](const Pair& other) {
    return other.second.old_id == pair.old_id && other.second.new_id == pair.new_id;
  });
}

Result<bool> ContradictionRows::has_all(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
    if (!row.has_value()) {
      return false;
    }
  }
  return true;
}

Status ContradictionRows::add(const std::vector<Contradiction>& pairs, LogTime now) {
  for (const Contradiction& pair : pairs) {
    rows_.put(key_of(pair, now), encode(pair));
  }
  if (pairs.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Pair> all, waiting(kWaitingMax + pairs.size()));
  for (std::size_t i = 0; i + kWaitingMax < all.size(); ++i) {
    rows_.erase(all[i].first);
  }
  return {};
}

Result<std::vector<Contradiction>> ContradictionRows::take(const std::vector<std::string>& keys) {
  std::vector<Contradiction> pairs;
  for (const std::string& key : keys) {
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(Contradiction pair, decode_contradiction(*row));
      pairs.push_back(std::move(pair));
      rows_.erase(key);
    }
  }
  return pairs;
}

Status ContradictionRows::remove(const std::function<bool(const std::string& fact)>& is_gone) {
  TS_ASSIGN_OR_RETURN(const std::vector<Pair> all, waiting(kAll));
  for (const auto& [key, pair] : all) {
    if (is_gone(pair.old_id) || is_gone(pair.new_id)) {
      rows_.erase(key);
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
