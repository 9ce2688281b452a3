#include "stages/pattern/orders.h"

#include <utility>

#include "stages/common/language/user_name.h"

namespace turnstream::pattern {
Signal signal_of(language::Instruction instruction, const model::User& user) {
  Signal signal;
  signal.type = model::PatternType::kInstruction;
  signal.key = std::move(instruction.key);
  signal.polarity = instruction.positive ? model::Polarity::kPositive : model::Polarity::kNegative;
  signal.text = std::move(instruction.text);
  if (user.known() && !instruction.for_all) {
    signal.text = language::with_user_name(user.shown(), signal.text);
    signal.user = user;
  }
  const language::InstructionScope& scope = instruction.scope;
  signal.scope = {cut_text(scope.condition), cut_text(scope.tool), cut_text(scope.project), cut_text(scope.person)};
  return bounded(std::move(signal));
}

Orders orders_of(const model::StateExport& turn, const language::Words& words, const language::Utterance& said) {
  const model::User user = model::user_of(turn);
  Orders orders;
  for (language::Instruction& instruction : language::instructions_in(turn.turn_data.user_input, words)) {
    orders.instructions.push_back(signal_of(std::move(instruction), user));
  }
  orders.endings = language::order_endings_in(words);
  orders.corrections = language::corrections_in(said.asserted());
  return orders;
}

}  // namespace turnstream::pattern
