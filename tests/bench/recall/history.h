#pragma once
// History: what a persona of the benchmark of recall has lived through: its turns, each with the answers of the product's six
// stages, as bytes in the published format. The stages run on hash maps (StageHost). One history serves several personas: all
// names have the same length, so that another name can take its place in the bytes.
// Threads: one at a time. Lifetime: borrows the texts.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/bench/recall/turn_maker.h"
#include "tests/bench/stage_costs.h"

namespace turnstream::bench {

/// The name of the persona with this number, below 10,000. All have the same length, and no text has one.
[[nodiscard]] std::string persona_name(std::int64_t number);

/// A turn as a record of the log, and the completion of each stage, in the order of their phases.
struct AnsweredTurn {
  MadeTurn turn;
  std::vector<std::string> answers;
};

/// Copies the turn for another persona. Precondition: both are names of persona_name().
[[nodiscard]] AnsweredTurn renamed(const AnsweredTurn& turn, std::string_view from, std::string_view to);

void append_turn(std::string& out, const AnsweredTurn& turn);
/// What append_turn() wrote, turn by turn. Precondition: nothing else is in the bytes.
[[nodiscard]] std::vector<AnsweredTurn> read_turns(std::string_view bytes);

class History {
 public:
  History(const Texts& texts, std::string persona, std::uint64_t seed)
      : persona_(std::move(persona)), maker_(texts, persona_, seed) {}

  /// Errors: those of TurnParser, which mean a mistake in TurnMaker.
  Result<AnsweredTurn> next();
  /// In the order of their phases.
  [[nodiscard]] std::vector<std::string> stages() const { return stages_.names(); }

 private:
  [[nodiscard]] std::string answer_of(const StageHost& stage, const MadeTurn& turn);

  const std::string persona_;
  TurnMaker maker_;
  StageSet stages_;
  codec::TurnParser parser_;
  std::int64_t turns_ = 0;
};

}  // namespace turnstream::bench
