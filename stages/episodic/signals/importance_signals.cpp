#include "stages/episodic/signals/importance_signals.h"

#include <algorithm>
#include <limits>

#include "stages/episodic/signals/said.h"

namespace turnstream::episodic {
namespace {

using enum Effect;
using language::FormKind;

template <Talk kTalk>
bool is_only(const Said& said) {
  return said.is_only(kTalk);
}

template <FormKind kKind>
bool user_holds(const Said& said) {
  return said.user_holds(kKind);
}

bool names_cause(const Said& said) {
  return said.user_holds(FormKind::kErrorCause) || said.agent_holds(FormKind::kErrorCause);
}

/// Those that raise stand in descending order of weight, so that the first one found is the highest.
constexpr ImportanceSignal kSignals[] = {
    {"greeting", kLowers, -300'000, is_only<Talk::kGreeting>, "see ya!"},
    {"thanks", kLowers, -300'000, is_only<Talk::kThanks>, "Thanks so much for your help!"},
    {"cheer", kLowers, -300'000, is_only<Talk::kCheer>, "That sounds amazing!"},
    {"acknowledgement", kLowers, -300'000, is_only<Talk::kAcknowledgement>, "Sure, go ahead."},
    {"status", kLowers, -300'000, is_only<Talk::kStatus>, "half way through"},
    {"question", kLowers, -100'000, [](const Said& said) { return said.only_asks(); }, "What do you think?"},
    {"number", kMakesUp, 100'000, [](const Said& said) { return said.has_number(); }, "See you at 5!"},
    {"date", kMakesUp, 100'000, [](const Said& said) { return said.has_date(); }, "See you on Sunday!"},
    {"path", kMakesUp, 100'000, [](const Said& said) { return said.has_path(); }, "Did you see config.yaml?"},
    {"instruction", kRaises, 200'000, [](const Said& said) { return said.instructs(); }, "Never push to main."},
    {"correction", kRaises, 200'000, user_holds<FormKind::kCorrection>, "No, that's wrong: the port is 9090."},
    {"decision", kRaises, 200'000, user_holds<FormKind::kDecision>, "Let's go with Postgres."},
    {"life event", kRaises, 200'000, user_holds<FormKind::kLifeEvent>, "My father died last week."},
    {"error's cause", kRaises, 200'000, names_cause, "The build failed because the disk was full."},
    {"self", kRaises, 150'000, [](const Said& said) { return said.states_self(); }, "I live in Porto."},
};

/// Whether the weights of those that raise fall from row to row.
constexpr bool raises_descend() {
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
  for (const ImportanceSignal& signal : kSignals) {
    if (signal.effect == kRaises) {
      if (signal.weight > last) {
        return false;
      }
      last = signal.weight;
    }
  }
  return true;
}
static_assert(raises_descend());

}  // namespace

std::span<const ImportanceSignal> importance_signals() {
  return kSignals;
}

bool has_signal(const ImportanceSignal& signal, const model::TurnData& turn) {
  return signal.found(Said(turn));
}

std::int64_t weight_of_words(const model::TurnData& turn) {
  const Said said(turn);
  const auto* const raises =
      std::find_if(std::begin(kSignals), std::end(kSignals),
                   [&said](const ImportanceSignal& one) { return one.effect == kRaises && one.found(said); });
  if (raises != std::end(kSignals)) {
    return raises->weight;
  }
  std::int64_t lowered = 0;
  for (const ImportanceSignal& signal : kSignals) {
    if (signal.effect == kLowers && signal.weight < lowered && signal.found(said)) {
      lowered = signal.weight;
    }
  }
  std::int64_t made_up = 0;
  for (const ImportanceSignal& signal : kSignals) {
    if (lowered < 0 && signal.effect == kMakesUp && signal.found(said)) {
      made_up += signal.weight;
    }
  }
  return std::min<std::int64_t>(lowered + made_up, 0);
}

}  // namespace turnstream::episodic
