#include "pipeline/codec/dead_letter.h"

#include <doctest/doctest.h>

using namespace std::string_literals;
using turnstream::codec::dead_letter_headers;
using turnstream::codec::DeadLetter;
using turnstream::codec::set_dead_letter_header;

namespace {

DeadLetter some_letter() {
  DeadLetter letter;
  letter.stage = "semantic";
  letter.reason = "stage_error";
  letter.message = "The stage could not apply the turn.";
  letter.pointer = "/observations/0";
  letter.rule = "maximum 1";
  letter.topic = "turnstream.log";
  letter.partition = turnstream::Partition{3};
  letter.offset = turnstream::Offset{1042};
  letter.last_offset = turnstream::Offset{1050};
  letter.timestamp_ms = 1767261600000;
  letter.attempts = 4;
  letter.persona_id = "helper";
  letter.turn_id = "01J";
  letter.trace_id = "t1";
  letter.upstream = "episodic=3/1042";
  return letter;
}

}  // namespace

TEST_CASE("every field of a dead letter is written as a header and read back") {
  const DeadLetter letter = some_letter();
  DeadLetter read;
  for (const auto& [name, value] : dead_letter_headers(letter)) {
    CHECK(name.rfind("dl_", 0) == 0);
    CHECK(set_dead_letter_header(read, name, value));
  }
  CHECK(read == letter);
}

TEST_CASE("the headers have a fixed order and an unknown field has an empty value") {
  DeadLetter letter;
  letter.stage = "intake";
  letter.reason = "invalid_json";
  std::string names;
  for (const auto& [name, value] : dead_letter_headers(letter)) {
    names += name + " ";
  }
  CHECK(names ==
        "dl_stage dl_reason dl_message dl_pointer dl_rule dl_topic dl_partition dl_offset dl_timestamp dl_attempts "
        "dl_persona_id dl_turn_id dl_trace_id ");
  DeadLetter read;
  for (const auto& [name, value] : dead_letter_headers(letter)) {
    CHECK(set_dead_letter_header(read, name, value));
  }
  CHECK(read == letter);
}

TEST_CASE("other headers and numbers that cannot be read are refused") {
  DeadLetter letter;
  CHECK_FALSE(set_dead_letter_header(letter, "kind", "turn"));
  CHECK_FALSE(set_dead_letter_header(letter, "dl_offset", "12x"));
  CHECK_FALSE(set_dead_letter_header(letter, "dl_partition", ""));
  CHECK_FALSE(set_dead_letter_header(letter, "dl_timestamp", "today"));
  CHECK_FALSE(set_dead_letter_header(letter, "dl_attempts", "many"));
}
