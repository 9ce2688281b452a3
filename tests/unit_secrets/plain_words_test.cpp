// Secrets of ordinary words, and nouns in disguise.

#include <doctest/doctest.h>
#include <string>

#include "pipeline/base/utf8.h"
#include "pipeline/secrets/mask.h"
#include "tests/unit_secrets/shown.h"

namespace turnstream::secrets {
namespace {

TEST_CASE("a secret of ordinary words ends where the sentence continues") {
  CHECK(shown("my password is blue horse, please remember") == "my password is [masked:password], please remember");
  CHECK(shown("my password is blue horse and I live in Berlin") ==
        "my password is [masked:password] and I live in Berlin");
  CHECK(shown("the password is correct horse") == "the password is [masked:password]");
  CHECK(shown("the client secret is purple monkey") == "the client secret is [masked:secret]");
  CHECK(shown("I changed my password to blue horse") == "I changed my password to [masked:password]");
  CHECK(shown("log in as user demo and password letmein, then wait") ==
        "log in as user demo and password [masked:password], then wait");
  CHECK(shown("secret=\"Blue Horse Zqa\"") == "secret=\"[masked:secret]\"");
  CHECK(shown("blue horse is my password") == "[masked:password] is my password");
  for (const std::string text :
       {"the password is correct", "the password is expired, the host is buildbox", "my password manager is Bitwarden",
        "the secret to happiness is low expectations", "the token is read from the environment",
        "const token = await fetch(url);", "my password is longer than yours", "reset your password to continue",
        "the secret is fresh basil", "the API key is legacy", "the wifi password is behind the router",
        "password:\n  valueFrom: vault", "username and password mismatch"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("a noun in disguise is read as a person reads it") {
  CHECK(shown("my pass\u200bword is blue horse") == "my pass\u200bword is [masked:password]");
  CHECK(shown("my p\u0430ssword is blue horse") == "my p\u0430ssword is [masked:password]");
  CHECK(shown("the password\u2019s blue horse") == "the password\u2019s [masked:password]");
  CHECK(shown("p a s s w o r d: blue horse") == "p a s s w o r d: [masked:password]");
  CHECK(shown("my paswsord is blue horse") == "my paswsord is [masked:password]");
  // Look-alikes of letters in words of their own alphabet stay, and what is masked are the bytes of the text.
  const std::string russian = "\u0440\u0430\u0441\u0435 \u2764\ufe0f, caf\u00e9";
  CHECK(shown(russian) == russian);
  CHECK(shown(russian + ", password: h\u200bunter2!") == russian + ", password: [masked:password]");
  CHECK(shown_json(R"({"p\u0430ssword": "blue horse"})").find("blue") == std::string::npos);
}

TEST_CASE("a long value is never cut within a character") {
  for (const std::string character : {"a", "\u00e4", "\u4e2d", "\U0001f600"}) {
    for (std::size_t bytes = 490; bytes < 530; ++bytes) {
      std::string value = "x";
      while (value.size() < bytes) {
        value += character;
      }
      for (const std::string& text :
           {"password:\n" + value, value + " is my password", "my password is " + value + " ok",
            "the passphrase is " + value + " and more", "password=" + value}) {
        CAPTURE(text);
        CHECK_FALSE(find_utf8_fault(shown(text)).has_value());
      }
    }
  }
}

TEST_CASE("a plain word is masked where it stands alone") {
  CHECK(shown("my password is wonder. It is a wonderful life, wonder") ==
        "my password is [masked:password]. It is a wonderful life, [masked:password]");
}

TEST_CASE("only lists have more values than one") {
  CHECK(shown("passwords: Birne_77, Kirsche_88") == "passwords: [masked:password], [masked:password]");
  CHECK(shown("My PIN: 4821, 1500 Main Street") == "My PIN: [masked:pin], 1500 Main Street");
  CHECK(shown("password: hunter2x, host99 is the server. ssh host99 now") ==
        "password: [masked:password], host99 is the server. ssh host99 now");
  CHECK(shown("user,password\nbob,Birne_77\nThen I said hello, Bob") ==
        "user,password\nbob,[masked:password]\nThen I said hello, Bob");
}

TEST_CASE("a short answer is a secret if the question asks for it") {
  const auto answered = [](std::string_view question, std::string_view answer) {
    return shown_json(R"({"user_input":")" + std::string(question) + R"(","assistant_response":")" +
                      std::string(answer) + R"("})");
  };
  CHECK(answered("What's my wifi password?", "Sunflower road").find("Sunflower") == std::string::npos);
  CHECK(answered("Can you tell me how to change my password?", "Settings page").find("Settings") != std::string::npos);
  CHECK(answered("What is a good password policy?", "Length matters").find("Length") != std::string::npos);
  CHECK(answered("What's the password?", "Sorry").find("Sorry") != std::string::npos);
  CHECK(answered("What is your password for?", "Email").find("Email") != std::string::npos);
  CHECK(answered("Do you know who changed the password?", "Alice Smith").find("Alice") != std::string::npos);
}

}  // namespace
}  // namespace turnstream::secrets
