#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/data/text_or_bytes.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"
#include "pipeline/log/log_watch.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kLastOffsets = 10;
constexpr std::size_t kLastRecords = 10;

// With --persona: how far back the last records of the persona are searched in each partition.
constexpr std::int64_t kSearchedOffsetsMax = 1'000'000;
constexpr std::int64_t kFirstSearchedOffsets = 1'000;
constexpr std::int64_t kSearchGrowth = 10;

constexpr log::milliseconds kPoll{100};

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

/// The bytes as one line: text that a terminal can show without harm, or base64 if they are not UTF-8.
std::string line_of(std::string_view bytes) {
  return is_utf8(bytes) ? shown_text(bytes) : to_base64(bytes);
}

/// The record's value with its secrets masked; bytes that are not UTF-8 stay as they are.
std::optional<std::string> shown_value(const log::Record& record) {
  if (!record.value) {
    return std::nullopt;
  }
  auto masked = is_utf8(*record.value) ? secrets::masked_json(*record.value) : std::nullopt;
  return masked ? masked : std::string(*record.value);
}

std::optional<std::string> masked_key(const log::Record& record) {
  return record.key ? std::optional(secrets::masked_bytes(*record.key)) : std::nullopt;
}

void print_json(std::ostream& out, const log::Record& record) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", record.topic).integer("partition", record.partition.value());
  writer.integer("offset", record.offset.value());
  std::string bytes;
  append_json_bytes(bytes, masked_key(record));
  writer.raw("key", bytes).begin_object("headers");
  for (const log::Header& header : record.headers) {
    bytes.clear();
    append_json_bytes(bytes, secrets::masked_bytes(header.value));
    writer.raw(shown_as_utf8(secrets::masked_bytes(header.name)), bytes);
  }
  writer.end_object();
  bytes.clear();
  append_json_bytes(bytes, shown_value(record));
  writer.raw("value", bytes).end_object();
  out << line << "\n";
}

void print_pretty(std::ostream& out, const log::Record& record) {
  out << "-- " << record.topic << " " << record.partition.value() << "/" << record.offset.value();
  if (record.key) {
    out << " key=" << line_of(*masked_key(record));
  }
  for (const log::Header& header : record.headers) {
    out << " " << shown_text(secrets::masked_bytes(header.name)) << "=" << line_of(secrets::masked_bytes(header.value));
  }
  out << "\n";
  const auto value = shown_value(record);
  if (!value) {
    out << "(deleted)\n";
    return;
  }
  const auto document = json::parse_ordered(*value);
  if (document.is_discarded()) {
    out << line_of(*value) << "\n";
  } else {
    out << json::document_text(document, 2) << "\n";
  }
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
    TS_RETURN_IF_ERROR(scan_from(client, {{where, NextOffset{begin}}}, answer_timeout(context),
                                 [&](const log::Record& record) -> Result<bool> {
                                   if (record.offset.value() < end && record.key == std::string_view(key)) {
                                     offsets.push_back(record.offset.value());
                                   }
                                   return record.offset.value() < end;
                                 }));
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
  Tail(Context& context, const TailFlags& flags) : context_(context), flags_(flags) {}

  /// Prints the record, unless --persona excludes it; false if the limit is reached or the output is closed.
  bool show(const log::Record& record) {
    if (!flags_.persona.empty() && record.key != std::string_view(flags_.persona)) {
      return true;
    }
    if (flags_.raw) {
      context_.unescaped_out() << record.value.value_or(std::string_view()) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), record);
    } else {
      print_pretty(context_.out(), record);
    }
    ++shown_;
    return (!flags_.limit || shown_ < *flags_.limit) && context_.out().good() && context_.unescaped_out().good();
  }

 private:
  Context& context_;
  const TailFlags& flags_;
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
    TS_RETURN_IF_ERROR(scan_from(client, positions, answer_timeout(context),
                                 [&](const log::Record& record) -> Result<bool> { return tail.show(record); }));
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
