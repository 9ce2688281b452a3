#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pipeline/codec/memory_item.h"
#include "stages/lifecycle/describe.h"
#include "stages/lifecycle/head.h"
#include "stages/lifecycle/id_list.h"
#include "stages/lifecycle/kept_item.h"
#include "stages/lifecycle/row_keys.h"
#include "tests/labelled/labelled_file.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

/// An item of which every field differs from its default.
KeptItem full_item() {
  KeptItem kept;
  model::MemoryItem& item = kept.item;
  item = item_of(1, "User: caf\xc3\xa9\nMe: yes");
  item.session_id = "a session";
  item.type = model::ItemType::kChat;
  item.truncated = true;
  item.context = {{"user_id", "u1"}, {"error", "failed"}, {"own name", ""}};
  item.timestamp = EventTime{-77};
  item.consolidated_at = LogTime{kStart + 5};
  item.last_accessed_at = LogTime{kStart - 5};
  item.base_importance = 0;
  item.importance = 1'000'000;
  item.access_count = 300;
  item.occurrences = 7;
  item.tier = model::Tier::kLongTerm;
  item.related_to = {item_of(2).id, "no uuid", "ABCDEF00-312C-5278-9766-75BE294DB30C"};
  item.tags = {"caf\xc3\xa9", ""};
  item.domain = model::Domain::kSelf;
  item.ephemeral = true;
  item.references = {"a.md"};
  item.confidence = model::Confidence::kStale;
  item.source = "turn/chat";
  item.provenance = {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "/tool_executions/3", "my-turns", Partition{7},
                     Offset{1'000'000'007}};
  item.sources = {{item.id, item.provenance.turn_id, "a session"}, {item_of(2).id, "turn 2", ""}};
  kept.content_hash = 12345;
  kept.due = LogTime{kStart + 99};
  kept.checked_at = LogTime{kStart + 3};
  return kept;
}

KeptItem archived_item() {
  KeptItem kept = full_item();
  kept.item.tier = model::Tier::kArchived;
  kept.due = LogTime{0};
  kept.archived_at = LogTime{kStart + 7};
  return kept;
}

std::string row_of(const KeptItem& kept) {
  return encode_row(kept, NameHashes().names_of(kept.item).hashes);
}

}  // namespace

TEST_CASE("an item is read back byte for byte: long-term and archived") {
  for (const KeptItem& kept : {full_item(), archived_item()}) {
    const std::string row = row_of(kept);
    const auto read = decode_row(row, "helper", *parse_uuid(kept.item.id));
    REQUIRE(read.ok());
    CHECK(*read == kept);
    CHECK(json_of(read->item) == json_of(kept.item));
    const auto head = decode_row_head(row);
    REQUIRE(head.ok());
    CHECK(head->archived == kept.archived());
    CHECK(head->content_hash == 12345);
    CHECK(head->names == NameHashes().names_of(kept.item).hashes);
    CHECK(head->names.size() == 3);
  }
}

TEST_CASE("archived rows of items with labelled texts take at most a third of the bytes of the items") {
  std::size_t items = 0;
  std::size_t json_bytes = 0;
  std::size_t row_bytes = 0;
  for (const auto& row : labelled::read_rows("keep.tsv", 9)) {
    if (row[1] != "own") {
      continue;
    }
    // As episodic makes an item of a turn: a session, a turn and tags of usual form, two links, its own turn as the source.
    KeptItem kept = archived_item();
    model::MemoryItem& item = kept.item;
    const model::MemoryItem plain = item_of(static_cast<int>(++items), labelled::unescaped(row[5]));
    item.content = plain.content;
    item.id = plain.id;
    item.session_id = "2026-01-01-standup";
    item.context.clear();
    item.provenance = {"01JGFJJZ000000000000000" + std::to_string(100 + items), "/observations/0", "turns",
                       Partition{3}, Offset{static_cast<std::int64_t>(100'000 + items)}};
    item.related_to = {item_of(2000).id, item_of(3000).id};
    item.tags = {"deploy", "staging", "cluster"};
    item.sources = {{item.id, item.provenance.turn_id, item.session_id}};
    item.references.clear();
    json_bytes += json_of(item).size();
    row_bytes += row_of(kept).size();
  }
  REQUIRE(items > 100);
  MESSAGE(row_bytes << " of " << json_bytes << " bytes of " << items << " items");
  CHECK(3 * row_bytes <= json_bytes);
}

TEST_CASE("turn ids of every form are read back") {
  for (const char* id : {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "00000000000000000000000000",
                         "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FA",
                         "01ARZ3NDEKTSV4RRFFQ69G5FAU", "", "61e2e4d0-312c-5278-9766-75be294db30c",
                         "61E2E4D0-312c-5278-9766-75be294db30c"}) {
    KeptItem kept = full_item();
    kept.item.provenance.turn_id = id;
    CHECK(decode_row(row_of(kept), "helper", *parse_uuid(kept.item.id))->item.provenance.turn_id == id);
  }
}

TEST_CASE("a damaged row is detected at every length") {
  for (const KeptItem& kept : {full_item(), archived_item()}) {
    const std::string row = row_of(kept);
    const Uuid id = *parse_uuid(kept.item.id);
    for (std::size_t size = 0; size < row.size(); ++size) {
      REQUIRE(decode_row(std::string_view(row).substr(0, size), "helper", id).error().reaction ==
              Reaction::kRebuildState);
    }
    CHECK_FALSE(decode_row(row + "x", "helper", id).ok());
    std::string other = row;
    other[0] = 9;
    CHECK_FALSE(decode_row(other, "helper", id).ok());
    CHECK_FALSE(decode_row_head(other).ok());
  }
}

TEST_CASE("the head and lists of ids are read back and damage is detected") {
  const Head head{3, 2, 1, 500, 4, LogTime{kStart}, LogTime{kStart + 1}, LogTime{9}};
  const std::string row = encode_head(head);
  CHECK(*decode_head(row) == head);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE_FALSE(decode_head(std::string_view(row).substr(0, size)).ok());
  }
  CHECK(decode_ids(std::string("\x01", 1) + std::string(32, 'x'))->size() == 2);
  CHECK_FALSE(decode_ids(std::string("\x01", 1) + std::string(17, 'x')).ok());
  CHECK_FALSE(decode_ids("\x02").ok());
  CHECK_FALSE(decode_ids("").ok());
}

TEST_CASE("keys order items by due time and are read back") {
  KeptItem early = full_item();
  KeptItem late = full_item();
  late.due = LogTime{early.due.value() + 256};
  const Uuid first{255};
  const Uuid second{1};
  const auto early_keys = ordered_keys(early, first);
  const auto late_keys = ordered_keys(late, second);
  REQUIRE(early_keys.size() == 3);
  CHECK(early_keys[1] < late_keys[1]);
  CHECK(read_ordered_key(late_keys[1])->number == late.due.value());
  CHECK(read_ordered_key(late_keys[1])->id == second);
  CHECK_FALSE(read_ordered_key("~due/").has_value());
  CHECK(turn_in_session_key(session_key(7, 0x123456789abcdef0)) == 0x123456789abcdef0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "every row that the stage writes can be shown") {
  driver().set_settings(R"({"lifecycle":{"check_references":true}})");
  model::MemoryItem low = item_of(1);
  low.importance = 300'000;
  low.references = {"a.md"};
  promote({item_of(2)}, 0);
  settle(40 * kDay);
  promote({low}, 41 * kDay);
  for (const char* prefix : {"long_term", "item/", "same/", "name/", "checks", "~due/", "~low/", "~made/", "~archived/",
                             "~check/", "~session/"}) {
    CAPTURE(prefix);
    CHECK(rows(prefix) > 0);
  }
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  for (const char* key : {"long_term", "item/0123456789abcdef", "same/x", "checks", "~due/x"}) {
    CHECK(describe_row(key, "x").count("damaged") == 1);
  }
}

}  // namespace turnstream::lifecycle
