#pragma once
// MemoryMap: the derived memories of one persona as its files show them: which there are, the days and topics, and what
// has to do with what: a memory has to do with a day, a topic or an insight if both rest on the same turn. All orders
// depend on the memories alone.
// Threads: values. Lifetime: borrows the documents.

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recall/documents/document.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::app {

/// What files show; items are in the log and in recall. The order is that of the index.
inline constexpr std::array kFileKinds{recall::Kind::kFact,  recall::Kind::kNote,    recall::Kind::kPattern,
                                       recall::Kind::kSkill, recall::Kind::kInsight, recall::Kind::kTopic,
                                       recall::Kind::kDaily};

using Documents = std::vector<const recall::Document*>;

/// What was distilled on one topic, the oldest first.
struct TopicFile {
  std::string name;
  Documents parts;
};

class MemoryMap {
 public:
  /// `documents`: of kFileKinds, that hold now. Patterns that were not stated, and skills that are
  /// not capabilities, are left out.
  explicit MemoryMap(std::span<const recall::DocumentVersion> documents);

  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  /// In the order of kFileKinds; in a kind the oldest first, then by id.
  [[nodiscard]] const Documents& all() const { return all_; }
  [[nodiscard]] const recall::Document* find(std::string_view id) const;
  /// By path, such as topics/blockchain.md.
  [[nodiscard]] const std::map<std::string, TopicFile>& topics() const { return topics_; }
  /// The entries of a day in the order in which they were written, by path, such as daily/2026-01-01.md.
  [[nodiscard]] const std::map<std::string, Documents>& days() const { return days_; }

  /// The paths of the days, and of the topics, that have to do with the memory.
  [[nodiscard]] std::set<std::string> days_of(const recall::Document& document) const;
  [[nodiscard]] std::set<std::string> topics_of(const recall::Document& document) const;
  /// The insights that have to do with the topic, or have it as a tag, the oldest first.
  [[nodiscard]] Documents insights_of(const TopicFile& topic) const;

 private:
  using Paths = std::set<std::string>;

  void add(const recall::DocumentVersion& version);

  Documents all_;
  std::map<std::string_view, const recall::Document*> by_id_;
  std::map<std::string, TopicFile> topics_;
  std::map<std::string, Documents> days_;
  std::map<std::string_view, Paths> days_of_turn_;
  std::map<std::string_view, Paths> topics_of_turn_;
  std::map<std::string_view, Documents> insights_of_turn_;
  std::map<std::string_view, Documents> insights_of_tag_;
};

/// The number of lines of their texts.
[[nodiscard]] std::size_t lines_of(const Documents& documents);

[[nodiscard]] std::string path_of_day(const recall::Document& entry);
[[nodiscard]] std::string path_of_topic(const recall::Document& topic);

/// Whether `one` is older; of equal age by id.
[[nodiscard]] bool is_before(const recall::Document* one, const recall::Document* other);

}  // namespace turnstream::app
