// print_units FILE [--text]: the units of a file in the form of LoCoMo, one JSON line each, and one for each session with
// the choice of its best units. Without --text a unit has the digest of its text instead of the text and its features.

#include <iostream>
#include <nlohmann/json.hpp>

#include "pipeline/base/sha256.h"
#include "stages/common/notes/choice.h"
#include "tests/unit_notes/conversations.h"

namespace turnstream::notes {
namespace {

void print_unit(const Session& session, std::size_t index, const ScoredUnit& unit, bool with_text) {
  nlohmann::ordered_json line{{"id", session.ids[unit.message]}, {"i", index}, {"score", unit.score}};
  if (with_text) {
    line["text"] = unit.text;
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
      line["features"][std::string(kFeatures[i].name)] = unit.features[i];
    }
  } else {
    line["text_sha256"] = to_hex(sha256(unit.text));
  }
  std::cout << line.dump() << '\n';
}

void print(const std::vector<Conversation>& conversations, bool with_text) {
  for (const Conversation& conversation : conversations) {
    SessionScorer scorer(conversation);
    for (const Session& session : conversation.sessions) {
      const std::vector<ScoredUnit> units = scorer.score(session);
      for (std::size_t i = 0; i < units.size(); ++i) {
        print_unit(session, i, units[i], with_text);
      }
      nlohmann::ordered_json line{{"sample", conversation.name}, {"session", session.name}};
      for (const std::size_t units_max : {4, 8, 12, 16}) {
        line["best"].push_back(best_units(units, units_max));
      }
      std::cout << line.dump() << '\n';
    }
  }
}

}  // namespace
}  // namespace turnstream::notes

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool with_text = arguments.size() == 2 && arguments[1] == "--text";
  std::vector<turnstream::notes::Conversation> conversations;
  if (arguments.size() == 1 || with_text) {
    conversations = turnstream::notes::read_conversations(arguments[0]);
  }
  if (conversations.empty()) {
    std::cerr << "usage: print_units FILE [--text]; FILE has conversations in the form of LoCoMo\n";
    return 2;
  }
  turnstream::notes::print(conversations, with_text);
  return 0;
}
