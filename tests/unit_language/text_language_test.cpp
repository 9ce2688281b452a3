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

TEST_CASE("a text with few common words is read as a whole or not at all") {
  CHECK(TextLanguage("The api port is 8080").as_a_whole());
  CHECK(TextLanguage("").as_a_whole());
  CHECK_FALSE(TextLanguage("The api port is 8080, and it is mine").as_a_whole());
  CHECK_FALSE(TextLanguage(std::string(3'000, 'x')).as_a_whole());
  const TextLanguage french("Mon port est 8080 mais je le changerai demain matin avec mon chef");
  CHECK(french.as_a_whole());
  CHECK_FALSE(french.can_be_read());
  CHECK(french.words().empty());
}

TEST_CASE("a short text of ASCII is read in any case") {
  // 29 and 30 bytes as CLD2 counts them: each word with a blank behind it, and one blank in front.
  CHECK(rules_can_read("lavoro a torino da tre anni!"));
  CHECK_FALSE(rules_can_read("lavoro a torino da quattro anni in centro"));
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

constexpr const char* kMail =
    "Madame, Monsieur, je vous remercie de votre courrier du douze mars. Nous avons bien reçu votre demande de remboursement, mais "
    "il manque encore la facture originale et le numéro de votre compte. Veuillez nous envoyer ces documents dans les quinze jours, "
    "sans quoi nous ne pourrons pas donner suite à votre dossier. Nos bureaux restent ouverts du lundi au vendredi. "
    "Si vous avez déjà tout envoyé, veuillez ne pas tenir compte de cette lettre et agréer nos salutations les plus distinguées. Notre "
    "service reste à votre disposition pour toute question, par téléphone ou par courrier, et vous souhaite une agréable journée.";

TEST_CASE("orders in front of a pasted foreign text are read and the text is not") {
  const std::string text =
      std::string("Always answer in German. Never use emojis. My sister is called Ines. Here is the mail: ") + kMail;
  REQUIRE_FALSE(rules_can_read(text));
  const auto orders = instructions_in(text);
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].text == "Always answer in German");
  CHECK(orders[1].text == "Never use emojis");
  const auto told = told_statements_in(text, Register::kTalk);
  REQUIRE(told.size() == 1);
  CHECK(told[0].statement.value == "Ines");
}

TEST_CASE("orders before and behind a foreign text are not one sentence with it or with each other") {
  const std::string text = std::string("Please never use emojis\n") + kMail + "\nAlways sign the mails";
  REQUIRE_FALSE(rules_can_read(text));
  const auto orders = instructions_in(text);
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].text.find("sign") == std::string::npos);
  CHECK(orders[1].text.find("emojis") == std::string::npos);
}

TEST_CASE("nothing is read of a foreign text with an English title or single English words") {
  CHECK(words_to_read(std::string(kMail) + " Cordialement, the team.").empty());
  CHECK(words_to_read(kMail).empty());
  CHECK(words_to_read("").empty());
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
