#include <algorithm>

#include "app/data/design_load.h"
#include "app/data/turn_generator.h"
#include "app/errors.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kEveryday = "everyday";
constexpr std::string_view kDesignLoad = "design-load";
constexpr std::int64_t kEverydayTurns = 1'000;

struct GenerateFlags {
  std::string profile{kEveryday};
  std::optional<std::int64_t> turns;
  std::optional<std::int64_t> personas;
  std::optional<std::int64_t> hours;
  std::optional<std::int64_t> interval_ms;
  std::int64_t bytes = GeneratorOptions{}.turn_bytes_avg;
  std::uint64_t seed = 1;
  std::string start = "2026-01-01T00:00:00Z";
  std::string turn_ids = "ulid";
};

/// Writes the turns as they are made: the program does not hold them in memory.
template <typename Generator>
Result<ExitCode> write_turns(Context& context, Generator& generator, std::int64_t turns) {
  std::string block;
  for (std::int64_t i = 0; i < turns; ++i) {
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
    context.err() << "generated " << turns << " turns up to " << format_time(generator.time_ms()) << "\n";
  }
  return ExitCode::kDone;
}

/// What the flags say in all profiles.
struct Common {
  std::int64_t start_ms = 0;
  TurnIdForm turn_ids = TurnIdForm::kUlid;
};

Result<Common> common_of(const GenerateFlags& flags) {
  const auto start = json::parse_iso8601(flags.start);
  if (!start) {
    return usage_error("--start " + flags.start + ": write a time such as 2026-01-01T00:00:00Z");
  }
  const auto turn_ids = value_in(kTurnIdForms, flags.turn_ids);
  if (!turn_ids) {
    return usage_error("--turn-ids " + flags.turn_ids + ": write ulid or uuid");
  }
  return Common{start->value(), *turn_ids};
}

Result<ExitCode> generate_everyday(Context& context, const GenerateFlags& flags, const Common& common) {
  if (flags.hours) {
    return usage_error("--hours belongs to --profile design-load; the profile everyday takes --turns");
  }
  GeneratorOptions options{
      .seed = flags.seed, .start_ms = common.start_ms, .turn_bytes_avg = flags.bytes, .turn_ids = common.turn_ids};
  options.personas = flags.personas.value_or(options.personas);
  options.interval_ms_avg = flags.interval_ms.value_or(options.interval_ms_avg);
  TurnGenerator generator(options);
  return write_turns(context, generator, flags.turns.value_or(kEverydayTurns));
}

Result<ExitCode> generate_design_load(Context& context, const GenerateFlags& flags, const Common& common) {
  if (flags.interval_ms) {
    return usage_error(
        "--interval-ms belongs to --profile everyday; in design-load a persona has 50 turns in 5 minutes");
  }
  DesignLoadOptions options{
      .seed = flags.seed, .start_ms = common.start_ms, .turn_bytes_avg = flags.bytes, .turn_ids = common.turn_ids};
  options.personas = flags.personas.value_or(options.personas);
  options.hours = flags.hours.value_or(options.hours);
  DesignLoad generator(options);
  return write_turns(context, generator, std::min(flags.turns.value_or(generator.turns()), generator.turns()));
}

Result<ExitCode> generate(Context& context, const GenerateFlags& flags) {
  TS_ASSIGN_OR_RETURN(const Common common, common_of(flags));
  if (flags.profile == kDesignLoad) {
    return generate_design_load(context, flags, common);
  }
  return flags.profile == kEveryday ? generate_everyday(context, flags, common)
                                    : usage_error("--profile " + flags.profile + ": write everyday or design-load");
}

}  // namespace

void add_generate(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "generate",
       .summary = "Write synthetic turns to stdout, one a line; the same flags give the same bytes",
       .examples = "turnstream generate --turns 5000 --personas 20 > turns.ndjson\n"
                   "turnstream generate --turns 100 --seed 7 | turnstream publish -\n"
                   "turnstream generate --profile design-load --personas 100 --hours 1 | turnstream publish -"});
  auto flags = std::make_shared<GenerateFlags>();
  verb.text("--profile", flags->profile,
            "everyday: a few sessions, one turn after the other (default); design-load: every persona has 50 turns in "
            "each 5 minutes");
  verb.number("--turns", flags->turns, {1, 1'000'000'000},
              "number of turns (default 1000); of design-load the first ones (default all)");
  verb.number("--personas", flags->personas, {1, 10'000'000}, "number of personas (default 10; design-load: 1000)");
  verb.number("--hours", flags->hours, {1, 87'600}, "design-load: length in event time (default 2)");
  verb.number("--seed", flags->seed, "seed of the random numbers (default 1)");
  verb.text("--start", flags->start, "time before the first turn (default 2026-01-01T00:00:00Z)");
  verb.text("--turn-ids", flags->turn_ids, "form of the ids of turns: ulid (default) or uuid");
  verb.number("--interval-ms", flags->interval_ms, {1, 86'400'000},
              "everyday: average time between turns (default 13000)");
  verb.number("--bytes", flags->bytes, {1'000, 900'000}, "average size of a turn (default 2900)");
  verb.on_run([flags](Context& context) { return generate(context, *flags); });
}

}  // namespace turnstream::app
