#pragma once
// TurnMaker: the turns of one persona of the benchmark of recall, one after the other: sessions of twenty turns, a minute
// apart, eight sessions a day. Both sides of a turn say something; some turns have an observation or a tool. The same
// persona and seed give the same turns. Threads: one at a time. Lifetime: borrows the texts.

#include <cstdint>
#include <string>

#include "app/data/random.h"
#include "tests/bench/recall/texts.h"

namespace turnstream::bench {

struct MadeTurn {
  std::string id;
  std::string json;
  std::string user_text;
  std::int64_t time_ms = 0;
};

class TurnMaker {
 public:
  TurnMaker(const Texts& texts, std::string persona, std::uint64_t seed)
      : texts_(texts), persona_(std::move(persona)), random_(seed) {}

  MadeTurn next();
  /// A question, from the same random numbers.
  std::string question() { return texts_.question(random_); }

 private:
  const Texts& texts_;
  const std::string persona_;
  app::Random random_;
  std::int64_t made_ = 0;
};

}  // namespace turnstream::bench
