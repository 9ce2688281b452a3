#include "app/scrub/scrubber.h"

#include <algorithm>
#include <filesystem>

#include "app/errors.h"
#include "app/log_access/changelog_rows.h"
#include "app/log_access/log_beginning.h"
#include "app/log_access/offset_writer.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/upgrade/pipeline_groups.h"
#include "app/upgrade/replay.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/log/embedded/cluster.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kWriteTimeout{60'000};
/// Names the cause of a record, and can be the id of a turn: an erased record does not have it.
constexpr std::string_view kTraceHeader = "trace_id";

LogFileRecord copy_of(const log::Record& record, std::optional<std::string> erased) {
  LogFileRecord out;
  out.partition = record.partition;
  out.offset = record.offset;
  if (record.key) {
    out.key = std::string(*record.key);
  }
  for (const log::Header& header : record.headers) {
    if (!erased || header.name != kTraceHeader) {
      out.headers.emplace_back(header.name, header.value);
    }
  }
  out.value = erased ? std::move(erased) : record.value ? std::optional(std::string(*record.value)) : std::nullopt;
  return out;
}

}  // namespace

Scrubber::Scrubber(Context& from, OpenLog& from_log, Context& to, OpenLog& to_log, const StopSignal& signal)
    : from_(from),
      from_log_(from_log),
      to_(to),
      to_log_(to_log),
      signal_(signal),
      names_(from.settings().topics.name_space),
      into_(to.settings().topics.name_space),
      partitions_(static_cast<std::int32_t>(from.settings().topics.partitions)),
      timeout_(answer_timeout(from)) {
  for (const StageEntry& entry : from.catalog) {
    stages_.push_back(entry.make());
    shape_.stages.push_back(stages_.back().get());
  }
  erasure_ = std::make_unique<Erasure>(shape_);
}

Result<ScrubCounts> Scrubber::run() {
  TS_ASSIGN_OR_RETURN(const StopPositions stop, check());
  TS_RETURN_IF_ERROR(learn(stop));
  ScrubCounts counts;
  TS_RETURN_IF_ERROR(copy(stop, counts));
  TS_RETURN_IF_ERROR(rebuild(stop));
  return counts;
}

Result<StopPositions> Scrubber::check() {
  log::Admin& admin = from_log_.client().admin();
  TS_RETURN_IF_ERROR(require_topics(admin, {names_.log()}, names_.name_space(), timeout_));
  TS_ASSIGN_OR_RETURN(const std::string cluster, admin.cluster_id(timeout_));
  TS_RETURN_IF_ERROR(from_log_.directory()->check_identity({names_.name_space(), cluster, partitions_}));
  TS_RETURN_IF_ERROR(
      ensure_topics(admin, topic_specs(from_.settings(), stage_names_of(from_.catalog)), from_.settings()));
  TS_ASSIGN_OR_RETURN(const auto held, hold_pipeline(from_, from_log_.client()));
  TS_ASSIGN_OR_RETURN(const std::vector<DeletedBeginning> deleted,
                      deleted_beginnings(admin, names_.log(), partitions_, timeout_));
  if (!deleted.empty()) {
    return error_of(error_codes::kInputRefused,
                    names_.log() + " no longer has its first records, usually because of its retention (partition " +
                        missing_offsets(deleted) + "): the memory could not be rebuilt from a copy of it.");
  }
  return stop_positions(from_log_.client(), names_, stage_names_of(from_.catalog), partitions_, timeout_);
}

Status Scrubber::learn_barred(const std::string& stage) {
  for (std::int32_t p = 0; p < partitions_; ++p) {
    TS_ASSIGN_OR_RETURN(const ChangelogRows rows,
                        latest_rows(from_log_.client(), {names_, stage, Partition{p}}, timeout_));
    for (const auto& [key, value] : rows) {
      erasure_->take_row(key);
    }
  }
  return {};
}

Status Scrubber::learn(const StopPositions& stop) {
  say("reading what is forgotten in namespace " + names_.name_space());
  for (const auto& stage : stages_) {
    if (stage->info().upstream.empty()) {
      TS_RETURN_IF_ERROR(learn_barred(stage->info().name));
    }
  }
  const auto take = [&](const log::Record& record) -> Result<bool> {
    if (record.offset.value() >= stop.next[static_cast<std::size_t>(record.partition.value())].value()) {
      return error_of(error_codes::kInputRefused,
                      "the stages of namespace " + names_.name_space() +
                          " have not processed the whole log: let `turnstream run --until-drained` finish first");
    }
    TS_RETURN_IF_ERROR(erasure_->take_log_record(record));
    return !signal_.token().stop_requested();
  };
  TS_RETURN_IF_ERROR(scan_topic(from_log_.client(), names_.log(), timeout_, take));
  for (const auto& stage : stages_) {
    const auto note = [&](const log::Record& record) -> Result<bool> {
      TS_ASSIGN_OR_RETURN(const model::Completion part,
                          codec::parse_completion(record.value.value_or(std::string_view())));
      erasure_->take_completion(part);
      return !signal_.token().stop_requested();
    };
    TS_RETURN_IF_ERROR(scan_topic(from_log_.client(), names_.completions(stage->info().name), timeout_, note));
  }
  return signal_.token().stop_requested() ? Status(stopped()) : Status();
}

Status Scrubber::copy(const StopPositions& stop, ScrubCounts& counts) {
  log::Admin& admin = to_log_.client().admin();
  TS_RETURN_IF_ERROR(ensure_topics(admin, topic_specs(to_.settings(), stage_names_of(to_.catalog)), to_.settings()));
  TS_ASSIGN_OR_RETURN(const std::string cluster, admin.cluster_id(timeout_));
  TS_RETURN_IF_ERROR(to_log_.directory()->check_identity({into_.name_space(), cluster, partitions_}));
  LeaveGap leave_gap;
  if (auto* target = to_log_.cluster(); target != nullptr) {
    leave_gap = [target](const log::Position& position) { return target->skip_to(position); };
  }
  TS_ASSIGN_OR_RETURN(const auto writer, OffsetWriter::open(to_log_.client(), into_.log(), partitions_, kWriteTimeout,
                                                            std::move(leave_gap)));
  say("copying " + names_.log() + " to " + into_.log());
  const auto take = [&](const log::Record& record) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(std::optional<std::string> erased, erasure_->replacement(record));
    ++counts.records;
    if (erased) {
      ++counts.erased[std::string(record.header("kind").value_or(std::string_view()))];
    }
    TS_RETURN_IF_ERROR(writer->write(copy_of(record, std::move(erased))));
    return !signal_.token().stop_requested();
  };
  for (std::int32_t p = 0; p < partitions_; ++p) {
    TS_RETURN_IF_ERROR(scan_from(from_log_.client(), {{{names_.log(), Partition{p}}, NextOffset{0}}}, timeout_, take));
  }
  if (signal_.token().stop_requested()) {
    return stopped();
  }
  std::vector<std::int64_t> next;
  for (const NextOffset offset : stop.next) {
    next.push_back(offset.value());
  }
  return writer->finish(next);
}

Status Scrubber::rebuild(const StopPositions& stop) {
  say("rebuilding the memory of namespace " + into_.name_space());
  TS_ASSIGN_OR_RETURN(const bool is_complete, replay_log(to_, to_log_.client(),
                                                         {into_.name_space(), into_.name_space(), stop.next,
                                                          to_log_.directory()->store_folder()},
                                                         signal_.token()));
  if (!is_complete) {
    return stopped();
  }
  std::error_code ignored;
  std::filesystem::remove(StateDirectory::crash_ledger_of(to_log_.directory()->store_folder()), ignored);
  // What the replay asked for and told others, the first pipeline has already asked and told. `run` makes new topics.
  const std::vector<std::string> sent = {into_.effect_requests(), into_.shares()};
  return to_log_.client().admin().delete_topics(sent, timeout_);
}

void Scrubber::say(const std::string& line) const {
  if (!from_.quiet) {
    from_.err() << line << "\n";
    from_.err().flush();
  }
}

Error Scrubber::stopped() const {
  return error_of(error_codes::kStopped, "stopped by a signal: namespace " + into_.name_space() +
                                             " is incomplete. Delete it, or choose another name, and begin again.");
}

}  // namespace turnstream::app
