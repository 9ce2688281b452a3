#include "pipeline/runtime/intake/effect_reader.h"

#include <algorithm>

#include "pipeline/base/murmur2.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/effect_request.h"
#include "pipeline/codec/effect_result.h"

namespace turnstream::runtime {
namespace {

constexpr std::size_t kEventsMax = 200;
constexpr std::int64_t kWindow = 64;
constexpr std::int64_t kWindowGrowth = 16;

NextOffset first_of(const log::Watermarks& marks) {
  return NextOffset{marks.first.value()};
}

}  // namespace

void EffectReader::close() {
  reader_.close();
  asked_.clear();
  phase_ = Phase::kNone;
  tails_.clear();
  follow_.clear();
  stage_of_.clear();
  written_.clear();
  answered_.clear();
  moved_.clear();
}

Result<bool> EffectReader::read(const std::set<std::string>& stages, const Progress& progress) {
  if (phase_ == Phase::kNone) {
    TS_RETURN_IF_ERROR(begin_tails(stages));
  }
  TS_ASSIGN_OR_RETURN(const std::size_t events,
                      reader_.read(kEventsMax, [this](const log::Record& record) { take(record); }));
  if (phase_ != Phase::kFollows && reader_.done()) {
    TS_RETURN_IF_ERROR(end_phase(progress));
  }
  return events > 0;
}

Status EffectReader::end_phase(const Progress& progress) {
  switch (phase_) {
    case Phase::kTails:
      return read_tails();
    case Phase::kRequests:
      return begin_results(progress);
    default:
      return follow();
  }
}

Status EffectReader::begin_tails(const std::set<std::string>& stages) {
  std::vector<log::TopicPartition> parts;
  for (std::int32_t number = 0; number < config_.partitions; ++number) {
    const Partition partition{number};
    parts.push_back({config_.names.log(), partition});
    for (const std::string& stage : stages) {
      stage_of_[config_.names.completions(stage)] = stage;
      parts.push_back({config_.names.completions(stage), partition});
    }
  }
  TS_ASSIGN_OR_RETURN(const auto marks, marks_of(parts));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    tails_[parts[i]] = {first_of(marks[i]), marks[i].last_stable};
  }
  phase_ = Phase::kTails;
  return read_tails();
}

/// Transactions leave offsets without records. So if the end of a partition has no record, a longer part is read.
Status EffectReader::read_tails() {
  std::vector<SpanReader::Span> spans;
  for (auto& [where, tail] : tails_) {
    if (tail.window > 0 && where.topic != config_.names.log()) {
      follow_[where] = std::max({follow_[where], reader_.next(where), tail.end});
    }
    const auto start = [&tail = tail] {
      return NextOffset{std::max(tail.first.value(), tail.end.value() - tail.window)};
    };
    if (tail.settled || (tail.window > 0 && start() == tail.first)) {
      continue;
    }
    tail.window = std::max(kWindow, tail.window * kWindowGrowth);
    spans.push_back({where, start(), tail.end});
  }
  return spans.empty() ? begin_requests() : reader_.begin(spans);
}

Status EffectReader::begin_requests() {
  const auto parts = request_parts();
  TS_ASSIGN_OR_RETURN(const auto marks, marks_of(parts));
  std::vector<SpanReader::Span> spans;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    spans.push_back({parts[i], first_of(marks[i]), marks[i].last_stable});
  }
  phase_ = Phase::kRequests;
  return reader_.begin(spans);
}

Status EffectReader::begin_results(const Progress& progress) {
  for (const auto& where : request_parts()) {
    follow_[where] = reader_.next(where);
  }
  std::vector<log::TopicPartition> parts;
  for (const auto& [where, next] : progress) {
    if (where.topic == config_.names.effect_results()) {
      parts.push_back(where);
    }
  }
  TS_ASSIGN_OR_RETURN(const auto marks, marks_of(parts));
  std::vector<SpanReader::Span> spans;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const NextOffset end = std::min(progress.at(parts[i]), marks[i].last_stable);
    if (first_of(marks[i]) < end) {
      spans.push_back({parts[i], first_of(marks[i]), end});
    }
  }
  phase_ = Phase::kResults;
  return reader_.begin(spans);
}

Status EffectReader::follow() {
  std::vector<SpanReader::Span> spans;
  for (const auto& [where, next] : follow_) {
    spans.push_back({where, next, next});
  }
  phase_ = Phase::kFollows;
  return reader_.begin(spans);
}

void EffectReader::take(const log::Record& record) {
  const std::string topic(record.topic);
  if (const auto stage = stage_of_.find(topic); stage != stage_of_.end()) {
    take_completion(stage->second, record);
  } else if (topic == config_.names.log()) {
    note_written(record.partition, record.offset);
  } else if (topic == config_.names.effect_requests()) {
    take_request(record);
  } else {
    take_result(record);
  }
  if (const auto tail = tails_.find({topic, record.partition}); tail != tails_.end()) {
    tail->second.settled = true;
  }
}

void EffectReader::take_completion(const std::string& stage, const log::Record& record) {
  const auto head = codec::peek_completion(record.value.value_or(std::string_view()));
  if (head.ok() && head->last) {
    auto& last = answered_.try_emplace({stage, record.partition}, head->log.offset).first->second;
    last = std::max(last, head->log.offset);
    moved_.insert(stage);
  }
}

void EffectReader::take_request(const log::Record& record) {
  const auto head = codec::peek_effect_request(record.value.value_or(std::string_view()));
  if (head && head->is_cancel) {
    asked_.cancel(head->effect_id);
  } else if (head) {
    asked_.ask(head->effect_id, head->request_hash, partition_of_key(head->persona_id, config_.partitions),
               clock_.monotonic_now());
  }
}

/// Results behind intake's progress count when intake appends them.
void EffectReader::take_result(const log::Record& record) {
  if (!reader_.wants({std::string(record.topic), record.partition}, record.offset)) {
    return;
  }
  codec::EffectResultParser parser;
  if (const auto parsed = parser.parse(record.value.value_or(std::string_view())); parsed.ok()) {
    const auto& result = **parsed;
    asked_.answer(std::string(result.effect_id), result.request_hash,
                  partition_of_key(result.persona_id, config_.partitions));
  }
}

void EffectReader::note_written(Partition partition, Offset last) {
  auto& written = written_.try_emplace(partition, last).first->second;
  written = std::max(written, last);
}

bool EffectReader::lags(const std::string& stage, Partition partition) const {
  const auto written = written_.find(partition);
  if (written == written_.end()) {
    return false;
  }
  const auto answer = answered_.find({stage, partition});
  return answer == answered_.end() || answer->second < written->second;
}

Result<bool> EffectReader::requests_read() {
  const auto parts = request_parts();
  TS_ASSIGN_OR_RETURN(const auto marks, marks_of(parts));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (reader_.next(parts[i]) < marks[i].high) {
      return false;
    }
  }
  return true;
}

Result<std::vector<log::Watermarks>> EffectReader::marks_of(const std::vector<log::TopicPartition>& parts) {
  return client_.admin().watermarks_of(parts, log::milliseconds{config_.admin_ms_max});
}

std::vector<log::TopicPartition> EffectReader::request_parts() const {
  std::vector<log::TopicPartition> parts;
  for (std::int32_t number = 0; number < config_.effect_request_partitions; ++number) {
    parts.push_back({config_.names.effect_requests(), Partition{number}});
  }
  return parts;
}

}  // namespace turnstream::runtime
