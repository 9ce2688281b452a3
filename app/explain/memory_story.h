#pragma once
// MemoryStory: what the public topics say about one id: its present value, its history, its sources down to the bytes of
// turns, and what was derived from it. Lists are bounded and have the number of entries left out. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/place.h"

namespace turnstream::app {

/// The first and the last entries of a list that may be long.
template <typename T>
class Bounded {
 public:
  explicit Bounded(std::size_t first_max = 8, std::size_t last_max = 24)
      : first_max_(first_max), max_(first_max + last_max) {}

  void add(T value) {
    ++count_;
    kept_.push_back(std::move(value));
    if (kept_.size() > max_) {
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(first_max_));
    }
  }
  /// Counts entries that were not kept.
  void leave_out(std::size_t count) { count_ += count; }
  [[nodiscard]] const std::vector<T>& kept() const { return kept_; }
  [[nodiscard]] std::vector<T>& kept() { return kept_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t left_out() const { return count_ - kept_.size(); }
  /// The index in kept() before which entries were left out.
  [[nodiscard]] std::size_t gap_at() const { return first_max_; }

 private:
  std::size_t first_max_;
  std::size_t max_;
  std::vector<T> kept_;
  std::size_t count_ = 0;
};

/// A top-level field that a change set to another value. Both are bounded JSON; empty: the field did not exist.
struct FieldChange {
  std::string name;
  std::string before;
  std::string after;
};

struct MemoryChange {
  std::string op;  ///< put, patch, delete
  std::string stage;
  Place completion;  ///< the record that has the change
  Place log;         ///< the record of the log that caused it
  std::string time;
  std::string cause_kind;
  std::string cause_id;
  std::vector<FieldChange> fields;  ///< empty in the first put
};

/// One memory of a kind. Two kinds may share an id: a working entry has the id of its item.
struct DerivedMemory {
  std::string kind;
  std::string value;  ///< JSON: the last value
  std::string title;
  bool removed = false;
  Bounded<MemoryChange> changes;
};

/// A source of a memory, followed as far as possible.
struct SourceStory {
  std::string id;
  std::string kind;  ///< "memory" for an item of a turn; empty: not known
  std::string turn_id;
  std::string session_id;
  std::optional<Place> turn;  ///< the producer's record
  std::optional<Place> log;   ///< its record in the log
  std::optional<std::string> pointer;
  std::string excerpt;               ///< the text at the pointer
  std::string note;                  ///< a sentence, if the chain could not be followed to its end
  std::vector<SourceStory> sources;  ///< the sources of a source that was derived itself
};

/// Another memory that names this one.
struct NamingMemory {
  std::string kind;
  std::string id;
  std::string title;
  std::string field;  ///< the field that names it: sources, related_to, item_ids, superseded_by, …
  std::string stage;
  Place log;
  bool removed = false;
};

/// A public event that names the memory: an archive, a pass, a merge.
struct NamingEvent {
  Place place;
  std::string kind;
  std::string type;
  std::string time;
  std::string text;
};

struct MemoryStory {
  std::string id;
  std::string persona;
  std::vector<DerivedMemory> memories;  ///< empty: only other memories name the id (a merged item)
  std::string named_as;                 ///< then: how they name it, as JSON
  std::vector<SourceStory> sources;
  std::size_t sources_left_out = 0;
  Bounded<NamingMemory> derived;
  Bounded<NamingEvent> events;
};

/// One meaning of an ambiguous id.
struct IdCandidate {
  std::string kind;  ///< "turn", or the kind of a memory
  std::string id;
  std::string persona;
  std::string title;
};

}  // namespace turnstream::app
