#include "tests/testpipeline/reference_stage.h"

#include <array>
#include <nlohmann/json.hpp>

#include "pipeline/base/hash64.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/writer.h"

namespace turnstream::testpipeline {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;
using stage_api::RecordKind;

constexpr std::size_t kValueBytes = 300;
constexpr std::size_t kDenseBytes = 216;
constexpr std::uint64_t kSlots = 100;
constexpr std::int64_t kTimerPeriodMs = 60'000;

std::string hex(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = 16; i > 0; --i) {
    text[i - 1] = "0123456789abcdef"[number & 15];
    number >>= 4;
  }
  return text;
}

/// 300 bytes that depend only on the seed. Dense: 200 of them are random digits of base 64; else they compress well.
std::string filled(std::uint64_t seed, bool dense = false) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string value = hex(seed);
  value.reserve(kValueBytes);
  while (dense && value.size() < kDenseBytes) {  // splitmix64
    seed += 0x9e3779b97f4a7c15ULL;
    std::uint64_t bits = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    for (int i = 0; i < 10; ++i, bits >>= 6) {
      value.push_back(kDigits[bits & 63]);
    }
  }
  value.resize(kValueBytes, 'x');
  return value;
}

std::uint64_t mixed(std::uint64_t digest, std::string_view bytes) {
  std::string joined = hex(digest);
  joined.append(bytes);
  return hash64(joined);
}

class ReferenceStage final : public stage_api::Stage {
 public:
  ReferenceStage(stage_api::StageInfo info, const ReferenceOptions& options)
      : info_(std::move(info)), options_(options) {}

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }
  Status process(const Input& input, PersonaContext& context) const override;
  Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const override;
  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return {{"key", key}, {"value", value}};
  }

 private:
  Status answer(const Input& input, PersonaContext& context, std::uint64_t digest, const std::string& slot,
                bool existed) const;

  stage_api::StageInfo info_;
  ReferenceOptions options_;
};

Status ReferenceStage::process(const Input& input, PersonaContext& context) const {
  std::uint64_t digest = hash64(input.value);
  if (input.turn != nullptr) {
    digest = mixed(digest, input.turn->turn_data.user_input);
  }
  for (const auto& upstream : input.upstream) {
    for (const auto part : upstream.parts) {
      digest = mixed(digest, codec::digest_bytes(part));
    }
  }
  auto& state = context.state();
  TS_ASSIGN_OR_RETURN(const auto counter, state.get("counter"));
  const std::uint64_t count = counter ? std::stoull(std::string(counter->substr(0, 16)), nullptr, 16) : 0;
  const std::string slot = std::to_string(count % kSlots);
  bool existed = false;
  for (const char kind : {'a', 'b', 'c'}) {
    TS_ASSIGN_OR_RETURN(const auto value, state.get(kind + slot));
    existed = existed || value.has_value();
    digest = mixed(digest, value.value_or(std::string_view()));
  }
  state.put("counter", filled(count + 1, options_.dense));
  for (const char kind : {'a', 'b', 'c', 'd', 'e'}) {
    state.put(kind + slot, filled(digest + static_cast<std::uint64_t>(kind), options_.dense));
  }
  return answer(input, context, digest, slot, existed);
}

Status ReferenceStage::answer(const Input& input, PersonaContext& context, std::uint64_t digest,
                              const std::string& slot, bool existed) const {
  std::string value;
  json::Writer writer(value);
  writer.begin_object().string("kind", "memory").string("id", slot).string("persona_id", context.persona());
  writer.string("digest", hex(digest))
      .string("filler", filled(digest, options_.dense) + filled(digest + 1))
      .end_object();
  context.effects().put("memory", slot, std::move(value), existed);
  context.effects().processed(1);
  if (options_.timers) {
    if (digest % 5 == 0) {
      TS_RETURN_IF_ERROR(context.timers().arm("sweep", LogTime{input.now.value() + kTimerPeriodMs}));
    }
    for (const auto& topic : info_.event_topics) {
      context.effects().event(topic, topic, R"({"kind":")" + topic + R"(","digest":")" + hex(digest) + R"("})");
    }
  }
  return {};
}

Status ReferenceStage::fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const {
  auto& state = context.state();
  TS_ASSIGN_OR_RETURN(const auto swept, state.get("swept"));
  auto digest = mixed(hash64(timer), swept.value_or(std::string_view()));
  digest = mixed(digest, std::to_string(due.value()) + "/" + std::to_string(input.now.value()));
  const bool existed = swept.has_value();
  state.put("swept", filled(digest));
  context.effects().put("stats", "swept", R"({"kind":"stats","id":"swept","digest":")" + hex(digest) + R"("})",
                        existed);
  return {};
}

}  // namespace

std::unique_ptr<stage_api::Stage> make_reference_stage(std::size_t index, const ReferenceOptions& options) {
  const std::array<stage_api::StageInfo, kReferenceStages> infos{
      {{"episodic", 1, {}, true, 1, {}},
       {"skill", 1, {}, false, 1, {}},
       {"semantic", 2, {"episodic", "skill"}, false, 1, {}},
       {"pattern", 2, {"episodic", "skill"}, false, 1, {}},
       {"consolidation", 3, {"episodic", "semantic", "pattern"}, false, 1, {"consolidation", "insights"}},
       {"lifecycle", 3, {"episodic", "semantic", "pattern"}, false, 1, {"maintenance"}}}};
  return std::make_unique<ReferenceStage>(infos.at(index), options);
}

std::vector<std::unique_ptr<stage_api::Stage>> make_reference_stages(const ReferenceOptions& options) {
  std::vector<std::unique_ptr<stage_api::Stage>> stages;
  for (std::size_t i = 0; i < kReferenceStages; ++i) {
    stages.push_back(make_reference_stage(i, options));
  }
  return stages;
}

}  // namespace turnstream::testpipeline
