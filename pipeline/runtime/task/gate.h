#pragma once
// Gate: the lockstep of one partition. It holds what has arrived of the log and of each upstream stage's completions,
// and lets a log record through when every upstream's whole answer to it stands at the head of its queue. An older
// completion is skipped (it was answered before a restart); a newer one means lost input and is an error.
// Inputs that run ahead wait up to a byte bound per input, then that input should be paused; an input with nothing
// waiting is never paused (a bound shared by all inputs would deadlock).
// Threads: the worker's. Lifetime: holds records; destroy before the consumer that delivered them.

#include <deque>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::runtime {

class Gate {
 public:
  /// `upstream_topics`: completions topics read from the log client, in a fixed order.
  Gate(std::string log_topic, std::vector<std::string> upstream_topics, std::size_t input_bytes_max);

  /// Takes one record of one of the inputs. Errors: kStopProcess (unknown topic, unreadable completion).
  Status accept(log::Record record);
  /// Records below are skipped: they were processed before. Set once, before the first accept().
  void start_at(NextOffset next) { next_ = next; }

  /// The next log record, when all upstreams have answered it; else null. Errors: "lost_input" (kStopProcess).
  Result<const log::Record*> ready();
  /// The answer of the i-th upstream topic to the ready record: views live until pop().
  [[nodiscard]] std::vector<std::string_view> answer(std::size_t upstream) const;
  void pop();

  [[nodiscard]] bool empty() const;
  [[nodiscard]] NextOffset next() const { return next_; }
  /// Where the group stands in each upstream topic: after the last record that was let through or skipped.
  [[nodiscard]] const std::vector<std::optional<NextOffset>>& upstream_next() const { return upstream_next_; }

  /// Inputs to pause (too much waiting) and to resume, as topic names; each change is reported once.
  struct Flow {
    std::vector<std::string> pause;
    std::vector<std::string> resume;
  };
  Flow take_flow();

 private:
  struct Waiting {
    log::Record record;
    Offset answers;  ///< completions: the log offset it answers
    bool last = true;
  };
  struct Input {
    std::string topic;
    std::deque<Waiting> queue;
    std::size_t bytes = 0;
    std::size_t complete = 0;  ///< waiting records that end an answer: with none, pausing would deadlock
    bool paused = false;
  };

  Status accept_log(log::Record record);
  Status accept_completion(std::size_t upstream, log::Record record);
  /// The number of parts at the head that answer `offset`, 0 while incomplete; older ones are dropped.
  Result<std::size_t> parts_at_head(std::size_t upstream, Offset offset);
  static void add(Input& input, log::Record record, Offset answers, bool last);
  static void drop_front(Input& input);

  std::size_t input_bytes_max_;
  Input log_;
  std::deque<Input> upstream_;
  std::vector<std::optional<NextOffset>> upstream_next_;
  std::vector<std::size_t> ready_parts_;
  NextOffset next_;
};

}  // namespace turnstream::runtime
