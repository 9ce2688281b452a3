#include "stages/common/language/asked_text.h"

#include <algorithm>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

bool has_colon(Sentence sentence) {
  return std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return word.is(":"); });
}

/// Whether the order is to work on a text that is there: "translate this".
bool works_on_text(Sentence order) {
  static const WordSet kVerbs(
      "korrigier korrigiere lektoriere paraphrase proofread rephrase rewrite summarise summarize translate übersetz übersetze");
  return !order.empty() && order[0].in(kVerbs) && !(order.size() > 1 && order[1].is("down"));
}

}  // namespace

Sentence without_call(Sentence sentence) {
  static const WordSet kHelps("can could will would");
  std::size_t at = 0;
  while (at < sentence.size()) {
    const bool asks = sentence[at].in(kHelps) && at + 1 < sentence.size() && sentence[at + 1].is("you");
    if (!asks && !sentence[at].punctuation && !sentence[at].in(kOpening)) {
      break;
    }
    at += asks ? 2 : 1;
  }
  return sentence.subspan(at);
}

bool asks_for_text(Sentence sentence) {
  static const WordSet kVerbs("compose draft entwirf generate invent schreib schreibe verfasse write");
  const Sentence order = without_call(sentence);
  const bool writes = !order.empty() && order[0].in(kVerbs) && !(order.size() > 1 && order[1].is("down"));
  return writes || works_on_text(order);
}

bool gives_text(Sentence sentence) {
  return asks_for_text(sentence) && has_colon(sentence);
}

bool gives_text_to_work_on(Sentence sentence) {
  return works_on_text(without_call(sentence)) && has_colon(sentence);
}

}  // namespace turnstream::language
