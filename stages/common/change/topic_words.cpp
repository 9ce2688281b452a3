#include "stages/common/change/topic_words.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/word_set.h"

namespace turnstream::change {
namespace {

/// At most so many bytes of a word tell it apart.
constexpr std::size_t kRootBytesMax = 7;

/// The first word of a row is the root of all. Example: {kSlot, "car cars vehicle …"}: "sold the vehicle" is about the car.
struct MeaningRow {
  std::uint16_t bits;
  std::string_view words;
};
constexpr MeaningRow kRows[] = {
    {kPerson, "mother mum mom mam mama mummy mommy mutter"},
    {kPerson, "father dad daddy papa vater"},
    {kPerson, "sister sis stepsister half-sister schwester"},
    {kPerson, "brother bro stepbrother half-brother bruder"},
    {kPerson, "son lad sohn stepson"},
    {kPerson, "daughter tochter stepdaughter"},
    {kPerson, "wife frau"},
    {kPerson, "husband hubby mann"},
    {kPerson, "girlfriend gf freundin"},
    {kPerson, "partner"},
    {kPerson, "boyfriend bf freund"},
    {kPerson, "fiance fiancee fiancé fiancée"},
    {kPerson, "grandmother gran granny grandma nan nana oma"},
    {kPerson, "grandfather grandad granddad grandpa opa"},
    {kPerson, "parents eltern folks"},
    {kPerson, "grandparents"},
    {kPerson, "aunt auntie aunty tante"},
    {kPerson, "uncle onkel"},
    {kPerson, "cousin"},
    {kPerson, "nephew"},
    {kPerson, "niece"},
    {kPerson, "flatmate roommate housemate"},
    {kPerson, "mother-in-law"},
    {kPerson, "father-in-law"},
    {kPerson, "in-laws"},
    {kPerson, "children kids kid child kinder"},
    {kPerson, "neighbour neighbours neighbor neighbors nachbar"},
    {kPerson, "colleague coworker"},
    {kSlot | kLoose, "residence address adresse"},
    {kSlot,
     "residence live lives lived living reside home flat apartment house based wohne wohnt wohnung "
     "moved relocated settled cottage bungalow condo narrowboat"},
    {kSlot,
     "job work works worked working employer employed company gig occupation profession arbeite arbeitet arbeit"},
    {kSlot, "boss manager supervisor"},
    {kSlot, "landlord landlady vermieter vermieterin"},
    {kSlot, "phone mobile cell cellphone telephone handy smartphone"},
    {kSlot, "number numbers nummer"},
    {kSlot, "email mail e-mail emails"},
    {kSlot, "car cars drive drives driving vehicle auto"},
    {kSlot, "doctor gp physician hausarzt arzt"},
    {kSlot, "therapist therapy psychologist shrink"},
    {kSlot, "dentist zahnarzt"},
    {kSlot, "teacher lehrer lehrerin"},
    {kSlot, "relationship engaged engagement single married divorced dating together wedding"},
    {kSlot, "diet vegetarian vegan veggie pescatarian omnivore vegetarisch"},
    {kSlot, "database db datastore databases datenbank"},
    {kSlot, "version release versions releases"},
    {kSlot, "port ports"},
    {kSlot, "server servers box machine host"},
    {kSlot, "service services"},
    {kSlot, "app application apps"},
    {kSlot, "website site webpage"},
    {kSlot, "branch branches"},
    {kSlot, "team teams"},
    {kSlot, "office büro"},
    {kSlot, "deadline due"},
    {kSlot, "owner owns own owned maintainer maintains belongs lead led leads charge responsible"},
    {kSlot, "editor edit ide"},
    {kSlot, "bank account banking konto"},
    {kSlot, "rent miete"},
    {kSlot, "salary wage pay gehalt"},
    {kSlot, "standup stand-up daily"},
    {kSlot, "oncall on-call rota pager"},
    {kSlot, "closed shut closing closes"},
    {kSlot, "favourite favorite fave"},
    {kSlot, "light lights lamp"},
    {kSlot, "birthday"},
    {kSlot, "code"},
    {kSlot, "school schule"},
    {kSlot, "class classes klasse"},
    {kSlot, "shop store shops"},
    {kSlot, "user users"},
    {kSlot, "client clients customer customers"},
    {kSlot, "network wifi wi-fi"},
    {kSlot, "dog dogs hund"},
    {kSlot, "cat cats katze"},
    {kSlot, "meeting meetings"},
    {kSlot, "trip travel"},
    {kSlot, "food"},
    {kSlot, "coffee kaffee"},
    {kSlot, "room"},
    {kScope, "production prod"},
    {kScope, "staging"},
    {kScope, "test tests testing"},
    {kScope, "dev development"},
    {kScope, "backend back-end"},
    {kScope, "frontend front-end"},
    {kScope, "private"},
    {kScope, "ios"},
    {kScope, "android"},
    {kScope, "desktop"},
    {kScope, "laptop"},
    {0, "postgres postgresql"},
    {0, "elasticsearch elastic"},
    {0, "kubernetes k8s"},
    {0, "javascript js"},
    {0, "typescript ts"},
    {0, "mongo mongodb"},
    {0, "invoice invoices bill bills"},
    {0, "bicycle bike bikes"},
    {0, "television tv telly"},
    {0, "documentation docs doc"},
    {0, "repository repo"},
    {0, "bookkeeping bookkeeper books accounts"},
    {0, "glasses spectacles specs"},
    {0, "chf francs franc"},
    {0, "indentation indent"},
    {0, "membership member"},
    {0, "minimum min"},
    {0, "spelling spell"},
    {kValue, "monday mondays mon montag"},
    {kValue, "tuesday tuesdays tues dienstag"},
    {kValue, "wednesday wednesdays wed mittwoch"},
    {kValue, "thursday thursdays thurs donnerstag"},
    {kValue, "friday fridays fri freitag"},
    {kValue, "saturday saturdays samstag"},
    {kValue, "sunday sundays sonntag"},
    {kValue, "january jan"},
    {kValue, "february feb"},
    {kValue, "april"},
    {kValue, "june"},
    {kValue, "july"},
    {kValue, "august"},
    {kValue, "september sept"},
    {kValue, "october oct"},
    {kValue, "november nov"},
    {kValue, "december dec"},
    {kValue, "1"},
    {kValue, "2 two"},
    {kValue, "3 three"},
    {kValue, "4 four"},
    {kValue, "5 five"},
    {kValue, "6 six"},
    {kValue, "7 seven"},
    {kValue, "8 eight"},
    {kValue, "9 nine"},
    {kValue, "10 ten"},
    {kValue, "11 eleven"},
    {kValue, "12 twelve"},
};

/// Words that say nothing about what a sentence is about, in addition to the classes of kEmpty.
constexpr std::string_view kNothing =
    "bit bits lot lots kind sort thing things stuff way ways people person guy guys mate someone nobody everyone "
    "friend friends place places side end ends part parts time times day days week weeks weekly month months "
    "monthly year years yearly hour hours minute minutes night morning evening afternoon today tomorrow yesterday "
    "ago later soon far long short old new big small little large whole entire main current currently latest "
    "default usual usually mostly mainly ever never always good nice great lovely bad worse best better fine okay "
    "happy sad sure cheap expensive hard easy make makes made making do does did done doing get gets got getting "
    "gotten go goes going went gone come comes came coming take takes took taken taking give gives gave given "
    "giving put puts keep keeps kept let say says said told tell know known think see saw seen look looks find "
    "found need needs want wants use uses used using start starts started starting stop stops stopped stopping "
    "quit leave leaves left leaving move moves moving switch switched switching change changed changes changing "
    "replace replaced replacing drop dropped dropping cancel cancelled canceled close sold sell selling buy "
    "bought bring brought become became turn turned turning set sit sits call called calls name named names try "
    "tried help meet met run runs upgrade upgraded migrate migrated swap swapped transfer transferred rename "
    "renamed bump bumped shift shifted delete deleted remove removed rip ripped tear tore torn ditch ditched died "
    "die dies dead over off out back up down away again instead anymore longer rather honestly finally actually "
    "really pretty quite about around per each every euro euros dollar dollars pound pounds percent please thanks "
    "thank sorry hi hello hey ok yes no yeah btw fyi remember reminder note reason idea question answer problem "
    "issue etc much many more most less least few several couple pair half extra total first second third last "
    "next other another own same different real right wrong true zwei drei jetzt nun seit noch mehr nicht kein "
    "keine keinen das der den dem des ein eine einen einem einer ist sind bin war habe hat haben hab ich wir mein "
    "meine meinen meiner meinem unser unsere und oder aber mit von nach bei aus auf im in am an zum zur für alles "
    "komplett letzte woche endlich direkt";

constexpr std::uint64_t kEmpty = language::kPronoun | language::kDeterminer | language::kDeictic | language::kAdverb |
                                 language::kNegation | language::kConjunction | language::kSubordinator |
                                 language::kHypothesis | language::kPreposition | language::kAuxiliary |
                                 language::kIntensifier | language::kQuestionWord | language::kTime | language::kJoke;

/// The words of the rows and of kNothing, and what each means. A later row takes the place of an earlier one.
struct Meanings {
  Meanings() {
    add(kNothing, {});
    for (const MeaningRow& row : kRows) {
      add(row.words, {std::string(row.words.substr(0, row.words.find(' '))), row.bits});
    }
  }
  void add(std::string_view list, const Meaning& meaning) {
    for (const std::string_view word : language::words_between(list)) {
      const std::size_t place = words.add(word);
      meanings.resize(words.words().size());
      meanings[place] = meaning;
    }
  }
  language::WordSet words;
  std::vector<Meaning> meanings;  ///< for each word
};

bool ends_with(const std::string& word, std::string_view ending, std::size_t left_min) {
  return word.size() >= left_min + ending.size() && word.ends_with(ending);
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

}  // namespace

std::string root_of(std::string_view lower_word) {
  std::string root = language::stem(std::string(lower_word));
  for (const std::string_view ending : {"ship", "ment", "ing", "ed"}) {
    if (ends_with(root, ending, 3)) {
      root.resize(root.size() - ending.size());
      const std::size_t size = root.size();
      const bool doubled = size > 3 && root[size - 1] == root[size - 2] && !is_vowel(root[size - 1]) &&
                           root[size - 1] != 'l' && root[size - 1] != 's';
      root.resize(doubled ? size - 1 : size);
      break;
    }
  }
  root.resize(std::min(root.size(), kRootBytesMax));
  while (root.size() > 3 && (root.back() == 'e' || root.back() == 'y' || root.back() == 'i')) {
    root.pop_back();
  }
  return root;
}

Meaning meaning_of(std::string_view lower_word) {
  static const Meanings kMeanings;
  if (const std::size_t place = kMeanings.words.place_of(lower_word); place < kMeanings.meanings.size()) {
    return kMeanings.meanings[place];
  }
  const bool empty = lower_word.size() < 2 || (language::classes_of(lower_word) & kEmpty) != 0;
  return empty ? Meaning{} : Meaning{root_of(lower_word), 0};
}

}  // namespace turnstream::change
