#include "stages/consolidation/speech/referents.h"

#include <algorithm>
#include <array>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/referent_words.h"
#include "stages/consolidation/speech/stand_ins.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kClauseWithin = 6;  ///< words behind "it"
constexpr std::size_t kNounLettersMin = 3;

bool has_content(const Token& token) {
  return !token.sign && (token.classes & (notes::kStop | notes::kFluff)) == 0 && token.text.size() >= kNounLettersMin &&
         !token.text.starts_with("i'") && !words::kNamesNothing.has(token.text) &&
         !words::kAbstractNouns.has(token.text) && !has_time(token);
}

/// Whether "what" at this place asks for the noun behind it: "what songs do you like", not "what made you move".
bool asks_for_noun(Tokens text, std::size_t at) {
  for (std::size_t i = at + 2; i < std::min(text.size(), at + 4); ++i) {
    if (text[i].sign || words::kAuxiliaries.has(text[i].text)) {
      return true;
    }
    if ((text[i].classes & notes::kStop) != 0) {
      return text[i].text == "of";
    }
  }
  return false;
}

/// Whether a noun, or an adjective before it, follows the word at this place.
bool stands_before_noun(Tokens text, std::size_t at) {
  const words::Word& word = text[at].text;
  const bool stands = words::kBeforeNouns.has(word) || word.ends_with("'s");
  if (words::kAskingForNouns.has(word)) {
    return (at == 0 || text[at - 1].sign) && asks_for_noun(text, at);
  }
  return stands && (!words::kPointersAlone.has(word) || noun_follows(text, at));
}

/// Whether the word is the second of two that say how something is: "so rich and creamy".
bool joins_adjectives(Tokens text, std::size_t at) {
  const bool joined = at > 0 && (text[at - 1].text == "and" || text[at - 1].text == "or");
  return joined && (at == 2 || (at > 2 && (text[at - 3].sign || words::kBeforeAdjectives.has(text[at - 3].text))));
}

/// Whether the word is a noun that names something: behind an article or preposition, where an adjective may stand between,
/// at the end of a clause, with a capital, or a relative, friend or pet. `opens`: it is the first word of a sentence.
bool names_something(Tokens text, std::size_t at, bool opens, const notes::Names& speakers) {
  const Token& token = text[at];
  if ((token.classes & notes::kKin) != 0) {
    return true;
  }
  if (!has_content(token) || speakers.has(token.text)) {
    return false;
  }
  if (token.capital && !opens) {
    return true;
  }
  const bool behind = at > 0 && stands_before_noun(text, at - 1);
  const bool behind_one = at > 1 && (text[at - 1].classes & notes::kStop) == 0 &&
                          !words::kBeforeAdjectives.has(text[at - 1].text) && !text[at - 1].sign &&
                          stands_before_noun(text, at - 2);
  const bool closes = !opens && (at + 1 == text.size() || text[at + 1].sign) && !token.text.ends_with("ly") &&
                      !token.text.ends_with("ed") && !words::kBeforeAdjectives.has(text[at - 1].text) &&
                      !joins_adjectives(text, at);
  const bool compound = at > 0 && at + 1 < text.size() && words::kBetweenClauses.has(text[at + 1].text) &&
                        has_content(text[at - 1]) && !words::kBeforeAdjectives.has(text[at - 1].text) &&
                        !text[at - 1].text.ends_with("ly");
  const bool activity = at > 0 && token.text.ends_with("ing") && words::kTakesActivity.has(text[at - 1].text);
  return behind || behind_one || closes || compound || activity;
}

bool means_several(const words::Word& noun) {
  return (noun.ends_with('s') && !noun.ends_with("ss")) || words::kGroups.has(noun);
}

/// Whether "it" at this place stands for what follows: "it's great that we met", or for nothing: "how's it going".
bool means_what_follows(Tokens text, std::size_t at) {
  const bool liked =
      at > 0 && words::kLikings.has(text[at - 1].text) && words::kClauseBehind.has(word_at(text, at + 1));
  if (word_at(text, at + 1) == "going" || liked) {
    return true;
  }
  const bool contracted = text[at].text == "it's";
  if (!contracted && !words::kEmptySubjectVerbs.has(word_at(text, at + 1))) {
    return false;
  }
  for (std::size_t i = at + 1; i < std::min(text.size(), at + 1 + kClauseWithin) && !text[i].sign; ++i) {
    if (words::kClauseOpenings.has(text[i].text)) {
      return true;
    }
    if (text[i].text == "a" || text[i].text == "an" || text[i].text == "the") {
      return text[at + 1].text == "took" || text[at + 1].text == "takes";
    }
  }
  return false;
}

/// Whether the word stands for an action that was named before: "we did it again".
bool means_action(Tokens text, std::size_t at) {
  return at > 0 && words::kDoing.has(text[at - 1].text) && words::kActions.has(text[at].text) &&
         !noun_follows(text, at);
}

/// Whether "my favorite" here stands before a part, and nothing tells of what: "the food was my favorite part".
bool is_favorite_of_unnamed(Tokens text, std::size_t at) {
  const words::Word& next = word_at(text, at + 2);
  return words::kFavorites.has(text[at].text) && words::kParts.has(word_at(text, at + 1)) && next != "of" &&
         next != "about" && next != "to";
}

/// Whether "the" here stands before the end of something, and nothing tells of what: "the view from the top".
bool is_end_of_unnamed(Tokens text, std::size_t at) {
  return text[at].text == "the" && words::kEnds.has(word_at(text, at + 1)) && word_at(text, at + 2) != "of";
}

/// Whether "the" here stands before a part, and nothing tells of what: "the best part was the food", "we reached the top".
bool is_part_of_unnamed(Tokens text, std::size_t at) {
  if (text[at].text != "the") {
    return false;
  }
  const bool chosen = word_at(text, at + 1).ends_with("est");
  const std::size_t part = at + (chosen ? 2 : 1);
  const bool is_part = chosen ? words::kNamesNothing.has(word_at(text, part)) && word_at(text, part) != "time"
                              : words::kEnds.has(word_at(text, part));
  const words::Word& next = word_at(text, part + 1);
  return is_part && next != "of" && next != "about" && next != "to";
}

/// Whether "that" here stands before a noun that was named before: "that boat is fast", "watching that film with Ann".
bool recalls(Tokens text, std::size_t at, std::size_t place) {
  if (is_part_of_unnamed(text, at)) {
    return true;
  }
  const bool points = text[at].text == "that" || text[at].text == "those";
  if (!points || !noun_follows(text, at)) {
    return false;
  }
  const auto closes = [text](std::size_t end) {
    return end >= text.size() || text[end].sign || words::kBeforeNouns.has(text[end].text) || text[end].text == "and";
  };
  // Behind other words than prepositions, two words can be a clause: "I know that boats sink."
  const bool stands_for_one = at > 0 && words::kPrepositions.has(text[at - 1].text);
  return place == 0 || closes(at + 2) || (stands_for_one && (closes(at + 3) || closes(at + 4)));
}

/// Whether "it" here is an object of its clause, which can not be a noun of the same clause: "I put my heart into it".
bool is_object(Tokens text, std::size_t at) {
  const bool closes = at + 1 == text.size() || text[at + 1].sign;
  return words::kObjectPronouns.has(text[at].text) && at > 0 && !words::kAuxiliaries.has(text[at - 1].text) &&
         !(text[at].text == "this" && noun_follows(text, at)) &&
         (closes || words::kPrepositions.has(text[at - 1].text)) && !means_what_follows(text, at);
}

/// Whether "this" stands alone inside a clause, and shows something then: "I made this for my aunt."
bool shows(Tokens text, std::size_t at) {
  const bool alone = at + 1 == text.size() || text[at + 1].sign || (text[at + 1].classes & notes::kStop) != 0 ||
                     words::kBetweenClauses.has(text[at + 1].text);
  const bool governs = text[at].text == "that" && words::kPrepositions.has(word_at(text, at + 1));
  return at > 0 && !text[at - 1].sign && (governs || (alone && (text[at].text == "this" || text[at].text == "these")));
}

/// Whether the word is a pronoun for one noun here. `place`: how many words of the sentence stand before it.
bool is_pronoun(Tokens text, std::size_t at, std::size_t place) {
  const words::Word& word = text[at].text;
  if (words::kThings.has(word)) {
    return !means_what_follows(text, at);
  }
  const bool closes = at + 1 == text.size() || text[at + 1].sign;
  const bool no_noun = closes || words::kBehindNouns.has(text[at + 1].text);
  if (word == "another" || word == "none") {
    return no_noun;
  }
  // "Is that new?", not "Is that boat new?"
  const bool asked = place == 1 && words::kPointersAlone.has(word) && words::kAuxiliaries.has(text[at - 1].text);
  if (asked && (!noun_follows(text, at) || at + 2 == text.size() || text[at + 2].sign)) {
    return true;
  }
  if (place > 0) {
    const bool governed =
        words::kBeforeNouns.has(text[at - 1].text) && !closes && words::kBehindPronouns.has(text[at + 1].text);
    const bool before_preposition = at + 1 < text.size() && words::kPrepositions.has(text[at + 1].text);
    return ((closes || governed) && words::kActions.has(word)) || (no_noun && word == "this") ||
           (before_preposition && word == "that");
  }
  if (words::kPointersAlone.has(word)) {
    return !noun_follows(text, at);
  }
  return words::kChosen.has(word) && word_at(text, at + 1) != "of" && !noun_follows(text, at);
}

/// Whether the word can stand for another one, or for nothing: the functions that decide it are true for no other words.
bool can_refer(const words::Word& word) {
  static constexpr words::ListSet kAll =
      words::set_of(words::kMany, words::kActions, words::kThings, words::kPointersAlone, words::kChosen,
                    words::kObjectPronouns, words::kPicked, words::kAfterwards, words::kHaving, words::kReferring);
  return word.lists().meets(kAll);
}

}  // namespace

Referents referents_of(Tokens text, const notes::Names& speakers) {
  Referents referents;
  referents.remarks = is_remark(text);
  bool names_several = false;
  bool named_object = false;  // not a relative
  bool named_before = false;  // an object in another clause
  std::size_t place = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i].text == "[") {
      break;  // The caption of an image names nothing for the words before it.
    }
    if (text[i].sign) {
      place = ends_sentence(text[i]) ? 0 : place;
      named_before = named_object;
      continue;
    }
    named_before = named_before || (named_object && words::kBetweenClauses.has(text[i].text));
    if (can_refer(text[i].text)) {
      const bool several = words::kMany.has(text[i].text);
      referents.unnamed_many = referents.unnamed_many || (several && !names_several);
      referents.unnamed = referents.unnamed || (several && !names_several) || means_action(text, i) ||
                          (!several && !named_object && is_pronoun(text, i, place)) ||
                          (!named_before && is_object(text, i)) || shows(text, i) ||
                          stands_for_named(text, i, names_several);
      referents.recalls = referents.recalls || (!referents.names && recalls(text, i, place)) ||
                          (!named_before && (is_end_of_unnamed(text, i) || is_favorite_of_unnamed(text, i)));
      referents.empty_event = referents.empty_event || is_empty_event(text, i);
    }
    const bool names = names_something(text, i, place == 0, speakers);
    names_several = names_several || (names && means_several(text[i].text));
    referents.names = referents.names || names;
    named_object = named_object || (names && ((text[i].classes & notes::kKin) == 0 || words::kPets.has(text[i].text)));
    const bool relative = (text[i].classes & notes::kKin) != 0 && !means_several(text[i].text);
    referents.names_many = referents.names_many || names_several;
    referents.names_person = referents.names_person || relative || (names && text[i].capital && place > 0);
    ++place;
  }
  return referents;
}

}  // namespace turnstream::consolidation
