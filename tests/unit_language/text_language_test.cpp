#include "stages/common/language/text_language.h"

#include <doctest/doctest.h>
#include <string>

#include "stages/common/language/corrections.h"
#include "stages/common/language/instructions.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/told_statements.h"

namespace turnstream::language {

TEST_CASE("rules read English and German") {
  for (const char* text : {"I love tabs", "always run the tests", "api port is 8080",
                           "run pnpm install in packages/web", "nginx reload fails on prod", "pls no more emojis k thx",
                           "See ya Nate!", "My name is Bo", "Ab sofort bitte nur noch auf Deutsch antworten",
                           "Ich wohne seit drei Jahren in Berlin", "Nenn mich bitte Bo, und antworte immer kurz", "",
                           "8080 9090", "git rebase -i HEAD~3 && git push", "sono allergico alle noci", "👍"}) {
    CAPTURE(std::string(text));
    CHECK(rules_can_read(text));
  }
}

TEST_CASE("rules do not read a text that is surely in another language") {
  for (const char* text :
       {"Je voudrais un pain au chocolat pour demain matin", "Vivo en Madrid y trabajo en Acme",
        "Mi piace molto il tè verde", "Lavoro a Torino da tre anni e abito in centro con la mia famiglia",
        "Utilise toujours pnpm et jamais npm", "Я живу в Москве и работаю врачом",
        "Ik woon in Utrecht en werk bij de gemeente", "我总是六点起床。"}) {
    CAPTURE(std::string(text));
    CHECK_FALSE(rules_can_read(text));
  }
}

TEST_CASE("an English title in a French text does not make it English") {
  CHECK_FALSE(rules_can_read(
      "Hier soir nous avons regardé le film \"That Is What You Have\" avec ma sœur, puis nous avons mangé une tarte aux pommes "
      "dans la cuisine, et mon frère a raconté ses vacances en Bretagne pendant deux heures avant de rentrer chez lui"));
}

TEST_CASE("a text of another language gives no statement and no pattern and no instruction and no correction") {
  const std::string french = "Mon api port is 8080 mais je préfère le changer demain matin avec toute mon équipe";
  CHECK(told_statements_in(french, Register::kTalk).empty());
  CHECK(statements_in(french, Register::kRecord).empty());
  CHECK(told_statements_in("The api port is 8080", Register::kTalk).size() == 1);
  const std::string told = "Toujours: never push on Fridays, disait mon chef hier soir à la réunion";
  CHECK(stated_patterns_in(told).empty());
  CHECK(instructions_in(told).empty());
  const std::string meant =
      "Désolé pour la confusion de ce matin: it is Katrin, not Katharina, dans toute la réservation";
  CHECK(corrections_in(meant).empty());
  CHECK(words_to_read(meant).empty());
}

TEST_CASE("a text that ends inside a letter after two kibibytes is judged by what is before") {
  std::string text = "x";
  for (int i = 0; text.size() < 3000; ++i) {
    constexpr const char* kNouns[] = {"fenêtre", "forêt", "école", "rivière", "lumière", "maison", "gâteau"};
    constexpr const char* kVerbs[] = {"ouvre", "préfère", "dessine", "traverse", "oublie"};
    text += std::string("Ma sœur ") + kVerbs[i % 5] + " souvent la " + kNouns[i % 7] + " près de chez nous. ";
  }
  CHECK_FALSE(rules_can_read(text));
  CHECK_FALSE(rules_can_read("y" + text));
}

}  // namespace turnstream::language
