#include "stages/common/evidence/describe.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/rank_list.h"

namespace turnstream::evidence {

using Json = nlohmann::json;

namespace {

Json describe_head(std::string_view value, std::string_view count, std::string_view marked_count) {
  const auto head = decode_head(value);
  if (!head.ok()) {
    return describe_damage(head.error());
  }
  return {{std::string(count), head->memories},
          {std::string(marked_count), head->marked},
          {"aged_until", format_time(head->aged_until.value())},
          {"timer", head->timer.has_value() ? Json(format_time(head->timer->value())) : Json()}};
}

Json describe_ranks(std::string_view value) {
  Json ranks = Json::array();
  for (ByteReader reader(value); !reader.at_end();) {
    const ListedMemory listed = RankForm::read(reader);
    if (listed.id == Uuid{}) {
      continue;  // A hole (row_list.h).
    }
    ranks.push_back({{"id", to_string(listed.id)},
                     {"score_at_least", static_cast<double>(listed.score) / 1e6},
                     {"last_used_at_least", format_time(listed.last_used.value())}});
  }
  return {{"ranks", ranks}};
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value, const DerivedNames& names,
                  Json (*describe_memory)(std::string_view key, std::string_view value)) {
  if (key == names.stats) {
    return describe_head(value, names.count, names.marked_count);
  }
  if (key.starts_with(names.prefix)) {
    return describe_memory(key, value);
  }
  if (key.starts_with(kRanksPrefix)) {
    return describe_ranks(value);
  }
  return {{"unknown_row", std::string(key)}};
}

Json describe_derived(std::string_view change_value, const DerivedRank& rank) {
  Json shown = json::parse_document(change_value);
  shown.erase("persona_id");
  shown["last_used"] = format_time(rank.last_used.value());
  shown["idle_periods"] = rank.idle_periods;
  return shown;
}

Json describe_damage(const Error& error) {
  return {{"damaged", error.message}};
}

}  // namespace turnstream::evidence
