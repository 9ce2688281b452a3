#include "pipeline/runtime/task/answer_reader.h"

#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_runtime/now.h"

namespace turnstream::runtime {
namespace {

/// A completions topic: two parts for each even log offset, one part for each odd one, a control record every ten.
struct AnswersFixture {
  ManualClock clock{WallTime{1'767'225'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  log::TopicPartition answers{"turnstream.completions.episodic", Partition{0}};

  AnswersFixture() {
    const log::TopicSpec spec{answers.topic, 1, log::Cleanup::kDelete, -1, -1, 0};
    REQUIRE(client->admin().create_topics(std::span(&spec, 1), kNow).ok());
  }
  void answer_log(std::int64_t records) {
    auto producer = client->make_transactional_producer("t", "t").value();
    REQUIRE(producer->init(kNow).ok());
    for (std::int64_t offset = 0; offset < records; ++offset) {
      if (offset % 10 == 0) {
        REQUIRE(producer->begin().ok());
      }
      for (int part = 0; part < parts_of(offset); ++part) {
        produce(*producer, offset, part);
      }
      if (offset % 10 == 9 || offset + 1 == records) {
        REQUIRE(producer->commit(kNow).ok());
      }
    }
  }
  void produce(log::TransactionalProducer& producer, std::int64_t offset, int part) const {
    model::Completion completion;
    completion.stage = "episodic";
    completion.cause_kind = "turn";
    completion.log = {Partition{0}, Offset{offset}};
    completion.part = part;
    completion.last = part + 1 == parts_of(offset);
    std::string value;
    codec::append_completion(value, completion);
    REQUIRE(producer.produce({answers.topic, answers.partition, std::nullopt, value, {}}).ok());
  }
  static int parts_of(std::int64_t offset) { return offset % 2 == 0 ? 2 : 1; }
};

}  // namespace

TEST_CASE_FIXTURE(AnswersFixture, "answers are found anywhere in a long topic and read in order from there") {
  constexpr std::int64_t kRecords = 6'000;
  answer_log(kRecords);
  for (const std::int64_t first : {0, 1, 777, 3'000, 5'990}) {
    CAPTURE(first);
    const auto reader = AnswerReader::open(*client, answers, Offset{first});
    REQUIRE(reader.ok());
    for (std::int64_t offset = first; offset < std::min(first + 50, kRecords); ++offset) {
      const auto parts = (*reader)->answer(Offset{offset});
      REQUIRE(parts.ok());
      REQUIRE(parts->size() == static_cast<std::size_t>(parts_of(offset)));
      CHECK(codec::peek_completion(parts->front())->log.offset == Offset{offset});
    }
  }
}

TEST_CASE_FIXTURE(AnswersFixture, "a missing answer is reported as lost input") {
  answer_log(2'500);
  const auto reader = AnswerReader::open(*client, answers, Offset{2'499});
  REQUIRE(reader.ok());
  CHECK((*reader)->answer(Offset{2'499}).ok());
  const auto lost = (*reader)->answer(Offset{2'500});
  REQUIRE_FALSE(lost.ok());
  CHECK(lost.error().code == "lost_input");
}

TEST_CASE_FIXTURE(AnswersFixture, "after a stop no answer is waited for") {
  answer_log(2'500);
  std::stop_source stop;
  const auto reader = AnswerReader::open(*client, answers, Offset{2'400}, {.stop = stop.get_token()});
  REQUIRE(reader.ok());
  REQUIRE((*reader)->answer(Offset{2'400}).ok());
  stop.request_stop();
  CHECK((*reader)->answer(Offset{2'400}).ok());
  CHECK((*reader)->answer(Offset{2'401}).error().code == "lost_input");
}

}  // namespace turnstream::runtime
