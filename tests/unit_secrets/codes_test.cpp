#include <doctest/doctest.h>
#include <string>

#include "pipeline/secrets/mask.h"
#include "tests/unit_secrets/shown.h"

namespace turnstream::secrets {
namespace {

TEST_CASE("a number that a sentence calls the code of something with a lock is masked") {
  CHECK(shown("the code for the gate is 2580") == "the code for the gate is [masked:pin]");
  CHECK(shown("Gate code is 2580, ring twice.") == "Gate code is [masked:pin], ring twice.");
  CHECK(shown("The barn door's code was changed to 77-120.") == "The barn door's code was changed to [masked:pin].");
  CHECK(shown("For the shed the code is now 4410 until May") == "For the shed the code is now [masked:pin] until May");
  CHECK(shown("Use code 2580 at the entrance and go up") == "Use code [masked:pin] at the entrance and go up");
}

TEST_CASE("a number that a sentence calls the code is masked") {
  CHECK(shown("the code is 2580") == "the code is [masked:pin]");
  CHECK(shown("code: 2580") == "code: [masked:pin]");
  CHECK(shown("Ring at Meier, the code is still 90417. See you!") ==
        "Ring at Meier, the code is still [masked:pin]. See you!");
  CHECK(shown("my new code is 2580# and it works") == "my new code is [masked:pin] and it works");
}

TEST_CASE("codes of errors and places and goods and amounts of code stay") {
  for (const std::string text : {"error code is 4042",
                                 "exit code 1370",
                                 "the zip code is 80331",
                                 "area code: 04312",
                                 "the dress code is casual",
                                 "country code 0049",
                                 "status code: 2004",
                                 "promo code 202512",
                                 "Source code 2580",
                                 "the code is 2580 lines long",
                                 "the code is in 4021.cpp",
                                 "The installer failed, the code is 1603",
                                 "It crashed. Code: 139139",
                                 "The door sensor returned the code 2580.",
                                 "HTTP says no, code: 4030",
                                 "level: warn\ncode: 4410\nmsg: x",
                                 "{ code: 2580, retry: false }",
                                 "Our zip: the code is 10115",
                                 "postal code of the building is 10115",
                                 "The code is 2580 rows of SQL",
                                 "the code of conduct has 1200 words",
                                 "morse code 5550",
                                 "the QR code 4410"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
  CHECK(shown_json(R"({"error":null,"http":{"status":"failed"},"text":"the code is 2580","exit":1})") ==
        R"({"error":null,"http":{"status":"failed"},"text":"the code is [masked:pin]","exit":1})");
  CHECK_FALSE(masked_json(R"({"code":2580,"errors":[{"code":"4410"}]})").has_value());
}

TEST_CASE("an answer to a question for a code is masked") {
  const auto answered = [](std::string_view question, std::string_view answer) {
    model::StateExport turn;
    turn.turn_data.user_input = question;
    turn.turn_data.assistant_response = answer;
    TurnMask mask;
    return std::string(mask.masked(turn).turn_data.assistant_response);
  };
  CHECK(answered("What's the code for the gate?", "It's 2580.") == "It's [masked:pin].");
  CHECK(answered("what was the code again?", "2580") == "[masked:pin]");
  CHECK(answered("What's the wifi code?", "It's trout-lake-88.") == "It's [masked:password].");
  CHECK(answered("What's the error code?", "It's 2580.") == "It's 2580.");
  CHECK(answered("What does the code do?", "It reads 2580 rows.") == "It reads 2580 rows.");
  CHECK(answered("What's the wifi password?", "It's on the fridge.") == "It's on the fridge.");
}

TEST_CASE("objects and lists that are named for secrets hold some") {
  CHECK(shown_json(R"({"passwords":{"wifi":"Heron+marsh7","nas":{"admin":"kelp-77"},"updated_at":"2026-01-01"}})") ==
        R"({"passwords":{"wifi":"[masked:password]","nas":{"admin":"[masked:password]"},"updated_at":"2026-01-01"}})");
  CHECK(shown_json(R"({"tokens":{"ci":"Qx7rTz9LmW","model":"gpt-4o-Mini2","total":183422}})") ==
        R"({"tokens":{"ci":"[masked:token]","model":"gpt-4o-Mini2","total":183422}})");
  CHECK(shown_json(R"({"auth":["jo","kelp-77"]})") == R"({"auth":["jo","[masked:password]"]})");
  CHECK(shown_json(R"({"otp":"104418"})") == R"({"otp":"[masked:pin]"})");
  for (const std::string text : {R"({"auth":["read","write"]})", R"({"secrets":{"db":"prod-db-v2"}})",
                                 R"({"keys":{"my_id":"Order1","a":"Row17"}})",
                                 R"({"tokens":{"input":120411,"output":400}})", R"({"auth":["jo","kelp-77","x"]})"}) {
    CAPTURE(text);
    CHECK(shown_json(text) == text);
  }
}

TEST_CASE("the password of a QR code for a Wi-Fi is masked") {
  CHECK(shown("scan WIFI:T:WPA;S:barn;P:kelp\\;77;H:true;;") == "scan WIFI:T:WPA;S:barn;P:[masked:password];H:true;;");
  CHECK(shown("WIFI:S:barn;T:nopass;P:;;") == "WIFI:S:barn;T:nopass;P:;;");
  CHECK(shown("WIFI: is it on? P:1") == "WIFI: is it on? P:1");
}

TEST_CASE("a long random string needs one digit if its letters change their case often") {
  CHECK(shown("use KdRwQxTbnYhGzFvLsEjCmPuAo5iXkWtBqNrZyHgD here") == "use [masked:key] here");
  const std::string name = "use MyVeryLongClassNameForTheOrderServiceFactory2Impl here";
  CHECK(shown(name) == name);
}

}  // namespace
}  // namespace turnstream::secrets
