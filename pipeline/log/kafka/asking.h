#pragma once
// Repeats a request while its error is transient. Threads: any.

#include <algorithm>

#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/errors.h"

namespace turnstream::log::kafka {

inline constexpr int kAskAgainMs = 20;

/// Waits before the same request is sent again, by polling an empty queue.
inline void pause_before_asking_again(rd_kafka_t* handle, int ms = kAskAgainMs) {
  const Queue nothing_comes(rd_kafka_queue_new(handle));
  const EventHandle none(rd_kafka_queue_poll(nothing_comes.get(), ms));
}

/// Repeats the request until the deadline while its error is transient, for example while a broker restarts.
template <typename Ask>
rd_kafka_resp_err_t ask_until(rd_kafka_t* handle, const Deadline& deadline, const Ask& ask) {
  while (true) {
    const rd_kafka_resp_err_t code = ask(std::max(1, deadline.remaining_ms()));
    if (!is_transient(code) || deadline.passed()) {
      return code;
    }
    pause_before_asking_again(handle);
  }
}

}  // namespace turnstream::log::kafka
