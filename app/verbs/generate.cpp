#include "app/data/turn_generator.h"
#include "app/errors.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::app {
namespace {

struct GenerateFlags {
  GeneratorOptions options;
  std::int64_t turns = 1'000;
  std::string start = "2026-01-01T00:00:00Z";
};

Result<ExitCode> generate(Context& context, const GenerateFlags& flags) {
  const auto start = json::parse_iso8601(flags.start);
  if (!start) {
    return usage_error("--start " + flags.start + ": write a time such as 2026-01-01T00:00:00Z");
  }
  GeneratorOptions options = flags.options;
  options.start_ms = start->value();
  TurnGenerator generator(options);
  std::string block;
  for (std::int64_t i = 0; i < flags.turns; ++i) {
    generator.append_next(block);
    block.push_back('\n');
    if (block.size() >= 65'536) {
      context.out().write(block.data(), static_cast<std::streamsize>(block.size()));
      block.clear();
      if (!context.out()) {
        break;
      }
    }
  }
  context.out().write(block.data(), static_cast<std::streamsize>(block.size()));
  if (!context.quiet) {
    context.err() << "generated " << flags.turns << " turns up to " << format_time(generator.time_ms()) << "\n";
  }
  return ExitCode::kDone;
}

}  // namespace

void add_generate(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "generate",
                         .summary = "Write synthetic turns to stdout, one a line; the same flags give the same bytes",
                         .examples = "turnstream generate --turns 5000 --personas 20 > turns.ndjson\n"
                                     "turnstream generate --turns 100 --seed 7 | turnstream publish -"});
  auto flags = std::make_shared<GenerateFlags>();
  verb.number("--turns", flags->turns, {1, 1'000'000'000}, "number of turns (default 1000)");
  verb.number("--personas", flags->options.personas, {1, 10'000'000}, "number of personas (default 10)");
  verb.number("--seed", flags->options.seed, "seed of the random numbers (default 1)");
  verb.text("--start", flags->start, "time before the first turn (default 2026-01-01T00:00:00Z)");
  verb.number("--interval-ms", flags->options.interval_ms_avg, {1, 86'400'000},
              "average time between turns (default 13000)");
  verb.number("--bytes", flags->options.turn_bytes_avg, {1'000, 900'000}, "average size of a turn (default 2900)");
  verb.on_run([flags](Context& context) { return generate(context, *flags); });
}

}  // namespace turnstream::app
