#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/german/rows.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/verb_rows.h"
#include "tests/labelled/labelled_file.h"
#include "tests/unit_language/found.h"

namespace turnstream::language {
namespace {

/// The only preference that the text states.
StatedPattern preference_in(std::string_view text) {
  const std::vector<StatedPattern> found = stated_patterns_in(text);
  CAPTURE(text);
  REQUIRE(found.size() == 1);
  return found.front();
}

}  // namespace

TEST_CASE("the rules read the example of every German row as that row says") {
  for (const GermanRow& row : german_rows()) {
    const auto parts = labelled::split(std::string(row.example), " => ");
    REQUIRE_MESSAGE(parts.size() == 2, row.example);
    const auto found = statements_in(parts[0], Register::kTalk);
    const bool says = std::any_of(found.begin(), found.end(), [&parts](const Statement& statement) {
      return statement.subject + " | " + statement.relation + " | " + statement.value == parts[1] && !statement.ended;
    });
    CHECK_MESSAGE(says, row.example);
  }
}

TEST_CASE("German rows have the relations of English ones") {
  for (const GermanRow& row : german_rows()) {
    const bool known = row.relation == "is" || row.relation == "is aged" ||
                       std::any_of(verb_rows().begin(), verb_rows().end(),
                                   [&row](const VerbRow& english) { return english.relation == row.relation; });
    CHECK_MESSAGE(known, row.example);
    CHECK_MESSAGE(
        (row.shape == GermanShape::kNone) == (!row.value.empty() && row.value.find('_') == std::string_view::npos),
        row.example);
  }
}

TEST_CASE("a German clause may begin with a time and leave out a subject that stands before") {
  CHECK(said("Seit Mai wohne ich mit meiner Frau in Köln.") == "user/lives in/Köln");
  CHECK(said("Im Mai bin ich nach Graz gezogen.") == "user/lives in/Graz");
  CHECK(said("Bin letzte Woche von Kassel nach Göttingen gezogen, endlich ein Balkon") == "user/lives in/Göttingen");
  CHECK(said("Ich bin Lehrer und wohne in Köln.") == "user/is/Lehrer; user/lives in/Köln");
  CHECK(said("Hallo, ich heiße Jörg, bin 34 und arbeite bei der Stadt Köln.") ==
        "user's name/is/Jörg; user/is aged/34; user/works at/der Stadt Köln");
  CHECK(said("Ich arbeite als Koch in Graz bei Interspar.") == "user/works at/Interspar; user/works as/Koch");
}

TEST_CASE("what stands before a German verb is read as if it stood behind") {
  CHECK(said("Pilze mag ich nicht.") == "no longer user/likes/Pilze");
  CHECK(said("Rosenkohl kann ich nicht ausstehen.") == "user/dislikes/Rosenkohl");
  CHECK(said("Gegen Nüsse bin ich seit Jahren allergisch.") == "user/is allergic to/Nüsse");
  CHECK(said("In Köln wohnt meine Schwester schon lange nicht mehr.").empty());
  CHECK(said("In Köln wohnt meine Schwester nicht mehr.") == "no longer user's sister/lives in/Köln");
  CHECK(said("Blau ist meine Lieblingsfarbe.") == "user's favourite colour/is/Blau");
  CHECK(said("Alten Käse mag ich mit Honig.") == "user/likes/Alten Käse");
  CHECK(said("Warum mag ich Jazz").empty());
}

TEST_CASE("a German clause of more than forty words states nothing") {
  const std::string jetzt = " jetzt jetzt jetzt jetzt jetzt jetzt jetzt jetzt jetzt jetzt";
  CHECK(said("Ich wohne" + jetzt + " in Köln.") == "user/lives in/Köln");
  CHECK(said("Ich wohne in Köln" + jetzt + jetzt + jetzt + jetzt + " nicht.").empty());
}

TEST_CASE("German places may have an article or a river") {
  CHECK(said("Ich wohne in der Schweiz.") == "user/lives in/Schweiz");
  CHECK(said("Wir wohnen seit 2019 in Frankfurt am Main.") == "we/lives in/Frankfurt am Main");
  CHECK(said("Ich wohne in Freiburg im Breisgau.") == "user/lives in/Freiburg im Breisgau");
  CHECK(said("Ich wohne in der Stadt.").empty());
  CHECK(said("Ich wohne in der Nähe von Köln.").empty());
  CHECK(said("Ich wohne in Miete.").empty());
}

TEST_CASE("a list gives a German statement for each element") {
  CHECK(said("Ich mag Katzen, Hunde und scharfes Essen.") ==
        "user/likes/Katzen; user/likes/Hunde; user/likes/scharfes Essen");
  CHECK(said("Ich bin gegen Nüsse und Soja allergisch.") == "user/is allergic to/Nüsse; user/is allergic to/Soja");
  CHECK(said("Ich mag Jazz und Anna kocht gut.") == "user/likes/Jazz");
  CHECK(said("Ich mag Tee oder Kaffee.").empty());
}

TEST_CASE("a German denial ends a statement") {
  CHECK(said("Ich wohne nicht mehr in Köln.") == "no longer user/lives in/Köln");
  CHECK(said("Ich arbeite jetzt nicht mehr bei Siemens.") == "no longer user/works at/Siemens");
  CHECK(said("Ich mag keine Oliven.") == "no longer user/likes/Oliven");
  CHECK(said("Ich mag Oliven überhaupt nicht.") == "no longer user/likes/Oliven");
  CHECK(said("Ich habe keinen Hund mehr.") == "no longer user/has/einen Hund");
  CHECK(said("Wir nutzen kein Jira mehr.") == "no longer we/uses/Jira");
  CHECK(said("Meine Lieblingsfarbe ist nicht mehr Blau.") == "no longer user's favourite colour/is/Blau");
  CHECK(said("Ich mag nicht nur Jazz.").empty());
}

TEST_CASE("people and objects have their English names in German statements") {
  CHECK(said("Meine Schwester wohnt in Graz.") == "user's sister/lives in/Graz");
  CHECK(said("Unser Hund heißt Rex.") == "dog/is called/Rex");
  CHECK(said("Der Proxy-Port ist 3129.") == "proxy port/is/3129");
  CHECK(said("Meine E-Mail-Adresse ist jo@example.org.") == "user's email/is/jo@example.org");
  CHECK(said("Der Nutzer wohnt in Graz.", Register::kRecord) == "user/lives in/Graz");
}

TEST_CASE("German that is asked or imagined or reported or of a moment gives no statement") {
  for (const char* text : {"Wohne ich in Köln?",
                           "Wohnst du in Köln?",
                           "Wenn ich in Köln wohne, fahre ich Rad.",
                           "Vielleicht wohne ich bald in Köln.",
                           "Ich würde gern in Köln wohnen.",
                           "Ich möchte einen Hund.",
                           "Er sagt, ich wohne in Köln.",
                           "Ich wohne in Köln, sagte er.",
                           "Tom: ich wohne in Köln",
                           "Er schrieb \"ich wohne in Köln\".",
                           "Übersetze: Ich wohne in Köln.",
                           "Ich habe einen Hund gesehen.",
                           "Ich habe eine Idee.",
                           "Ich bin nach Köln gefahren.",
                           "Ich habe bei Siemens gearbeitet.",
                           "Ich arbeite heute bei Siemens.",
                           "Ich spiele eine Rolle.",
                           "Ich mag den Vorschlag.",
                           "Ich mag dich.",
                           "Ich liebe es, wenn es regnet.",
                           "Ich bin müde.",
                           "Ich bin 5 Minuten zu spät.",
                           "Ich lerne Anna kennen.",
                           "Ich lebe in Angst.",
                           "Spiele Jazz.",
                           "Das heißt Jörg.",
                           "Das Ergebnis ist 42.",
                           "Ich wohne in Köln 😂"}) {
    CAPTURE(text);
    CHECK(said(text).empty());
  }
}

TEST_CASE("German tastes are preferences") {
  CHECK(preference_in("Ich mag klassische Musik.") ==
        StatedPattern{false, true, "klassische musik", "likes klassische musik"});
  CHECK(preference_in("Ich mag keinen Koriander.") == StatedPattern{false, false, "koriander", "dislikes koriander"});
  CHECK(preference_in("Ich trinke lieber Tee als Kaffee.") ==
        StatedPattern{false, true, "tee", "prefers tee", "prefers"});
  CHECK(preference_in("Meine Lieblingsfarbe ist blau.") ==
        StatedPattern{false, true, "blau", "favours blau as favourite colour", "favourite colour", true});
}

TEST_CASE("an English sentence with a German name in it stays English") {
  CHECK(said("My sister works for Auf und Davon.") == "user's sister/works at/Auf und Davon");
  CHECK(said("I live in Bad Aibling and im a nurse") == "user/lives in/Bad Aibling; user/is/a nurse");
  for (const char* text : {"I like Das Boot.", "Die Hard is my favourite film.", "im a nurse"}) {
    CAPTURE(text);
    CHECK_FALSE(is_german(words_of(text)));
  }
}

}  // namespace turnstream::language
