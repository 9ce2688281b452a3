#include "stages/pattern/kept_pattern.h"

#include "pipeline/codec/pattern.h"
#include "stages/common/evidence/evolution.h"

namespace turnstream::pattern {
namespace {

/// The byte of a row for polarity also says whether a user and, behind the text, a scope follow.
constexpr std::uint8_t kUserBit = 2;
constexpr std::uint8_t kScopeBit = 4;
/// Reserved for a row, which can be longer: so it does not grow step by step.
constexpr std::size_t kRowBytes = 2'048;

model::PatternScope read_scope(ByteReader& reader) {
  model::PatternScope scope;
  scope.condition = std::string(reader.text());
  scope.tool = std::string(reader.text());
  scope.project = std::string(reader.text());
  scope.person = std::string(reader.text());
  return scope;
}

Error damaged() {
  return evidence::bad_state("A pattern's row is damaged or has another format.");
}

}  // namespace

std::string PatternForm::encode(const KeptPattern& kept) {
  const model::Pattern& pattern = kept.pattern;
  std::string bytes;
  bytes.reserve(kRowBytes);
  ByteWriter writer(bytes);
  evidence::write_rank(writer, kept.rank());
  const auto polarity = static_cast<std::uint8_t>(pattern.polarity);
  writer.u8(static_cast<std::uint8_t>(pattern.type));
  const int follows = (pattern.user.known() ? kUserBit : 0) | (pattern.scope.known() ? kScopeBit : 0);
  writer.u8(static_cast<std::uint8_t>(polarity | follows));
  if (pattern.user.known()) {
    writer.text(pattern.user.id).text(pattern.user.name);
  }
  writer.text(pattern.key).text(pattern.text);
  if (pattern.scope.known()) {
    const model::PatternScope& scope = pattern.scope;
    writer.text(scope.condition).text(scope.tool).text(scope.project).text(scope.person);
  }
  writer.varint(static_cast<std::uint64_t>(kept.fresh_confidence));
  writer.varint(static_cast<std::uint64_t>(pattern.occurrences));
  writer.i64(pattern.first_seen.value()).i64(pattern.last_seen.value());
  evidence::write_evolution(writer, pattern.evolution);
  pattern.sources.write(writer);
  return bytes;
}

Result<KeptPattern> PatternForm::decode(std::string_view bytes, std::string_view persona, const Uuid& id) {
  ByteReader reader(bytes);
  const std::optional<evidence::DerivedRank> rank = evidence::read_rank(reader);
  if (!rank) {
    return damaged();
  }
  KeptPattern kept;
  kept.last_used = rank->last_used;
  kept.idle_periods = rank->idle_periods;
  model::Pattern& pattern = kept.pattern;
  pattern.id = to_string(id);
  pattern.persona_id = std::string(persona);
  pattern.confidence = rank->score;
  const std::uint8_t type = reader.u8();
  const std::uint8_t bits = reader.u8();
  const auto polarity = static_cast<std::uint8_t>(bits & ~(kUserBit | kScopeBit));
  if ((bits & kUserBit) != 0) {
    pattern.user.id = std::string(reader.text());
    pattern.user.name = std::string(reader.text());
  }
  pattern.type = static_cast<model::PatternType>(type);
  pattern.polarity = static_cast<model::Polarity>(polarity);
  pattern.key = std::string(reader.text());
  pattern.text = std::string(reader.text());
  if ((bits & kScopeBit) != 0) {
    pattern.scope = read_scope(reader);
  }
  kept.fresh_confidence = static_cast<std::int64_t>(reader.varint());
  pattern.occurrences = static_cast<std::int64_t>(reader.varint());
  pattern.first_seen = EventTime{reader.i64()};
  pattern.last_seen = EventTime{reader.i64()};
  pattern.evolution = evidence::read_evolution(reader);
  pattern.sources = model::SourceList::read(reader);
  if (!reader.done() || type > static_cast<std::uint8_t>(model::PatternType::kInstruction) ||
      polarity > static_cast<std::uint8_t>(model::Polarity::kNegative)) {
    return damaged();
  }
  return kept;
}

void PatternForm::append_json(std::string& out, const KeptPattern& kept) {
  codec::append_pattern(out, kept.pattern);
}

std::optional<model::Patch> PatternForm::patch(const KeptPattern& before, const KeptPattern& after) {
  return codec::pattern_patch(before.pattern, after.pattern);
}

}  // namespace turnstream::pattern
