#include <algorithm>

#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/shown_record.h"
#include "app/log_access/topic_specs.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/clock.h"
#include "pipeline/log/log_watch.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kLastOffsets = 10;
constexpr std::size_t kLastRecords = 10;

// With --persona: how far back the last records of the persona are searched in each partition.
constexpr std::int64_t kSearchedOffsetsMax = 1'000'000;
constexpr std::int64_t kFirstSearchedOffsets = 1'000;
constexpr std::int64_t kSearchGrowth = 10;

constexpr log::milliseconds kPoll{100};

/// The size of the largest record that the pipeline writes.
std::int64_t record_bytes_max(const Context& context) {
  const settings::TopicsSettings& topics = context.settings().topics;
  return std::max(topics.turn_bytes_max, topics.record_bytes_max);
}

struct TailFlags {
  std::string topic;
  std::string persona;
  bool raw = false;
  bool from_beginning = false;
  bool follow = false;
  std::optional<std::int64_t> limit;
};

/// The topic of that name, with or without the namespace: `insights` for `turnstream.insights`.
Result<std::string> find_topic(Context& context, log::Admin& admin, const std::string& name) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(answer_timeout(context)));
  const std::string full_name = context.settings().topics.name_space + "." + name;
  for (const std::string& candidate : {name, full_name}) {
    const auto is_it = [&](const log::TopicInfo& topic) { return topic.name == candidate; };
    if (std::any_of(topics.begin(), topics.end(), is_it)) {
      return candidate;
    }
  }
  return error_of(error_codes::kUnknownTopic, "there is no topic " + name + " and no " + full_name + " in " +
                                                  admin.description() +
                                                  "; `turnstream topics list --all` shows all topics. Check "
                                                  "--namespace and the place of the log (--state or --bootstrap).");
}

/// Where the last kLastRecords records with that key begin in a partition that ends at `marks`. Reads backwards, each
/// time a longer part, kSearchedOffsetsMax offsets in all at most.
Result<NextOffset> start_of_last(Context& context, log::Client& client, const log::TopicPartition& where,
                                 const log::Watermarks& marks, const std::string& key) {
  std::int64_t end = marks.last_stable.value();
  const std::int64_t lowest = std::max(marks.first.value(), end - kSearchedOffsetsMax);
  std::size_t found = 0;
  for (std::int64_t width = kFirstSearchedOffsets; end > lowest; width *= kSearchGrowth) {
    const std::int64_t begin = std::max(lowest, end - width);
    std::vector<std::int64_t> offsets;
    TS_RETURN_IF_ERROR(scan_from(
        client, {{where, NextOffset{begin}}}, answer_timeout(context),
        [&](const log::Record& record) -> Result<bool> {
          if (record.offset.value() < end && record.key == std::string_view(key)) {
            offsets.push_back(record.offset.value());
          }
          return record.offset.value() < end;
        },
        [&](const log::Unreadable& records) -> Result<bool> { return records.last.value() < end; }));
    if (found + offsets.size() >= kLastRecords) {
      return NextOffset{offsets[offsets.size() - (kLastRecords - found)]};
    }
    found += offsets.size();
    end = begin;
  }
  if (lowest > marks.first.value() && !context.quiet) {
    context.err() << "only the last " << kSearchedOffsetsMax << " offsets of " << where.topic << " "
                  << where.partition.value() << " were searched; --from-beginning shows all records\n";
  }
  return NextOffset{lowest};
}

Result<std::vector<log::Position>> starts(Context& context, log::Client& client, const TailFlags& flags,
                                          const std::string& topic) {
  TS_ASSIGN_OR_RETURN(std::vector<log::Position> positions, beginnings(client, topic, answer_timeout(context)));
  for (log::Position& position : positions) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks,
                        client.admin().watermarks(position.where, answer_timeout(context)));
    if (flags.from_beginning) {
      position.next = NextOffset{marks.first.value()};
    } else if (flags.persona.empty()) {
      position.next = NextOffset{std::max(marks.first.value(), marks.last_stable.value() - kLastOffsets)};
    } else {
      TS_ASSIGN_OR_RETURN(position.next, start_of_last(context, client, position.where, marks, flags.persona));
    }
  }
  return positions;
}

class Tail {
 public:
  Tail(Context& context, const TailFlags& flags)
      : context_(context), flags_(flags), bytes_max_(record_bytes_max(context)) {}

  /// Prints the record, unless --persona excludes it; false if the limit is reached or the output is closed.
  bool show(const log::Record& record) {
    if (!flags_.persona.empty() && record.key != std::string_view(flags_.persona)) {
      return true;
    }
    if (flags_.raw) {
      context_.unescaped_out() << record.value.value_or(std::string_view()) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), record, bytes_max_);
    } else {
      print_pretty(context_.out(), record, bytes_max_);
    }
    ++shown_;
    return (!flags_.limit || shown_ < *flags_.limit) && is_open();
  }

  /// Says in their place that the records cannot be read; false if the output is closed. --limit does not count them.
  bool pass_over(const log::Unreadable& records) {
    if (flags_.raw) {
      context_.err() << unreadable_text(records) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), records);
    } else {
      print_pretty(context_.out(), records);
    }
    return is_open();
  }

 private:
  [[nodiscard]] bool is_open() const { return context_.out().good() && context_.unescaped_out().good(); }

  Context& context_;
  const TailFlags& flags_;
  std::int64_t bytes_max_;
  std::int64_t shown_ = 0;
};

Status follow(Context& context, log::Client& client, const std::vector<log::Position>& positions, Tail& tail,
              const StopSignal& stop) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Reader> reader, client.make_reader("tail"));
  // Says when the log goes away and comes back: a reader without records looks the same as one without a broker.
  const SystemClock clock;
  const log::LogWatch watch(client.admin(), clock);
  TS_RETURN_IF_ERROR(reader->assign(positions));
  if (!context.quiet) {
    context.err() << "waiting for records of " << positions.front().where.topic << " until interrupted\n";
    context.err().flush();
  }
  while (!stop.token().stop_requested()) {
    TS_ASSIGN_OR_RETURN(const log::Event event, reader->poll(kPoll));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      if (!tail.show(*record)) {
        break;
      }
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      if (!tail.pass_over(*unreadable)) {
        break;
      }
    } else {
      context.out().flush();
    }
  }
  return {};
}

Result<ExitCode> run_tail(Context& context, const TailFlags& flags) {
  if (flags.raw && context.surroundings.out_is_terminal) {
    return usage_error(
        "--raw writes the bytes of records unchanged, and these can contain commands for a terminal: send the output to "
        "a file or another program, or leave out --raw");
  }
  std::optional<StopSignal> stop;
  if (flags.follow) {
    stop.emplace();  // made before the threads of the log, which must not receive signals
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log,
                      open_log(context, flags.follow ? LogUse::kVisit : LogUse::kRead, "tail"));
  log::Client& client = log->client();
  TS_ASSIGN_OR_RETURN(const std::string topic, find_topic(context, client.admin(), flags.topic));
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> positions, starts(context, client, flags, topic));
  if (flags.limit == 0) {
    return ExitCode::kDone;
  }
  Tail tail(context, flags);
  if (flags.follow) {
    TS_RETURN_IF_ERROR(follow(context, client, positions, tail, *stop));
  } else {
    TS_RETURN_IF_ERROR(scan_from(
        client, positions, answer_timeout(context),
        [&](const log::Record& record) -> Result<bool> { return tail.show(record); },
        [&](const log::Unreadable& records) -> Result<bool> { return tail.pass_over(records); }));
  }
  return ExitCode::kDone;
}

}  // namespace

void add_tail(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "tail",
       .summary = "Show the records of a topic, read committed; by default the last 10 of each partition.\nCharacters "
                  "that could harm a terminal are escaped, and secrets are masked",
       .examples = "turnstream tail turns\n"
                   "turnstream tail completions.episodic --from-beginning --persona helper\n"
                   "turnstream tail dead-letters --follow\n"
                   "turnstream tail insights --from-beginning --raw | jq .summary"});
  auto flags = std::make_shared<TailFlags>();
  verb.required_text("TOPIC", flags->topic, "the topic; the namespace may be left out");
  verb.text("--persona", flags->persona,
            "only records with this key; by default the last 10 of them in each partition");
  verb.flag("--raw", flags->raw,
            "only the values, byte by byte and unmasked: not for a terminal, which they could harm");
  verb.flag("--from-beginning", flags->from_beginning, "from the first record");
  verb.flag("--follow", flags->follow, "wait for more records, until interrupted");
  verb.number("--limit", flags->limit, {0, 1'000'000'000}, "stop after this number of records; 0 shows none");
  verb.on_run([flags](Context& context) { return run_tail(context, *flags); });
}

}  // namespace turnstream::app
