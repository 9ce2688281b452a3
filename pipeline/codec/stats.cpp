#include "pipeline/codec/stats.h"

#include "pipeline/json/writer.h"

namespace turnstream::codec {

void append_stats(std::string& out, std::string_view id, std::string_view persona,
                  std::span<const StatCounter> counters) {
  json::Writer json(out);
  json.begin_object().string("kind", "stats").string("id", id).string("persona_id", persona);
  for (const StatCounter& counter : counters) {
    json.integer(counter.name, counter.value);
  }
  json.end_object();
}

}  // namespace turnstream::codec
