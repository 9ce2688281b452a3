#include "stages/pattern/pattern_stage.h"

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/common/evidence/speakers.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/common/language/text_language.h"
#include "stages/pattern/chosen_terms.h"
#include "stages/pattern/describe.h"
#include "stages/pattern/forget.h"
#include "stages/pattern/habit_book.h"
#include "stages/pattern/instruction_book.h"
#include "stages/pattern/orders.h"
#include "stages/pattern/pattern_rules.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch_rows.h"
#include "stages/pattern/taste_book.h"

namespace turnstream::pattern {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

/// The texts of a turn, as a source.
constexpr std::string_view kTextPointer = "/turn_data";

struct PatternCall {
  PatternCall(const Input& given_input, PersonaContext& given_context)
      : input(given_input),
        context(given_context),
        settings(given_input.settings->read(kSettingFields)),
        patterns(given_input, given_context, idle_rules(settings)),
        instructions(given_input, given_context, settings),
        sketches(given_context, settings),
        habits(given_context, patterns),
        tastes(given_input, patterns, habits, settings) {}

  const Input& input;
  PersonaContext& context;
  PatternSettings settings;
  PatternTable patterns;
  InstructionBook instructions;
  SketchRows sketches;
  HabitBook habits;
  TasteBook tastes;
};

/// The new pattern that the signal makes. Counts an observed signal; absent if it was not observed often enough yet.
Result<std::optional<KeptPattern>> beginning(PatternCall& call, const Signal& signal, const Sighting& sighting) {
  if (signal.stated()) {
    return std::optional(begun(signal, sighting, call.settings));
  }
  TS_ASSIGN_OR_RETURN(const auto counted, call.sketches.count(signal, {sighting.source, sighting.at}));
  return counted.has_value() ? std::optional(begun_after(*counted, signal, sighting, call.settings)) : std::nullopt;
}

Uuid id_of(const PatternCall& call, const Signal& signal) {
  return codec::pattern_id(call.input.persona, name_in(model::kPatternTypes, signal.type), signal.key, signal.user.id);
}

/// What id_of() gives for the topic_signal() of the term.
Uuid id_of_topic(const PatternCall& call, std::string_view term) {
  const std::string_view type = name_in(model::kPatternTypes, model::PatternType::kTopic);
  return codec::pattern_id(call.input.persona, type, cut_key(term), {});
}

void add(PatternCall& call, const Uuid& id, KeptPattern made) {
  made.pattern.id = to_string(id);
  made.pattern.persona_id = std::string(call.input.persona);
  call.patterns.add(id, std::move(made));
}

Status take(PatternCall& call, const Signal& signal, const Sighting& sighting) {
  const Uuid id = id_of(call, signal);
  TS_ASSIGN_OR_RETURN(KeptPattern * known, call.patterns.find(id));
  TS_ASSIGN_OR_RETURN(const bool has_room, call.tastes.make_room(id, signal, sighting));
  if (!has_room || (signal.only_known && (known == nullptr || known->pattern.polarity == signal.polarity))) {
    return {};
  }
  if (known != nullptr) {
    if (signal.type == model::PatternType::kPreference) {
      return call.tastes.take(id, *known, signal, sighting);
    }
    reinforce(*known, signal, sighting, call.settings);
    return {};
  }
  TS_ASSIGN_OR_RETURN(std::optional<KeptPattern> made, beginning(call, signal, sighting));
  if (made.has_value()) {
    TS_RETURN_IF_ERROR(call.habits.add(id, made->pattern));
    TS_RETURN_IF_ERROR(call.tastes.note(id, signal));
    add(call, id, *std::move(made));
  }
  return {};
}

/// A term that is counted is not a pattern, so that only the others are looked up.
Status take_topic(PatternCall& call, TopicCounts& counts, const TermUse& term, const Sighting& sighting) {
  if (!counts.has(term.key)) {
    TS_ASSIGN_OR_RETURN(KeptPattern * known, call.patterns.find(id_of_topic(call, term.key)));
    if (known != nullptr) {
      reinforce(*known, topic_signal(term.key, term.form), sighting, call.settings);
      return {};
    }
  }
  const TopicBounds bounds{call.settings.observed_occurrences_min,
                           static_cast<std::size_t>(call.settings.counted_topics_max)};
  if (const auto topic = counts.count(term, bounds)) {
    const Signal signal = topic_signal(term.key, topic->form);
    add(call, id_of(call, signal), begun_after(topic->counted, signal, sighting, call.settings));
  }
  return {};
}

Result<std::vector<bool>> which_recur(PatternCall& call, const TopicCounts& counts, const std::vector<TermUse>& uses) {
  std::vector<bool> recurs;
  for (const TermUse& use : uses) {
    bool does = use.pair && counts.has(use.key);
    if (use.pair && !does) {
      TS_ASSIGN_OR_RETURN(const KeptPattern* known, call.patterns.find(id_of_topic(call, use.key)));
      does = known != nullptr;
    }
    recurs.push_back(does);
  }
  return recurs;
}

Status take_topics(PatternCall& call, const Sighting& sighting) {
  const model::StateExport& turn = *call.input.turn;
  std::vector<std::string_view> texts{turn.turn_data.user_input};
  if (!sighting.memories_recalled) {
    texts.push_back(turn.turn_data.assistant_response);
  }
  const evidence::Speakers speakers = evidence::speakers_of(turn);
  const TermBounds bounds{static_cast<std::size_t>(call.settings.turn_topics_max),
                          static_cast<std::size_t>(call.settings.topic_letters_min),
                          static_cast<std::size_t>(call.settings.topic_letters_max)};
  const TurnTerms terms = terms_of(texts, std::array{speakers.user, speakers.agent}, bounds);
  if (terms.uses.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(TopicCounts * counts, call.sketches.topics());
  TS_ASSIGN_OR_RETURN(const std::vector<bool> recurs, which_recur(call, *counts, terms.uses));
  counts->begin_turn({sighting.source, sighting.at}, terms.words);
  for (const TermUse& term : chosen_terms(terms.uses, recurs, bounds.terms_max)) {
    TS_RETURN_IF_ERROR(take_topic(call, *counts, term, sighting));
  }
  return {};
}

/// A time is a pattern while it has more than an even share: it begins and recurs only then.
Status take_times(PatternCall& call, const Sighting& sighting) {
  TS_ASSIGN_OR_RETURN(TimeCounts * counts, call.sketches.times());
  for (const CountedTime& time : counts->count({sighting.source, sighting.at})) {
    if (!time.exceeds || time.occurrences < call.settings.observed_occurrences_min) {
      continue;
    }
    const Signal signal = time_signal(time);
    const Uuid id = id_of(call, signal);
    TS_ASSIGN_OR_RETURN(KeptPattern * known, call.patterns.find(id));
    if (known != nullptr) {
      reinforce(*known, signal, sighting, call.settings);
      continue;
    }
    KeptPattern made = begun_after({signal.key, 0, counts->turns_of(time)}, signal, sighting, call.settings);
    made.pattern.occurrences = time.occurrences;
    made.pattern.first_seen = time.first;
    add(call, id, std::move(made));
  }
  return {};
}

/// An order that ended takes the habit with it that it also was. A habit ends with what it is about: "I sold the Trabant". Neither
/// does if the turn says the habit, or its opposite, again.
Status apply_ends(PatternCall& call, const Orders& orders, const change::Ended& said,
                  const std::vector<Signal>& signals, const Sighting& sighting) {
  if (!orders.empty()) {
    const model::User user = model::user_of(*call.input.turn);
    TS_RETURN_IF_ERROR(call.instructions.apply(orders, sighting, user));
    TS_RETURN_IF_ERROR(call.tastes.correct(orders.corrections, sighting, user));
  }
  TS_RETURN_IF_ERROR(call.patterns.remove(call.instructions.dropped_habits()));
  std::set<Uuid> ended = call.instructions.ended_habits();
  TS_RETURN_IF_ERROR(call.habits.add_ended(said.sentences, model::user_of(*call.input.turn).id, sighting.at, ended));
  if (ended.empty()) {
    return {};
  }
  for (const Signal& signal : signals) {
    ended.erase(id_of(call, signal));
  }
  return call.habits.end(ended, sighting.source);
}

Status apply_turn(PatternCall& call) {
  const model::StateExport& turn = *call.input.turn;
  call.context.effects().processed(1 + static_cast<std::int64_t>(turn.tool_executions.size()));
  evidence::TurnSources sources(turn);
  const language::Words words = language::words_to_read(turn.turn_data.user_input);
  const language::Utterance said(words);
  const change::Ended ended = change::ended_in(said);
  const std::vector<Signal> signals = signals_of(turn, call.settings, said, ended);
  Sighting sighting{turn.timestamp, call.input.now, sources.at(kTextPointer), has_recalled_memories(turn)};
  TS_RETURN_IF_ERROR(apply_ends(call, orders_of(turn, words, said), ended, signals, sighting));
  TS_RETURN_IF_ERROR(take_topics(call, sighting));
  TS_RETURN_IF_ERROR(take_times(call, sighting));
  for (const Signal& signal : signals) {
    sighting.source = sources.at(signal.pointer);
    TS_RETURN_IF_ERROR(take(call, signal, sighting));
  }
  call.sketches.flush();
  return call.patterns.evict(call.settings.patterns_max);
}

Status apply_forget(PatternCall& call) {
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(call.input.value));
  evidence::Forgotten forgotten(args);
  TS_RETURN_IF_ERROR(forgotten.add_removed(call.input.upstream));
  TS_ASSIGN_OR_RETURN(const std::int64_t removed, forget(forgotten, call.patterns, call.instructions, call.sketches));
  call.context.effects().processed(removed);
  TS_RETURN_IF_ERROR(call.habits.restore(forgotten));
  TS_RETURN_IF_ERROR(call.patterns.remove(call.instructions.dropped_habits()));
  TS_RETURN_IF_ERROR(call.patterns.evict(call.settings.patterns_max));
  return call.habits.drop_gone();
}

Status apply_idle_time(PatternCall& call) {
  const Input& input = call.input;
  TS_ASSIGN_OR_RETURN(const std::int64_t changed, call.patterns.age([&](KeptPattern& kept) {
    return decay(kept, input.now, EventTime{input.log_time.value()}, call.settings);
  }));
  call.context.effects().processed(changed);
  return call.habits.drop_gone();
}

Status run(const Input& input, PersonaContext& context, Status (*step)(PatternCall& call)) {
  PatternCall call(input, context);
  TS_RETURN_IF_ERROR(call.patterns.load());
  TS_RETURN_IF_ERROR(step(call));
  TS_RETURN_IF_ERROR(call.instructions.finish());
  call.habits.finish();
  return call.patterns.finish();
}

class PatternStage final : public stage_api::Stage {
 public:
  PatternStage() {
    info_.name = "pattern";
    info_.logic_version = 13;
    info_.phase = 2;
    info_.upstream = {"episodic", "skill"};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    if (input.turn != nullptr) {
      return run(input, context, apply_turn);
    }
    const bool forgets = input.kind == stage_api::RecordKind::kCommand && input.command_kind == "forget";
    return forgets ? run(input, context, apply_forget) : Status();
  }

  Status fire(std::string_view, LogTime, const Input& input, PersonaContext& context) const override {
    return run(input, context, apply_idle_time);
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_pattern_stage() {
  return std::make_unique<PatternStage>();
}

}  // namespace turnstream::pattern
