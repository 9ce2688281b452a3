#pragma once
// Instructions: the orders to an agent that outlive the turn: "From now on answer in German", "If the build fails, ping me",
// "Nothing ships without a review". A one-off request, a recipe, a text to work on, another person's word, a habit, a question, a
// quote and a hypothesis give none. The wordings are the rows of instruction_rows.cpp. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

/// For what an instruction holds. What is not said is empty; else it is verbatim, without "in", "for", "the".
struct InstructionScope {
  std::string condition;  ///< "if the build fails", "when you write tests"
  std::string tool;       ///< "git", "browser tool"
  std::string project;    ///< "Heron project", "repo"
  std::string person;     ///< "Grandpa" of "answer Grandpa in Polish"
  friend bool operator==(const InstructionScope&, const InstructionScope&) = default;
};

struct Instruction {
  std::string text;  ///< verbatim, each run of white space as one blank: the clause with its condition, without reasons
  /// What is ordered and where, so that a newer order takes the place of an older one: stems in lower case without "always",
  /// "never", "please"; numbers as #, languages as `language`, names behind "call me" as `name`. "answer language".
  std::string key;
  bool positive = true;  ///< false: never, don't, stop, no …
  bool for_all = false;  ///< it holds for everyone ("Everyone: …"), or in this project, not only for who says it
  InstructionScope scope;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// The instructions of the text, at most 12, in order. None in a text that the rules cannot read. Of several with one key only the last counts.
[[nodiscard]] std::vector<Instruction> instructions_in(std::string_view text);
/// The same, with the words of a text that the rules can read (text_language.h).
[[nodiscard]] std::vector<Instruction> instructions_in(std::string_view text, const Words& words);

}  // namespace turnstream::language
