#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"

namespace codec = turnstream::codec;
namespace model = turnstream::model;
using turnstream::LogTime;
using turnstream::Offset;
using turnstream::Partition;

namespace {

model::Completion some_completion() {
  model::Completion completion;
  completion.stage = "episodic";
  completion.turn_id = "01J";
  completion.persona_id = "helper";
  completion.cause_kind = "turn";
  completion.cause_id = "01J";
  completion.log = {Partition{3}, Offset{1042}};
  completion.log_time = LogTime{1767261600000};
  completion.items_processed = 3;
  completion.items_added = 1;
  completion.changes = {{model::ChangeOp::kPut, "memory", "837f", R"({"a":1})", false}};
  completion.duration_ms = 3;
  return completion;
}

model::Completion many_changes(std::size_t count, std::size_t value_bytes) {
  model::Completion completion = some_completion();
  completion.changes.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::string id = std::to_string(1000 + i);
    std::string value = R"({"t":")" + std::string(value_bytes, 'x') + "\"}";
    completion.changes.push_back({model::ChangeOp::kPut, i < count / 2 ? "memory" : "stats", id, value, i % 2 == 1});
  }
  completion.items_processed = 7;
  return completion;
}

std::string written_completion(const model::Completion& completion) {
  std::string out;
  codec::append_completion(out, completion);
  return out;
}

constexpr std::string_view kWritten =
    R"({"kind":"completion","daemon_id":"episodic","turn_id":"01J","persona_id":"helper","cause":{"kind":"turn","id":"01J"},)"
    R"("log":{"partition":3,"offset":1042},"timestamp":"2026-01-01T10:00:00.000Z","status":"success","error":null,)"
    R"("duplicate_of":null,"part":0,"last":true,"items_processed":3,"items_added":1,"items_updated":0,"items_removed":0,)"
    R"("changes":[{"op":"put","kind":"memory","id":"837f","value":{"a":1}}],"attempts":1,"duration_ms":3})";

}  // namespace

TEST_CASE("a completion is written in the published order of fields") {
  CHECK(written_completion(some_completion()) == kWritten);
}

TEST_CASE("a delete has no value") {
  model::Completion completion = some_completion();
  completion.changes = {{model::ChangeOp::kDelete, "memory", "837f", {}, true},
                        {model::ChangeOp::kPatch, "memory", "9", R"({"b":[1,{}]})", true, R"({"c":[{}]})"}};
  CHECK(
      written_completion(completion)
          .find(
              R"("changes":[{"op":"delete","kind":"memory","id":"837f"},{"op":"patch","kind":"memory","id":"9","value":{"b":[1,{}]},"append":{"c":[{}]}}],)") !=
      std::string::npos);
}

TEST_CASE("a completion is read back as it was written and its head can be read alone") {
  model::Completion completion = some_completion();
  completion.status = model::CompletionStatus::kPartial;
  completion.error = model::CompletionError{"upstream", "A \"quoted\\ message", "/a"};
  completion.duplicate_of = model::LogPosition{Partition{3}, Offset{9}};
  completion.part = 2;
  completion.last = false;
  completion.attempts = 4;
  completion.persona_id = "he\"lper\\";
  completion.changes.push_back({model::ChangeOp::kDelete, "memory", "9", {}, true});
  const std::string bytes = written_completion(completion);

  const auto read = codec::parse_completion(bytes);
  REQUIRE(read.ok());
  CHECK(written_completion(*read) == bytes);
  CHECK(read->persona_id == completion.persona_id);
  CHECK(read->changes.size() == 2);
  CHECK(read->changes[0].value == R"({"a":1})");

  const auto head = codec::peek_completion(bytes);
  REQUIRE(head.ok());
  CHECK(head->log.partition == Partition{3});
  CHECK(head->log.offset == Offset{1042});
  CHECK(head->log_time == completion.log_time);
  CHECK(head->status == model::CompletionStatus::kPartial);
  CHECK(head->error_code == "upstream");
  REQUIRE(head->duplicate_of.has_value());
  CHECK(head->duplicate_of->offset == Offset{9});
  CHECK(head->part == 2);
  CHECK_FALSE(head->last);
}

TEST_CASE("the empty completion of a tick has no persona and no turn") {
  model::Completion completion;
  completion.stage = "skill";
  completion.cause_kind = "tick";
  const std::string bytes = written_completion(completion);
  CHECK(bytes.find(R"("turn_id":null,"persona_id":null,)") != std::string::npos);
  CHECK(bytes.find(R"("changes":[],"attempts")") != std::string::npos);
  REQUIRE(codec::peek_completion(bytes).ok());
  const auto read = codec::parse_completion(bytes);
  REQUIRE(read.ok());
  CHECK_FALSE(read->persona_id.has_value());
}

TEST_CASE("reading the head of a completion that is cut in its head fails and never reads beyond the bytes") {
  const std::string whole(kWritten);
  const std::size_t end_of_head = whole.find(R"(,"items_processed")");
  for (std::size_t size = 0; size + 4 < end_of_head; ++size) {
    const std::string cut = whole.substr(0, size);
    REQUIRE_FALSE(codec::peek_completion(std::string_view(cut)).ok());
  }
  CHECK(codec::peek_completion("{}").error().code == "bad_completion");
  CHECK(codec::parse_completion("{}").error().code == "bad_completion");
}

TEST_CASE("a digest covers the bytes before the last member named attempts") {
  CHECK(codec::digest_bytes(kWritten) == kWritten.substr(0, kWritten.size() - 30));
  CHECK(codec::digest_bytes(R"({"x":{"a":1,"attempts":2},"y":1,"attempts":1})") ==
        R"({"x":{"a":1,"attempts":2},"y":1)");
  CHECK(codec::digest_bytes(R"({"kind":"insight"})") == R"({"kind":"insight"})");
}

TEST_CASE("a small completion is one part") {
  const auto parts = codec::split_completion(some_completion());
  REQUIRE(parts.size() == 1);
  CHECK(written_completion(parts[0]) == kWritten);
}

TEST_CASE("a large completion is split into parts within the maximum size whose counts add up") {
  constexpr std::size_t kBound = 8192;
  model::Completion whole = many_changes(100, 500);
  whole.part = 5;
  codec::count_changes(whole);
  CHECK(whole.items_added == 25);
  CHECK(whole.items_updated == 25);
  const auto parts = codec::split_completion(whole, kBound);
  REQUIRE(parts.size() > 5);
  std::int64_t added = 0;
  std::int64_t processed = 0;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(written_completion(parts[i]).size() <= kBound);
    CHECK(parts[i].part == 5 + static_cast<int>(i));
    CHECK(parts[i].last == (i + 1 == parts.size()));
    added += parts[i].items_added;
    processed += parts[i].items_processed;
    changes += parts[i].changes.size();
  }
  CHECK(added == whole.items_added);
  CHECK(processed == 7);
  CHECK(changes == 100);
}

TEST_CASE("a change larger than the maximum size has a part of its own") {
  const auto parts = codec::split_completion(many_changes(3, 5000), 4096);
  REQUIRE(parts.size() == 3);
  for (const auto& part : parts) {
    CHECK(part.changes.size() == 1);
  }
}
