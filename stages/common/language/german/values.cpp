#include "stages/common/language/german/values.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kAdjectivesMax = 2;
constexpr std::size_t kFavouriteWordsMax = 4;
constexpr std::size_t kCodesMax = 4;
constexpr std::size_t kAgeDigitsMax = 3;

GermanValue value(std::size_t begin, std::size_t end) {
  return {begin, end, end};
}

bool stands(Sentence sentence, std::size_t at, const WordSet& words) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted && sentence[at].in(words);
}

std::size_t behind_adjectives(Sentence sentence, std::size_t at) {
  std::size_t end = at;
  while (end < std::min(sentence.size(), at + kAdjectivesMax) && is_german_adjective(sentence[end])) {
    ++end;
  }
  return end;
}

/// Nouns with the adjectives before them; empty if there are no nouns.
GermanValue noun_phrase_at(Sentence sentence, std::size_t at) {
  const std::size_t nouns = behind_adjectives(sentence, at);
  const std::size_t end = behind_german_nouns(sentence, nouns);
  return end > nouns ? value(at, end) : GermanValue();
}

GermanValue place_at(Sentence sentence, std::size_t at) {
  static const WordSet kArticles("den der");
  static const WordSet kCountries("elfenbeinküste mongolei niederlanden schweiz slowakei türkei ukraine usa");
  static const WordSet kNoPlaces(
      "angst armut einsamkeit elternzeit frieden gefahr miete not rente scheidung trennung untermiete wgs");
  static const WordSet kRegions(
      "allgäu bodensee breisgau donau inn lahn main neckar oder rhein ruhr saale see spree weser");
  if (stands(sentence, at, kArticles)) {
    return stands(sentence, at + 1, kCountries) ? value(at + 1, at + 2) : GermanValue();
  }
  std::size_t end = behind_german_nouns(sentence, at);
  if (end == at || sentence[at].in(kNoPlaces) || is_code(sentence[at])) {
    return {};
  }
  static const WordSet kAm("am");
  static const WordSet kAn("an");
  const bool am = stands(sentence, end, kAm);
  const std::size_t region = am ? end + 1 : stands(sentence, end, kAn) || is_german_im(sentence, end) ? end + 2 : end;
  return value(at, region > end && stands(sentence, region, kRegions) ? region + 1 : end);  // "Frankfurt am Main"
}

GermanValue employer_at(Sentence sentence, std::size_t at) {
  static const WordSet kArticles("das dem den der die eine einem einen einer");
  static const WordSet kNoEmployers(
      "arbeit eltern freunden geld hitze homeoffice kunden kälte leuten licht nacht regen strom tag tageslicht wetter");
  const GermanValue nouns = noun_phrase_at(sentence, stands(sentence, at, kArticles) ? at + 1 : at);
  return nouns.empty() || sentence[nouns.end - 1].in(kNoEmployers) ? GermanValue() : value(at, nouns.end);
}

GermanValue role_at(Sentence sentence, std::size_t at) {
  static const WordSet kNoRoles("einzige einziger erste erster kind letzte letzter team");
  const GermanValue nouns = noun_phrase_at(sentence, at);
  return nouns.empty() || sentence[nouns.end - 1].in(kNoRoles) ? GermanValue() : nouns;
}

GermanValue job_at(Sentence sentence, std::size_t at) {
  static const WordSet kArticles("ein eine");
  // Also the ends of longer ones: "Krankenpfleger". Those of women are the same with "in", but for those that have a row here.
  static const WordSet kJobs(
      "anwalt apotheker architekt arzt buchhalter bäcker coach dachdecker designer elektriker entwickler erzieher fotograf friseur gärtner "
      "hausmeister hebamme informatiker ingenieur installateur journalist klempner koch kosmetiker krankenschwester landwirt lehrer maler "
      "maurer mechaniker metzger pfleger physiotherapeut pilot polizist professor programmierer psychologe richter sanitäter schreiner "
      "therapeut tierarzt tischler verkäufer übersetzer "
      "anwältin ärztin köchin psychologin");
  const GermanValue nouns = noun_phrase_at(sentence, stands(sentence, at, kArticles) ? at + 1 : at);
  if (nouns.empty()) {
    return {};
  }
  const std::string_view lower = sentence[nouns.end - 1].lower;
  const auto& jobs = kJobs.words();
  const auto is_job = [&jobs](std::string_view word) {
    return std::any_of(jobs.begin(), jobs.end(), [word](std::string_view job) { return word.ends_with(job); });
  };
  const bool fits = is_job(lower) || (lower.ends_with("in") && is_job(lower.substr(0, lower.size() - 2)));
  return fits ? nouns : GermanValue();
}

GermanValue taste_at(Sentence sentence, std::size_t at) {
  static const WordSet kArticles("das den der die");
  static const WordSet kKnownToAll(
      "alpen berge frühling herbst kälte meer natur regen schnee see sommer sonne strand wald winter wüste");
  static const WordSet kJoined("am an auf aus in mit ohne von vom");
  if (stands(sentence, at, kArticles)) {
    return stands(sentence, at + 1, kKnownToAll) ? value(at, at + 2) : GermanValue();
  }
  GermanValue nouns = noun_phrase_at(sentence, at);
  if (!nouns.empty() && (stands(sentence, nouns.end, kJoined) || is_german_im(sentence, nouns.end))) {
    nouns.end = behind_german_preposition(sentence, nouns.end);
    nouns.behind = nouns.end;
  }
  return nouns;
}

GermanValue owned_at(Sentence sentence, std::size_t at) {
  static const WordSet kCounts("ein eine einen zwei drei vier fünf sechs mehrere");
  static const WordSet kCounted(
      "auto autos balkon boot bruder brüder enkel enkelin enkelkinder fahrrad fahrräder fische garten hamster haus haustier haustiere hund hunde "
      "hühner hündin kaninchen kater katze katzen kind kinder motorrad papagei pferd pferde schildkröte schwester schwestern sohn söhne tochter "
      "töchter vogel vögel wohnung wohnmobil ziegen");
  static const WordSet kBare(
      "adhs asthma diabetes enkelkinder epilepsie haustiere heuschnupfen kinder migräne neurodermitis rheuma zwillinge zöliakie");
  const bool counted = stands(sentence, at, kCounts) ||
                       (at < sentence.size() && (sentence[at].in(kNumber) || is_german_none(sentence[at])));
  const GermanValue nouns = noun_phrase_at(sentence, counted ? at + 1 : at);
  if (nouns.empty()) {
    return {};
  }
  const std::string_view head = sentence[nouns.end - 1].lower;
  const bool illness =
      head.ends_with("allergie") || head.ends_with("intoleranz") || head.ends_with("unverträglichkeit");
  return kBare.has(head) || illness || (counted && kCounted.has(head)) ? value(at, nouns.end) : GermanValue();
}

GermanValue age_at(Sentence sentence, std::size_t at) {
  static const WordSet kYears("jahre");
  static const WordSet kOld("alt");
  const std::string_view number = sentence[at].lower;
  if (number.size() > kAgeDigitsMax || number.find_first_not_of("0123456789") != std::string_view::npos) {
    return {};
  }
  GermanValue age = value(at, at + 1);
  age.behind += stands(sentence, age.behind, kYears) ? 1 : 0;
  age.behind += stands(sentence, age.behind, kOld) ? 1 : 0;
  return age;
}

GermanValue code_at(Sentence sentence, std::size_t at) {
  std::size_t end = at;
  while (end < std::min(sentence.size(), at + kCodesMax) && !sentence[end].punctuation &&
         sentence[end].lower.find_first_of("0123456789@") != std::string::npos) {
    ++end;
  }
  return value(at, end);
}

GermanValue favourite_at(Sentence sentence, std::size_t at) {
  static const WordSet kNoValues("anders dass egal geheim nicht noch schwer unbekannt wie");
  if (behind_german_phrase(sentence, at) > at || is_german_none(sentence[at])) {
    return {};
  }
  std::size_t end = at;
  while (!ends_german_clause(sentence, end)) {
    ++end;
  }
  const auto fits = [end, at](const Word& word) {
    return !word.quoted && !word.in(kNoValues) && !is_german_pronoun(word) &&
           (end - at == 1 || is_german_noun(word) || can_lead_german_noun(word));
  };
  const Sentence words = sentence.subspan(at, end - at);
  return words.size() <= kFavouriteWordsMax && std::all_of(words.begin(), words.end(), fits) ? value(at, end)
                                                                                             : GermanValue();
}

}  // namespace

GermanValue german_value_at(Sentence sentence, std::size_t at, GermanShape shape) {
  if (ends_german_clause(sentence, at) || sentence[at].quoted) {
    return {};
  }
  switch (shape) {
    case GermanShape::kNone:
      return {};
    case GermanShape::kName:
      return value(at, behind_german_nouns(sentence, at));
    case GermanShape::kPlace:
      return place_at(sentence, at);
    case GermanShape::kEmployer:
      return employer_at(sentence, at);
    case GermanShape::kRole:
      return role_at(sentence, at);
    case GermanShape::kJob:
      return job_at(sentence, at);
    case GermanShape::kTaste:
      return taste_at(sentence, at);
    case GermanShape::kOwned:
      return owned_at(sentence, at);
    case GermanShape::kAge:
      return age_at(sentence, at);
    case GermanShape::kCode:
      return code_at(sentence, at);
    case GermanShape::kLanguage:
      return is_language_name(sentence[at].lower) ? value(at, at + 1) : GermanValue();
    case GermanShape::kFavourite:
      return favourite_at(sentence, at);
  }
  return {};
}

}  // namespace turnstream::language
