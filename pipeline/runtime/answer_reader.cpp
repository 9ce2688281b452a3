#include "pipeline/runtime/answer_reader.h"

#include "pipeline/codec/completion_codec.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kPollTimeout{100};
constexpr int kEmptyPollsMax = 100;

}  // namespace

AnswerReader::AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions)
    : reader_(std::move(reader)), completions_(std::move(completions)) {}

Result<std::unique_ptr<AnswerReader>> AnswerReader::open(log::Client& client, const log::TopicPartition& completions) {
  TS_ASSIGN_OR_RETURN(auto reader, client.make_reader("answers"));
  const std::vector<log::Position> start{{completions, NextOffset{0}}};
  TS_RETURN_IF_ERROR(reader->assign(start));
  return std::unique_ptr<AnswerReader>(new AnswerReader(std::move(reader), completions));
}

Error AnswerReader::lost(Offset offset) const {
  return {"lost_input",
          Reaction::kStopProcess,
          "The topic " + completions_.topic + "[" + std::to_string(completions_.partition.value()) +
              "] holds no answer to log offset " + std::to_string(offset.value()) +
              ", though its stage has processed it: replay the log into a fresh namespace.",
          {},
          {}};
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
  int empty_polls = 0;
  while (!complete) {
    TS_ASSIGN_OR_RETURN(auto event, reader_->poll(kPollTimeout));
    auto* record = std::get_if<log::Record>(&event);
    if (record == nullptr) {
      if (std::holds_alternative<log::EndOfPartition>(event) || ++empty_polls > kEmptyPollsMax) {
        return lost(offset);
      }
      continue;
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
