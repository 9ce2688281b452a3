#pragma once
// AskedEffects: which requests to the outside world are open: asked, and neither answered nor cancelled. A request is
// awaited for a limited time. When that has passed for one, no request is awaited until an answer arrives, so that
// without anything that answers, the limit passes once and not for each request. Threads: a value; one at a time.

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

class AskedEffects {
 public:
  explicit AskedEffects(std::int64_t wait_ms_max) : wait_us_max_(wait_ms_max * 1000) {}

  /// `partition`: of the log, that of the persona.
  void ask(const std::string& id, std::string hash, Partition partition, MonotonicTime now);
  void cancel(const std::string& id) { open_.erase(id); }
  /// An answer is in the log. It closes the request only with its hash and in its partition. The answer may be known
  /// before the request.
  void answer(const std::string& id, std::string_view hash, Partition partition);
  /// True if turns of this partition must wait.
  [[nodiscard]] bool is_awaited(Partition partition) const;
  /// Drops the requests that have waited too long. Returns how many there are if they are the first since an answer came,
  /// else 0.
  std::size_t expire(MonotonicTime now);
  void clear();

 private:
  struct Open {
    std::string hash;
    Partition partition;
    MonotonicTime since;
  };

  std::int64_t wait_us_max_;
  std::map<std::string, Open> open_;
  std::set<std::string> early_;          ///< answers to unknown requests, as answer_key()
  std::deque<std::string> early_order_;  ///< the same, oldest first
  bool gave_up_ = false;
};

}  // namespace turnstream::runtime
