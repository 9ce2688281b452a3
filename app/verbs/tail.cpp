#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/data/text_or_bytes.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kLastOffsets = 10;
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

void print_json(std::ostream& out, const log::Record& record) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", record.topic).integer("partition", record.partition.value());
  writer.integer("offset", record.offset.value());
  std::string bytes;
  append_json_bytes(bytes, record.key);
  writer.raw("key", bytes).begin_object("headers");
  for (const log::Header& header : record.headers) {
    bytes.clear();
    append_json_bytes(bytes, header.value);
    writer.raw(header.name, bytes);
  }
  writer.end_object();
  bytes.clear();
  append_json_bytes(bytes, record.value);
  writer.raw("value", bytes).end_object();
  out << line << "\n";
}

void print_pretty(std::ostream& out, const log::Record& record) {
  out << "-- " << record.topic << " " << record.partition.value() << "/" << record.offset.value();
  if (record.key) {
    out << " key=" << (is_utf8(*record.key) ? std::string(*record.key) : to_base64(*record.key));
  }
  for (const log::Header& header : record.headers) {
    out << " " << header.name << "=" << (is_utf8(header.value) ? std::string(header.value) : to_base64(header.value));
  }
  out << "\n";
  if (!record.value) {
    out << "(deleted)\n";
    return;
  }
  const auto document = json::parse_ordered(*record.value);
  if (document.is_discarded()) {
    out << (is_utf8(*record.value) ? std::string(*record.value) : to_base64(*record.value)) << "\n";
  } else {
    out << json::document_text(document, 2) << "\n";
  }
}

Result<std::vector<log::Position>> starts(Context& context, log::Client& client, const TailFlags& flags,
                                          const std::string& topic) {
  TS_ASSIGN_OR_RETURN(std::vector<log::Position> positions, beginnings(client, topic, answer_timeout(context)));
  for (log::Position& position : positions) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks,
                        client.admin().watermarks(position.where, answer_timeout(context)));
    const std::int64_t last = std::max(marks.first.value(), marks.last_stable.value() - kLastOffsets);
    position.next = NextOffset{flags.from_beginning ? marks.first.value() : last};
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
      context_.out() << record.value.value_or(std::string_view()) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), record);
    } else {
      print_pretty(context_.out(), record);
    }
    ++shown_;
    return (!flags_.limit || shown_ < *flags_.limit) && context_.out().good();
  }

 private:
  Context& context_;
  const TailFlags& flags_;
  std::int64_t shown_ = 0;
};

Status follow(Context& context, log::Client& client, const std::vector<log::Position>& positions, Tail& tail,
              const StopSignal& stop) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Reader> reader, client.make_reader("tail"));
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
  std::optional<StopSignal> stop;
  if (flags.follow) {
    stop.emplace();  // made before the threads of the log, which must not receive signals
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, "tail"));
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
  Verb verb =
      verbs.add({.name = "tail",
                 .summary = "Show the records of a topic, read committed; by default the last 10 of each partition",
                 .examples = "turnstream tail turns\n"
                             "turnstream tail completions.episodic --from-beginning --persona helper\n"
                             "turnstream tail dead-letters --follow\n"
                             "turnstream tail insights --from-beginning --raw | jq .summary"});
  auto flags = std::make_shared<TailFlags>();
  verb.required_text("TOPIC", flags->topic, "the topic; the namespace may be left out");
  verb.text("--persona", flags->persona, "only records with this key");
  verb.flag("--raw", flags->raw, "only the values, unchanged");
  verb.flag("--from-beginning", flags->from_beginning, "from the first record");
  verb.flag("--follow", flags->follow, "wait for more records, until interrupted");
  verb.number("--limit", flags->limit, {0, 1'000'000'000}, "stop after this number of records; 0 shows none");
  verb.on_run([flags](Context& context) { return run_tail(context, *flags); });
}

}  // namespace turnstream::app
