#pragma once
// GroupOffsets: what groups have committed, and which of it an open transaction still holds.
// Threads: one at a time (the cluster's lock).

#include <map>
#include <span>
#include <string>
#include <vector>

#include "pipeline/log/embedded/storage.h"

namespace turnstream::log::embedded {

class GroupOffsets {
 public:
  void restore(std::span<const StoredOffset> offsets);

  /// An open transaction wants to commit this; once for each time it says so.
  void hold(const StoredOffset& offset) { ++pending_[key(offset)]; }
  /// The transaction ended.
  void let_go(const StoredOffset& offset);
  /// Stored by now.
  void set(const StoredOffset& offset) { committed_[key(offset)] = {offset.next->value(), offset.metadata}; }
  /// Forgets the topic; the returned offsets are to be erased from the storage.
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
