// Compares the stage with a naive model that walks over all items at every step.

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <random>

#include "pipeline/codec/memory_item.h"
#include "stages/lifecycle/admission.h"
#include "stages/lifecycle/strength.h"
#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

class NaiveModel {
 public:
  explicit NaiveModel(const LifecycleSettings& settings) : settings_(settings) {}

  std::map<std::string, model::MemoryItem> items;

  void promote(model::MemoryItem item, LogTime now) {
    item.tier = model::Tier::kLongTerm;
    item.consolidated_at = now;
    for (auto& [id, kept] : items) {
      if (kept.type == item.type && kept.content == item.content) {
        merge(kept, item, now, settings_);
        kept.tier = model::Tier::kLongTerm;
        return;
      }
    }
    items[item.id] = std::move(item);
  }
  void access(const std::string& id, LogTime now) {
    if (const auto found = items.find(id); found != items.end()) {
      ++found->second.access_count;
      found->second.last_accessed_at = now;
      found->second.importance = accessed_importance(found->second, settings_);
      found->second.tier = model::Tier::kLongTerm;
    }
  }
  void forget(const std::string& name) {
    std::erase_if(items, [&](const auto& entry) {
      const model::MemoryItem& item = entry.second;
      return item.id == name || item.provenance.turn_id == name || item.session_id == name ||
             std::any_of(item.sources.begin(), item.sources.end(), [&](model::SourceView source) {
               return source.id == name || source.turn_id == name || source.session_id == name;
             });
    });
  }
  void pass(LogTime now) {
    std::erase_if(items, [&](const auto& entry) {
      const std::int64_t kept_ms = retention_ms(entry.second.type, settings_);
      return kept_ms > 0 && entry.second.recorded_at.value() + kept_ms <= now.value();
    });
    for (auto& [id, item] : items) {
      if (item.tier == model::Tier::kLongTerm && due_time(item, settings_) <= now) {
        item.tier = model::Tier::kArchived;
      }
    }
  }
  void enforce_quota(LogTime now) {
    while (long_term() > settings_.long_term_items_max) {
      const auto low = least([](const model::MemoryItem& item) { return item.importance; });
      if (low->second.importance < settings_.quota_floor_importance) {
        items.erase(low);
      } else {
        least([&](const model::MemoryItem& item) { return log2_strength(item, now, settings_); })->second.tier =
            model::Tier::kArchived;
      }
    }
  }

 private:
  std::int64_t long_term() const {
    return std::count_if(items.begin(), items.end(),
                         [](const auto& entry) { return entry.second.tier == model::Tier::kLongTerm; });
  }
  template <typename Measure>
  std::map<std::string, model::MemoryItem>::iterator least(Measure measure) {
    auto found = items.end();
    for (auto it = items.begin(); it != items.end(); ++it) {
      if (it->second.tier == model::Tier::kLongTerm &&
          (found == items.end() || measure(it->second) < measure(found->second))) {
        found = it;
      }
    }
    return found;
  }

  const LifecycleSettings& settings_;
};

model::MemoryItem random_item(std::mt19937_64& random, int number, LogTime now) {
  model::MemoryItem item = item_of(number, "content " + std::to_string(random() % 200));
  item.type = static_cast<model::ItemType>(random() % kTypes);
  item.session_id = "session " + std::to_string(random() % 30);
  item.provenance.turn_id = "turn " + std::to_string(number / 2);
  item.base_importance = static_cast<std::int64_t>(200'000 + random() % 800'000);
  item.importance = item.base_importance;
  item.recorded_at = LogTime{now.value() - static_cast<std::int64_t>(random() % kHour)};
  return item;
}

void compare(LifecycleFixture& fixture, const NaiveModel& naive) {
  REQUIRE(fixture.items().size() == naive.items.size());
  for (const auto& [id, item] : naive.items) {
    REQUIRE(fixture.items().count(id) == 1);
    REQUIRE(fixture.item(id) == nlohmann::json::parse(json_of(item)));
  }
}

void run(std::uint64_t seed) {
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  LifecycleSettings settings;
  settings.long_term_items_max = 40;
  settings.chat_retention_days = 90;
  settings.error_retention_days = 20;
  LifecycleFixture fixture;
  fixture.driver().set_settings(
      R"({"lifecycle":{"long_term_items_max":40,"chat_retention_days":90,"error_retention_days":20}})");
  NaiveModel naive(settings);
  std::int64_t after = 0;
  for (int number = 0; number < 400; ++number) {
    after += static_cast<std::int64_t>(random() % (2 * kDay));
    const LogTime now{kStart + after};
    fixture.settle(after);
    naive.pass(now);
    std::string name = item_of(static_cast<int>(random() % static_cast<std::uint64_t>(number + 1))).id;
    switch (random() % 8) {
      case 0:
      case 1:
        fixture.access({name}, 1, after);
        naive.access(name, now);
        break;
      case 2:
        name = random() % 2 == 0 ? name : "turn " + std::to_string(random() % 200);
        fixture.forget(R"({"ids":[")" + name + R"("]})", after);
        naive.forget(name);
        break;
      case 3:
        if (random() % 4 == 0) {
          name = "session " + std::to_string(random() % 30);
          fixture.forget(R"({"session_id":")" + name + R"("})", after);
          naive.forget(name);
        }
        break;
      default:
        const model::MemoryItem item = random_item(random, number, now);
        fixture.promote({item}, after);
        naive.promote(item, now);
    }
    naive.enforce_quota(now);
    CAPTURE(number);
    compare(fixture, naive);
  }
  fixture.forget(R"({"all":true})", after);
  REQUIRE(fixture.driver().rows("helper").empty());
}

}  // namespace

TEST_CASE("the stage keeps what a model keeps that walks over all items") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    run(seed);
  }
}

}  // namespace turnstream::lifecycle
