#include "recall/read_model/journal_rows.h"

#include "pipeline/base/byte_stream.h"

namespace turnstream::recall::rows {
namespace {

constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kStageBytesMin = 4;  ///< of a stage with its three counts

void append_place(ByteWriter& writer, JournalPlace place) {
  writer.i64(place.offset.value()).u32(place.n);
}

JournalPlace read_place(ByteReader& reader) {
  const Offset offset{reader.i64()};
  return {offset, reader.u32()};
}

/// The reader fails if there is none with this number.
JournalOp read_op(ByteReader& reader) {
  const std::uint8_t op = reader.u8();
  if (op > static_cast<std::uint8_t>(JournalOp::kDelete)) {
    reader.fail();
    return JournalOp::kRecord;
  }
  return static_cast<JournalOp>(op);
}

void append_summary(ByteWriter& writer, const RecordSummary& record) {
  writer.text(record.turn_id).text(record.outcome).varint(record.stages.size());
  for (const StageCounts& stage : record.stages) {
    writer.text(stage.stage).varint(static_cast<std::uint64_t>(stage.added));
    writer.varint(static_cast<std::uint64_t>(stage.updated)).varint(static_cast<std::uint64_t>(stage.removed));
  }
}

RecordSummary read_summary(ByteReader& reader) {
  RecordSummary record;
  record.turn_id = reader.text();
  record.outcome = reader.text();
  record.stages.resize(reader.count(kStageBytesMin));
  for (StageCounts& stage : record.stages) {
    stage.stage = reader.text();
    stage.added = static_cast<std::int64_t>(reader.varint());
    stage.updated = static_cast<std::int64_t>(reader.varint());
    stage.removed = static_cast<std::int64_t>(reader.varint());
  }
  return record;
}

}  // namespace

std::string journal_key(Partition partition, JournalPlace place) {
  std::string key = partition_prefix('E', partition);
  append_number(key, static_cast<std::uint64_t>(place.offset.value()));
  append_number(key, place.n);
  return key;
}

JournalPlace place_of_key(std::string_view key) {
  const std::uint64_t offset = number_at_end(key.substr(0, key.size() - kNumberBytes));
  return {Offset{static_cast<std::int64_t>(offset)}, static_cast<std::uint32_t>(number_at_end(key))};
}

Range journal_after(Partition partition, JournalPlace place) {
  Range range{partition_prefix('E', partition), partition_prefix('E', Partition{partition.value() + 1})};
  if (place.offset.value() >= 0) {
    // No key lies between an entry's own and this one.
    range.from = journal_key(partition, place).append(1, '\0');
  }
  return range;
}

std::string journal_marks_key(Partition partition) {
  return partition_prefix('K', partition);
}

std::string journal_row(const JournalEntry& entry) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(static_cast<std::uint8_t>(entry.op)).i64(entry.time.value()).text(entry.persona);
  if (entry.op == JournalOp::kRecord) {
    append_summary(writer, entry.record);
  } else {
    writer.text(entry.change.kind).text(entry.change.id).text(entry.change.stage);
  }
  return bytes;
}

std::optional<JournalEntry> read_journal_row(std::string_view key, std::string_view bytes) {
  ByteReader reader(bytes);
  JournalEntry entry;
  entry.place = place_of_key(key);
  entry.op = read_op(reader);
  entry.time = LogTime{reader.i64()};
  entry.persona = reader.text();
  if (entry.op == JournalOp::kRecord) {
    entry.record = read_summary(reader);
  } else {
    entry.change.kind = reader.text();
    entry.change.id = reader.text();
    entry.change.stage = reader.text();
  }
  return reader.done() ? std::optional(std::move(entry)) : std::nullopt;
}

std::optional<JournalSubject> read_journal_subject(std::string_view bytes) {
  ByteReader reader(bytes);
  const JournalOp op = read_op(reader);
  reader.i64();
  const std::string_view persona = reader.text();
  if (op != JournalOp::kRecord) {
    reader.text();
  }
  const JournalSubject subject{persona, reader.text()};
  return reader.ok() ? std::optional(subject) : std::nullopt;
}

std::string journal_marks_row(const JournalMarks& marks) {
  std::string bytes;
  ByteWriter writer(bytes);
  append_place(writer, marks.newest);
  append_place(writer, marks.floor);
  writer.varint(marks.entries);
  return bytes;
}

std::optional<JournalMarks> read_journal_marks_row(std::string_view bytes) {
  ByteReader reader(bytes);
  JournalMarks marks;
  marks.newest = read_place(reader);
  marks.floor = read_place(reader);
  marks.entries = reader.varint();
  return reader.done() ? std::optional(marks) : std::nullopt;
}

}  // namespace turnstream::recall::rows
