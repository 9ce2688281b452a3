// print_units FILE [--text]: the units of a file in the form of LoCoMo, one JSON line each, and one for each session with
// the choice of its best units. Without --text a unit has the digest of its text instead of the text and its features.
// print_units FILE --cost: the time for a message and for the choice of 8 units of a session.

#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

#include "pipeline/base/sha256.h"
#include "stages/common/notes/choice.h"
#include "stages/common/notes/summary.h"
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

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void print_cost(const std::vector<Conversation>& conversations) {
  constexpr int kRounds = 10;
  double score_s = 1e9;
  double add_s = 1e9;
  double choose_s = 1e9;
  double rows_s = 1e9;
  std::size_t messages = 0;
  std::size_t sessions = 0;
  std::size_t units = 0;
  for (int round = 0; round < kRounds; ++round) {
    messages = sessions = units = 0;
    double score = 0;
    double add = 0;
    double choose = 0;
    double rows = 0;
    for (const Conversation& conversation : conversations) {
      const Names names = names_of({conversation.speakers.begin(), conversation.speakers.end()});
      WordStatistics statistics;
      for (const Session& session : conversation.sessions) {
        std::vector<Message> all;
        double begin = seconds();
        for (const auto& [speaker, text] : session.texts) {
          statistics.add(stems_of(text));
          all.push_back({speaker, text});
        }
        add += seconds() - begin;
        begin = seconds();
        const std::vector<ScoredUnit> scored = score_session(all, names, statistics);
        score += seconds() - begin;
        begin = seconds();
        units += scored.size() + 0 * best_units(scored, 8).size();
        choose += seconds() - begin;
        begin = seconds();
        statistics = *WordStatistics::parse(statistics.settled_row(), statistics.recent_row());
        rows += seconds() - begin;
        messages += all.size();
        ++sessions;
      }
    }
    score_s = std::min(score_s, score);
    add_s = std::min(add_s, add);
    choose_s = std::min(choose_s, choose);
    rows_s = std::min(rows_s, rows);
  }
  const auto each = [](double all, std::size_t count) { return static_cast<long>(all * 1e9 / static_cast<double>(count)); };
  std::cout << messages << " messages, " << units << " units: score " << each(score_s, messages) << " ns and count "
            << each(add_s, messages) << " ns a message; choose 8 " << each(choose_s, sessions)
            << " ns a session; both rows of the statistics written and read " << each(rows_s, sessions) << " ns\n";
}

}  // namespace
}  // namespace turnstream::notes

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto conversations =
      arguments.empty() ? std::vector<turnstream::notes::Conversation>() : turnstream::notes::read_conversations(arguments[0]);
  if (conversations.empty() || arguments.size() > 2) {
    std::cerr << "usage: print_units FILE [--text | --cost]; FILE has conversations in the form of LoCoMo\n";
    return 2;
  }
  const std::string option = arguments.size() == 2 ? arguments[1] : "";
  if (option == "--cost") {
    turnstream::notes::print_cost(conversations);
  } else {
    turnstream::notes::print(conversations, option == "--text");
  }
  return 0;
}
