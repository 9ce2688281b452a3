#pragma once
// ScanStarts: where scans of ranges that were scanned before can begin. RocksDB passes over each deleted row until a
// compaction drops it, so a scan of a queue, whose first rows are deleted again and again, would become slower with each
// of them. A range here is all keys with one prefix, or the first of them up to some key. Threads: the owner's.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace turnstream::store {

class ScanStarts {
 public:
  static constexpr std::size_t kRangesMax = 8'192;

  /// The key from which a scan of [from, to) can begin: below it no row of the range is stored. It is valid until the
  /// next call.
  [[nodiscard]] std::string_view start(std::string_view from, std::string_view to) const;
  /// A scan of [from, to) found that no row below `first` is stored, and none will be without a call of added().
  void learn(std::string_view from, std::string_view to, std::string_view first);
  /// A row with this key may be stored from now on.
  void added(std::string_view key);

 private:
  std::map<std::string, std::string, std::less<>> starts_;  ///< by prefix
};

}  // namespace turnstream::store
