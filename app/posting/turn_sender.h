#pragma once
// TurnSender: writes turns to the turns topic for several callers at a time, with one producer: what waits is written together.
// The topic is created if it is missing. Threads: send() any; its own thread writes. Lifetime: borrows context and client.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/context.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

struct OutgoingTurn {
  std::string persona;
  std::string bytes;  ///< a StateExport
};

struct StoredTurn {
  Partition partition;
  Offset offset;
};

class TurnSender {
 public:
  /// How long send() waits at most: for the requests before it, and for its own.
  static constexpr log::milliseconds kSendMax{23'000};

  TurnSender(const Context& context, log::Client& client);
  TurnSender(const TurnSender&) = delete;
  TurnSender& operator=(const TurnSender&) = delete;
  ~TurnSender() = default;

  [[nodiscard]] const std::string& topic() const { return topic_; }
  /// Waits until each turn is stored or refused; for each, where it is or why it is not known to be in the topic. The wait has a
  /// limit, and ends early when a stop is requested ("stopped"). Errors: those of the log; with kDeadLetter the turn is certainly
  /// not in the topic.
  std::vector<Result<StoredTurn>> send(std::vector<OutgoingTurn> turns, const std::stop_token& stop);

 private:
  /// What one caller sends. The thread may still write outcomes when he waits no longer.
  struct Request {
    std::vector<OutgoingTurn> turns;
    std::vector<std::optional<Result<StoredTurn>>> outcomes;  ///< written by the thread of the sender alone
  };
  using Requests = std::vector<std::shared_ptr<Request>>;

  void run(const std::stop_token& stop) noexcept;
  Status open();
  void write(const Requests& requests, const std::stop_token& stop);
  Status hand_over(const std::shared_ptr<Request>& request, const std::stop_token& stop);
  Status flush(const std::stop_token& stop);
  /// Gives the error to the turns of which the log has said nothing.
  static void settle(const Requests& requests, const Error& error);

  const Context& context_;
  log::Client& client_;
  const std::string topic_;
  std::unique_ptr<log::Producer> producer_;  ///< of the thread; null until it is needed, and after an error
  std::int32_t partitions_ = 0;
  Mutex mutex_;
  ConditionVariable changed_;
  std::deque<std::shared_ptr<Request>> waiting_ GUARDED_BY(mutex_);
  std::uint64_t given_ GUARDED_BY(mutex_) = 0;  ///< requests so far
  std::uint64_t done_ GUARDED_BY(mutex_) = 0;   ///< the first so many are written, or failed
  std::jthread thread_;                         ///< the last member, because the thread uses those above
};

}  // namespace turnstream::app
