// print_scores FILE [--date-texts] [--vectors TABLE]: a JSON line for each question of a file in the form of LoCoMo: all messages of
// its conversation in the order of the ranking with their scores, and the best messages as Ranker chooses them. With
// --date-texts the text of a message's date is date_text() instead of the one in the file; with --vectors messages have vectors, and the
// line has their parts of the scores.
// print_scores --read: a JSON line for each line of stdin: what words, dates and signals are read from it.
// print_scores --pieces TABLE: a JSON line for each line of stdin: the numbers of its word pieces.

#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/utf8.h"
#include "recall/ranking/dates.h"
#include "recall/ranking/ranker.h"
#include "recall/ranking/signals.h"
#include "recall/ranking/vectors/vector_table.h"
#include "recall/ranking/vectors/word_pieces.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kResults = 20;
/// The dates of messages that --read compares with the dates of a text.
constexpr std::array<std::chrono::year_month_day, 4> kDates{{
    {std::chrono::year{2023}, std::chrono::May, std::chrono::day{8}},
    {std::chrono::year{2023}, std::chrono::June, std::chrono::day{3}},
    {std::chrono::year{2024}, std::chrono::February, std::chrono::day{29}},
    {std::chrono::year{2022}, std::chrono::December, std::chrono::day{31}},
}};

/// What print_scores FILE is asked for.
struct Asked {
  std::string file;
  bool date_texts = false;
  std::unique_ptr<VectorTable> vectors = {};  ///< null: none
};

/// A file that is not a table ends the program.
std::unique_ptr<VectorTable> table_in(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  auto table = VectorTable::read(std::move(bytes).str());
  if (!table.ok()) {
    std::cerr << path << ": " << table.error().message << '\n';
  }
  return std::move(table).value();
}

/// The messages of a conversation, indexed. A file without the fields of LoCoMo ends the program with an exception.
class Conversation {
 public:
  Conversation(const nlohmann::json& conversation, const Asked& asked) : index_({}, asked.vectors.get()) {
    for (int session = 1; session <= kSessionsMax; ++session) {
      const std::string name = "session_" + std::to_string(session);
      if (conversation.contains(name)) {
        add_session(name, conversation[name], conversation[name + "_date_time"], asked.date_texts);
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
    if (index.vectors().has_table()) {
      line["vectors"].push_back(ranked.part(Part::kVector));
    }
  }
  line["results"] = nlohmann::json::array();
  for (const RankedMessage& ranked : ranker.rank(index, question, {.limit = kResults})) {
    line["results"].push_back(ranked.message);
  }
  std::cout << line.dump() << '\n';
}

void print_scores(const Asked& asked) {
  std::ifstream file(asked.file);
  const nlohmann::json samples = nlohmann::json::parse(file);
  Ranker ranker;
  for (const nlohmann::json& sample : samples) {
    const Conversation conversation(sample["conversation"], asked);
    std::size_t number = 0;
    for (const nlohmann::json& question : sample["qa"]) {
      print_question(ranker, conversation.index(), question["question"],
                     {{"sample", sample["sample_id"]}, {"question", number++}});
    }
  }
}

void print_read() {
  for (std::string text; std::getline(std::cin, text);) {
    const std::string lower = to_lower(text);
    const Signals signals = signals_of(text);
    nlohmann::json line{{"words", words_of(text)},
                        {"terms", terms_of(text)},
                        {"dates", nlohmann::json::array()},
                        {"signals", {signals.question, signals.first_person, signals.time}},
                        {"asks_when", asks_when(lower)}};
    for (const AskedDate& asked : asked_dates(lower)) {
      line["dates"].push_back({asked.year, asked.month, asked.day});
    }
    for (const std::chrono::year_month_day date : kDates) {
      line["date_scores"].push_back(date_score(asked_dates(lower), date));
    }
    std::cout << line.dump() << '\n';
  }
}

void print_pieces(const VectorTable& table) {
  for (std::string text; std::getline(std::cin, text);) {
    std::cout << nlohmann::json(word_pieces(table, text)).dump() << '\n';
  }
}

/// False for arguments that the program does not have.
bool run(const std::vector<std::string>& arguments) {
  if (arguments == std::vector<std::string>{"--read"}) {
    print_read();
    return true;
  }
  if (arguments.size() == 2 && arguments[0] == "--pieces") {
    print_pieces(*table_in(arguments[1]));
    return true;
  }
  if (arguments.empty() || arguments[0].starts_with("-")) {
    return false;
  }
  Asked asked{.file = arguments[0]};
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "--date-texts") {
      asked.date_texts = true;
    } else if (arguments[i] == "--vectors" && i + 1 < arguments.size()) {
      asked.vectors = table_in(arguments[++i]);
    } else {
      return false;
    }
  }
  print_scores(asked);
  return true;
}

}  // namespace
}  // namespace turnstream::recall

int main(int argc, char** argv) {
  if (!turnstream::recall::run({argv + 1, argv + argc})) {
    std::cerr
        << "usage: print_scores FILE [--date-texts] [--vectors TABLE]; FILE has conversations in the form of LoCoMo\n"
           "       print_scores --read\n"
           "       print_scores --pieces TABLE\n";
    return 2;
  }
  return 0;
}
