#include "stages/common/language/text_language.h"

#include <doctest/doctest.h>
#include <string>

#include "stages/common/language/told_statements.h"

namespace turnstream::language {

TEST_CASE("rules read English and German") {
  for (const char* text :
       {"I love tabs", "always run the tests", "api port is 8080", "run pnpm install in packages/web",
        "nginx reload fails on prod", "pls no more emojis k thx", "See ya Nate!", "My name is Bo",
        "Ab sofort bitte nur noch auf Deutsch antworten", "Ich wohne seit drei Jahren in Berlin", "", "8080 9090",
        "git rebase -i HEAD~3 && git push", "sono allergico alle noci", "👍"}) {
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

TEST_CASE("a text of another language gives no statement") {
  CHECK(told_statements_in("Mon api port is 8080 mais je préfère le changer demain matin avec toute mon équipe",
                           Register::kTalk)
            .empty());
  CHECK(told_statements_in("The api port is 8080", Register::kTalk).size() == 1);
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
