#pragma once
// Sketch: counts of keys in bounded space: Space-Saving (Metwally, Agrawal, El Abbadi: Efficient computation of
// frequent and top-k elements in data streams, 2005). A key that finds no room takes the place of the one counted
// least, of these the longest unseen, and inherits its count as the error it may be over by. What was surely seen of a
// key is kept as evidence, so that what grows of it can name its sources, and can be forgotten with them. Threads:
// values.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/source.h"

namespace turnstream::pattern {

struct Occurrence {
  model::Source source;
  EventTime at;
  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

struct SketchEntry {
  std::string key;
  std::int64_t error = 0;
  std::vector<Occurrence> occurrences;  ///< surely seen, in order of arrival
  [[nodiscard]] std::int64_t surely_seen() const { return static_cast<std::int64_t>(occurrences.size()); }
  [[nodiscard]] std::int64_t count() const { return error + surely_seen(); }
  /// Preconditions: there are occurrences.
  [[nodiscard]] EventTime first_seen() const;
  [[nodiscard]] EventTime last_seen() const;
  friend bool operator==(const SketchEntry&, const SketchEntry&) = default;
};

class Sketch {
 public:
  /// Counts the key once among at most `keys_max`. Lives until the next call. The caller removes a key before its
  /// occurrences become too many.
  const SketchEntry& count(std::string_view key, const Occurrence& occurrence, std::size_t keys_max);
  /// Null if it is not counted; lives until the next call of another method.
  [[nodiscard]] const SketchEntry* find(std::string_view key) const;
  void remove(std::string_view key);
  /// Takes back the occurrences for which it answers true, and the keys of which none is left. True: there were some.
  bool forget_if(const std::function<bool(const model::Source& source)>& forgotten);
  [[nodiscard]] const std::vector<SketchEntry>& entries() const { return entries_; }

  /// Precondition: the sources' ids are UUIDs.
  [[nodiscard]] std::string encode() const;
  /// Errors: evidence::bad_state().
  static Result<Sketch> decode(std::string_view bytes);
  friend bool operator==(const Sketch&, const Sketch&) = default;

 private:
  std::vector<SketchEntry> entries_;  ///< the longest unseen first
};

}  // namespace turnstream::pattern
