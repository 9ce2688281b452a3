#include "app/log_access/offset_writer.h"

#include <algorithm>

#include "app/errors.h"

namespace turnstream::app {
namespace {

/// When the values of a run have more bytes, its records so far are written, without a transaction.
constexpr std::size_t kRunBytesMax = 4 << 20;
/// The maximum number of offsets that one aborted transaction uses.
constexpr std::int64_t kSkippedMax = 10'000;

template <typename Sink>
Status produce(Sink& sink, const std::string& topic, const LogFileRecord& record) {
  std::vector<log::Header> headers;
  for (const auto& [name, value] : record.headers) {
    headers.push_back({name, value});
  }
  const auto view = [](const std::optional<std::string>& text) {
    return text ? std::optional<std::string_view>{*text} : std::nullopt;
  };
  return sink.produce({topic, record.partition, view(record.key), view(record.value), headers});
}

}  // namespace

Result<std::unique_ptr<OffsetWriter>> OffsetWriter::open(log::Client& client, const std::string& topic,
                                                         std::int32_t partitions, log::milliseconds timeout,
                                                         LeaveGap leave_gap) {
  std::unique_ptr<OffsetWriter> writer(new OffsetWriter(topic, timeout, std::move(leave_gap)));
  writer->runs_.resize(static_cast<std::size_t>(partitions));
  for (std::int32_t p = 0; p < partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client.admin().watermarks({topic, Partition{p}}, timeout));
    if (marks.high.value() != 0) {
      return error_of(error_codes::kInputRefused,
                      "topic " + topic + " has or had records: import a log into a new namespace");
    }
  }
  TS_ASSIGN_OR_RETURN(writer->plain_, client.make_producer("import"));
  TS_ASSIGN_OR_RETURN(writer->transactional_, client.make_transactional_producer(topic + ".import", "import"));
  TS_RETURN_IF_ERROR(writer->transactional_->init(timeout));
  return writer;
}

Status OffsetWriter::write(LogFileRecord record) {
  const auto p = static_cast<std::size_t>(record.partition.value());
  if (record.partition.value() < 0 || p >= runs_.size()) {
    return error_of(error_codes::kInputRefused, "partition " + std::to_string(record.partition.value()) +
                                                    " is not in the topic: export the log again");
  }
  Run& run = runs_[p];
  const std::int64_t gap = record.offset.value() - run.next;
  if (gap < 0) {
    return error_of(error_codes::kInputRefused, "offset " + std::to_string(record.offset.value()) + " of partition " +
                                                    std::to_string(p) + " is not after offset " +
                                                    std::to_string(run.next - 1) + ": export the log again");
  }
  if (gap > 0) {
    TS_RETURN_IF_ERROR(write_run(record.partition, run, gap));
  } else if (run.bytes > kRunBytesMax) {
    TS_RETURN_IF_ERROR(produce_plain(run));
    run.records.clear();
    run.bytes = 0;
  }
  run.next = record.offset.value() + 1;
  run.bytes += record.value ? record.value->size() : 0;
  run.records.push_back(std::move(record));
  return {};
}

Status OffsetWriter::finish(const std::vector<std::int64_t>& next) {
  for (std::size_t p = 0; p < runs_.size(); ++p) {
    const std::int64_t gap = p < next.size() ? next[p] - runs_[p].next : 0;
    TS_RETURN_IF_ERROR(write_run(Partition{static_cast<std::int32_t>(p)}, runs_[p], std::max<std::int64_t>(gap, 0)));
  }
  return plain_->flush(timeout_);
}

Status OffsetWriter::write_run(Partition partition, Run& run, std::int64_t gap) {
  if (leave_gap_) {
    TS_RETURN_IF_ERROR(produce_plain(run));
    run.records.clear();
    run.bytes = 0;
    return gap == 0 ? Status() : leave_gap_({{topic_, partition}, NextOffset{run.next + gap}});
  }
  if (gap == 1 && run.records.empty()) {
    return error_of(error_codes::kInputRefused,
                    "offset 0 of partition " + std::to_string(partition.value()) +
                        " has no record, which Kafka cannot reproduce: import without --bootstrap");
  }
  TS_RETURN_IF_ERROR(gap == 1 ? produce_in_transaction(run) : produce_plain(run));
  if (gap > 1) {
    TS_RETURN_IF_ERROR(skip(partition, gap));
  }
  run.records.clear();
  run.bytes = 0;
  return {};
}

Status OffsetWriter::skip(Partition partition, std::int64_t gap) {
  LogFileRecord filler;
  filler.partition = partition;
  filler.value = "";
  while (gap > 0) {
    // The last transaction must have a record and a marker.
    const std::int64_t taken = gap <= kSkippedMax ? gap : std::min(kSkippedMax, gap - 2);
    TS_RETURN_IF_ERROR(transactional_->begin());
    for (std::int64_t i = 0; i + 1 < taken; ++i) {
      TS_RETURN_IF_ERROR(produce(*transactional_, topic_, filler));
    }
    TS_RETURN_IF_ERROR(transactional_->abort(timeout_));
    gap -= taken;
  }
  return {};
}

Status OffsetWriter::produce_plain(const Run& run) {
  for (const LogFileRecord& record : run.records) {
    TS_RETURN_IF_ERROR(produce(*plain_, topic_, record));
  }
  return run.records.empty() ? Status() : plain_->flush(timeout_);
}

Status OffsetWriter::produce_in_transaction(const Run& run) {
  TS_RETURN_IF_ERROR(transactional_->begin());
  for (const LogFileRecord& record : run.records) {
    TS_RETURN_IF_ERROR(produce(*transactional_, topic_, record));
  }
  const Result<log::Receipt> receipt = transactional_->commit(timeout_);
  return receipt.ok() ? Status() : receipt.error();
}

}  // namespace turnstream::app
