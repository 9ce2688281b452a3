#include "stages/consolidation/discovery/contradiction.h"

#include <algorithm>
#include <map>
#include <optional>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/json/fields.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/sessions/window_lines.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
/// As a completion has it. The search saves the parsing of completions that remove no fact, which are almost all.
constexpr std::string_view kFactRemoved = R"({"op":"delete","kind":"fact",)";

struct FactView {
  std::string text;
  bool current = true;
  std::optional<std::string> superseded_by;
  std::optional<EventTime> until;
};

Result<FactView> read_fact(std::string_view value) {
  FactView fact;
  const bool ok = json::read_object(value, [&fact](json::Fields& fields) {
    fact.text = fields.text("text");
    fact.current = fields.boolean("current");
    fields.each_object("validity", false, [&fact](json::Fields& interval) {
      const auto to = interval.time_or_null("to");
      fact.until = to.has_value() ? std::optional(EventTime{*to}) : std::nullopt;
    });
    fact.superseded_by = fields.text_or_null("superseded_by");
  });
  if (!ok) {
    return evidence::bad_state("A completion of the stage semantic has a fact that cannot be read.");
  }
  return fact;
}

std::string without_end(std::string text) {
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

}  // namespace

evidence::RowKey key_of(const Contradiction& pair, LogTime now) {
  return evidence::row_key(kContradictionPrefix, static_cast<std::uint64_t>(now.value()))
      .append_number(hash64(pair.old_id + " " + pair.new_id));
}

std::string encode(const Contradiction& pair) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).text(pair.old_id).text(pair.old_text).text(pair.new_id).text(pair.new_text);
  writer.i64(pair.until.value());
  return row;
}

Result<Contradiction> decode_contradiction(std::string_view row) {
  ByteReader reader(row);
  Contradiction pair;
  const bool known_format = reader.u8() == kFormat;
  pair.old_id = std::string(reader.text());
  pair.old_text = std::string(reader.text());
  pair.new_id = std::string(reader.text());
  pair.new_text = std::string(reader.text());
  pair.until = EventTime{reader.i64()};
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of a contradiction is damaged.");
  }
  return pair;
}

std::string sentence_of(const Contradiction& pair) {
  return "Until " + spoken_date(pair.until) + ": " + without_end(pair.old_text) +
         ". Since then: " + without_end(pair.new_text) + ".";
}

Result<std::vector<Contradiction>> contradictions_in(const stage_api::Input& input) {
  std::map<std::string, FactView> facts;
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    if (completion.stage != "semantic") {
      continue;
    }
    TS_RETURN_IF_ERROR(completion.each_change([&facts](const model::Change& change) -> Status {
      if (change.kind == "fact" && change.op == model::ChangeOp::kPut) {
        TS_ASSIGN_OR_RETURN(facts[change.id], read_fact(change.value));
      }
      return {};
    }));
  }
  std::vector<Contradiction> pairs;
  for (const auto& [id, fact] : facts) {
    const auto other = fact.superseded_by.has_value() ? facts.find(*fact.superseded_by) : facts.end();
    if (!fact.current && fact.until.has_value() && other != facts.end()) {
      pairs.push_back({id, fact.text, other->first, other->second.text, *fact.until});
    }
  }
  return pairs;
}

Result<std::set<std::string>> facts_gone_in(const stage_api::Input& input) {
  std::set<std::string> gone;
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    const bool removes = std::any_of(completion.parts.begin(), completion.parts.end(), [](std::string_view part) {
      return part.find(kFactRemoved) != std::string_view::npos;
    });
    if (completion.stage != "semantic" || !removes) {
      continue;
    }
    TS_RETURN_IF_ERROR(completion.each_change([&gone](const model::Change& change) {
      if (change.kind == "fact" && change.op == model::ChangeOp::kDelete) {
        gone.insert(change.id);
      }
      return Status();
    }));
  }
  return gone;
}

}  // namespace turnstream::consolidation
