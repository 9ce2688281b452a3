// print_scores FILE [--date-texts]: a JSON line for each question of a file in the form of LoCoMo: all messages of its
// conversation in the order of the ranking with their scores, and the best messages as Ranker chooses them. With
// --date-texts the text of a message's date is date_text() instead of the one in the file.
// print_scores --stems: the stem of each line of stdin.

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "pipeline/base/utf8.h"
#include "recall/ranking/porter.h"
#include "recall/ranking/ranker.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kResults = 20;

/// The message fields that the recipe reads. Absent if the date cannot be read.
class Conversation {
 public:
  Conversation(const nlohmann::json& conversation, bool date_texts) {
    for (int session = 1; session <= kSessionsMax; ++session) {
      const std::string name = "session_" + std::to_string(session);
      if (conversation.contains(name)) {
        add_session(name, conversation[name], conversation[name + "_date_time"], date_texts);
      }
    }
  }

  [[nodiscard]] const MessageIndex& index() const { return index_; }

 private:
  static constexpr int kSessionsMax = 1000;

  void add_session(const std::string& name, const nlohmann::json& messages, const std::string& date_time,
                   bool date_texts) {
    const AskedDate read = asked_dates(to_lower(date_time)).at(0);
    const std::chrono::year_month_day date{std::chrono::year{read.year}, std::chrono::month{read.month},
                                           std::chrono::day{read.day}};
    for (const nlohmann::json& message : messages) {
      const std::string speaker = message["speaker"];
      const std::string text = message["text"];
      const std::string caption = message.value("blip_caption", "");
      index_.add({.position = index_.size(),
                  .session = name,
                  .speaker = speaker,
                  .text = text,
                  .caption = caption,
                  .date_text = date_texts ? date_text(date) : date_time,
                  .date = date});
    }
  }

  MessageIndex index_;
};

void print_question(Ranker& ranker, const MessageIndex& index, const std::string& question, nlohmann::json line) {
  for (const RankedMessage& ranked : ranker.rank(index, question, {.limit = index.size(), .every_message = true})) {
    line["order"].push_back(ranked.message);
    line["scores"].push_back(ranked.score);
  }
  line["results"] = nlohmann::json::array();
  for (const RankedMessage& ranked : ranker.rank(index, question, {.limit = kResults})) {
    line["results"].push_back(ranked.message);
  }
  std::cout << line.dump() << '\n';
}

void print_scores(const nlohmann::json& samples, bool date_texts) {
  Ranker ranker;
  for (const nlohmann::json& sample : samples) {
    const Conversation conversation(sample["conversation"], date_texts);
    std::size_t number = 0;
    for (const nlohmann::json& question : sample["qa"]) {
      print_question(ranker, conversation.index(), question["question"],
                     {{"sample", sample["sample_id"]}, {"question", number++}});
    }
  }
}

void print_stems() {
  for (std::string word; std::getline(std::cin, word);) {
    std::cout << porter_stem(word) << '\n';
  }
}

}  // namespace
}  // namespace turnstream::recall

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool date_texts = arguments.size() == 2 && arguments[1] == "--date-texts";
  if (arguments.size() == 1 && arguments[0] == "--stems") {
    turnstream::recall::print_stems();
    return 0;
  }
  if (arguments.size() != 1 && !date_texts) {
    std::cerr << "usage: print_scores FILE [--date-texts]; FILE has conversations in the form of LoCoMo\n"
                 "       print_scores --stems\n";
    return 2;
  }
  std::ifstream file(arguments[0]);
  turnstream::recall::print_scores(nlohmann::json::parse(file), date_texts);
  return 0;
}
