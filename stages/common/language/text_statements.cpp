#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/text_language.h"

namespace turnstream::language {
namespace {

/// `statements_max`: from so many on, the rest is not read.
std::vector<Statement> statements_of(const Words& words, Register reg, std::size_t statements_max) {
  const Sarcasm sarcasm(words);
  std::vector<Statement> found;
  for (const Sentence& sentence : asserted_sentences(words)) {
    add_meant(sentence, reg, sarcasm, found);
    if (found.size() >= statements_max) {
      break;
    }
  }
  return found;
}

bool has_statement(const Words& words, Register reg) {
  return !statements_of(words, reg, 1).empty();
}

}  // namespace

std::vector<Statement> statements_in(std::string_view text, Register reg) {
  return statements_of(words_to_read(text), reg, kStatementsMax);
}

bool states_something(std::string_view text, Register reg) {
  const TextLanguage language(text);
  return language.as_a_whole() ? has_statement(words_of(text), reg) && language.can_be_read()
                               : has_statement(language.words(), reg);
}

}  // namespace turnstream::language
