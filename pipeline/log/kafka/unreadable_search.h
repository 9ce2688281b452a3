#pragma once
// UnreadableSearch: finds where a batch that cannot be read ends. Kafka's client names only the batch's first offset. A
// read from inside the batch fails there too, a read from behind it does not: the search doubles the distance from the
// first offset until a read passes, then halves the interval. Threads: values.

#include <cstdint>

namespace turnstream::log::kafka {

class UnreadableSearch {
 public:
  /// `batch`: the first offset of the batch, as the errors name it. `from`: the first offset that must be read, in the
  /// batch. `end`: the end of the partition, which is behind the batch.
  UnreadableSearch(std::int64_t batch, std::int64_t from, std::int64_t end)
      : batch_(batch), from_(from), failed_(from - 1), passed_(end) {}

  [[nodiscard]] std::int64_t batch() const { return batch_; }
  [[nodiscard]] std::int64_t from() const { return from_; }
  /// True if the batch was read after all (no read failed), or if its end is found.
  [[nodiscard]] bool done() const { return is_readable() || failed_ + 1 >= passed_; }
  [[nodiscard]] bool is_readable() const { return passed_ <= from_; }
  /// The offset from which to read next. Precondition: not done().
  [[nodiscard]] std::int64_t probe() const;
  /// The batch's last offset. Precondition: done() and not is_readable().
  [[nodiscard]] std::int64_t last() const { return failed_; }

  /// The result of the read from probe().
  void note_failed();
  void note_passed();

 private:
  std::int64_t batch_;
  std::int64_t from_;
  std::int64_t failed_;  ///< the highest offset from which a read failed
  std::int64_t passed_;  ///< the lowest offset from which a read does not fail
  std::int64_t step_ = 1;
  bool doubling_ = true;
};

}  // namespace turnstream::log::kafka
