#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "app/data/input.h"
#include "app/errors.h"
#include "app/log_access/log_file.h"
#include "app/log_access/offset_writer.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "app/progress.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

struct CopyFlags {
  std::string file = "-";
  std::string topic;
};

std::string topic_of(const Context& context, const CopyFlags& flags) {
  return flags.topic.empty() ? model::TopicNames(context.settings().topics.name_space).log() : flags.topic;
}

Progress make_progress(const Context& context) {
  return {context.unescaped_err(), context.surroundings.err_is_terminal && !context.quiet, "records", 0};
}

/// Says how far a stopped export or import came. A stopped export has no end line, so `log import` reports an error.
Error stopped(const std::string& done, std::int64_t records, const std::string& advice) {
  return error_of(error_codes::kStopped,
                  "stopped by a signal: " + done + " " + std::to_string(records) + " records. " + advice);
}

/// Prints the counts. What was left out is said also with --quiet, and gives the exit code of refused input.
ExitCode report_export(Context& context, const std::string& topic, std::int64_t records, std::int64_t left_out) {
  if (!context.quiet || left_out > 0) {
    context.err() << "exported " << records << " records of " << topic;
    if (left_out > 0) {
      context.err() << "; left out " << left_out << " offsets that cannot be read, so the export is incomplete";
    }
    context.err() << "\n";
  }
  return left_out > 0 ? ExitCode::kInputRefused : ExitCode::kDone;
}

Result<ExitCode> export_to(Context& context, log::Client& client, const std::string& topic, std::ostream& out,
                           const StopSignal& stop) {
  const log::milliseconds timeout = answer_timeout(context);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> positions, beginnings(client, topic, timeout));
  if (positions.empty()) {
    return error_of(error_codes::kUnknownTopic, "there is no topic " + topic + " in " + client.admin().description() +
                                                    "; `turnstream topics list --all` shows all topics. Check --topic, "
                                                    "--namespace and the place of the log (--state or --bootstrap).");
  }
  out << head_line({topic, static_cast<std::int32_t>(positions.size())}) << "\n";
  LogFileEnd end;
  for (const log::Position& position : positions) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client.admin().watermarks(position.where, timeout));
    end.next.push_back(marks.last_stable.value());
  }
  Progress progress = make_progress(context);
  const UnreadableVisitor warn = warn_of_unreadable(context.err());
  std::int64_t left_out = 0;
  const auto goes_on = [&] { return out.good() && !stop.token().stop_requested(); };
  const auto pass_over = [&](const log::Unreadable& records) -> Result<bool> {
    left_out += records.last.value() - records.first.value() + 1;
    TS_RETURN_IF_ERROR(warn(records));
    return goes_on();
  };
  for (const log::Position& position : positions) {
    auto& next = end.next[static_cast<std::size_t>(position.where.partition.value())];
    const auto take = [&](const log::Record& record) -> Result<bool> {
      write_record_line(out, record);
      next = std::max(next, next_after(record.offset).value());
      ++end.records;
      progress.show(0, static_cast<std::uint64_t>(end.records));
      return goes_on();
    };
    TS_RETURN_IF_ERROR(scan_from(client, {position}, timeout, take, pass_over));
    if (stop.token().stop_requested()) {
      out.flush();
      return stopped("exported", end.records,
                     "The export is incomplete, so `log import` will refuse it: export again.");
    }
  }
  out << end_line(end) << "\n";
  out.flush();
  if (!out) {
    return error_of(
        error_codes::kUnwritable,
        "the output could not be written, so the export is incomplete: check the free space and export again");
  }
  return report_export(context, topic, end.records, left_out);
}

Result<ExitCode> run_export(Context& context, const CopyFlags& flags) {
  const StopSignal stop;  // made before the threads of the log, which must not receive signals
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "log export"));
  const std::string topic = topic_of(context, flags);
  if (flags.file == "-") {
    return export_to(context, log->client(), topic, context.out(), stop);
  }
  std::ofstream file(flags.file, std::ios::binary | std::ios::trunc);
  if (!file) {
    return error_of(error_codes::kUnwritable, flags.file + " cannot be opened for writing: " + std::strerror(errno));
  }
  return export_to(context, log->client(), topic, file, stop);
}

/// Creates the topic to import into if it is missing. Returns its partition count, which must be `partitions`.
Result<std::int32_t> prepare_topic(Context& context, log::Admin& admin, const std::string& topic,
                                   std::int32_t partitions) {
  log::TopicSpec spec = turns_spec(topic, context.settings().topics);
  spec.partitions = partitions;
  const std::vector<log::TopicSpec> specs = {spec};
  TS_RETURN_IF_ERROR(admin.create_topics(specs, answer_timeout(context)));
  TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(admin, topic, answer_timeout(context)));
  if (count != partitions) {
    return error_of(error_codes::kInputRefused, "topic " + topic + " has " + std::to_string(count) +
                                                    " partitions, but the exported topic has " +
                                                    std::to_string(partitions) + ": import into a new namespace");
  }
  return count;
}

Error at_line(Error error, std::int64_t line) {
  error.message = "line " + std::to_string(line) + ": " + error.message;
  return error;
}

Status finish_import(Context& context, OffsetWriter& writer, const LogFileEnd& end, const std::string& topic,
                     std::int64_t records) {
  TS_RETURN_IF_ERROR(writer.finish(end.next));
  if (end.records != records) {
    return error_of(error_codes::kInputRefused, "the last line of the file counts " + std::to_string(end.records) +
                                                    " records, but the file has " + std::to_string(records) +
                                                    ": export the log again, and import it into a new namespace");
  }
  if (!context.quiet) {
    context.err() << "imported " << records << " records into " << topic << "\n";
  }
  return {};
}

Result<std::unique_ptr<OffsetWriter>> open_writer(Context& context, OpenLog& log, const std::string& topic,
                                                  std::int32_t partitions_there) {
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions,
                      prepare_topic(context, log.client().admin(), topic, partitions_there));
  LeaveGap leave_gap;
  if (auto* cluster = log.cluster(); cluster != nullptr) {
    leave_gap = [cluster](const turnstream::log::Position& position) { return cluster->skip_to(position); };
  }
  return OffsetWriter::open(log.client(), topic, partitions, log::milliseconds{60'000}, std::move(leave_gap));
}

Status import_from(Context& context, OpenLog& log, const CopyFlags& flags, CommandInput& input,
                   const StopSignal& stop) {
  const std::string advice = "The topic may contain a part of them: import the whole file into a new namespace.";
  std::string line;
  std::getline(input.stream(), line);
  if (stop.token().stop_requested()) {
    return stopped("read", 0, "Nothing was imported.");
  }
  TS_RETURN_IF_ERROR(input.failure());
  TS_ASSIGN_OR_RETURN(const LogFileHead head, parse_head_line(line));
  const std::string topic = topic_of(context, flags);
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OffsetWriter> writer, open_writer(context, log, topic, head.partitions));
  Progress progress = make_progress(context);
  std::int64_t records = 0;
  while (std::getline(input.stream(), line)) {
    // A stop or a failed read may have cut this line.
    if (stop.token().stop_requested() || !input.failure().ok()) {
      break;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<LogFileEnd> end, parse_end_line(line));
    if (end) {
      return finish_import(context, *writer, *end, topic, records);
    }
    Result<LogFileRecord> record = parse_record_line(line);
    Status written = record.ok() ? writer->write(std::move(record).value()) : record.error();
    if (!written.ok()) {
      return at_line(std::move(written).error(), records + 2);
    }
    progress.show(0, static_cast<std::uint64_t>(++records));
  }
  if (stop.token().stop_requested()) {
    return stopped("read", records, advice);
  }
  if (Status failure = input.failure(); !failure.ok()) {
    failure.error().message += "; read " + std::to_string(records) + " records. " + advice;
    return failure;
  }
  return error_of(error_codes::kInputRefused, "the file is incomplete: it was cut off after " +
                                                  std::to_string(records) +
                                                  " records. Import the whole file into a new namespace.");
}

Result<ExitCode> run_import(Context& context, const CopyFlags& flags) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<CommandInput> input, CommandInput::open(flags.file, context.in()));
  const StopSignal stop;  // made before the threads of the log, which must not receive signals
  input->stop_on(stop.token());
  // An import into the embedded log leaves gaps with Cluster::skip_to(), which only the owner of the log can call.
  const bool is_embedded = context.settings().kafka.bootstrap.empty();
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log,
                      open_log(context, is_embedded ? LogUse::kOwnOrMake : LogUse::kVisitOrMake, "log import"));
  TS_RETURN_IF_ERROR(import_from(context, *log, flags, *input, stop));
  return ExitCode::kDone;
}

}  // namespace

void add_log_copy(VerbSet& verbs) {
  verbs.add_group("log", "Move a log between Kafka and the embedded log, offsets and gaps included");
  auto export_flags = std::make_shared<CopyFlags>();
  Verb export_verb = verbs.add({.name = "log export",
                                .summary = "Write the log as NDJSON, one record a line",
                                .examples = "turnstream log export log.ndjson\n"
                                            "turnstream log export --bootstrap localhost:9092 | zstd > log.zst"});
  export_verb.text("FILE", export_flags->file, "the file to write; - = stdout (default)");
  export_verb.text("--topic", export_flags->topic, "another topic than <namespace>.log");
  export_verb.on_run([export_flags](Context& context) { return run_export(context, *export_flags); });

  auto import_flags = std::make_shared<CopyFlags>();
  Verb import_verb = verbs.add({.name = "log import",
                                .summary = "Import the file of `log export` into a new namespace",
                                .examples = "turnstream log import log.ndjson --namespace replay"});
  import_verb.text("FILE", import_flags->file, "the file to read; - = stdin (default)");
  import_verb.text("--topic", import_flags->topic, "another topic than <namespace>.log");
  import_verb.on_run([import_flags](Context& context) { return run_import(context, *import_flags); });
}

}  // namespace turnstream::app
