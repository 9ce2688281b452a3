#include "pipeline/log/embedded/group_offsets.h"

#include "pipeline/base/check.h"

namespace turnstream::log::embedded {

void GroupOffsets::restore(std::span<const StoredOffset> offsets) {
  for (const StoredOffset& offset : offsets) {
    set(offset);
  }
}

void GroupOffsets::let_go(const StoredOffset& offset) {
  const auto found = pending_.find(key(offset));
  CHECK(found != pending_.end());
  if (--found->second == 0) {
    pending_.erase(found);
  }
}

std::vector<StoredOffset> GroupOffsets::forget_topic(const std::string& topic) {
  std::vector<StoredOffset> forgotten;
  for (auto it = committed_.begin(); it != committed_.end();) {
    if (it->first.second.topic == topic) {
      forgotten.push_back(StoredOffset{it->first.first, it->first.second, std::nullopt, {}});
      it = committed_.erase(it);
    } else {
      ++it;
    }
  }
  return forgotten;
}

Committed GroupOffsets::committed(const std::string& group, const TopicPartition& where) const {
  const auto found = committed_.find({group, where});
  if (found == committed_.end()) {
    return Committed{where, std::nullopt, {}};
  }
  return Committed{where, NextOffset{found->second.next}, found->second.metadata};
}

}  // namespace turnstream::log::embedded
