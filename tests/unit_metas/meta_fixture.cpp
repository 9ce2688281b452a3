#include "tests/unit_metas/meta_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <iterator>

namespace turnstream::consolidation {

std::string MetaFixture::tagged(const std::string& content, const std::vector<std::string>& tags, std::int64_t at_ms,
                                std::int64_t importance_millionths) {
  model::StateExport turn = empty_turn(at_ms);
  turn.observations.push_back(observation(content));
  for (const std::string& tag : tags) {
    turn.observations[0].tags.push_back(keep(tag));
  }
  turn.observations[0].importance_millionths = importance_millionths;
  Ids before;
  for (const auto& [id, item] : items) {
    before.insert(id);
  }
  give(turn);
  for (const auto& [id, item] : items) {
    if (before.count(id) == 0) {
      return id;
    }
  }
  return {};
}

void MetaFixture::know_hosts(int count, std::int64_t at_ms) {
  for (int i = 0; i < count; ++i, ++hosts_) {
    observe("Host h" + std::to_string(hosts_) + " of Globex stands in room " + std::to_string(1000 + hosts_) + ".",
            at_ms);
  }
  consolidate(at_ms);
}

std::vector<MetaFixture::Json> MetaFixture::of_type(const std::string& type) const {
  std::vector<Json> found;
  for (const auto& [id, insight] : insights) {
    if (insight.at("type") == type) {
      found.push_back(insight);
    }
  }
  return found;
}

std::string MetaFixture::id_of(const std::string& summary) const {
  for (const auto& [id, insight] : insights) {
    if (insight.at("summary") == summary) {
      return id;
    }
  }
  return {};
}

MetaFixture::Ids MetaFixture::source_ids(const Json& insight) {
  Ids ids;
  for (const Json& source : insight.at("sources")) {
    ids.insert(source.at("id").get<std::string>());
  }
  return ids;
}

std::vector<stage_api::StageOutcome::Request> MetaFixture::asked() const {
  std::vector<stage_api::StageOutcome::Request> found;
  std::copy_if(requests.begin(), requests.end(), std::back_inserter(found),
               [](const auto& request) { return request.request.purpose == "meta"; });
  return found;
}

std::vector<std::string> MetaFixture::reasons() const {
  std::vector<std::string> found;
  for (const Json& event : events_of("fallback")) {
    found.push_back(event.at("reason"));
  }
  return found;
}

}  // namespace turnstream::consolidation
