#include "tests/simulation/observer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/state_table.h"

namespace turnstream::simulation {
namespace {

std::string place(const std::string& topic, std::int32_t partition) {
  return topic + "[" + std::to_string(partition) + "]";
}

std::string_view bytes_of(const Seen& seen) {
  return seen.value ? std::string_view(*seen.value) : std::string_view();
}

/// All stages write the topic, and the log determines only the order of each stage's records.
void sort_by_stage(std::vector<Seen>& records) {
  const auto stage_of = [](const Seen& record) {
    return nlohmann::json::parse(record.value.value_or("{}")).value("stage", std::string());
  };
  std::stable_sort(records.begin(), records.end(),
                   [&](const auto& a, const auto& b) { return stage_of(a) < stage_of(b); });
}

void sort_by_value(std::vector<Seen>& records) {
  std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
}

}  // namespace

std::vector<Seen> Observer::read(const std::string& topic, std::int32_t partition) {
  std::vector<Seen> seen;
  auto reader = client_.make_reader("observer");
  const std::vector<log::Position> start{{{topic, Partition{partition}}, NextOffset{0}}};
  if (!reader.ok() || !(*reader)->assign(start).ok()) {
    return seen;
  }
  while (true) {
    auto event = (*reader)->poll(log::milliseconds{0});
    if (!event.ok() || !std::holds_alternative<log::Record>(*event)) {
      return seen;
    }
    const auto& record = std::get<log::Record>(*event);
    Seen one{record.offset, std::nullopt, std::nullopt, {}};
    if (record.key) {
      one.key = std::string(*record.key);
    }
    if (record.value) {
      one.value = std::string(*record.value);
    }
    for (const auto& header : record.headers) {
      one.headers[std::string(header.name)] = std::string(header.value);
    }
    seen.push_back(std::move(one));
  }
}

Complaint Observer::check_completions(const runtime::PipelineShape& shape, const model::TopicNames& names,
                                      const std::string& log) {
  for (std::int32_t p = 0; p < partitions_; ++p) {
    const auto log_records = read(log, p);
    for (const auto* stage : shape.stages) {
      const auto topic = names.completions(stage->info().name);
      std::size_t answered = 0;
      bool open = false;
      for (const auto& completion : read(topic, p)) {
        const auto head = codec::peek_completion(completion.value.value_or(""));
        if (!head.ok()) {
          return place(topic, p) + " has a record that is not a completion";
        }
        if (answered >= log_records.size() || head->log.offset != log_records[answered].offset) {
          return place(topic, p) + " answers log offset " + std::to_string(head->log.offset.value()) + " out of order";
        }
        open = !head->last;
        answered += head->last ? 1 : 0;
      }
      if (open || answered != log_records.size()) {
        return place(topic, p) + " answers " + std::to_string(answered) + " of " + std::to_string(log_records.size()) +
               " log records";
      }
    }
  }
  return std::nullopt;
}

std::map<std::string, std::string> Observer::final_state(const std::string& changelog, std::int32_t partition) {
  std::map<std::string, std::string> rows;
  for (auto& record : read(changelog, partition)) {
    const bool is_whole = store::for_each_row(record.value.value_or(""),
                                              [&](std::string_view key, std::optional<std::string_view> value) {
                                                if (value) {
                                                  rows.insert_or_assign(std::string(key), *value);
                                                } else {
                                                  rows.erase(std::string(key));
                                                }
                                              });
    CHECK(is_whole);
  }
  return rows;
}

Complaint Observer::check_changelogs(const runtime::PipelineShape& shape, const model::TopicNames& names,
                                     std::int64_t free_bytes) {
  constexpr std::size_t kShareMax = 6;
  for (const auto* stage : shape.stages) {
    const auto changelog = names.changelog(stage->info().name);
    for (std::int32_t p = 0; p < partitions_; ++p) {
      std::size_t table = 0;
      for (const auto& [key, value] : final_state(changelog, p)) {
        table += key.size() + value.size();
      }
      std::size_t kept = 0;
      for (const auto& record : read(changelog, p)) {
        kept += record.value.value_or("").size();
      }
      // A drop that failed or was cut off by a crash is repeated at the next walk, so two may be there.
      if (kept > 2 * (kShareMax * table + static_cast<std::size_t>(free_bytes))) {
        return place(changelog, p) + " keeps " + std::to_string(kept) + " bytes for " + std::to_string(table) +
               " bytes of rows";
      }
    }
  }
  return std::nullopt;
}

Complaint Observer::check_requests(const model::TopicNames& a, const model::TopicNames& b) {
  auto left = read(a.effect_requests(), 0);
  auto right = read(b.effect_requests(), 0);
  sort_by_value(left);  // all partitions of the stages write them
  sort_by_value(right);
  if (left.size() != right.size()) {
    return "the replay made " + std::to_string(right.size()) + " effect requests, not " + std::to_string(left.size());
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i].value != right[i].value || left[i].key != right[i].key) {
      return "an effect request and its replay differ: " + left[i].value.value_or("").substr(0, 300);
    }
  }
  return std::nullopt;
}

Complaint Observer::check_applied_once(const model::TopicNames& names) {
  std::map<std::string, nlohmann::json> places;
  for (std::int32_t p = 0; p < partitions_; ++p) {
    for (const auto& record : read(names.events("insights"), p)) {
      const auto insight = nlohmann::json::parse(record.value.value_or("{}"));
      const auto made_by = insight.value("derived_by", nlohmann::json::object());
      if (insight.value("type", "") != "extracted" || !made_by.contains("effect_id") ||
          made_by["effect_id"].is_null()) {
        continue;
      }
      const auto [place, is_new] = places.emplace(made_by["effect_id"], insight["log"]);
      if (!is_new && place->second != insight["log"]) {
        return "the answer to " + place->first + " made insights at " + place->second.dump() + " and at " +
               insight["log"].dump();
      }
    }
  }
  return std::nullopt;
}

Complaint Observer::check_equal(const runtime::PipelineShape& shape, const model::TopicNames& a,
                                const model::TopicNames& b) {
  if (auto complaint = check_requests(a, b)) {
    return complaint;
  }
  std::vector<std::pair<std::string, std::string>> topics{{a.dead_letters(), b.dead_letters()},
                                                          {a.shares(), b.shares()}};
  for (const auto* stage : shape.stages) {
    const auto& info = stage->info();
    topics.emplace_back(a.completions(info.name), b.completions(info.name));
    for (const auto& event : info.event_topics) {
      topics.emplace_back(a.events(event), b.events(event));
    }
  }
  for (std::int32_t p = 0; p < partitions_; ++p) {
    for (std::size_t t = 1; t < topics.size(); ++t) {
      auto left = read(topics[t].first, p);
      auto right = read(topics[t].second, p);
      if (topics[t].first == a.events("maintenance")) {
        sort_by_stage(left);
        sort_by_stage(right);
      } else if (topics[t].first == a.shares()) {  // several partitions of the stage write them
        sort_by_value(left);
        sort_by_value(right);
      }
      if (left.size() != right.size()) {
        return place(topics[t].first, p) + " has " + std::to_string(left.size()) + " records, its replay " +
               std::to_string(right.size());
      }
      for (std::size_t i = 0; i < left.size(); ++i) {
        const auto left_bytes = codec::digest_bytes(bytes_of(left[i]));
        const auto right_bytes = codec::digest_bytes(bytes_of(right[i]));
        if (left_bytes != right_bytes || left[i].key != right[i].key) {
          return place(topics[t].first, p) + " and its replay differ at record " + std::to_string(i) + ":\n  " +
                 std::string(left_bytes.substr(0, 600)) + "\n  " + std::string(right_bytes.substr(0, 600));
        }
      }
    }
    for (const auto* stage : shape.stages) {
      if (final_state(a.changelog(stage->info().name), p) != final_state(b.changelog(stage->info().name), p)) {
        return place(a.changelog(stage->info().name), p) + " and its replay have different final states";
      }
    }
  }
  return std::nullopt;
}

Complaint Observer::check_intake(const std::vector<std::string>& sent, const model::TopicNames& names) {
  std::map<std::string, int> expected;
  for (const auto& value : sent) {
    ++expected[value];
  }
  for (std::int32_t p = 0; p < partitions_; ++p) {
    for (const auto& record : read(names.shares(), p)) {
      ++expected[record.value.value_or("")];
    }
  }
  for (std::int32_t p = 0; p < partitions_; ++p) {
    for (const auto& record : read(names.log(), p)) {
      const bool is_copy = p > 0 && record.headers.at("kind") == "settings";
      if (record.headers.count("source_topic") > 0 && !is_copy) {
        --expected[record.value.value_or("")];
      }
    }
    for (const auto& record : read(names.dead_letters(), p)) {
      if (record.headers.at("dl_stage") == "intake") {
        --expected[record.value.value_or("")];
      }
    }
  }
  for (const auto& [value, count] : expected) {
    if (count != 0) {
      return "a sent record is in the log and the dead letters " + std::to_string(-count) +
             " times more than it was sent: " + value.substr(0, 200);
    }
  }
  return std::nullopt;
}

Complaint Observer::check_settings(const model::TopicNames& names) {
  std::vector<std::string> first;
  for (std::int32_t p = 0; p < partitions_; ++p) {
    std::vector<std::string> ids;
    for (const auto& record : read(names.log(), p)) {
      if (record.headers.at("kind") == "settings") {
        ids.push_back(record.headers.at("trace_id"));
      }
    }
    if (p == 0) {
      first = ids;
    } else if (ids != first) {
      return "partition " + std::to_string(p) + " of the log has other settings, or another order, than partition 0";
    }
  }
  return std::nullopt;
}

Complaint Observer::check_disk(const runtime::PipelineShape& shape, const model::TopicNames& names,
                               store::KeyValueStore& disk) {
  for (const auto* stage : shape.stages) {
    const auto table = disk.table(stage->info().name);
    for (std::int32_t p = 0; p < partitions_; ++p) {
      std::map<std::string, std::string> rows;
      const auto status =
          disk.scan(*table, store::partition_prefix(Partition{p}), store::partition_prefix(Partition{p + 1}),
                    [&](std::string_view key, std::string_view value) {
                      if (key.substr(2) != store::kCheckpointKey) {
                        rows.emplace(key.substr(2), value);
                      }
                      return true;
                    });
      if (!status.ok() || rows != final_state(names.changelog(stage->info().name), p)) {
        return "the rows of " + stage->info().name + " on disk in partition " + std::to_string(p) +
               " are not those of its changelog";
      }
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::simulation
