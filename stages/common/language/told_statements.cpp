#include "stages/common/language/told_statements.h"

#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"

namespace turnstream::language {
namespace {

std::vector<ToldStatement> told_statements_of(std::string_view text, const Words& words, Register reg) {
  const Sarcasm sarcasm(words);
  std::vector<Statement> found;
  std::vector<ToldStatement> told;
  for (const Sentence& sentence : asserted_sentences(words)) {
    add_meant(sentence, reg, sarcasm, found);
    for (std::size_t i = told.size(); i < found.size(); ++i) {
      told.push_back({found[i], verbatim(text, sentence), {}, {}});
    }
  }
  return told;
}

}  // namespace

std::vector<ToldStatement> told_statements_in(std::string_view text, Register reg) {
  const TextLanguage text_language(text);
  if (!text_language.as_a_whole()) {
    return told_statements_of(text, text_language.words(), reg);
  }
  std::vector<ToldStatement> told = told_statements_of(text, words_of(text), reg);
  if (!told.empty() && !text_language.can_be_read()) {
    told.clear();
  }
  return told;
}

}  // namespace turnstream::language
