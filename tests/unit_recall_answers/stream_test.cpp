// The ids and the texts of streamed events.
#include <doctest/doctest.h>
#include <string>

#include "recall/answers/change_events.h"
#include "recall/answers/stream_position.h"

namespace turnstream::recall {
namespace {

JournalPlace at(std::int64_t offset, std::uint32_t n) {
  return {Offset{offset}, n};
}

JournalEntry change(JournalOp op, const std::string& kind) {
  return {at(17, 2), op, LogTime{1'767'261'601'000}, "helper", {}, {kind, "f8", "semantic"}};
}

std::string event_of(const JournalEntry& entry, const std::optional<std::string>& text) {
  std::string out;
  append_event(out, Partition{3}, entry, text, {{Partition{3}, entry.place}});
  return out;
}

}  // namespace

TEST_CASE("the id of one partition is its place and of several those that have begun") {
  CHECK(position_text({{Partition{3}, at(1042, 2)}}) == "3@1042.2");
  CHECK(position_text({{Partition{0}, at(17, 2)}, {Partition{1}, {}}, {Partition{3}, at(5, 0)}}) == "0@17.2,3@5.0");
  CHECK(position_text({{Partition{0}, {}}, {Partition{1}, {}}}) == "1@-1.0");
}

TEST_CASE("an id is read as it was written") {
  for (const std::string id : {"0@0.0", "3@1042.2", "0@-1.0", "0@17.2,3@5.0,999@9223372036854775807.4294967295"}) {
    const auto position = read_position(id);
    REQUIRE_MESSAGE(position.has_value(), id);
    CHECK(position_text(*position) == id);
  }
}

TEST_CASE("what is not an id is refused") {
  for (const std::string id : {"",
                               "0",
                               "0@",
                               "0@1",
                               "0@1.",
                               "@1.0",
                               "0@1.0,",
                               ",0@1.0",
                               "0@1.0,0@2.0",
                               "1@1.0,0@2.0",
                               "-1@1.0",
                               "0@-2.0",
                               "0@-1.1",
                               "0@1.-1",
                               "00@1.0",
                               "0@01.0",
                               "0@1.0 ",
                               "+0@1.0",
                               "0@1.4294967296",
                               "0@1.0;1@1.0",
                               "0.1@2",
                               "0@9223372036854775808.0",
                               "a@b.c"}) {
    CHECK_MESSAGE(!read_position(id).has_value(), id);
  }
  std::string many = "0@1.0";
  for (std::size_t p = 1; p < kStreamPartitionsMax; ++p) {
    many += "," + std::to_string(p) + "@1.0";
  }
  CHECK(read_position(many).has_value());
  CHECK_FALSE(read_position(many + ",256@1.0").has_value());
}

TEST_CASE("a record is an event of one line with what each stage counted") {
  JournalEntry record;
  record.place = at(17, 0);
  record.time = LogTime{1'767'261'601'000};
  record.persona = "helper";
  record.record = {"T1", "remembered", {{"episodic", 1, 0, 0}, {"skill", 0, 2, 1}}};
  CHECK(event_of(record, std::nullopt) ==
        "event: turn\nid: 3@17.0\ndata: {\"persona_id\":\"helper\",\"turn_id\":\"T1\",\"log\":{\"partition\":3,"
        "\"offset\":17},\"time\":\"2026-01-01T10:00:01.000Z\",\"outcome\":\"remembered\",\"stages\":{\"episodic\":"
        "{\"added\":1,\"updated\":0,\"removed\":0},\"skill\":{\"added\":0,\"updated\":2,\"removed\":1}}}\n\n");
  record.persona.clear();
  record.record = {"", "tick", {}};
  CHECK(event_of(record, std::nullopt).find("\"persona_id\":null,\"turn_id\":null,") != std::string::npos);
}

TEST_CASE("a change has the text as one line and a deleted one has none") {
  CHECK(event_of(change(JournalOp::kAdd, "fact"), "two\nlines") ==
        "event: change\nid: 3@17.2\ndata: {\"persona_id\":\"helper\",\"log\":{\"partition\":3,\"offset\":17},"
        "\"time\":\"2026-01-01T10:00:01.000Z\",\"op\":\"add\",\"kind\":\"fact\",\"id\":\"f8\",\"stage\":\"semantic\","
        "\"text\":\"two\\nlines\"}\n\n");
  CHECK(event_of(change(JournalOp::kUpdate, "fact"), std::nullopt).ends_with("\"stage\":\"semantic\"}\n\n"));
  CHECK(event_of(change(JournalOp::kDelete, "fact"), "gone").find("gone") == std::string::npos);
}

TEST_CASE("a long text is cut between characters") {
  std::string text;
  for (std::size_t i = 0; i < kStreamedCodePointsMax; ++i) {
    text += "é";
  }
  CHECK(event_of(change(JournalOp::kAdd, "message"), text).ends_with("é\"}\n\n"));
  CHECK(event_of(change(JournalOp::kAdd, "message"), text + "é").ends_with("é\",\"truncated\":true}\n\n"));
}

TEST_CASE("a reset has the place from which the stream continues") {
  std::string out;
  append_reset(out, "unknown_id", {{Partition{0}, at(4, 1)}});
  CHECK(out == "event: reset\nid: 0@4.1\ndata: {\"reason\":\"unknown_id\"}\n\n");
}

}  // namespace turnstream::recall
