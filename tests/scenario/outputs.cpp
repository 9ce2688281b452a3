#include "tests/scenario/outputs.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/state_table.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

std::string place(const std::string& topic, std::int32_t partition) {
  return topic + "[" + std::to_string(partition) + "]";
}

/// The topics that stages write, by their names without the namespace.
std::map<std::string, std::string> topics_of_stages(const model::TopicNames& names) {
  std::map<std::string, std::string> topics{{"dead-letters", names.dead_letters()},
                                            {"shares", names.shares()},
                                            {"effects.requests", names.effect_requests()}};
  for (const std::string& stage : stages()) {
    topics["completions." + stage] = names.completions(stage);
  }
  for (const char* topic : {"consolidation", "insights", "maintenance"}) {
    topics[topic] = names.events(topic);
  }
  return topics;
}

/// The log determines the order of what one stage and partition writes, not that of several.
void sort_if_shared(const std::string& topic, std::vector<std::string>& values) {
  if (topic == "maintenance") {
    std::stable_sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
      return nlohmann::json::parse(a).at("stage") < nlohmann::json::parse(b).at("stage");
    });
  } else if (topic == "shares" || topic == "effects.requests" || topic == "dead-letters") {
    std::sort(values.begin(), values.end());
  }
}

}  // namespace

std::map<std::string, std::string> rows_of(Pipeline& pipeline) {
  std::map<std::string, std::string> rows;
  pipeline.restart([&](store::KeyValueStore& local) {
    const std::size_t prefix = store::partition_prefix(Partition{0}).size();
    const std::string end = store::partition_prefix(Partition{pipeline.partitions()});
    for (const std::string& stage : stages()) {
      const auto visit = [&](std::string_view key, std::string_view value) {
        if (key.substr(prefix) != store::kCheckpointKey) {
          rows[stage + "/" + std::string(key)] = std::string(value);
        }
        return true;
      };
      REQUIRE(local.scan(local.table(stage).value(), "", end, visit).ok());
    }
  });
  return rows;
}

void lose_state(Pipeline& pipeline) {
  pipeline.restart([&](store::KeyValueStore& local) {
    const std::string end = store::partition_prefix(Partition{pipeline.partitions()});
    for (const std::string& stage : stages()) {
      REQUIRE(local.erase_range(local.table(stage).value(), "", end).ok());
    }
  });
}

Outputs outputs_of(Pipeline& pipeline) {
  Outputs outputs;
  for (const auto& [name, topic] : topics_of_stages(pipeline.names())) {
    for (const Seen& seen : pipeline.read(topic)) {
      outputs.records[place(name, seen.partition)].emplace_back(codec::digest_bytes(seen.value));
    }
    for (std::int32_t p = 0; p < pipeline.partitions(); ++p) {
      sort_if_shared(name, outputs.records[place(name, p)]);
    }
  }
  outputs.rows = rows_of(pipeline);
  return outputs;
}

void check_equal(const Outputs& one, const Outputs& other) {
  CHECK(one.rows.size() > 0);
  REQUIRE(one.records.size() == other.records.size());
  for (const auto& entry : one.records) {
    CAPTURE(entry.first);
    const std::vector<std::string>& others = other.records.at(entry.first);
    REQUIRE(entry.second.size() == others.size());
    for (std::size_t i = 0; i < others.size(); ++i) {
      REQUIRE(entry.second[i] == others[i]);
    }
  }
  const bool same_rows = one.rows == other.rows;
  CHECK(same_rows);
}

Ends ends_of(Pipeline& pipeline) {
  Ends ends;
  for (const auto& [name, topic] : topics_of_stages(pipeline.names())) {
    for (const Seen& seen : pipeline.read(topic)) {
      ++ends[place(name, seen.partition)];
    }
  }
  return ends;
}

std::vector<std::string> places_with(Pipeline& pipeline, const std::string& text, const Ends& skip) {
  std::vector<std::string> places;
  const auto note = [&](const std::string& where, const std::string& what) {
    if (what.find(text) != std::string::npos) {
      places.push_back(where);
    }
  };
  for (const auto& [name, topic] : topics_of_stages(pipeline.names())) {
    Ends read;
    for (const Seen& seen : pipeline.read(topic)) {
      const std::string where = place(name, seen.partition);
      const auto skipped = skip.find(where);
      if (++read[where] > (skipped == skip.end() ? 0 : skipped->second)) {
        note(where, seen.key + seen.value);
      }
    }
  }
  for (const std::string& stage : stages()) {
    std::map<std::string, std::string> newest;
    for (const Seen& seen : pipeline.read(pipeline.names().changelog(stage))) {
      REQUIRE(store::for_each_row(seen.value, [&](std::string_view key, std::optional<std::string_view> value) {
        newest[place(std::string(key), seen.partition)] = value.value_or(std::string_view());
      }));
    }
    for (const auto& [key, value] : newest) {
      note(stage + ".changelog", key + value);
    }
  }
  for (const auto& [key, value] : rows_of(pipeline)) {
    note("state of " + key.substr(0, key.find('/')), key + value);
  }
  return places;
}

}  // namespace turnstream::scenario
