#include "pipeline/codec/change_cache.h"

#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::codec {
namespace {

model::Completion sample_completion() {
  model::Completion completion;
  completion.stage = "episodic";
  completion.persona_id = "helper";
  completion.cause_kind = "turn";
  completion.cause_id = "T1";
  completion.changes = {{model::ChangeOp::kPut, "memory", "a", R"({"text":"\u00e9 b"})", true},
                        {model::ChangeOp::kDelete, "memory", "b", "", true}};
  return completion;
}

void check_same(std::span<const model::Change> one, std::span<const model::Change> other) {
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].op == other[i].op);
    CHECK(one[i].kind == other[i].kind);
    CHECK(one[i].id == other[i].id);
    CHECK(one[i].value == other[i].value);
    CHECK_FALSE(one[i].existed);
    CHECK_FALSE(other[i].existed);
  }
}

}  // namespace

TEST_CASE("changes that were kept are those that are read from the bytes") {
  std::string bytes;
  append_completion(bytes, sample_completion());
  ChangeCache reading;
  ChangeCache keeping;
  keeping.keep(bytes, sample_completion().changes);
  check_same(*reading.changes(bytes), *keeping.changes(bytes));
}

TEST_CASE("a part is read once until the cache is cleared") {
  std::string bytes;
  append_completion(bytes, sample_completion());
  ChangeCache cache;
  const auto first = cache.changes(bytes);
  CHECK(cache.changes(bytes)->data() == first->data());
  cache.clear();
  bytes = "{}";
  CHECK(cache.changes(bytes).error().code == "bad_completion");
}

}  // namespace turnstream::codec
