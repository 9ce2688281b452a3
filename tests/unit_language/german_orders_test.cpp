#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stages/common/language/instructions.h"
#include "stages/common/language/order_endings.h"
#include "stages/common/language/order_relations.h"
#include "tests/unit_language/found.h"

namespace turnstream::language {
namespace {

bool takes_place(std::string_view newer, std::string_view older) {
  const Instruction a = only(newer);
  const Instruction b = only(older);
  return a.key == b.key || takes_place_of({a.text, a.key, a.positive}, {b.text, b.key, b.positive});
}

bool ends_german(std::string_view text, std::string_view order) {
  const Instruction given = only(order);
  for (const OrderEnding& ending : order_endings_in(words_of(text))) {
    if (ends_order(ending, {given.text, given.key, given.positive})) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a German instruction is verbatim without reasons and greetings") {
  CHECK(only("Hallo, bitte antworte immer auf Deutsch, ich lerne es gerade.").text ==
        "bitte antworte immer auf Deutsch");
  CHECK(only("Ich möchte, dass du immer zuerst fragst.").text == "Ich möchte, dass du immer zuerst fragst");
  CHECK(only("Frag mich, bevor du etwas löschst.").text == "Frag mich, bevor du etwas löschst");
  CHECK(only("Schick mir keine Mails am Sonntag, denn da schlafe ich.").text == "Schick mir keine Mails am Sonntag");
  CHECK_FALSE(only("Lösche nie Dateien.").positive);
  CHECK(only("Jeden Montag schick mir die Zahlen.").scope.condition == "Jeden Montag");
}

TEST_CASE("what only looks like a German order gives no instruction") {
  for (const char* text :
       {"Ab heute mache ich Sport.", "Wenn es regnet, mache ich das Fenster zu.", "Jeden Montag teste ich die Pumpe.",
        "In Zukunft plane ich das besser.", "Mach dir keine Sorgen.", "Gib nie auf!", "Lösche alle Dateien.",
        "Nenn drei Gründe.", "Antworte jetzt auf die Mail.", "Immer wieder das Gleiche testen.", "Keine Sorge."}) {
    CAPTURE(text);
    CHECK(instructions_in(text).empty());
  }
}

TEST_CASE("a newer German order takes the place of an older one in either language") {
  CHECK(takes_place("Nenn mich Max.", "Nenn mich Bo."));
  CHECK(takes_place("Du kannst mich gern Max nennen.", "Nennen Sie mich Frau Huber."));
  CHECK(takes_place("Answer in English from now on.", "Antworte mir auf Deutsch."));
  CHECK(takes_place("Benutze nie Emojis.", "Benutze immer Emojis."));
  CHECK_FALSE(takes_place("Nenn mich Max.", "Antworte mir auf Deutsch."));
}

TEST_CASE("what is allowed again in German ends the order that forbids it") {
  CHECK(ends_german("Du darfst wieder Emojis benutzen.", "Benutze keine Emojis."));
  CHECK(ends_german("Emojis sind wieder erlaubt.", "Bitte keine Emojis."));
  CHECK_FALSE(ends_german("Du darfst wieder Tabs benutzen.", "Benutze keine Emojis."));
}

TEST_CASE("a text to work on in German gives no instruction") {
  CHECK(instructions_in("Übersetze: Lösche nie Dateien.").empty());
  CHECK(instructions_in("Korrigiere diesen Text: Antworte immer kurz.").empty());
}

}  // namespace turnstream::language
