#pragma once
// EventCollector: collects what the public events say about one id, or about all ids with one beginning: the events that
// name it; the event that has it; into what it was merged; the command that made a stage forget it. Keeps only what
// matches, bounded. Threads: one.

#include <map>
#include <string>
#include <utility>

#include "app/explain/report.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class EventCollector {
 public:
  using Owner = std::pair<std::string, std::string>;  ///< persona, id

  explicit EventCollector(Question question);

  void take(const log::Record& record);

  /// The meanings of the id, of kind "event", "merged" (it is known only because it became part of another memory) and
  /// "forgotten" (only a forget report names it).
  [[nodiscard]] Report candidates() const;
  /// The events that name the id, or are about a memory with it: a bounded list.
  [[nodiscard]] Report naming(const std::string& id) const;
  /// The event with this id as {"value","place"}; null if there is none.
  [[nodiscard]] Report event(const Owner& owner) const;
  /// {"into","time","value","place"}; `into` is the memory into which it was merged. Null if no event says so.
  [[nodiscard]] Report merge(const Owner& owner) const;
  /// The same with the id of the forget command as `into`. Null if no report of such a command names the id.
  [[nodiscard]] Report forgetting(const Owner& owner) const;

 private:
  using Found = std::map<Owner, Report>;
  static Report found(const Found& all, const Owner& owner);
  /// Keeps the first of each owner, at most so many.
  static void keep(Found& all, const Owner& owner, Report report);
  void take_names(const nlohmann::json& event, const Report& place);
  void add_naming(const nlohmann::json& event, const Report& place);

  Question question_;
  Found events_;
  Found merges_;
  Found forgettings_;
  std::map<std::string, Report> naming_;  ///< bounded lists, by the id that the events name
};

}  // namespace turnstream::app
