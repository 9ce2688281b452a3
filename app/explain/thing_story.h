#pragma once
// ThingStory: all that the public topics say of one id: what it is now, how it came to that, what it was made of down
// to the turns' own bytes, and what was made of it. Plain values; lists are bounded and say how many they leave out.
// Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/place.h"

namespace turnstream::app {

/// The first and the last of what may be many.
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
  /// So many more were there that nobody kept.
  void leave_out(std::size_t count) { count_ += count; }
  [[nodiscard]] const std::vector<T>& kept() const { return kept_; }
  [[nodiscard]] std::vector<T>& kept() { return kept_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t left_out() const { return count_ - kept_.size(); }
  /// Before which of the kept ones those that were left out stood.
  [[nodiscard]] std::size_t gap_at() const { return first_max_; }

 private:
  std::size_t first_max_;
  std::size_t max_;
  std::vector<T> kept_;
  std::size_t count_ = 0;
};

/// A top-level field that a change gave another value. Both are bounded JSON; empty: the field was not there.
struct FieldChange {
  std::string name;
  std::string before;
  std::string after;
};

struct ThingChange {
  std::string op;  ///< put, patch, delete
  std::string stage;
  Place completion;  ///< the record that says so
  Place log;         ///< the record of the log that made the stage do it
  std::string time;
  std::string cause_kind;
  std::string cause_id;
  std::vector<FieldChange> fields;  ///< none in the first put
};

/// One kind of thing with the id: a working entry has its item's.
struct Thing {
  std::string kind;
  std::string value;  ///< JSON: the last there was
  std::string title;
  bool removed = false;
  Bounded<ThingChange> changes;
};

/// What a thing was made of, as far down as it can be followed.
struct SourceStory {
  std::string id;
  std::string kind;  ///< "memory" for what a turn's pointer gave; empty: not known
  std::string turn_id;
  std::string session_id;
  std::optional<Place> turn;  ///< where the producer wrote the turn
  std::optional<Place> log;   ///< where the log has it
  std::optional<std::string> pointer;
  std::string excerpt;               ///< what stands there
  std::string note;                  ///< a sentence, where the chain could not be followed to its end
  std::vector<SourceStory> sources;  ///< of a source that was derived itself
};

/// Something that names the thing.
struct DerivedThing {
  std::string kind;
  std::string id;
  std::string title;
  std::string field;  ///< in which it names it: sources, related_to, item_ids, superseded_by, …
  std::string stage;
  Place log;
  bool removed = false;
};

/// A public event that names it: an archive, a pass, a merge.
struct NamingEvent {
  Place place;
  std::string kind;
  std::string type;
  std::string time;
  std::string text;
};

struct ThingStory {
  std::string id;
  std::string persona;
  std::vector<Thing> things;  ///< none: only others name it, an item that collapsed into another
  std::string named_as;       ///< then: how they name it, as JSON
  std::vector<SourceStory> sources;
  std::size_t sources_left_out = 0;
  Bounded<DerivedThing> derived;
  Bounded<NamingEvent> events;
};

/// What an id may mean where it is not clear.
struct Candidate {
  std::string kind;  ///< "turn", or that of a thing
  std::string id;
  std::string persona;
  std::string title;
};

}  // namespace turnstream::app
