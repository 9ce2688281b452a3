#pragma once
// GroupOffsets: the committed offsets of all groups, and for each group and partition the number of offsets in open
// transactions. Threads: one at a time (the cluster's lock).

#include <map>
#include <span>
#include <string>
#include <vector>

#include "pipeline/log/embedded/storage.h"

namespace turnstream::log::embedded {

class GroupOffsets {
 public:
  void restore(std::span<const StoredOffset> offsets);

  /// Counts an offset that an open transaction contains. Each call needs one let_go() when that transaction ends.
  void hold(const StoredOffset& offset) { ++pending_[key(offset)]; }
  /// Undoes one hold() of this offset: its transaction has been committed or aborted.
  void let_go(const StoredOffset& offset);
  /// Makes this the group's committed offset. The caller has already stored it.
  void set(const StoredOffset& offset) { committed_[key(offset)] = {offset.next->value(), offset.metadata}; }
  /// Forgets all groups' committed offsets in this topic. The caller must erase the returned ones from the storage.
  std::vector<StoredOffset> forget_topic(const std::string& topic);

  [[nodiscard]] bool pending(const std::string& group, const TopicPartition& where) const {
    return pending_.count({group, where}) != 0;
  }
  [[nodiscard]] Committed committed(const std::string& group, const TopicPartition& where) const;

 private:
  using Key = std::pair<std::string, TopicPartition>;
  struct Value {
    std::int64_t next = 0;
    std::string metadata;
  };
  static Key key(const StoredOffset& offset) { return {offset.group, offset.where}; }

  std::map<Key, Value> committed_;
  std::map<Key, int> pending_;
};

}  // namespace turnstream::log::embedded
