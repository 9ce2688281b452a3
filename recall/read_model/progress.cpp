#include "recall/read_model/progress.h"

#include "pipeline/base/byte_stream.h"

namespace turnstream::recall {

std::string progress_row(const Progress& progress) {
  std::string row;
  ByteWriter writer(row);
  writer.i64(progress.next.value()).i64(progress.log_time.value()).varint(progress.answers_next.size());
  for (const NextOffset next : progress.answers_next) {
    writer.i64(next.value());
  }
  if (progress.since.value() > 0) {
    writer.i64(progress.since.value());
  }
  return row;
}

std::optional<Progress> read_progress_row(std::string_view bytes) {
  ByteReader reader(bytes);
  Progress progress;
  progress.next = NextOffset{reader.i64()};
  progress.log_time = LogTime{reader.i64()};
  for (std::size_t left = reader.count(sizeof(std::int64_t)); left > 0; --left) {
    progress.answers_next.emplace_back(reader.i64());
  }
  progress.since = NextOffset{reader.at_end() ? 0 : reader.i64()};
  return reader.done() ? std::optional(std::move(progress)) : std::nullopt;
}

}  // namespace turnstream::recall
