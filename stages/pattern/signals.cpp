#include "stages/pattern/signals.h"

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/tool_steps.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/user_name.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;
using model::Polarity;

/// Longer keys and texts are cut, so that the size of rows has a bound.
constexpr std::size_t kKeyCodePointsMax = 256;
constexpr std::size_t kTextCodePointsMax = 500;

constexpr std::array<std::string_view, 7> kWeekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};

class SignalList {
 public:
  void add(Signal signal) {
    signal = bounded(std::move(signal));
    if (!signal.key.empty() && known_.emplace(signal.type, signal.key).second) {
      signals_.push_back(std::move(signal));
    }
  }
  void add(PatternType type, std::string key, std::string text) {
    Signal signal;
    signal.type = type;
    signal.key = std::move(key);
    signal.text = std::move(text);
    add(std::move(signal));
  }
  std::vector<Signal> take() { return std::move(signals_); }

 private:
  std::vector<Signal> signals_;
  std::set<std::pair<PatternType, std::string>> known_;
};

std::string pointer_to(std::size_t execution) {
  return "/tool_executions/" + std::to_string(execution);
}

/// "ann likes tea", "ann: always run the tests"; without a user as it was said.
std::string text_of(const language::StatedPattern& stated, const model::User& user) {
  if (!user.known()) {
    return stated.text;
  }
  return language::with_user_name(user.shown(), stated.habit ? stated.text : "user " + stated.text);
}

void add_stated(const model::StateExport& turn, const language::Utterance& said, SignalList& signals) {
  const model::User user = model::user_of(turn);
  for (language::StatedPattern& stated : language::stated_patterns_in(said)) {
    Signal signal;
    signal.type = stated.habit ? PatternType::kHabit : PatternType::kPreference;
    signal.key = std::move(stated.key);
    signal.polarity = stated.positive ? Polarity::kPositive : Polarity::kNegative;
    signal.text = text_of(stated, user);
    signal.user = user;
    signals.add(std::move(signal));
  }
}

/// What the user says has ended: it turns a taste that is known, and makes none.
void add_ended(const model::StateExport& turn, const change::Ended& ended, SignalList& signals) {
  const model::User user = model::user_of(turn);
  for (const std::string& phrase : ended.phrases) {
    Signal signal;
    signal.type = PatternType::kPreference;
    signal.polarity = Polarity::kNegative;
    signal.text = text_of({false, false, phrase, "no longer likes " + phrase}, user);
    signal.key = phrase;
    signal.user = user;
    signal.only_known = true;
    signals.add(std::move(signal));
  }
}

std::string two_digits(std::size_t hour) {
  return (hour < 10 ? "0" : "") + std::to_string(hour);
}

void add_tools(const model::StateExport& turn, const PatternSettings& settings, SignalList& signals) {
  const auto steps = evidence::tool_steps(turn.tool_executions);
  const auto add_sequences = [&](PatternType type, const evidence::SequenceBounds& bounds) {
    for (const evidence::ToolSequence& sequence : evidence::sequences_of(steps, bounds)) {
      Signal signal;
      signal.type = type;
      for (const std::string& tool : sequence.tools) {
        signal.key.append(signal.key.empty() ? "" : " then ").append(tool);
      }
      signal.text = "often uses " + signal.key;
      signal.pointer = pointer_to(sequence.execution);
      signals.add(std::move(signal));
    }
  };
  add_sequences(PatternType::kTool, {1, 1, static_cast<std::size_t>(settings.turn_tools_max)});
  add_sequences(PatternType::kSequence, {2, static_cast<std::size_t>(settings.sequence_tools_max),
                                         static_cast<std::size_t>(settings.turn_sequences_max)});
}

}  // namespace

bool has_recalled_memories(const model::StateExport& turn) {
  return !turn.metadata.memories_recalled.empty();
}

std::string_view cut_key(std::string_view key) {
  return first_code_points(key, kKeyCodePointsMax);
}

std::string cut_text(std::string_view text) {
  return std::string(first_code_points(text, kTextCodePointsMax));
}

Signal bounded(Signal signal) {
  signal.key = std::string(cut_key(signal.key));
  signal.text = cut_text(signal.text);
  return signal;
}

Signal topic_signal(std::string_view key, std::string_view form) {
  Signal signal;
  signal.type = PatternType::kTopic;
  signal.key = key;
  signal.text = std::string("often talks about ").append(form);
  return bounded(std::move(signal));
}

Signal time_signal(const CountedTime& time) {
  Signal signal;
  signal.type = PatternType::kTime;
  if (time.weekday) {
    signal.key = kWeekdays[time.number];
    signal.text = "often active on " + signal.key + "s";
    return signal;
  }
  const std::string from = two_digits(time.number);
  signal.key = "hour " + from;
  signal.text = "often active at " + from + ":00–" + two_digits((time.number + 1) % TimeCounts::kHoursADay) + ":00 UTC";
  return signal;
}

std::vector<Signal> signals_of(const model::StateExport& turn, const PatternSettings& settings) {
  const language::Words words = language::words_to_read(turn.turn_data.user_input);
  const language::Utterance said(words);
  return signals_of(turn, settings, said, change::ended_in(said));
}

std::vector<Signal> signals_of(const model::StateExport& turn, const PatternSettings& settings,
                               const language::Utterance& said, const change::Ended& ended) {
  SignalList signals;
  add_stated(turn, said, signals);
  add_ended(turn, ended, signals);
  add_tools(turn, settings, signals);
  const std::string mode = normalise(turn.turn_data.mode);
  signals.add(PatternType::kMode, mode, "often works in mode " + mode);
  return signals.take();
}

}  // namespace turnstream::pattern
