#include "pipeline/codec/maintenance.h"

#include <doctest/doctest.h>

namespace turnstream {
namespace {

template <typename What>
std::string written_maintenance(const std::string& type, What what) {
  std::string out;
  codec::append_maintenance(
      out, {type, "id", "helper", "lifecycle", std::move(what), LogTime{1000}, {Partition{3}, Offset{1042}}});
  return out;
}

constexpr const char* kBegin = R"(,"id":"id","persona_id":"helper","stage":"lifecycle",)";
constexpr const char* kEnd = R"(,"timestamp":"1970-01-01T00:00:01.000Z","log":{"partition":3,"offset":1042}})";

std::string expected(const std::string& type, const std::string& own) {
  return R"({"kind":"maintenance","type":")" + type + '"' + kBegin + own + kEnd;
}

}  // namespace

TEST_CASE("maintenance events are written with the fields of their type") {
  CHECK(written_maintenance("archive", model::ItemsEvent{{"a", "b"}, "why"}) ==
        expected("archive", R"("items":["a","b"],"reason":"why")"));
  CHECK(written_maintenance("merge", model::MergeEvent{"a", {"b"}}) ==
        expected("merge", R"("kept":"a","merged":["b"])"));
  CHECK(written_maintenance("stale_check", model::StaleCheckEvent{{"a"}, {"x.md"}, {"y.md"}, 2}) ==
        expected("stale_check", R"("items":["a"],"stale_paths":["x.md"],"verified_paths":["y.md"],"checked_count":2)"));
  CHECK(written_maintenance("forget_report",
                            model::ForgetReportEvent{"c1", {{"fact", 1}, {"memory", 2}}, {"a"}, {"c2"}}) ==
        expected("forget_report",
                 R"("command_id":"c1","removed":{"fact":1,"memory":2},"items":["a"],"unshares":["c2"])"));
}

}  // namespace turnstream
