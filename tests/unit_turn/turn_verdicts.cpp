// turn_verdicts [turn|command|effect_result|tick]: reads one record a line from standard input, decodes it, and prints
// one line for it. Fields are separated by tabs: `accepted`, with the content hash for a turn, or the reason, pointer
// and rule of the refusal. differential.py and examples.py compare these lines with the results of other parsers.
#include <iostream>
#include <string>

#include "pipeline/codec/command.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/codec/tick.h"
#include "pipeline/codec/turn_parser.h"

namespace {

namespace codec = turnstream::codec;

std::string tail_of(const turnstream::model::StateExport* turn) {
  return "\t" + std::to_string(turn->content_hash);
}

template <typename T>
std::string tail_of(const T& /*value*/) {
  return {};
}

template <typename Parser>
int judge_lines() {
  Parser parser;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto result = parser.parse(line);
    if (result.ok()) {
      std::cout << "accepted" << tail_of(result.value()) << '\n';
    } else {
      std::cout << result.error().code << '\t' << result.error().pointer << '\t' << result.error().rule << '\n';
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::string kind = argc > 1 ? argv[1] : "turn";
  if (kind == "command") {
    return judge_lines<codec::CommandParser>();
  }
  if (kind == "effect_result") {
    return judge_lines<codec::EffectResultParser>();
  }
  return kind == "tick" ? judge_lines<codec::TickParser>() : judge_lines<codec::TurnParser>();
}
