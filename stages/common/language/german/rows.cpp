#include "stages/common/language/german/rows.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::uint8_t kSelf = kSelfSubject;
constexpr std::uint8_t kPerson = kSelfSubject | kRelativeSubject;

// Columns: forms of the verb; words before and behind the value; relation; value; subjects; shape; example (german/rows.h says what each
// means). All rows of a verb that apply to the subject and find a value make a statement: "Ich arbeite als Koch bei Siemens" makes two.
// clang-format off
constexpr GermanRow kRows[] = {
    // name, age, family
    {"heiße heißt", "", "", "is called", "", kPerson | kThingSubject, GermanShape::kName, "Ich heiße Jörg Baum => user's name | is | Jörg Baum"},
    {"ist lautet", "", "", "is", "", kNameSubject, GermanShape::kName, "Mein Name ist Jörg => user's name | is | Jörg"},
    {"bin ist", "", "", "is aged", "", kPerson, GermanShape::kAge, "Ich bin 34 Jahre alt => user | is aged | 34"},
    {"bin ist", "verheiratet", "", "is", "married", kPerson, GermanShape::kNone, "Ich bin seit 2019 verheiratet => user | is | married"},
    {"bin ist", "mit", "verheiratet", "is married to", "", kPerson, GermanShape::kName, "Meine Schwester ist mit Lena verheiratet => user's sister | is married to | Lena"},
    {"bin ist", "mit", "verlobt", "is engaged to", "", kPerson, GermanShape::kName, "Mein Bruder ist mit Tom verlobt => user's brother | is engaged to | Tom"},
    {"bin ist", "verlobt", "", "is", "engaged", kPerson, GermanShape::kNone, "Ich bin verlobt => user | is | engaged"},
    {"bin ist", "geschieden", "", "is", "divorced", kPerson, GermanShape::kNone, "Ich bin geschieden => user | is | divorced"},
    {"bin ist", "ledig|single", "", "is", "single", kPerson, GermanShape::kNone, "Ich bin ledig => user | is | single"},
    // home and work
    {"wohne wohnt wohnen lebe lebt leben", "in", "", "lives in", "", kPerson, GermanShape::kPlace, "Ich wohne in Köln => user | lives in | Köln"},
    {"bin ist sind", "nach", "gezogen|umgezogen|zurückgezogen", "lives in", "", kPerson, GermanShape::kPlace, "Ich bin letztes Jahr nach Porto gezogen => user | lives in | Porto"},
    {"komme kommt kommen stamme stammt stammen", "aus", "", "is from", "", kPerson, GermanShape::kPlace, "Ich komme aus Ghana => user | is from | Ghana"},
    {"bin ist sind", "in", "geboren|aufgewachsen", "is from", "", kPerson, GermanShape::kPlace, "Ich bin in Graz aufgewachsen => user | is from | Graz"},
    {"arbeite arbeitet arbeiten", "bei|für", "", "works at", "", kPerson, GermanShape::kEmployer, "Ich arbeite bei Siemens => user | works at | Siemens"},
    {"arbeite arbeitet arbeiten", "als", "", "works as", "", kPerson, GermanShape::kRole, "Ich arbeite als freier Journalist => user | works as | freier Journalist"},
    {"bin ist", "als", "tätig|beschäftigt", "works as", "", kPerson, GermanShape::kRole, "Ich bin als Gärtner tätig => user | works as | Gärtner"},
    {"bin ist", "", "", "is", "", kPerson, GermanShape::kJob, "Ich bin Lehrerin => user | is | Lehrerin"},
    // food and health
    {"bin ist sind", "allergisch gegen|auf", "", "is allergic to", "", kPerson, GermanShape::kTaste, "Ich bin allergisch gegen Nüsse => user | is allergic to | Nüsse"},
    {"bin ist sind", "gegen|auf", "allergisch", "is allergic to", "", kPerson, GermanShape::kTaste, "Mein Sohn ist gegen Hausstaub allergisch => user's son | is allergic to | Hausstaub"},
    {"bin ist sind", "?überzeugte|überzeugter|strenge|strenger vegetarier|vegetarierin|vegetarisch", "", "is", "vegetarian", kPerson, GermanShape::kNone, "Ich bin Vegetarierin => user | is | vegetarian"},
    {"bin ist sind", "?überzeugte|überzeugter|strenge|strenger vegan|veganer|veganerin", "", "is", "vegan", kPerson, GermanShape::kNone, "Meine Tochter ist Veganerin => user's daughter | is | vegan"},
    {"ernähre ernährt ernähren", "mich|sich|uns vegetarisch", "", "is", "vegetarian", kPerson, GermanShape::kNone, "Ich ernähre mich vegetarisch => user | is | vegetarian"},
    {"ernähre ernährt ernähren", "mich|sich|uns vegan", "", "is", "vegan", kPerson, GermanShape::kNone, "Ich ernähre mich seit Januar vegan => user | is | vegan"},
    // tastes
    {"mag mögen liebe liebt lieben", "", "?gern|gerne", "likes", "", kPerson, GermanShape::kTaste, "Ich mag klassische Musik => user | likes | klassische Musik"},
    {"esse trinke höre lese spiele schaue sehe koche backe", "gern|gerne", "", "likes", "", kSelf, GermanShape::kTaste, "Ich höre sehr gern Jazz => user | likes | Jazz"},
    {"bin ist", "?ein|eine ?großer|große|riesiger|riesige|absoluter|absolute fan von", "", "likes", "", kPerson, GermanShape::kTaste, "Ich bin ein großer Fan von Jazz => user | likes | Jazz"},
    {"hasse hasst hassen verabscheue", "", "", "dislikes", "", kPerson, GermanShape::kTaste, "Ich hasse Koriander => user | dislikes | Koriander"},
    {"kann können", "", "?gar|überhaupt nicht leiden|ausstehen", "dislikes", "", kPerson, GermanShape::kTaste, "Ich kann Koriander nicht ausstehen => user | dislikes | Koriander"},
    {"bevorzuge bevorzugt bevorzugen", "", "", "prefers", "", kPerson, GermanShape::kTaste, "Ich bevorzuge Tabs gegenüber Leerzeichen => user | prefers | Tabs"},
    {"mag esse trinke höre lese spiele nutze benutze verwende habe", "lieber", "", "prefers", "", kSelf, GermanShape::kTaste, "Ich trinke lieber Tee als Kaffee => user | prefers | Tee"},
    {"ist", "", "", "is", "", kFavouriteSubject, GermanShape::kFavourite, "Meine Lieblingsfarbe ist Blau => user's favourite colour | is | Blau"},
    // what a person does and has
    {"spiele spielt spielen", "", "", "plays", "", kPerson, GermanShape::kTaste, "Ich spiele Cello => user | plays | Cello"},
    {"spreche spricht sprechen", "?fließend|gut|etwas", "", "speaks", "", kPerson, GermanShape::kLanguage, "Ich spreche fließend Polnisch => user | speaks | Polnisch"},
    {"lerne lernt lernen studiere studiert studieren", "", "", "studies", "", kPerson, GermanShape::kTaste, "Ich studiere Jura => user | studies | Jura"},
    {"unterrichte unterrichtet unterrichten", "", "", "teaches", "", kPerson, GermanShape::kTaste, "Ich unterrichte Chemie => user | teaches | Chemie"},
    {"sammle sammelt sammeln", "", "", "collects", "", kPerson, GermanShape::kTaste, "Ich sammle alte Briefmarken => user | collects | alte Briefmarken"},
    {"nutze nutzt nutzen benutze benutzt benutzen verwende verwendet verwenden", "", "", "uses", "", kPerson, GermanShape::kName, "Wir nutzen Postgres für alles => we | uses | Postgres"},
    {"habe hab hat haben", "", "", "has", "", kPerson, GermanShape::kOwned, "Ich habe zwei Katzen => user | has | zwei Katzen"},
    // objects
    {"ist lautet", "", "", "is", "", kSettingSubject, GermanShape::kCode, "Der API-Port ist 8080 => api port | is | 8080"},
    {"läuft", "auf port", "", "runs on", "port _", kThingSubject, GermanShape::kCode, "Der Mailserver läuft auf Port 587 => mailserver | runs on | port 587"},
};

constexpr GermanNoun kNouns[] = {
    {"bruder", "brother", kRelativeSubject},      {"chef", "boss", kRelativeSubject},
    {"chefin", "boss", kRelativeSubject},         {"cousin", "cousin", kRelativeSubject},
    {"cousine", "cousin", kRelativeSubject},      {"ehefrau", "wife", kRelativeSubject},
    {"ehemann", "husband", kRelativeSubject},     {"frau", "wife", kRelativeSubject},
    {"freund", "friend", kRelativeSubject},       {"freundin", "friend", kRelativeSubject},
    {"großmutter", "grandmother", kRelativeSubject}, {"großvater", "grandfather", kRelativeSubject},
    {"hund", "dog", kRelativeSubject},            {"hündin", "dog", kRelativeSubject},
    {"kater", "cat", kRelativeSubject},           {"katze", "cat", kRelativeSubject},
    {"kind", "child", kRelativeSubject},          {"kollege", "colleague", kRelativeSubject},
    {"kollegin", "colleague", kRelativeSubject},  {"mama", "mother", kRelativeSubject},
    {"mann", "husband", kRelativeSubject},        {"mitbewohner", "flatmate", kRelativeSubject},
    {"mitbewohnerin", "flatmate", kRelativeSubject}, {"mutter", "mother", kRelativeSubject},
    {"neffe", "nephew", kRelativeSubject},        {"nichte", "niece", kRelativeSubject},
    {"oma", "grandmother", kRelativeSubject},     {"onkel", "uncle", kRelativeSubject},
    {"opa", "grandfather", kRelativeSubject},     {"papa", "father", kRelativeSubject},
    {"partner", "partner", kRelativeSubject},     {"partnerin", "partner", kRelativeSubject},
    {"schwager", "brother-in-law", kRelativeSubject}, {"schwester", "sister", kRelativeSubject},
    {"schwägerin", "sister-in-law", kRelativeSubject}, {"sohn", "son", kRelativeSubject},
    {"tante", "aunt", kRelativeSubject},          {"tochter", "daughter", kRelativeSubject},
    {"vater", "father", kRelativeSubject},
    {"name", "name", kNameSubject},
    {"lieblingsband", "favourite band", kFavouriteSubject}, {"lieblingsbuch", "favourite book", kFavouriteSubject},
    {"lieblingseditor", "favourite editor", kFavouriteSubject}, {"lieblingsessen", "favourite food", kFavouriteSubject},
    {"lieblingsfarbe", "favourite colour", kFavouriteSubject}, {"lieblingsfilm", "favourite film", kFavouriteSubject},
    {"lieblingsgetränk", "favourite drink", kFavouriteSubject}, {"lieblingslied", "favourite song", kFavouriteSubject},
    {"lieblingsserie", "favourite series", kFavouriteSubject}, {"lieblingssport", "favourite sport", kFavouriteSubject},
    {"lieblingssprache", "favourite language", kFavouriteSubject}, {"lieblingstier", "favourite animal", kFavouriteSubject},
    {"branch", "branch", kSettingSubject},        {"e-mail", "email", kSettingSubject},
    {"e-mail-adresse", "email", kSettingSubject}, {"handynummer", "phone number", kSettingSubject},
    {"kundennummer", "customer number", kSettingSubject}, {"mail-adresse", "email", kSettingSubject},
    {"mailadresse", "email", kSettingSubject},    {"port", "port", kSettingSubject},
    {"telefonnummer", "phone number", kSettingSubject}, {"version", "version", kSettingSubject},
};
// clang-format on

using RowsByVerb = std::unordered_map<std::string_view, std::vector<const GermanRow*>>;

RowsByVerb rows_by_verb() {
  RowsByVerb rows;
  for (const GermanRow& row : kRows) {
    for (const std::string_view verb : words_between(row.verbs)) {
      rows[verb].push_back(&row);
    }
  }
  return rows;
}

}  // namespace

std::span<const GermanRow> german_rows() {
  return kRows;
}

std::span<const GermanRow* const> german_rows_with(std::string_view lower_verb) {
  static const RowsByVerb kByVerb = rows_by_verb();
  const auto found = kByVerb.find(lower_verb);
  return found == kByVerb.end() ? std::span<const GermanRow* const>() : found->second;
}

std::optional<GermanNoun> german_noun(std::string_view lower_word) {
  const auto* const found = std::find_if(std::begin(kNouns), std::end(kNouns),
                                         [lower_word](const GermanNoun& noun) { return noun.german == lower_word; });
  return found == std::end(kNouns) ? std::nullopt : std::optional(*found);
}

}  // namespace turnstream::language
