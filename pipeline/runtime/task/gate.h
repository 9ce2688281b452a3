#pragma once
// Gate: pairs the records of one partition of the log with their upstream completions. It queues the records of the log
// and of each upstream stage's completions. A log record is ready when every upstream's whole answer to it is at the
// head of its queue. A completion of an earlier log record is skipped. A completion of a later log record at the head
// is an error: the completion in between was lost. The worker must pause an input in which more bytes wait than its
// bound (take_flow()). Two rules prevent that one input blocks the record for which another waits: each input has its
// own bound, and an input in which no whole answer waits is not paused. A reader that begins with what retention left
// can let the gate pass the log records whose answers were deleted (pass_unanswered()).
// Threads: the worker's. Lifetime: holds records; destroy before the consumer that delivered them.

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::runtime {

class Gate {
 public:
  /// `upstream_topics`: the completions topics of upstream stages outside the group. The index of a topic in this
  /// list is the argument of answer().
  Gate(std::string log_topic, std::vector<std::string> upstream_topics, std::size_t input_bytes_max);

  /// Takes one record of one of the inputs. Errors (kStopProcess): "unknown_input", "foreign_completion".
  Status accept(log::Record record);
  /// Makes the gate skip log records before `next`, and their completions. Call once, before the first accept().
  void start_at(NextOffset next) { next_ = next; }
  /// Until the first record is popped, passes the log records of which an upstream topic no longer has the whole answer,
  /// instead of the error "lost_input". Call before the first accept().
  void pass_unanswered() { passes_unanswered_ = true; }
  [[nodiscard]] bool passes_unanswered() const { return passes_unanswered_; }
  /// What the error "lost_input" tells the user to do, as a sentence. Without a call: to replay the log.
  void advise(std::string advice) { advice_ = std::move(advice); }

  /// The next log record if the whole completion of each upstream stage for it has arrived, else null. Errors:
  /// "lost_input" (kStopProcess).
  Result<const log::Record*> ready();
  /// The answer of that upstream topic to the ready record. The views are valid until pop().
  [[nodiscard]] std::vector<std::string_view> answer(std::size_t upstream) const;
  void pop();
  /// The upstream topics that lack the last part of their answer to the first waiting log record, in their order; none if no
  /// record waits.
  [[nodiscard]] std::vector<std::size_t> unanswered() const;

  [[nodiscard]] bool empty() const;
  [[nodiscard]] bool has_log_records() const { return !log_.queue.empty(); }
  [[nodiscard]] std::size_t log_records() const { return log_.queue.size(); }
  [[nodiscard]] NextOffset next() const { return next_; }
  /// For each upstream topic: the offset after the last completion record that was popped or skipped; none before that.
  [[nodiscard]] const std::vector<std::optional<NextOffset>>& upstream_next() const { return upstream_next_; }

  /// The topics that the worker must pause, and those that it must resume; each change is returned once.
  struct Flow {
    std::vector<std::string> pause;
    std::vector<std::string> resume;
  };
  Flow take_flow();

 private:
  struct Waiting {
    log::Record record;
    Offset answers;  ///< the log offset that a completion answers; of a log record: its own
    bool last = true;
  };
  struct Input {
    std::string topic;
    std::deque<Waiting> queue;
    std::size_t bytes = 0;
    std::size_t complete = 0;  ///< the number of waiting records whose `last` is set
    bool paused = false;
  };

  Status accept_log(log::Record record);
  Status accept_completion(std::size_t upstream, log::Record record);
  /// The number of parts at the head that answer `offset`; 0 while the answer is incomplete. Drops older parts.
  Result<std::size_t> parts_at_head(std::size_t upstream, Offset offset);
  void drop_older(std::size_t upstream, Offset offset);
  void pass_log_records_before(std::size_t upstream);
  static void add(Input& input, log::Record record, Offset answers, bool last);
  static void drop_front(Input& input);

  std::size_t input_bytes_max_;
  Input log_;
  std::deque<Input> upstream_;
  std::vector<std::optional<NextOffset>> upstream_next_;
  std::vector<std::size_t> ready_parts_;
  NextOffset next_;
  bool passes_unanswered_ = false;
  std::string advice_ = "Replay the log into a new namespace.";
};

}  // namespace turnstream::runtime
