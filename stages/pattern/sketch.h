#pragma once
// Sketch: counts of keys in bounded space by the Space-Saving algorithm (Metwally, Agrawal, El Abbadi: Efficient
// computation of frequent and top-k elements in data streams, 2005). If there is no room for a new key, it replaces the
// key with the lowest count (if several have it, the one counted the longest ago). The new key starts with that
// count, which is also the bound of its error. The occurrences that were certainly seen are stored, so that a pattern
// made from them has sources and can be forgotten with them. Threads: values.

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
  std::int64_t error = 0;               ///< count of the key that this one replaced (the last of several); 0 if none
  std::vector<Occurrence> occurrences;  ///< the occurrences that were certainly seen, in order of arrival
  [[nodiscard]] std::int64_t surely_seen() const { return static_cast<std::int64_t>(occurrences.size()); }
  [[nodiscard]] std::int64_t count() const { return error + surely_seen(); }
  /// The earliest and the latest event time of the occurrences. Precondition: there are occurrences.
  [[nodiscard]] EventTime first_seen() const;
  [[nodiscard]] EventTime last_seen() const;
  friend bool operator==(const SketchEntry&, const SketchEntry&) = default;
};

class Sketch {
 public:
  /// Counts an occurrence of the key. The sketch then has at most max(keys_max, 1) keys. The reference is valid until
  /// the sketch changes. A key's occurrences have no maximum: the caller must remove() the key when it has enough.
  const SketchEntry& count(std::string_view key, const Occurrence& occurrence, std::size_t keys_max);
  /// The entry of the key, null if the key is not counted. Valid until the next call of another method.
  [[nodiscard]] const SketchEntry* find(std::string_view key) const;
  void remove(std::string_view key);
  /// Removes the occurrences for which `forgotten` is true, and keys that have none left. Returns whether there were
  /// any such occurrences.
  bool forget_if(const std::function<bool(const model::Source& source)>& forgotten);
  [[nodiscard]] const std::vector<SketchEntry>& entries() const { return entries_; }

  /// The sketch as bytes. Precondition: the sources' ids are UUIDs.
  [[nodiscard]] std::string encode() const;
  /// Errors: evidence::bad_state().
  static Result<Sketch> decode(std::string_view bytes);
  friend bool operator==(const Sketch&, const Sketch&) = default;

 private:
  std::vector<SketchEntry> entries_;  ///< in order of the last count(), oldest first
};

}  // namespace turnstream::pattern
