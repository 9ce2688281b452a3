#include "stages/pattern/signals.h"

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/tool_steps.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/tastes.h"
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

Signal signal_of(language::StatedPattern stated, const model::User& user) {
  Signal signal;
  signal.type = stated.habit ? PatternType::kHabit : PatternType::kPreference;
  signal.polarity = stated.positive ? Polarity::kPositive : Polarity::kNegative;
  signal.text = text_of(stated, user);
  signal.key = std::move(stated.key);
  signal.user = user;
  signal.slot = std::move(stated.slot);
  signal.alone = stated.alone;
  signal.against = std::move(stated.against);
  return signal;
}

/// The user says, or a record does, that what the phrase names has ended.
Signal ended_signal(const std::string& phrase, const model::User& user) {
  Signal signal = signal_of({false, false, phrase, "no longer likes " + phrase}, user);
  signal.only_known = true;
  return signal;
}

/// What the user states, and what the user says to have no longer, which only turns what is known.
void add_stated(const model::StateExport& turn, const language::Utterance& said, SignalList& signals) {
  const model::User user = model::user_of(turn);
  language::StatedAndDenied found = language::stated_and_denied_in(said);
  for (language::StatedPattern& stated : found.stated) {
    signals.add(signal_of(std::move(stated), user));
  }
  for (language::StatedPattern& denied : found.denied) {
    Signal signal = signal_of(std::move(denied), user);
    signal.only_known = true;
    signal.only_ends = signal.polarity == Polarity::kPositive;
    signals.add(std::move(signal));
  }
}

/// Whether the text begins with "user" or "the user": "User doesn't like coffee", but also "User service is slow", which states
/// no taste.
bool names_user(std::string_view text) {
  constexpr std::size_t kHeadBytes = 9;
  const std::string head = to_lower(text.substr(0, kHeadBytes));
  return head.starts_with("user ") || head == "the user ";
}

/// At most so many records of a turn are read.
constexpr std::size_t kRecordsMax = 32;

/// What records say of the user: "User dislikes coffee", "The user no longer likes coffee". It turns a taste that is known, and
/// makes none.
class RecordReader {
 public:
  RecordReader(const model::StateExport& turn, SignalList& signals) : turn_(turn), signals_(signals) {}

  void read() {
    read(turn_.observations, "/observations/");
    for (std::size_t i = 0; i < turn_.tool_executions.size(); ++i) {
      const model::ToolExecution& tool = turn_.tool_executions[i];
      const std::string pointer = pointer_to(i);
      for (std::size_t write = 0; write < tool.memory_writes.size(); ++write) {
        if (tool.memory_writes[write].type == "fact") {
          read(tool.memory_writes[write].content, pointer + "/memory_writes/" + std::to_string(write));
        }
      }
      read(tool.observations_added, pointer + "/observations_added/");
    }
  }

 private:
  void read(const std::vector<model::Observation>& observations, const std::string& base) {
    for (std::size_t i = 0; i < observations.size(); ++i) {
      if (!observations[i].ephemeral && observations[i].confidence_millionths > 0) {
        read(observations[i].content, base + std::to_string(i));
      }
    }
  }

  void read(std::string_view content, const std::string& pointer) {
    const bool of_user = language::begins_with_user(content);
    if (!(of_user || names_user(content)) || cut_text(content).size() < content.size() || read_ == kRecordsMax) {
      return;
    }
    ++read_;
    const model::User user = model::user_of(turn_);
    for (const language::Statement& statement : language::statements_in(content, language::Register::kRecord)) {
      if (std::optional<language::ToldTaste> told = language::told_taste(statement); told.has_value()) {
        const bool begins = told->begins;
        Signal signal = signal_of(language::stated_taste(*std::move(told)), user);
        signal.only_ends = !begins && signal.polarity == Polarity::kPositive;
        add(std::move(signal), pointer);
      }
    }
    if (!of_user) {
      return;
    }
    const language::Words words = language::words_to_read(content);
    for (const std::string& phrase : change::ended_in(language::Utterance(words)).phrases) {
      add(ended_signal(phrase, user), pointer);
    }
  }

  void add(Signal signal, const std::string& pointer) {
    signal.only_known = true;
    signal.pointer = pointer;
    signals_.add(std::move(signal));
  }

  const model::StateExport& turn_;
  SignalList& signals_;
  std::size_t read_ = 0;
};

/// What the user says has ended: it turns a taste that is known, and makes none.
void add_ended(const model::StateExport& turn, const change::Ended& ended, SignalList& signals) {
  const model::User user = model::user_of(turn);
  for (const std::string& phrase : ended.phrases) {
    signals.add(ended_signal(phrase, user));
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
  RecordReader(turn, signals).read();
  add_tools(turn, settings, signals);
  const std::string mode = normalise(turn.turn_data.mode);
  signals.add(PatternType::kMode, mode, "often works in mode " + mode);
  return signals.take();
}

}  // namespace turnstream::pattern
