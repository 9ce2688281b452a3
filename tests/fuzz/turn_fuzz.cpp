// turn_fuzz --count N --seed S: gives mutated inputs to every parser of records from outside. For each input it checks:
// - the parser accepts it, or refuses it with a reason and a short message that does not quote the record
// - a new parser gives the same result for the same bytes (every sixteenth input)
// - the DOM parser of simdjson agrees whether it is JSON (every sixteenth input)
// Prints the rate, the number of inputs per result, and the memory at the end. Exit code 1 at the first input that
// breaks one of these promises.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <simdjson.h>
#include <string>

#include "pipeline/base/clock.h"
#include "pipeline/codec/command.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/codec/tick.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/fuzz/mutator.h"

namespace {

using turnstream::Error;
using turnstream::Reaction;
using turnstream::codec::TurnParser;

std::uint64_t inputs_done = 0;
std::uint64_t seed = 1;

/// Prints the broken promise and the input, so that a test can be made of it, and exits.
void demand(bool holds, const char* promise, const std::string& input) {
  if (!holds) {
    std::printf("seed %llu, input %llu: broken promise: %s\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(inputs_done), promise);
    std::printf("%zu bytes, the first: %s\n", input.size(), input.substr(0, 2000).c_str());
    std::exit(1);
  }
}

/// Checks that the text of a refusal, which goes to people, headers and log lines, is short and readable and does not
/// quote the turn.
void demand_harmless(const Error& error, const std::string& input) {
  demand(!error.code.empty(), "a refusal has a reason", input);
  demand(error.reaction == Reaction::kDeadLetter, "a refused record is a dead letter", input);
  demand(!error.message.empty(), "a refusal has a message", input);
  demand(error.message.size() <= 500, "the message of a refusal has at most 500 bytes", input);
  demand(error.pointer.size() <= 300 && error.rule.size() <= 100, "pointer and rule are short", input);
  for (const std::string* text : {&error.message, &error.pointer, &error.rule}) {
    demand(simdjson::validate_utf8(text->data(), text->size()), "a refusal is UTF-8", input);
    demand(text->find(turnstream::fuzz::kSecret) == std::string::npos, "a refusal does not quote the record", input);
  }
}

bool same(const turnstream::Result<const turnstream::model::StateExport*>& a,
          const turnstream::Result<const turnstream::model::StateExport*>& b) {
  if (a.ok() != b.ok()) {
    return false;
  }
  if (a.ok()) {
    return (*a)->content_hash == (*b)->content_hash && (*a)->session_id == (*b)->session_id;
  }
  return a.error().code == b.error().code && a.error().message == b.error().message &&
         a.error().pointer == b.error().pointer && a.error().rule == b.error().rule;
}

/// Checks that the DOM parser of simdjson agrees whether the input is JSON, where it can: it refuses numbers beyond 64
/// bits.
void demand_agreement(const std::string& input, const std::string& reason) {
  simdjson::dom::parser dom;
  if (reason == "too_large" || reason == "too_deep") {
    return;
  }
  const auto error = dom.parse(input).error();
  if (error == simdjson::NUMBER_ERROR || error == simdjson::DEPTH_ERROR) {
    return;
  }
  const bool json = reason != "invalid_utf8" && reason != "invalid_json";
  demand(json == (error == simdjson::SUCCESS), "the DOM parser of simdjson agrees whether it is JSON", input);
}

void judge(const std::string& input, std::map<std::string, std::uint64_t>& judged) {
  static TurnParser parser;
  static turnstream::codec::CommandParser commands;
  static turnstream::codec::EffectResultParser effects;
  static turnstream::codec::TickParser ticks;
  const auto result = parser.parse(input);
  const std::string reason = result.ok() ? "accepted" : result.error().code;
  ++judged[reason];
  if (!result.ok()) {
    demand_harmless(result.error(), input);
  }
  if (inputs_done % 16 == 0) {
    TurnParser fresh;
    demand(same(fresh.parse(input), result), "a new parser gives the same result for the same bytes", input);
    demand_agreement(input, reason);
  }
  if (const auto command = commands.parse(input); !command.ok()) {
    demand_harmless(command.error(), input);
  }
  if (const auto effect = effects.parse(input); !effect.ok()) {
    demand_harmless(effect.error(), input);
  }
  if (const auto tick = ticks.parse(input); !tick.ok()) {
    demand_harmless(tick.error(), input);
  }
}

/// Resident memory in MiB, from /proc.
double resident_mib() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total_pages = 0;
  std::uint64_t resident_pages = 0;
  file >> total_pages >> resident_pages;
  return static_cast<double>(resident_pages) * 4096 / (1024 * 1024);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 100'000;
  for (int i = 1; i + 1 < argc; i += 2) {
    (std::strcmp(argv[i], "--seed") == 0 ? seed : count) = std::strtoull(argv[i + 1], nullptr, 10);
  }
  turnstream::fuzz::Mutator mutator(seed);
  std::map<std::string, std::uint64_t> judged;
  const turnstream::SystemClock clock;
  const std::int64_t start_us = clock.monotonic_now().value();
  double resident_early = 0;
  for (; inputs_done < count; ++inputs_done) {
    judge(mutator.next(), judged);
    if (inputs_done == count / 10) {
      resident_early = resident_mib();
    }
  }
  const double seconds = static_cast<double>(clock.monotonic_now().value() - start_us) / 1e6;
  std::printf("seed %llu: %llu inputs in %.1f s, %.0f a second, %.1f MiB resident (%.1f after a tenth)\n",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(count), seconds,
              static_cast<double>(count) / seconds, resident_mib(), resident_early);
  for (const auto& [reason, times] : judged) {
    std::printf("%s %llu\n", reason.c_str(), static_cast<unsigned long long>(times));
  }
}
