#pragma once
// Responder: the outside world of a schedule. It reads what stages ask for and makes the records of effects.results: good
// answers, failures, answers twice, answers that name another hash, answers to requests that no stage made, and some so
// late that the stage has given up. Some requests have no answer. Threads: one.

#include <deque>
#include <set>
#include <string>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "tests/simulation/talk.h"

namespace turnstream::simulation {

class Responder {
 public:
  struct Answer {
    std::string persona;
    std::string value;
  };

  Responder(log::Client& client, const model::TopicNames& names) : client_(client), names_(names) {}

  /// Reads the requests that were committed since the last call.
  void read_requests();
  /// The next record of effects.results; empty value: none now. `now_ms`: the time of the answer.
  Answer next(Random& random, std::int64_t now_ms);

  [[nodiscard]] int requests() const { return requests_; }
  [[nodiscard]] int good() const { return good_; }
  [[nodiscard]] int late() const { return late_; }
  [[nodiscard]] int doubled() const { return doubled_; }
  [[nodiscard]] int other_hash() const { return other_hash_; }
  [[nodiscard]] int unknown() const { return unknown_; }

 private:
  log::Client& client_;
  model::TopicNames names_;
  NextOffset next_{0};
  std::deque<std::string> waiting_;    ///< requests without an answer
  std::deque<Answer> again_;           ///< answers that are sent a second time
  std::deque<std::string> kept_back_;  ///< requests that are answered when the stage has given them up
  std::set<std::string> expired_;      ///< the ids of those that a stage has given up
  int requests_ = 0;
  int good_ = 0;
  int late_ = 0;
  int doubled_ = 0;
  int other_hash_ = 0;
  int unknown_ = 0;
};

}  // namespace turnstream::simulation
