#include <algorithm>
#include <filesystem>

#include "app/data/input.h"
#include "app/data/line_source.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "app/progress.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

/// The maximum number of refused turns that are listed; all are counted.
constexpr std::size_t kListedMax = 1'000;

struct PublishFlags {
  std::string file = "-";
  std::string topic;
  bool unchecked = false;
};

struct RefusedLine {
  std::uint64_t number = 0;
  Error error;
};

struct PublishOutcome {
  std::string topic;
  std::uint64_t sent = 0;        ///< turns that the log has confirmed: they are in the topic
  std::uint64_t refused = 0;     ///< turns that publish did not send
  std::uint64_t not_stored = 0;  ///< turns that the log or its client refused later: they are not in the topic
  std::uint64_t unknown = 0;     ///< turns of which the log has not said whether they are in the topic
  std::vector<RefusedLine> listed;
  std::int64_t elapsed_us = 0;
  std::int64_t rate = 0;
  bool stopped = false;       ///< a signal came before the reading of the input ended
  std::uint64_t read_to = 0;  ///< LineSource::number() of the last turn sent or refused; 0: none
};

class Publisher {
 public:
  Publisher(log::Producer& producer, std::string topic, std::int32_t partitions, bool unchecked,
            const settings::IntakeSettings& limits)
      : producer_(producer),
        partitions_(partitions),
        unchecked_(unchecked),
        future_ms_max_(limits.future_ms_max),
        parser_({static_cast<std::size_t>(limits.turn_bytes_max), static_cast<std::size_t>(limits.depth_max)}) {
    outcome_.topic = std::move(topic);
  }

  /// Sends the line (one turn), or keeps the reason why it is refused. Errors: those of the log except "too_large".
  Status take(std::string_view line, std::uint64_t number) {
    const Result<const model::StateExport*> turn = parser_.parse(line);
    Status accepted =
        turn.ok() ? codec::check_not_in_future((*turn)->timestamp, clock_.wall_now(), future_ms_max_) : turn.error();
    if (!accepted.ok() && !unchecked_) {
      refuse(number, std::move(accepted).error());
      return {};
    }
    // Only with --unchecked: a line that cannot be parsed as a turn is sent without a key.
    std::optional<std::string_view> key;
    if (turn.ok()) {
      key = (*turn)->agent_id;
    }
    const Partition partition = partition_of_key(key.value_or(line), partitions_);
    const Status sent = producer_.produce({outcome_.topic, partition, key, line, {}});
    if (!sent.ok() && sent.error().code == error_codes::kTooLarge) {
      ++too_large_;
      refuse(number, sent.error());
      return {};
    }
    ++given_;
    return sent;
  }

  PublishOutcome& outcome() { return outcome_; }
  /// The number of turns given to the producer so far.
  [[nodiscard]] std::uint64_t given() const { return given_; }

  /// Sets the counts of the outcome. Call it after the flush.
  void settle() {
    const log::Deliveries deliveries = producer_.deliveries();
    outcome_.sent = deliveries.stored;
    outcome_.not_stored = deliveries.refused - too_large_;
    outcome_.unknown = given_ - outcome_.sent - outcome_.not_stored;
  }

 private:
  void refuse(std::uint64_t number, Error error) {
    ++outcome_.refused;
    if (outcome_.listed.size() < kListedMax) {
      outcome_.listed.push_back({number, std::move(error)});
    }
  }

  log::Producer& producer_;
  std::int32_t partitions_;
  bool unchecked_;
  std::int64_t future_ms_max_;
  codec::TurnParser parser_;
  SystemClock clock_;
  std::uint64_t given_ = 0;
  std::uint64_t too_large_ = 0;  ///< turns that the producer refused at once
  PublishOutcome outcome_;
};

void print_json(const Context& context, const PublishOutcome& outcome) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", outcome.topic).integer("sent", static_cast<std::int64_t>(outcome.sent));
  writer.integer("refused", static_cast<std::int64_t>(outcome.refused));
  writer.integer("not_stored", static_cast<std::int64_t>(outcome.not_stored));
  writer.integer("unknown", static_cast<std::int64_t>(outcome.unknown));
  writer.integer("elapsed_ms", outcome.elapsed_us / 1'000).integer("rate_per_s", outcome.rate);
  writer.boolean("stopped", outcome.stopped);
  writer.begin_array("refusals");
  for (const RefusedLine& refused : outcome.listed) {
    writer.begin_object().integer("line", static_cast<std::int64_t>(refused.number)).string("code", refused.error.code);
    writer.string("pointer", refused.error.pointer).string("rule", refused.error.rule);
    writer.string("message", refused.error.message).end_object();
  }
  writer.end_array().end_object();
  context.out() << line << "\n";
}

std::string not_sent(const PublishOutcome& outcome) {
  return "nothing was sent" + (outcome.read_to == 0
                                   ? std::string()
                                   : " after the turn that is line or element " + std::to_string(outcome.read_to));
}

void print_text(const Context& context, const PublishOutcome& outcome) {
  for (const RefusedLine& refused : outcome.listed) {
    context.err() << "line " << refused.number << " refused: " << refused.error.code;
    if (!refused.error.pointer.empty()) {
      context.err() << " at " << shown_text(refused.error.pointer);
    }
    context.err() << ": " << shown_text(refused.error.message) << "\n";
  }
  if (outcome.refused > outcome.listed.size()) {
    context.err() << "and " << outcome.refused - outcome.listed.size() << " more\n";
  }
  if (outcome.stopped) {
    context.err() << "stopped by a signal: " << not_sent(outcome) << "\n";
  }
  if (outcome.not_stored > 0) {
    context.err() << outcome.not_stored << " turns are not in " << outcome.topic << ": the log did not store them\n";
  }
  if (outcome.unknown > 0) {
    context.err() << "it is unknown whether " << outcome.unknown << " more turns are in " << outcome.topic << "\n";
  }
  if (!context.quiet) {
    context.out() << "sent " << outcome.sent << " turns to " << outcome.topic << ", refused " << outcome.refused << ", "
                  << outcome.elapsed_us / 1'000 << " ms, " << outcome.rate << " turns/s\n";
  }
}

/// Errors: those of the input and of the log. The publisher's outcome then has what was sent before the error.
Status send_all(Context& context, const PublishFlags& flags, CommandInput& input, const StopSignal& stop,
                Publisher& publisher) {
  std::error_code unknown;
  const bool is_file = flags.file != "-";
  const std::uintmax_t size = is_file ? std::filesystem::file_size(flags.file, unknown) : 0;
  Progress progress(context.unescaped_err(), context.surroundings.err_is_terminal && !context.quiet, "turns",
                    unknown ? 0 : size);
  // With --unchecked, each line is a record as it is: lines need not be JSON.
  LineSource lines(input.stream(),
                   flags.unchecked ? 0 : static_cast<std::size_t>(context.settings().intake.turn_bytes_max));
  while (const auto line = lines.next()) {
    // A stop or a failed read may have cut this turn.
    if (stop.token().stop_requested() || !input.failure().ok()) {
      break;
    }
    TS_RETURN_IF_ERROR(publisher.take(*line, lines.number()));
    publisher.outcome().read_to = lines.number();
    progress.show(lines.position(), publisher.given());
  }
  publisher.outcome().stopped = stop.token().stop_requested();
  if (Status failure = input.failure(); !failure.ok()) {
    failure.error().message += "; " + not_sent(publisher.outcome());
    return failure;
  }
  return {};
}

/// Waits until all turns that were sent are stored. Returns `taken`, the end of send_all(), if that is an error. The
/// message of an error says how many turns are in the topic.
Status flush(const Context& context, log::Producer& producer, Publisher& publisher, const Status& taken) {
  const Status flushed = producer.flush(std::max(answer_timeout(context), log::milliseconds{60'000}));
  publisher.settle();
  const PublishOutcome& outcome = publisher.outcome();
  Status result = taken.ok() ? flushed : taken;
  if (outcome.not_stored + outcome.unknown > 0 && !result.ok()) {
    result.error().message =
        "of " + std::to_string(publisher.given()) + " turns only " + std::to_string(outcome.sent) +
        " are certainly stored; publish all again (a turn that is sent twice is processed once): " +
        result.error().message;
  }
  return result;
}

/// Refuses all topics of the namespace but the turns topics: a turn in the log, for example, would stop the pipeline.
Status check_topic(const Context& context, const std::string& topic) {
  const std::vector<std::string>& turns = context.settings().intake.turns_topics;
  const auto specs = topic_specs(context.settings(), stage_names_of(context.catalog));
  const bool is_ours =
      std::any_of(specs.begin(), specs.end(), [&](const log::TopicSpec& spec) { return spec.name == topic; });
  if (is_ours && std::find(turns.begin(), turns.end(), topic) == turns.end()) {
    return usage_error("--topic " + topic + " is a topic of the pipeline that takes no turns; send turns to " +
                       turns.front());
  }
  return {};
}

Result<ExitCode> publish(Context& context, const PublishFlags& flags) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<CommandInput> input, CommandInput::open(flags.file, context.in()));
  const settings::Settings& settings = context.settings();
  const std::string topic = flags.topic.empty() ? settings.intake.turns_topics.front() : flags.topic;
  TS_RETURN_IF_ERROR(check_topic(context, topic));
  const StopSignal stop;  // made before the threads of the log, which must not receive signals
  input->stop_on(stop.token());
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisitOrMake, "publish"));
  log::Client& client = log->client();
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions,
                      create_topic(client.admin(), turns_spec(topic, settings.topics), answer_timeout(context)));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Producer> producer, client.make_producer("publish"));

  Publisher publisher(*producer, topic, partitions, flags.unchecked, settings.intake);
  const SystemClock clock;
  const MonotonicTime started = clock.monotonic_now();
  // The outcome is also printed if one of these calls fails.
  const Status taken = send_all(context, flags, *input, stop, publisher);
  const Status flushed = flush(context, *producer, publisher, taken);
  PublishOutcome& outcome = publisher.outcome();
  outcome.elapsed_us = clock.monotonic_now().value() - started.value();
  outcome.rate = rate_per_second(outcome.sent, started, clock.monotonic_now());
  if (context.json) {
    print_json(context, outcome);
  } else {
    print_text(context, outcome);
  }
  TS_RETURN_IF_ERROR(flushed);
  return outcome.refused > 0 ? ExitCode::kInputRefused : ExitCode::kDone;
}

}  // namespace

void add_publish(VerbSet& verbs) {
  Verb verb =
      verbs.add({.name = "publish",
                 .summary = "Check turns and send them: NDJSON, pretty-printed objects or a JSON array, from a\n"
                            "file or stdin",
                 .examples = "turnstream publish turns.ndjson\n"
                             "turnstream generate --turns 100 | turnstream publish -\n"
                             "turnstream publish turns.json --bootstrap localhost:9092 --json"});
  auto flags = std::make_shared<PublishFlags>();
  verb.text("FILE", flags->file, "the turns; - = stdin (default)");
  verb.text("--topic", flags->topic, "the topic (default: the first of intake.turns_topics)");
  verb.flag("--unchecked", flags->unchecked, "send each line that is not empty as it is, as one record");
  verb.on_run([flags](Context& context) { return publish(context, *flags); });
}

}  // namespace turnstream::app
