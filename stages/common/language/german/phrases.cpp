#include "stages/common/language/german/phrases.h"

#include <algorithm>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// A noun phrase behind a preposition has at most so many words before its nouns, and so many nouns.
constexpr std::size_t kBeforeNounMax = 3;
constexpr std::size_t kNounsMax = 3;
/// A time has at most so many words between its first one and its unit: "seit etwa drei Jahren".
constexpr std::size_t kTimeWordsMax = 4;

bool has(const WordSet& words, const Word& word) {
  return !word.punctuation && !word.quoted && word.in(words);
}

std::size_t behind_adverb(Sentence sentence, std::size_t at) {
  static const WordSet kAdverbs(
      "aktuell auch beruflich besonders damals dauerhaft derzeit dort echt eigentlich eben einfach endlich ganz gar gebürtig gestern hauptsächlich "
      "heute hier immer inzwischen ja jetzt leider meist meistens mittlerweile momentan natürlich neuerdings noch nun nur privat richtig schon "
      "sehr seitdem selbst sogar tatsächlich total übrigens ursprünglich weiterhin wieder wirklich zurzeit überhaupt");
  const bool year = sentence[at].in(kNumber) && is_time_word(sentence[at]);
  return has(kAdverbs, sentence[at]) || year ? at + 1 : at;
}

std::size_t behind_time(Sentence sentence, std::size_t at) {
  static const WordSet kLeads(
      "am anfang dem diese diesem diesen dieses ende letzte letztem letzten letztes mitte nächste nächsten nächstes seit vergangene "
      "vergangenem vergangenen vergangenes vor vorige vorigen voriges");
  static const WordSet kUnits(
      "abend abends anfang april august dezember dienstag donnerstag februar freitag frühjahr frühling herbst jahr jahre jahren jahrzehnten "
      "januar juli juni jänner kurzem langem mai mittag mittwoch monat monate monaten montag morgen märz nacht november oktober samstag "
      "semester september sommer sonnabend sonntag stunden tag tage tagen winter woche wochen wochenende");
  static const WordSet kBetween(
      "anfang dem den der drei ein einem einer einigen ende etwa fast fünf langen letztem letzten letzter mehreren mitte paar sechs über "
      "vergangenem vergangenen vielen vier zehn zwei");
  const std::size_t begin = is_german_im(sentence, at) ? at + 2 : has(kLeads, sentence[at]) ? at + 1 : at;
  if (begin == at) {
    return at;
  }
  for (std::size_t end = begin; end < std::min(sentence.size(), begin + kTimeWordsMax); ++end) {
    const Word& word = sentence[end];
    if (has(kUnits, word) || is_time_word(word)) {
      const bool year = end + 1 < sentence.size() && is_time_word(sentence[end + 1]);
      return year ? end + 2 : end + 1;
    }
    if (!has(kBetween, word) && !word.in(kNumber)) {
      return at;
    }
  }
  return at;
}

std::size_t count(Sentence sentence, const WordSet& words) {
  return static_cast<std::size_t>(
      std::count_if(sentence.begin(), sentence.end(), [&words](const Word& word) { return has(words, word); }));
}

}  // namespace

bool is_german(Sentence sentence) {
  // None of them is an English word or a part of many names, as "die", "war" and "von" are.
  static const WordSet kGerman(
      "aber allergisch arbeite auf bei dem ein eine einem einen einer für gegen gern gerne gezogen hab habe haben heiße heißt ich ist "
      "jetzt kein keine keinen mag mein meine meinem meinen meiner mir mich nach nicht oder seit sind und unser unsere unserem unseren wir "
      "wohne wohnen wohnt");
  static const WordSet kBeginnings("ich mein meine unser unsere wir");
  static const WordSet kArticles("das der die");
  static const WordSet kEnglish(
      "a and are at but for from has have he i is it like live love my of on our she that the they this to we with you your");
  const auto first = std::find_if(sentence.begin(), sentence.end(), [](const Word& word) { return !word.punctuation; });
  if (first == sentence.end()) {
    return false;
  }
  const std::size_t german = count(sentence, kGerman) + (has(kArticles, *first) ? 1 : 0);
  if (german == 0 || (german == 1 && !has(kBeginnings, *first))) {
    return false;
  }
  std::size_t english = count(sentence, kEnglish);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    english -= is_german_im(sentence, at) ? 1 : 0;
  }
  return german > english;
}

bool is_german_noun(const Word& word) {
  static const WordSet kNoNouns("dein deine dich dir du er es euch ich ihnen ihr ihre ihren sie wir");
  return !word.punctuation && !word.quoted && is_name(word) && !word.in(kNoNouns);
}

bool is_german_adjective(const Word& word) {
  static const WordSet kNoAdjectives(
      "aber alle allem allen aller alles andere anderen anderer anderes außer daher damals dem den der diese diesem diesen dieser dieses "
      "eben eine einem einen einer eines einige euren gegen gerade gerne gestern heute hinter ihre ihrem ihren ihrer immer jede jedem jeden "
      "jeder jedes keine keinem keinen keiner leider lieber manche meine meinem meinen meiner meines mehrere neben nimmer oben oder "
      "ohne seine seinem seinen seiner seltener später selber solche unsere unserem unseren unserer unten unter viele vielen weder welche wegen "
      "wenige wieder über früher bisher deine deinem deinen deiner eure gegenüber");
  static constexpr std::string_view kEndings[] = {"e", "em", "en", "er", "es"};
  constexpr std::size_t kBytesMin = 4;
  return !word.punctuation && !word.quoted && !word.capital && word.lower.size() >= kBytesMin &&
         !word.in(kNoAdjectives) &&
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&word](std::string_view ending) { return word.lower.ends_with(ending); });
}

bool can_lead_german_noun(const Word& word) {
  static const WordSet kArticles(
      "das dem den der des die ein eine einem einen einer eines ihre ihrem ihren ihrer mein meine meinem meinen meiner seinem seinen seiner "
      "unser unsere unserem unseren unserer zwei drei vier");
  return has(kArticles, word) || is_german_adjective(word);
}

std::size_t behind_german_nouns(Sentence sentence, std::size_t at) {
  std::size_t end = at;
  while (end < std::min(sentence.size(), at + kNounsMax) && is_german_noun(sentence[end])) {
    ++end;
  }
  return end;
}

bool is_german_im(Sentence sentence, std::size_t at) {
  return at + 1 < sentence.size() && !sentence[at].quoted && sentence[at].is("i") && sentence[at + 1].is("am") &&
         sentence[at + 1].text == "m";
}

bool is_german_none(const Word& word) {
  static const WordSet kNone("kein keine keinem keinen keiner keinerlei");
  return has(kNone, word);
}

bool is_german_pronoun(const Word& word) {
  static const WordSet kPronouns("du er es ich ihr man sie wir");
  return has(kPronouns, word);
}

bool ends_german_clause(Sentence sentence, std::size_t at) {
  static const WordSet kJoints(
      "aber bevor da damit dass denn doch nachdem ob obwohl oder seitdem sodass sondern sowie und während weil wenn");
  return at >= sentence.size() || sentence[at].punctuation || has(kJoints, sentence[at]);
}

std::size_t behind_german_phrase(Sentence sentence, std::size_t at) {
  if (ends_german_clause(sentence, at)) {
    return at;
  }
  for (const auto behind : {behind_time, behind_adverb, behind_german_preposition}) {
    if (const std::size_t end = behind(sentence, at); end > at) {
      return end;
    }
  }
  return at;
}

std::size_t behind_german_preposition(Sentence sentence, std::size_t at) {
  static const WordSet kPrepositions(
      "als am an anstatt auf aus bei beim durch für gegen gegenüber hinter in ins mit nach neben ohne seit statt trotz um unter von vom "
      "wegen zu zum zur zwischen über");
  static const WordSet kObjects("alles allem ihm ihnen ihr mich mir uns");
  if (at >= sentence.size() || behind_time(sentence, at) > at) {
    return at;
  }
  const std::size_t begin = is_german_im(sentence, at) ? at + 2 : has(kPrepositions, sentence[at]) ? at + 1 : at;
  if (begin == at) {
    return at;
  }
  std::size_t next = begin;
  while (next < std::min(sentence.size(), begin + kBeforeNounMax) && can_lead_german_noun(sentence[next])) {
    ++next;
  }
  if (next == begin && next < sentence.size() && has(kObjects, sentence[next])) {
    return next + 1;
  }
  const std::size_t end = behind_german_nouns(sentence, next);
  return end > next ? end : at;
}

std::size_t first_german_doubt(Sentence sentence) {
  static const WordSet kSaid(
      "angeblich angenommen behauptet behauptete denkt dachte erzählt erzählte glaub glaube glaubt korrigier korrigiere meint meinte sagen "
      "sagt sagte sagten schreib schreibe schreibt schrieb stell stellt träumte übersetz übersetze übersetzen");
  static const WordSet kUnreal(
      "anscheinend beinah beinahe bestimmt demnächst eventuell falls fast früher hoffe hoffentlich hofft hätte hätten könnte könnten laut möchte "
      "möchten möglicherweise ob plane planen scheinbar sollte sollten träume vermutlich vielleicht wahrscheinlich wenn werde werden will "
      "wird wohl wollen wollte wollten wäre wären wünsche wünschte würde würden überlege überlegen");
  const auto is_said = [](const Word& word) { return has(kSaid, word); };
  const auto is_unreal = [](const Word& word) { return has(kUnreal, word); };
  if (std::any_of(sentence.begin(), sentence.end(), is_said)) {
    return 0;
  }
  return static_cast<std::size_t>(std::find_if(sentence.begin(), sentence.end(), is_unreal) - sentence.begin());
}

bool is_german_moment(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kMoments(
      "bald diesmal eben gerade gestern gleich heute kurz morgen nachher später vorgestern vorhin übermorgen");
  return std::any_of(sentence.begin() + static_cast<std::ptrdiff_t>(begin),
                     sentence.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Word& word) { return !word.capital && has(kMoments, word); });
}

}  // namespace turnstream::language
