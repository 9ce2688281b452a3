#pragma once
// MemoryCollector: collects what completions say about one id, or about all ids with one beginning.
// Precondition: completions are given stage after stage in phase order, and in order for each partition. This is also
// the order of the changes to a memory, because a memory passes only from an earlier stage to a later one. Keeps
// only records that match, bounded. Threads: one.

#include <map>
#include <string>
#include <utility>

#include "app/explain/report.h"
#include "pipeline/base/result.h"
#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::app {

class MemoryCollector {
 public:
  MemoryCollector(Question question, std::string log_topic);

  Status take_completion(const log::Record& record);

  /// The meanings of the id: memories, and turns that do not have the id of a memory of their persona. If there are
  /// none: sources that memories name.
  [[nodiscard]] Report candidates() const;
  /// `candidate`: one of candidates(), a memory or a source. The report of a memory has no sources and no events yet; the report of a
  /// source has that source as a memory names it.
  [[nodiscard]] Report report(const Report& candidate);
  /// The log positions of turns that changed a memory with the id, by turn id; at most 1,000.
  [[nodiscard]] const std::map<std::string, Place>& turns() const { return turns_; }

 private:
  using Owner = std::pair<std::string, std::string>;  ///< persona, id

  void take_change(const log::Record& record, const model::Completion& completion, const model::Change& change);
  void take_mention(const model::Completion& completion, const model::Change& change);
  void take_turn(const model::Completion& completion);
  [[nodiscard]] Place log_place(const model::Completion& completion) const;

  Question question_;
  std::string log_topic_;
  /// By owner, the array `things` of its report: one entry for each kind, because another kind may have the same id.
  std::map<Owner, Report> things_;
  std::map<Owner, std::string> turn_titles_;
  std::map<Owner, std::string> mentioned_;  ///< sources that memories name, as JSON
  std::map<std::string, Place> turns_;
  std::map<std::string, Report> named_by_;  ///< bounded lists of the memories that name an id, by that id
};

}  // namespace turnstream::app
