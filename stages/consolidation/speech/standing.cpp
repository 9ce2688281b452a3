#include "stages/consolidation/speech/standing.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/standing_words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kShortNameMin = 3;
constexpr std::size_t kNounWordsMax = 3;  ///< adjectives and nouns behind "the"
constexpr std::size_t kNounLettersMin = 3;

std::string_view singular(std::string_view noun) {
  return noun.ends_with('s') && !noun.ends_with("ss") ? noun.substr(0, noun.size() - 1) : noun;
}

/// Whether a word before this place is the same noun.
bool stood_before(Tokens text, std::size_t at) {
  const std::string_view noun = singular(text[at].text);
  return std::any_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at),
                     [noun](const Token& token) { return singular(token.text) == noun; });
}

/// The words behind "the" up to the next stop word or sign.
struct Phrase {
  std::size_t first = 0;
  std::size_t end = 0;
};

constexpr std::size_t kPastBytesMin = 5;  ///< "rowed", not "red"

Phrase phrase_behind(Tokens text, std::size_t at) {
  Phrase phrase{at + 1, at + 1};
  while (phrase.end < text.size() && phrase.end - phrase.first < kNounWordsMax && text[phrase.end].content) {
    ++phrase.end;
  }
  return phrase;
}

/// Whether the words in the phrase, or behind it, say which one is meant. `shown`: the caption of a picture follows.
bool is_known(Tokens text, Phrase phrase, bool shown) {
  const words::Word& article = text[phrase.first - 1].text;
  const words::Word& next = word_at(text, phrase.end);
  // "these trails that I love" were named before, but what follows says which "those trails that I love" are.
  const bool told = !next.empty() && !text[phrase.end].sign && words::kTellsWhich.has(next) &&
                    !(article == "these" && (next == "that" || next == "which"));
  if (told) {
    return true;
  }
  const bool recalls = article.starts_with("th") && article.ends_with("se");
  for (std::size_t i = phrase.first; i < phrase.end; ++i) {
    const Token& token = text[i];
    const bool known_kind = (token.classes & ((recalls ? 0 : notes::kKin) | notes::kSpan | notes::kAfterLast |
                                              notes::kAfterThis | notes::kCalendar | notes::kNumber)) != 0;
    const bool only_one =
        words::kOnlyOne.has(token.text) && !(token.text == "whole" && words::kGeneralNouns.has(word_at(text, i + 1)));
    const bool picture = words::kPictures.has(token.text) && (shown || article == "the");
    if (token.capital || picture || known_kind || token.text.ends_with("est") || only_one || stood_before(text, i)) {
      return true;
    }
  }
  return false;
}

std::string words_of(Tokens text, Phrase phrase) {
  std::string words;
  for (std::size_t i = phrase.first; i < phrase.end; ++i) {
    words.append(words.empty() ? "" : " ").append(text[i].text);
  }
  return words;
}

/// What the text shows besides the phrase.
struct Known {
  bool named = false;    ///< an object was named before
  bool caption = false;  ///< the caption of a picture follows
};

/// The noun that the reader should know, with the words around it, if a phrase with "the" or "that" at this place names one. `place`: how many words of the sentence
/// stand before it.
std::string unknown_noun(Tokens text, std::size_t at, std::size_t place, const Known& known) {
  if (!words::kDefinite.has(text[at].text)) {
    return {};
  }
  const Phrase phrase = phrase_behind(text, at);
  const words::Word& next = word_at(text, at + 1);
  const bool alone = text[at].text != "the" && singular(next) != next && !words::kEndInS.has(next) &&
                     text[at].text.find("se") == std::string::npos;
  // "sailors that rowed": behind "that" stands no noun.
  const bool relative = text[at].text == "that" && next.size() >= kPastBytesMin && next.ends_with("ed");
  if (phrase.end == phrase.first || alone || relative || is_known(text, phrase, known.caption)) {
    return {};
  }
  const bool closes = phrase.end == text.size() || text[phrase.end].sign || words::kJoining.has(text[phrase.end].text);
  const bool governed = at > 0 && !words::kBeing.has(text[at - 1].text) &&
                        ((text[at - 1].classes & notes::kStop) != 0 || phrase.end == phrase.first + 1);
  const bool object = (text[at].text == "that" || text[at].text == "this") && closes && governed;
  const bool recalls = text[at].text == "those" || text[at].text == "these" || object;
  const auto general = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(phrase.first),
                                    text.begin() + static_cast<std::ptrdiff_t>(phrase.end),
                                    [](const Token& token) { return words::kGeneralNouns.has(token.text); });
  const bool points = text[at].text != "the";
  if (points && words::kPictures.has(next)) {
    return std::string(next);
  }
  if (known.named && !points) {
    return {};  // It may belong to what was named: "I saw a film; the actors were great."
  }
  if (general != text.begin() + static_cast<std::ptrdiff_t>(phrase.end)) {
    return std::string(general->text);
  }
  const bool joined = place > 0 && words::kJoining.has(text[at - 1].text) && (place == 1 || text[at - 2].sign);
  const bool opens = place == 0 || text[at - 1].sign || joined;
  return opens || recalls ? words_of(text, phrase) : std::string();
}

/// Whether "the" stands here before a noun of which nothing tells which one is meant: "What does the sign say?"
bool is_definite(Tokens text, std::size_t at, bool caption) {
  if (text[at].text != "the") {
    return false;
  }
  const Phrase phrase = phrase_behind(text, at);
  return phrase.end > phrase.first && !is_known(text, phrase, caption) &&
         std::none_of(text.begin() + static_cast<std::ptrdiff_t>(phrase.first),
                      text.begin() + static_cast<std::ptrdiff_t>(phrase.end),
                      [](const Token& token) { return words::kKnownToAll.has(token.text); });
}

/// Whether "one" or "ones" at this place stands for a noun that was not named.
bool stands_for_noun(Tokens text, std::size_t at, bool named) {
  const words::Word& word = text[at].text;
  if (at == 0 || (word != "one" && word != "ones")) {
    return false;
  }
  const bool shown = text[at - 1].text == "this" || text[at - 1].text == "that";
  return (shown || !named) && words::kBeforeOne.has(text[at - 1].text);
}

/// Whether "any" or "some" at this place stands without its noun: "I found some."
bool counts_nothing(Tokens text, std::size_t at) {
  const bool closes = at + 1 >= text.size() || text[at + 1].sign || words::kBehindQuantities.has(text[at + 1].text);
  return words::kQuantities.has(text[at].text) && closes && word_at(text, at + 1) != ":";
}

/// Whether "here" or "there" at this place means a place that was not named.
bool means_place(Tokens text, std::size_t at) {
  const words::Word& word = text[at].text;
  if (at == 0 || (word != "here" && word != "there")) {
    return false;
  }
  const words::Word& next = word_at(text, at + 1);
  return at + 1 >= text.size() || text[at + 1].sign || words::kJoining.has(next) || words::kBehindPlaces.has(next);
}

/// Whether a sentence begins with a verb whose subject is missing: "Gives me hope."
bool lacks_subject(Tokens text, std::size_t at) {
  const words::Word& word = text[at].text;
  return text[at].content && word.size() > kNounLettersMin && word.ends_with('s') && !word.ends_with("ss") &&
         words::kObjects.has(word_at(text, at + 1));
}

}  // namespace

Standing standing_of(Tokens text, const notes::Names& speakers) {
  Standing standing;
  standing.caption = std::any_of(text.begin(), text.end(), [](const Token& token) { return token.text == "["; });
  bool named = false;
  bool placed = false;
  std::size_t place = 0;
  for (std::size_t i = 0; i < text.size() && text[i].text != "["; ++i) {
    const Token& token = text[i];
    if (token.sign) {
      place = ends_clause(token) ? 0 : place;
      continue;
    }
    standing.open_end = standing.open_end || stands_for_noun(text, i, named) || (!named && counts_nothing(text, i)) ||
                        (i == 0 && lacks_subject(text, i));
    standing.placeless = standing.placeless || (!placed && means_place(text, i));
    if (!standing.definite_alone && is_definite(text, i, standing.caption)) {
      standing.definite = true;
      standing.definite_alone = !named;
    }
    if (standing.unknown.empty()) {
      standing.unknown = unknown_noun(text, i, place, {named, standing.caption});
      standing.points = !standing.unknown.empty() && token.text != "the";
      standing.general = !standing.unknown.empty() && words::kGeneralNouns.has_text(standing.unknown);
    }
    const bool capital = place > 0 && token.capital && token.content && !is_short_name(token, speakers);
    const bool owned = (token.classes & notes::kKin) != 0 && i > 0 &&
                       (words::kOwners.has(text[i - 1].text) || (i > 1 && words::kOwners.has(text[i - 2].text)));
    standing.particular =
        standing.particular || capital || owned || (place == 0 && words::kOwnRelatives.has(token.text));
    const bool behind = token.content && i > 0 && words::kBeforeNames.has(text[i - 1].text);
    named = named || owned || capital ||
            (token.content && !words::kBeforeOne.has(token.text) &&
             (behind || (i > 1 && text[i - 1].content && words::kBeforeNames.has(text[i - 2].text))));
    placed = placed || capital || (behind && words::kBeforePlaces.has(text[i - 1].text)) ||
             (token.content && i > 1 && words::kBeforePlaces.has(text[i - 2].text));
    ++place;
  }
  return standing;
}

bool has_noun(std::string_view text, std::string_view nouns) {
  const std::string lower = to_lower(text);
  for (std::size_t at = 0; at < nouns.size();) {
    const std::size_t end = std::min(nouns.find(' ', at), nouns.size());
    if (lower.find(singular(nouns.substr(at, end - at))) != std::string::npos) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

bool is_short_name(const Token& token, const notes::Names& speakers) {
  const bool can = token.capital && token.text.size() >= kShortNameMin;
  return std::any_of(speakers.words.begin(), speakers.words.end(), [&](std::string_view name) {
    return name == token.text || (can && name.starts_with(token.text));
  });
}

}  // namespace turnstream::consolidation
