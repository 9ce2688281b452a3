#include "pipeline/codec/memory_item.h"

#include <doctest/doctest.h>

#include "pipeline/codec/episode.h"
#include "pipeline/codec/stats.h"

namespace codec = turnstream::codec;
namespace model = turnstream::model;
using turnstream::EventTime;
using turnstream::LogTime;

namespace {

model::MemoryItem some_item() {
  model::MemoryItem item;
  item.id = "837f";
  item.persona_id = "helper";
  item.session_id = "s1";
  item.type = model::ItemType::kChat;
  item.content = "User: …\nMe: …";
  item.context = {{"user_id", "u1"}, {"room_id", "r1"}};
  item.timestamp = EventTime{1767261600000};
  item.recorded_at = LogTime{1767261600001};
  item.base_importance = 600000;
  item.importance = 600000;
  item.related_to = {"a1"};
  item.tags = {"typescript"};
  item.source = "turn/chat";
  item.provenance = {"01J", "/turn_data", "turns", turnstream::Partition{0}, turnstream::Offset{17}};
  return item;
}

std::string written_item(const model::MemoryItem& item) {
  std::string out;
  codec::append_memory_item(out, item);
  return out;
}

}  // namespace

TEST_CASE("a memory item is written in the published order of fields") {
  CHECK(written_item(some_item()) ==
        R"({"id":"837f","persona_id":"helper","session_id":"s1","type":"chat","content":"User: …\nMe: …",)"
        R"("truncated":false,"context":{"user_id":"u1","room_id":"r1"},"timestamp":"2026-01-01T10:00:00.000Z",)"
        R"("recorded_at":"2026-01-01T10:00:00.001Z","consolidated_at":null,"last_accessed_at":null,)"
        R"("base_importance":0.6,"importance":0.6,"access_count":0,"occurrences":1,"tier":"short_term",)"
        R"("related_to":["a1"],"tags":["typescript"],"domain":"chat","ephemeral":false,"references":[],)"
        R"("confidence":"verified","source":"turn/chat","provenance":{"turn_id":"01J","pointer":"/turn_data",)"
        R"("topic":"turns","partition":0,"offset":17}})");
}

TEST_CASE("a memory item is read back as it was written") {
  model::MemoryItem item = some_item();
  auto read = codec::parse_memory_item(written_item(item));
  REQUIRE(read.ok());
  CHECK(*read == item);

  item.consolidated_at = LogTime{5};
  item.last_accessed_at = LogTime{7};
  item.tier = model::Tier::kLongTerm;
  item.references = {"a.md", "b\"c"};
  item.context.clear();
  item.sources = {{"837f", "01J", "s1"}, {"99", "01K", "s2"}};
  item.content = std::string("\0 \\ \" \x01", 7);
  read = codec::parse_memory_item(written_item(item));
  REQUIRE(read.ok());
  CHECK(*read == item);
}

TEST_CASE("a memory item in another order or with blanks is read as well") {
  model::MemoryItem item = some_item();
  item.sources = {{"837f", "01J", "s1"}};
  std::string json = written_item(item);
  const std::string first = R"("id":"837f",)";
  json.erase(json.find(first), first.size());
  json.insert(json.size() - 1, R"(, "id" : "837f")");
  auto read = codec::parse_memory_item(json);
  REQUIRE(read.ok());
  CHECK(*read == item);

  json = written_item(item);
  json.insert(1, R"("later":{"added":[1,"x"]},)");
  read = codec::parse_memory_item(json);
  REQUIRE(read.ok());
  CHECK(*read == item);
}

TEST_CASE("each text is read back as it was written with all its escapes") {
  model::MemoryItem item = some_item();
  for (int c = 0; c < 0x80; ++c) {
    item.content.push_back(static_cast<char>(c));
    item.tags.push_back(std::string(3, static_cast<char>(c)));
    item.context.emplace_back(std::string("name ") + static_cast<char>(c), std::string(1, static_cast<char>(c)));
  }
  const auto read = codec::parse_memory_item(written_item(item));
  REQUIRE(read.ok());
  CHECK(*read == item);
}

TEST_CASE("a memory item that is cut off anywhere is refused") {
  model::MemoryItem item = some_item();
  item.content = "say \"hello\"\n";
  item.sources = {{"837f", "01J", "s1"}};
  const std::string json = written_item(item);
  for (std::size_t size = 0; size < json.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(codec::parse_memory_item(std::string_view(json).substr(0, size)).ok());
  }
}

TEST_CASE("bytes that are not a memory item are refused") {
  for (const char* json : {"", "[]", "{}", "{\"id\":1}"}) {
    CHECK(codec::parse_memory_item(json).error().code == "bad_memory_item");
  }
  std::string json = written_item(some_item());
  json.replace(json.find("short_term"), 10, "other_term");
  CHECK_FALSE(codec::parse_memory_item(json).ok());
}

TEST_CASE("a patch has exactly the fields that changed") {
  const model::MemoryItem before = some_item();
  model::MemoryItem after = before;
  CHECK(codec::memory_item_patch(before, after).empty());
  after.access_count = 15;
  after.importance = 800000;
  after.last_accessed_at = LogTime{0};
  CHECK(codec::memory_item_patch(before, after) ==
        R"({"last_accessed_at":"1970-01-01T00:00:00.000Z","importance":0.8,"access_count":15})");
  after = before;
  after.occurrences = 2;
  after.sources = {{"837f", "01J", "s1"}};
  after.related_to.clear();
  CHECK(codec::memory_item_patch(before, after) ==
        R"({"occurrences":2,"related_to":[],"sources":[{"id":"837f","turn_id":"01J","session_id":"s1"}]})");
}

TEST_CASE("episodes are written as published and read back") {
  model::Episode episode{"e1", "helper", "s1", EventTime{0}, EventTime{1000}, {"a", "b"}, 2, {"typescript"}};
  std::string out;
  codec::append_episode(out, episode);
  CHECK(out ==
        R"({"kind":"episode","id":"e1","persona_id":"helper","session_id":"s1","start":"1970-01-01T00:00:00.000Z",)"
        R"("end":"1970-01-01T00:00:01.000Z","item_ids":["a","b"],"items":2,"tags":["typescript"]})");
  const auto read = codec::parse_episode(out);
  REQUIRE(read.ok());
  CHECK(*read == episode);
  CHECK_FALSE(codec::parse_episode("{}").ok());
}

TEST_CASE("stats are written as counters under one id") {
  const codec::StatCounter counters[] = {{"size", 2}, {"promoted", 0}};
  std::string out;
  codec::append_stats(out, "ring", "helper", counters);
  CHECK(out == R"({"kind":"stats","id":"ring","persona_id":"helper","size":2,"promoted":0})");
}
