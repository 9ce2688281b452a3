#include "pipeline/runtime/task/answer_reader.h"

#include <utility>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kPollTimeout{100};
constexpr int kEmptyPollsMax = 100;
/// search() ends when at most this many offsets are left to search; read() then reads from the first of them.
constexpr std::int64_t kReadThroughMax = 1'000;

}  // namespace

AnswerReader::AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions, AnswerWait wait)
    : reader_(std::move(reader)), completions_(std::move(completions)), wait_(std::move(wait)) {}

Result<std::unique_ptr<AnswerReader>> AnswerReader::open(log::Client& client, const log::TopicPartition& completions,
                                                         Offset first, AnswerWait wait) {
  TS_ASSIGN_OR_RETURN(auto reader, client.make_reader("answers"));
  std::unique_ptr<AnswerReader> answers(new AnswerReader(std::move(reader), completions, std::move(wait)));
  TS_ASSIGN_OR_RETURN(const NextOffset start, answers->search(client, first));
  const std::vector<log::Position> positions{{completions, start}};
  TS_RETURN_IF_ERROR(answers->reader_->assign(positions));
  return answers;
}

/// A binary search: a stage completes log records in order, so its completions topic is sorted by log offset.
Result<NextOffset> AnswerReader::search(log::Client& client, Offset first) {
  TS_ASSIGN_OR_RETURN(const auto marks, client.admin().watermarks(completions_, wait_.topic_ms_max));
  std::int64_t low = marks.first.value();
  std::int64_t high = marks.last_stable.value();
  while (high - low > kReadThroughMax) {
    const std::int64_t middle = low + (high - low) / 2;
    const std::vector<log::Position> positions{{completions_, NextOffset{middle}}};
    TS_RETURN_IF_ERROR(reader_->assign(positions));
    TS_ASSIGN_OR_RETURN(const auto record, next_record());
    bool older = false;
    if (record) {
      TS_ASSIGN_OR_RETURN(const auto peeked, codec::peek_completion(record->value.value_or(std::string_view())));
      older = peeked.log.offset < first;
    }
    low = older ? record->offset.value() + 1 : low;
    high = older ? high : middle;
  }
  return NextOffset{low};
}

/// The next record of the topic; none at its end, or if no record arrives in time or before a stop.
Result<std::optional<log::Record>> AnswerReader::next_record() {
  for (int empty_polls = 0; empty_polls <= kEmptyPollsMax && !wait_.stop.stop_requested(); ++empty_polls) {
    TS_ASSIGN_OR_RETURN(auto event, reader_->poll(kPollTimeout));
    if (auto* record = std::get_if<log::Record>(&event)) {
      return std::optional(std::move(*record));
    }
    if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      return log::unreadable_error(*unreadable);
    }
    if (std::holds_alternative<log::EndOfPartition>(event)) {
      break;
    }
  }
  return std::optional<log::Record>();
}

Error AnswerReader::lost(Offset offset) const {
  return make_error(
      error_codes::kLostInput, Reaction::kStopProcess,
      "The topic " + completions_.topic + "[" + std::to_string(completions_.partition.value()) +
          "] has no completion for log offset " + std::to_string(offset.value()) +
          ", or it did not arrive in time, although its stage has processed that record: start again, and if "
          "this repeats, replay the log into a new namespace.");
}

Result<std::vector<std::string_view>> AnswerReader::answer(Offset offset) {
  if (answered_ != offset) {
    TS_RETURN_IF_ERROR(read(offset));
    answered_ = offset;
  }
  std::vector<std::string_view> views;
  for (const auto& part : parts_) {
    views.push_back(*part.value);
  }
  return views;
}

Status AnswerReader::read(Offset offset) {
  parts_.clear();
  bool complete = false;
  while (!complete) {
    TS_ASSIGN_OR_RETURN(auto record, next_record());
    if (!record) {
      return lost(offset);
    }
    TS_ASSIGN_OR_RETURN(const auto peeked, codec::peek_completion(record->value.value_or(std::string_view())));
    if (peeked.log.offset > offset) {
      return lost(offset);
    }
    if (peeked.log.offset == offset) {
      parts_.push_back(std::move(*record));
      complete = peeked.last;
    }
  }
  return {};
}

}  // namespace turnstream::runtime
