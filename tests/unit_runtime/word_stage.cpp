#include "tests/unit_runtime/word_stage.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/stage_api/memory_settings.h"

namespace turnstream::runtime {
namespace {

const std::string kBigValue = R"({"text":")" + std::string(100'000, 'x') + "\"}";

using stage_api::Input;
using stage_api::PersonaContext;

Error failure(Reaction reaction) {
  return {"word", reaction, "A word of the turn said so.", "/turn_data/user_input", {}};
}

class WordStage final : public stage_api::Stage {
 public:
  explicit WordStage(stage_api::StageInfo info) : info_(std::move(info)) {}
  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    TS_RETURN_IF_ERROR(remember(input, context));
    follow(input, context);
    if (input.kind == stage_api::RecordKind::kCommand) {
      return obey_command(std::string(input.command_kind), context);
    }
    if (input.turn == nullptr) {
      return {};
    }
    const std::string id(input.turn->turn_id);
    context.effects().put("memory", id, "{}", false);
    context.effects().processed(1);
    std::istringstream words{std::string(input.turn->turn_data.user_input)};
    for (std::string word; words >> word;) {
      TS_RETURN_IF_ERROR(obey(word, context));
    }
    return {};
  }

  Status fire(std::string_view timer, LogTime, const Input& input, PersonaContext& context) const override {
    context.state().put("fired", timer);
    context.effects().put("fact", timer, timer == "big" ? kBigValue : "{}", false);
    if (timer.substr(0, 3) == "bad") {
      context.effects().passed({.passes = 1, .handled = 7});
      context.effects().late_result();
      return failure(Reaction::kDeadLetter);
    }
    if (timer.substr(0, 4) == "pass") {
      context.effects().passed({.passes = 1, .handled = 7});
    }
    if (timer.substr(0, 4) == "late") {
      context.effects().late_result();
    }
    if (timer == "again") {
      return context.timers().arm("again", LogTime{input.now.value() + 1});
    }
    return {};
  }

  [[nodiscard]] nlohmann::json describe(std::string_view, std::string_view) const override { return {}; }

 private:
  /// Writes the input of the call into rows: one letter for each call, the record's bytes and the settings.
  Status remember(const Input& input, PersonaContext& context) const {
    TS_ASSIGN_OR_RETURN(const auto calls, context.state().get("calls"));
    auto trace = std::string(calls.value_or(std::string_view()));
    constexpr std::string_view kLetters = "tckesr";
    trace.push_back(kLetters[static_cast<std::size_t>(input.kind)]);
    context.state().put("calls", trace);
    context.state().put("value", input.value);
    context.state().put("settings", input.settings->json().dump());
    return {};
  }

  static void follow(const Input& input, PersonaContext& context) {
    for (const auto& upstream : input.upstream) {
      for (const auto part : upstream.parts) {
        const auto completion = codec::parse_completion(part);
        for (const auto& change : completion->changes) {
          context.effects().put("insight", change.kind + "-" + change.id, "{}", false);
        }
      }
    }
  }

  static Status obey_command(const std::string& word, PersonaContext& context) {
    if (word.rfind("forget:", 0) == 0) {
      return context.turns().forget(word.substr(7));
    }
    if (word.rfind("forget_session:", 0) == 0) {
      return context.turns().forget_recent(word.substr(15), [](std::string_view) { return false; });
    }
    if (word == "block" || word == "unblock") {
      return context.turns().set_blocked(word == "block");
    }
    if (word == "block_and_fail") {
      TS_RETURN_IF_ERROR(context.turns().set_blocked(true));
      return failure(Reaction::kDeadLetter);
    }
    return {};
  }

  Status obey(const std::string& word, PersonaContext& context) const {
    if (word.rfind("arm:", 0) == 0) {
      const auto colon = word.find(':', 4);
      return context.timers().arm(word.substr(4, colon - 4), LogTime{std::stoll(word.substr(colon + 1))});
    }
    if (word.rfind("event:", 0) == 0) {
      context.effects().event(word.substr(6), "event", "{}");
    }
    if (word.rfind("big:", 0) == 0) {
      for (int i = 0; i < std::stoi(word.substr(4)); ++i) {
        context.effects().put("memory", "big" + std::to_string(10'000 + i),
                              R"({"filler":")" + std::string(1000, 'x') + "\"}", false);
      }
    }
    if (word == info_.name + "=retry") {
      return failure(Reaction::kRetry);
    }
    if (word == info_.name + "=fail") {
      return failure(Reaction::kDeadLetter);
    }
    if (word == info_.name + "=stop") {
      return failure(Reaction::kStopProcess);
    }
    return {};
  }

  stage_api::StageInfo info_;
};

}  // namespace

std::vector<std::unique_ptr<stage_api::Stage>> make_word_stages() {
  std::vector<std::unique_ptr<stage_api::Stage>> stages;
  const auto add = [&](const std::string& name, int phase, std::vector<std::string> upstream) {
    stages.push_back(std::make_unique<WordStage>(
        stage_api::StageInfo{name, phase, std::move(upstream), name == "episodic", 1, {"insights"}, {}, {"first"}}));
  };
  add("episodic", 1, {});
  add("skill", 1, {});
  add("semantic", 2, {"episodic", "skill"});
  add("pattern", 2, {"episodic", "skill"});
  add("consolidation", 3, {"episodic", "semantic", "pattern"});
  add("lifecycle", 3, {"episodic", "semantic", "pattern"});
  return stages;
}

}  // namespace turnstream::runtime
