// Words and terms of other languages than English, and which language a persona has.
#include "recall/ranking/language.h"

#include <chrono>
#include <doctest/doctest.h>

#include "pipeline/base/stemmers.h"
#include "recall/ranking/message_index.h"
#include "recall/ranking/persona_languages.h"
#include "recall/ranking/ranker.h"
#include "recall/ranking/term_reader.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

Language language(std::string_view name) {
  const std::optional<Language> known = Language::named(name);
  REQUIRE(known);
  return *known;
}

/// As an index that is loaded reads them.
Words loaded_terms(std::string_view text, const Language& of) {
  TermReader reader(of);
  Words terms;
  for (const std::uint32_t id : reader.ids_of(text)) {
    terms.push_back(reader.term(id));
  }
  return terms;
}

MessageNumber add(MessageIndex& index, std::uint64_t position, const std::string& text) {
  using namespace std::chrono_literals;
  NewMessage message;
  message.position = position;
  const std::string session = "s" + std::to_string(position);  // no neighbours
  message.session = session;
  message.speaker = "user";
  message.date = 2026y / 1 / 2;
  message.text = text;
  return index.add(message);
}

}  // namespace

TEST_CASE("forms of a word have one term in their language with or without accents") {
  CHECK(terms_of("Ich gehe über die Straße", language("german")) ==
        terms_of("ICH GEHEN UBER DIE STRASSE", language("german")));
  CHECK(terms_of("cafés", language("french")) == terms_of("cafe", language("french")));
  CHECK(terms_of("corriendo", language("spanish")) == terms_of("correr", language("spanish")));
  CHECK(terms_of("книги", language("russian")) == terms_of("книга", language("russian")));
}

TEST_CASE("without a language words are whole and in lower case and without accents") {
  CHECK(terms_of("The Café, naïve_ŁÓDŹ: gehen.", language("none")) == Words{"the", "cafe", "naive", "lodz", "gehen"});
  CHECK(terms_of("re\u0301sume\u0301", language("none")) ==
        Words{"resume"});  // the accents are code points of their own
  CHECK(terms_of("東京 API３", language("none")) == Words{"東", "京", "api３"});
  CHECK(terms_of("", language("none")).empty());
}

TEST_CASE("an index that is loaded has the terms of a query in every language") {
  const std::string text = "Ölpreise: 2026 größer als üblich — naïve API_KEYS, 東京タワー, Преображенский, ЁЖ";
  for (const char* name : {"english", "none", "german", "turkish", "finnish"}) {
    CHECK(loaded_terms(text, language(name)) == terms_of(text, language(name)));
  }
}

TEST_CASE("a message of a German persona is found by another form of its word and one of an English persona is not") {
  for (const bool is_german : {true, false}) {
    MessageIndex index(is_german ? language("german") : Language());
    const MessageNumber wanted = add(index, 2, "Die Prüfungen waren schwierig");
    add(index, 4, "Das Wetter war gut");
    Ranker ranker;
    const std::vector<RankedMessage> found = ranker.rank(index, "prufung", {.limit = 3});
    CHECK(found.size() == (is_german ? 1 : 0));
    CHECK((found.empty() || found.front().message == wanted));
  }
}

TEST_CASE("names of languages are those of libstemmer and english and none") {
  for (const char* name : {"english", "none", "german", "arabic", "hungarian"}) {
    CHECK(is_language(name));
  }
  for (const char* name : {"", "German", "porter", "klingon"}) {
    CHECK_FALSE(is_language(name));
    CHECK_FALSE(Language::named(name));
  }
}

TEST_CASE("a persona has the language of the first pattern that fits it or the common one") {
  const PersonaLanguages languages("french", {"de-*=german", "de-es=spanish", "x=y=none"});
  CHECK(languages.of("de-es") == language("german"));
  CHECK(languages.of("x=y") == language("none"));
  CHECK(languages.of("helper") == language("french"));
  CHECK(PersonaLanguages().of("de-1") == Language());
}

}  // namespace turnstream::recall
