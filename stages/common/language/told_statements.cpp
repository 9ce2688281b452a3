#include "stages/common/language/told_statements.h"

#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"

namespace turnstream::language {

std::vector<ToldStatement> told_statements_in(std::string_view text, Register reg) {
  const Words words = words_to_read(text);
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

}  // namespace turnstream::language
