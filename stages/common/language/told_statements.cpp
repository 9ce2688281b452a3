#include "stages/common/language/told_statements.h"

#include <algorithm>

#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"

namespace turnstream::language {
namespace {

/// Precondition: the sentence has a word.
std::string_view written(std::string_view text, Sentence sentence) {
  const std::size_t begin = sentence.front().begin;
  std::size_t end = std::max(begin, sentence.back().end);
  if (end < text.size() && std::string_view(".!?").find(text[end]) != std::string_view::npos) {
    ++end;
  }
  return text.substr(begin, end - begin);
}

}  // namespace

std::vector<ToldStatement> told_statements_in(std::string_view text, Register reg) {
  if (!rules_can_read(text)) {
    return {};
  }
  const Words words = words_of(text);
  const Sarcasm sarcasm(words);
  std::vector<Statement> found;
  std::vector<ToldStatement> told;
  for (const Sentence& sentence : asserted_sentences(words)) {
    add_meant(sentence, reg, sarcasm, found);
    for (std::size_t i = told.size(); i < found.size(); ++i) {
      told.push_back({found[i], written(text, sentence)});
    }
  }
  return told;
}

}  // namespace turnstream::language
