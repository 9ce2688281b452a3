#include "pipeline/secrets/mask.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/codec/turn_parser.h"
#include "pipeline/secrets/find_secrets.h"
#include "tests/unit_secrets/shown.h"

namespace turnstream::secrets {
namespace {

TEST_CASE("a mask says the kind of the secret and leaves the rest of the text") {
  CHECK(shown("My wifi password is blue-Horse77, the network is FRITZ.") ==
        "My wifi password is [masked:password], the network is FRITZ.");
  CHECK(shown("the PIN is 4821 and the cvv 123") == "the PIN is [masked:pin] and the cvv [masked:cvv]");
  CHECK(shown("card 4111 1111 1111 1111, valid till 12/27") == "card [masked:card], valid till 12/27");
  CHECK(shown("My passphrase is correct horse battery staple, remember it.") ==
        "My passphrase is [masked:passphrase], remember it.");
}

TEST_CASE("digits of a UUID are not the number of a card") {
  for (const std::string text :
       {"turn 41111111-1111-1111-a222-b0c0d0e0f0a0 failed", "a0b0c0d0-a1b2-a3cf-4111-111111111111"}) {
    CHECK(shown(text) == text);
  }
  CHECK(shown("41111111-1111-1111 is in no UUID") == "[masked:card] is in no UUID");
}

TEST_CASE("numbers of social security are masked and other numbers stay") {
  CHECK(shown("My social is 219-09-9999, put it on the form.") ==
        "My social is [masked:identity], put it on the form.");
  CHECK(shown("SSN,name\n219-09-9999,Ann") == "SSN,name\n[masked:identity],Ann");
  CHECK(shown("my social security number is 219 09 9999") == "my social security number is [masked:identity]");
  CHECK(shown("the SSN is 219099999") == "the SSN is [masked:identity]");
  for (const std::string text :
       {"Call 219-555-0199.", "order 1219-09-99991", "part 000-12-3456", "the part number is 123-45-6789",
        "Order 219-09-9999 shipped", "Call me at 555-12-1234", "part 219-09-9999-3", "on 2026-09-19, at 219 09 9999"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("what opens with a number opens with a code") {
  CHECK(shown("The safe place box at the door opens with 4815, tell the driver.") ==
        "The safe place box at the door opens with [masked:pin], tell the driver.");
  CHECK(shown("the gate? you unlock it with the code 77-12") == "the gate? you unlock it with the code 77-12");
  CHECK(shown("You unlock the gate, open it with the code 77-12") ==
        "You unlock the gate, open it with the code [masked:pin]");
  for (const std::string text : {"The file opens with 4815 lines.", "The season opens with 1200 guests in the park.",
                                 "The house opened with 300 words of welcome.", "The door opens with a key."}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("that there is a secret and where it is stays") {
  for (const std::string text :
       {"The mail token is in the keychain.", "My password is too short.", "I lost my PIN.",
        "The API key is stored in 1Password.", "Is my password safe?", "Pin it to the wall."}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("a text that was masked is not changed again") {
  const std::string once = shown("password: hunter2, token=abc123def456, PIN 4821");
  CHECK(shown(once) == once);
}

TEST_CASE("a secret is masked wherever the text repeats it in any case of letters") {
  CHECK(shown("My password is Hunter2go. I typed hunter2go twice.") ==
        "My password is [masked:password]. I typed [masked:password] twice.");
}

TEST_CASE("JSON stays JSON and members are masked by their names") {
  CHECK(shown_json(R"({"user":"anna","password":"plain","retries":3})") ==
        R"({"user":"anna","password":"[masked:password]","retries":3})");
  CHECK(shown_json(R"({"card":{"cvv":123,"pin":4821},"keys":[1,2]})") ==
        R"({"card":{"cvv":"[masked:cvv]","pin":"[masked:pin]"},"keys":[1,2]})");
  CHECK(shown_json(R"([{"name":"DB_PASSWORD","value":"plain"},{"name":"DB_PORT","value":"5432"}])") ==
        R"([{"name":"DB_PASSWORD","value":"[masked:password]"},{"name":"DB_PORT","value":"5432"}])");
  CHECK(shown_json(R"({"text":"the password is hunter2\nbye"})") ==
        R"({"text":"the password is [masked:password]\nbye"})");
  CHECK(shown_json(R"({"body":"{\"password\":\"hunter2\"}"})") == R"({"body":"{\"password\":\"[masked:password]\"}"})");
  CHECK_FALSE(masked_json(R"({"max_tokens":4096,"password":"","token":null})").has_value());
}

TEST_CASE("names of members are masked and the document keeps its members in order") {
  const std::string key = "sk-ant-api03-k3yK3yk3yK3yk3yK3y";
  CHECK(shown_json(R"({"a":1,")" + key + R"(":{"b":2},"z":[{"use )" + key + R"( now":3}]})") ==
        R"({"a":1,"[masked:key]":{"b":2},"z":[{"use [masked:key] now":3}]})");
  CHECK(shown_json(R"({"sk-ant-aaaaaaaaaaaaaaaa1":1,"[masked:key]":2,"sk-ant-aaaaaaaaaaaaaaaa2":3})") ==
        R"x({"[masked:key] (2)":1,"[masked:key]":2,"[masked:key] (3)":3})x");
  CHECK(shown_json(R"({"said":"my password is Hunter2go","Hunter2go":{"hunter2go ":1}})") ==
        R"({"said":"my password is [masked:password]","[masked:password]":{"[masked:password] ":1}})");
  // A plain word that is a password somewhere is also a name.
  CHECK(shown_json(R"({"password":"inputs","inputs":{"a":1}})") ==
        R"({"password":"[masked:password]","inputs":{"a":1}})");
  CHECK_FALSE(masked_json(R"({"a":{"password":"","sk-learn":1}})").has_value());
}

TEST_CASE("a member with a secret in its name keeps the kind that the name gives to its value") {
  CHECK(shown_json(R"({"sk-ant-aaaaaaaaaaaaaaaa1_password":"walnut tea"})") ==
        R"({"[masked:key]":"[masked:password]"})");
}

TEST_CASE("bytes that are not UTF-8 stay and others are masked") {
  CHECK(masked_bytes("sk-ant-aaaaaaaaaaaaaaaa1") == "[masked:key]");
  CHECK(masked_bytes("sk-ant-aaaaaaaaaaaaaaaa1\xff") == "sk-ant-aaaaaaaaaaaaaaaa1\xff");
  CHECK(masked_bytes("01JGFJJZ00000000000000000A") == "01JGFJJZ00000000000000000A");
}

TEST_CASE("a quoted argument of a command is masked whole") {
  CHECK(shown("sshpass -p 'two words-31' ssh pi") == "sshpass -p '[masked:password]' ssh pi");
  CHECK(shown(R"({"cmd":"curl -u \"jo:two words\" https://x.example"})") ==
        R"({"cmd":"curl -u \"jo:[masked:password]\" https://x.example"})");
  for (const std::string text : {"docker run -u 1000:1000 nginx", "docker run --name mysql -p 3306:3306 mysql:8"}) {
    CHECK(shown(text) == text);
  }
}

TEST_CASE("a passphrase of plain words before its noun is masked") {
  CHECK(shown("copper violin drifts 29 - that's the passphrase of the disk") ==
        "[masked:passphrase] - that's the passphrase of the disk");
  CHECK(shown("Note: walnut tea lake is my passphrase.") == "Note: [masked:passphrase] is my passphrase.");
  for (const std::string text :
       {"Each user needs six words, that's the passphrase rule.", "walnut tea lake is a passphrase",
        "That is the passphrase.", "We talked about lakes. It is our passphrase"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("a key needs a digit or as many capitals as no name has") {
  CHECK(shown("use 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 now") == "use [masked:key] now");
  CHECK(shown("use hf_TransformerModelForCausalTasks now") == "use hf_TransformerModelForCausalTasks now");
}

TEST_CASE("a member that a label names is masked if it can be nothing else") {
  CHECK(shown_json(R"({"label":"Password","selector":"#pw","text":"Thistle-91"})") ==
        R"({"label":"Password","selector":"#pw","text":"[masked:password]"})");
  CHECK(shown_json(R"({"element":"Password field","text":"kelp_77"})") ==
        R"({"element":"Password field","text":"[masked:password]"})");
  CHECK(shown_json(R"({"field":"PIN","text":"4412"})") == R"({"field":"PIN","text":"[masked:pin]"})");
  CHECK(shown_json(R"({"args":["#password","Heron-Marsh-5"]})") == R"({"args":["#password","[masked:password]"]})");
  CHECK_FALSE(masked_json(R"({"label":"Forgot password","text":"Click here"})").has_value());
}

TEST_CASE("a mask is not masked again and a value that repeats its own name stays") {
  const std::string code = "password = os.environ['DB_PASSWORD']\nlogin(user, password=password)";
  CHECK(shown(code) == code);
  CHECK(shown_json(R"({"password":"password","text":"reset the password"})") ==
        R"({"password":"password","text":"reset the password"})");
  CHECK(shown_json(R"({"password":"masked","note":"[masked:password]"})") ==
        R"({"password":"[masked:password]","note":"[masked:password]"})");
}

TEST_CASE("words about a token or a password are not taken for it") {
  for (const std::string text : {"token usage went up to 183422 yesterday", "the token limit: 128000",
                                 "it says the password is incorrect", "DB_PASSWORD=changeme"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("a secret that follows what it opens is masked") {
  CHECK(shown("the PIN of the boat house, 190355, if needed") == "the PIN of the boat house, [masked:pin], if needed");
  CHECK(shown("the PIN for the garage (4412)") == "the PIN for the garage ([masked:pin])");
  CHECK(shown("use pass Osprey-Reed-19 for jo") == "use pass [masked:password] for jo");
  CHECK(shown("user jo@mill.example, pass Osprey-Reed-19") == "user jo@mill.example, pass [masked:password]");
}

TEST_CASE("fields are known by the last parts of their names") {
  CHECK(kind_of_field("dbPassword") == "password");
  CHECK(kind_of_field("DB_PASSWORD") == "password");
  CHECK(kind_of_field("x-api-key") == "key");
  CHECK(kind_of_field("clientSecret") == "secret");
  CHECK(kind_of_field("password_policy").empty());
  CHECK(kind_of_field("max_tokens").empty());
  CHECK(kind_of_field("primary_key").empty());
  CHECK(kind_of_field("").empty());
}

TEST_CASE("a turn is masked in all its texts and a secret of one text in the others too") {
  const std::string turn =
      R"({"turn_id":"01JGFJJZ00000000000000000A","agent_id":"helper","timestamp":"2026-01-01T10:00:00Z","duration_ms":5,)"
      R"("turn_data":{"user_input":"my password is Hunter2go","assistant_response":"Logging in with hunter2go.",)"
      R"("urgency":"LOW","mode":"chat"},"tool_executions":[{"tool_id":"shell","status":"failure","inputs":{"cmd":"login hunter2go"},)"
      R"("outputs":{"ok":true},"duration_ms":1,"tokens_used":2,"error":"hunter2go was refused","observations_added":[],"memory_writes":[]}],)"
      R"("observations":[],"goal_updates":[],"action_updates":[],"errors":["bad login hunter2go"],"warnings":[],)"
      R"("metadata":{"daemons_activated":[],"tools_used":["shell"],"memory_types_accessed":[],"memories_recalled":[]}})";
  codec::TurnParser parser;
  const auto parsed = parser.parse(turn);
  REQUIRE_MESSAGE(parsed.ok(), parsed.error().message);
  TurnMask mask;
  const auto& masked = mask.masked(**parsed);
  CHECK(masked.turn_data.user_input == "my password is [masked:password]");
  CHECK(masked.turn_data.assistant_response == "Logging in with [masked:password].");
  CHECK(masked.tool_executions[0].inputs_json == R"({"cmd":"login [masked:password]"})");
  CHECK(masked.tool_executions[0].outputs_json == R"({"ok":true})");
  CHECK(masked.tool_executions[0].error == "[masked:password] was refused");
  CHECK(masked.errors[0] == "bad login [masked:password]");
  CHECK(masked.turn_id == (*parsed)->turn_id);
  CHECK(masked.content_hash == (*parsed)->content_hash);
}

TEST_CASE("a secret that answers the question of its turn is masked") {
  const auto masked_response = [](std::string_view question, std::string_view answer) {
    model::StateExport turn;
    turn.turn_data.user_input = question;
    turn.turn_data.assistant_response = answer;
    TurnMask mask;
    return std::string(mask.masked(turn).turn_data.assistant_response);
  };
  CHECK(masked_response("What was the wifi password again?", "trout-Lake88") == "[masked:password]");
  CHECK(masked_response("What's the PIN of the garage?", "It is 4412.") == "It is [masked:pin].");
  CHECK(masked_response("How do I reset my password?", "Open Settings-Page2 first.") == "Open Settings-Page2 first.");
  CHECK(masked_response("What is the tram to the lake?", "Line 4412.") == "Line 4412.");
}

TEST_CASE("an answer in JSON is masked by its question") {
  CHECK(shown_json(R"({"user_input":"what was the PIN of the shed?","assistant_response":"It's 553908."})") ==
        R"({"user_input":"what was the PIN of the shed?","assistant_response":"It's [masked:pin]."})");
  CHECK(
      shown_json(
          R"({"inputs":{"question":"What's the passphrase for the disk?"},"outputs":{"answer":"walnut tea lake"}})") ==
      R"({"inputs":{"question":"What's the passphrase for the disk?"},"outputs":{"answer":"[masked:passphrase]"}})");
  CHECK_FALSE(
      masked_json(R"({"question":"What's the passphrase for the disk?","answer":"I do not know"})").has_value());
}

TEST_CASE("a question with many nouns is read once for all its answers") {
  std::string question;
  std::string answers;
  for (int i = 0; i < 10'000; ++i) {
    question += "pin what ";
    answers += R"("x y",)";
  }
  const std::string json = R"({"inputs":"which PIN? )" + question + R"(","outputs":[)" + answers + R"("It is 4821?"]})";
  CHECK(shown_json(json).ends_with(R"("It is [masked:pin]?"]})"));
}

TEST_CASE("a quoted value ends at its own quote") {
  CHECK(shown_json(R"({"body":"{\"client_secret\": \"Gr4vel~Tulip\\\"Sky\"}"})").find("Sky") == std::string::npos);
  CHECK(shown("password: \"a\\\"b1C\", next") == R"(password: "[masked:password]", next)");
}

TEST_CASE("flags and settings of programs are masked") {
  CHECK(shown("keytool -storepass hazelTrellis61 -keypass hazelTrellis62") ==
        "keytool -storepass [masked:password] -keypass [masked:password]");
  CHECK(shown("requirepass Saffron7Gondola") == "requirepass [masked:password]");
  CHECK(shown("redis-cli -a gale77Fern ping") == "redis-cli -a [masked:password] ping");
  CHECK(shown("the three digits on the back are 427 (that's the cvv)") ==
        "the three digits on the back are [masked:cvv] (that's the cvv)");
  CHECK(shown("the password used to be Blueberry#12 but since yesterday it's Raspberry#34") ==
        "the password used to be [masked:password] but since yesterday it's [masked:password]");
  CHECK_FALSE(masked_text("A good passphrase is long and hard to guess: six random words.").has_value());
  CHECK_FALSE(masked_text("DB_PASSWORD=changeme-in-production").has_value());
}

TEST_CASE("a turn without secrets is not copied") {
  model::StateExport turn;
  turn.turn_data.user_input = "I like tea, and the release is 3.2.1.";
  TurnMask mask;
  CHECK(&mask.masked(turn) == &turn);
}

}  // namespace
}  // namespace turnstream::secrets
