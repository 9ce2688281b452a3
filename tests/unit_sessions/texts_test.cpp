#include <doctest/doctest.h>
#include <fstream>

#include "pipeline/base/sha256.h"
#include "pipeline/base/utf8.h"
#include "stages/consolidation/prompts/prompts.h"
#include "stages/consolidation/sessions/daily_log.h"
#include "stages/consolidation/sessions/flush_plan.h"
#include "stages/consolidation/sessions/flush_reply.h"
#include "stages/consolidation/sessions/window_lines.h"
#include "tests/source_folder.h"

namespace turnstream::consolidation {
namespace {

using Lines = std::vector<std::string>;

Lines window_texts(const std::vector<WindowLine>& lines) {
  Lines texts;
  for (const WindowLine& line : lines) {
    texts.push_back(line.text);
  }
  return texts;
}

Uuid session_named(const char* name) {
  return session_key(name);
}

}  // namespace

TEST_CASE("a line says who and when and what in the words of the speaker") {
  Message message;
  message.speaker = "Caroline";
  message.at = EventTime{1683547200000};
  CHECK(line_of(message, "I went to a support group.") == "Caroline, 8 May 2023: I went to a support group.");
  CHECK(date_of(message.at) == "2023-05-08");
  CHECK(spoken_date(EventTime{-1}) == "31 December 1969");
  message.speaker = " Anna\nof  Porto";
  CHECK(line_of(message, "x") == "Anna of Porto, 8 May 2023: x");
  message.speaker = std::string(200, 'n');
  CHECK(line_of(message, "x") == std::string(96, 'n') + ", 8 May 2023: x");
  message.speaker.clear();
  for (int i = 0; i < 100; ++i) {
    message.speaker += "ö";
  }
  CHECK(find_utf8_fault(line_of(message, "x")) == std::nullopt);
}

TEST_CASE("one line is due for two messages and at least one for a window of more than one message") {
  CHECK(lines_due(0, 0, 20, 5) == 5);
  CHECK(lines_due(0, 0, 8, 5) == 4);
  CHECK(lines_due(0, 0, 1, 5) == 1);
  CHECK(lines_due(20, 9, 2, 5) == 2);
  CHECK(lines_due(10, 7, 12, 5) == 4);
  CHECK(lines_due(100, 90, 20, 5) == 1);
  CHECK(lines_due(100, 90, 1, 5) == 0);
  CHECK(lines_due(100, 0, 20, 5) == 5);
}

TEST_CASE("quotes that stand side by side or overlap in a message are one line") {
  const std::string text = "I sold my boat to Clara. She sails it to Oslo. We wait. The kettle in Porto broke.";
  const auto candidate = [&text](std::string_view quote, std::size_t message, std::int64_t score) {
    Candidate made;
    made.unit.message = message;
    made.unit.score = score * notes::kScoreOne;
    made.quote = quote;
    made.at = text.find(quote);
    made.line = "Ann: " + made.quote;
    return made;
  };
  const std::string boat = "I sold my boat to Clara.";
  const std::string both = boat + " She sails it to Oslo.";
  const auto lines = [](const std::vector<Candidate>& candidates) {
    return window_texts(best_lines(candidates, 5, 1));
  };
  CHECK(lines({candidate(boat, 0, 3), candidate("She sails it to Oslo.", 0, 4)}) == Lines{"Ann: " + both});
  CHECK(lines({candidate(both, 0, 3), candidate("She sails it to Oslo. We wait.", 0, 4)}) ==
        Lines{"Ann: " + both + " We wait."});
  CHECK(lines({candidate(boat, 0, 3), candidate(both, 0, 4)}) == Lines{"Ann: " + both});
  CHECK(lines({candidate(boat, 0, 3), candidate("The kettle in Porto broke.", 0, 4)}).size() == 2);
  CHECK(lines({candidate(boat, 0, 3), candidate("She sails it to Oslo.", 1, 4)}).size() == 2);
}

TEST_CASE("a line takes the sentences next to it that say something if they are not in another line") {
  const std::string text = "I sold my boat to Clara. She sails it to Oslo. We wait. The kettle in Porto broke.";
  const auto candidate = [&text](std::string_view quote, std::int64_t tenths, std::string_view label = "Ann: ") {
    Candidate made;
    made.unit.score = tenths * notes::kScoreOne / 10;
    made.quote = quote;
    made.at = text.find(quote);
    made.line = std::string(label) + made.quote;
    return made;
  };
  const auto lines = [](const std::vector<Candidate>& candidates, std::size_t lines_max = 1) {
    return window_texts(best_lines(candidates, lines_max, notes::kScoreOne * 24 / 10));
  };
  const std::string boat = "I sold my boat to Clara.";
  const std::string sails = "She sails it to Oslo.";
  const std::string kettle = "The kettle in Porto broke.";
  CHECK(lines({candidate(boat, 30), candidate(sails, 15)}) == Lines{"Ann: " + boat + " " + sails});
  CHECK(lines({candidate(boat, 15), candidate(sails, 30)}) == Lines{"Ann: " + boat + " " + sails});
  CHECK(lines({candidate(boat, 30), candidate(sails, 14)}) == Lines{"Ann: " + boat});
  CHECK(lines({candidate(boat, 30), candidate(kettle, 20)}) == Lines{"Ann: " + boat});
  CHECK(lines({candidate(boat, 20), candidate(sails, 30, "Ann, asked \"Who?\": ")}) ==
        Lines{"Ann, asked \"Who?\": " + sails});
  CHECK(lines({candidate(boat, 30), candidate(sails + " We wait.", 20), candidate("We wait.", 40)}, 2) ==
        Lines{"Ann: " + boat, "Ann: We wait."});
  CHECK(lines({candidate(boat, 30), candidate(sails + " We wait.", 20), candidate("We wait. " + kettle, 40)}, 2) ==
        Lines{"Ann: " + boat, "Ann: " + sails + " We wait. " + kettle});
  CHECK(lines({candidate(boat, 15), candidate(sails, 15), candidate("We wait.", 40), candidate(kettle, 15)}) ==
        Lines{"Ann: " + text});
  const std::vector<Candidate> parts{candidate(boat, 30), candidate("to Clara.", 0), candidate("wait, it seems", 0),
                                     candidate(sails, 40)};
  CHECK(lines(parts, 2) == Lines{"Ann: " + boat + " " + sails});
}

TEST_CASE("a line with the sentences next to it has at most 300 bytes") {
  const std::string text = std::string(200, 'a') + ". " + std::string(99, 'b') + ".";
  std::vector<Candidate> candidates(2);
  candidates[0].quote = text.substr(0, 201);
  candidates[1].quote = text.substr(202);
  for (Candidate& made : candidates) {
    made.at = text.find(made.quote);
    made.line = made.quote;
    made.unit.score = notes::kScoreOne * 2;
  }
  candidates[0].unit.score = notes::kScoreOne * 3;
  CHECK(window_texts(best_lines(candidates, 1, notes::kScoreOne * 24 / 10)) == Lines{candidates[0].quote});
}

TEST_CASE("a reply is read as an array of lines or as text") {
  CHECK(read_flush_reply("Sure:\n```json\n{\"items\":[\"Ann sold her car.\",\"\",\"Bot fixed\\u0000 it.\"]}\n```", 5)
            .lines == Lines{"Ann sold her car.", "Bot fixed it."});
  CHECK(read_flush_reply(R"(["one","two","one","three"])", 2).lines == Lines{"one", "two"});
  CHECK(read_flush_reply("- Ann sold her car.\n\n* Bot fixed it.\n", 5).lines ==
        Lines{"Ann sold her car.", "Bot fixed it."});
  CHECK(read_flush_reply(R"(["x)" + std::string(400, 'y') + R"("])", 5).lines.front().size() == 300);
}

TEST_CASE("NO_REPLY and no text and an empty array mean that there is nothing to keep") {
  for (const char* text : {"NO_REPLY", "  \"NO_REPLY\".\n", "", " \n", "[]", R"({"items":[]})",
                           R"({"items":["NO_REPLY"]})", "```\nNO_REPLY\n```", "`NO_REPLY`"}) {
    CAPTURE(text);
    const FlushReply reply = read_flush_reply(text, 5);
    CHECK(reply.readable);
    CHECK(reply.lines.empty());
  }
}

TEST_CASE("brackets without an array of texts cannot be read") {
  for (const char* text : {"{", R"({"entry":"x"})", "[1,2]", R"({"items":[{"text":"x"}]})"}) {
    CAPTURE(text);
    CHECK_FALSE(read_flush_reply(text, 5).readable);
  }
}

TEST_CASE("the prompt of a flush is the one whose hash is written down for its version") {
  std::ifstream file(source_folder() + "/stages/consolidation/prompts/sha256.txt");
  std::string hash;
  std::string name;
  bool found = false;
  while (!(file >> hash >> name).fail()) {
    if (name == std::string(flush_prompt().name) + ".txt") {
      found = true;
      CHECK(hash == to_hex(sha256(flush_prompt().text)));
    }
  }
  CHECK(found);
}

TEST_CASE("at most five sessions stand in front and the one with the newest turn never does") {
  FlushPlan plan;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
    plan.note_turn(session_named(name));
  }
  REQUIRE(plan.forward.size() == 5);
  CHECK(plan.forward.front() == session_named("f"));
  CHECK(plan.forward.back() == session_named("b"));
  plan.note_turn(session_named("d"));
  CHECK(plan.forward.size() == 5);
  CHECK(plan.forward.front() == session_named("g"));
  CHECK(std::count(plan.forward.begin(), plan.forward.end(), session_named("d")) == 0);
  plan.note_clean(session_named("d"));
  plan.note_turn(session_named("a"));
  CHECK(plan.forward.front() == session_named("g"));
}

TEST_CASE("damaged rows are bad state and whole ones are read back") {
  Message message;
  message.turn_id = "t1";
  message.side = Side::kAssistant;
  message.speaker = "Ann";
  message.text = "text";
  message.at = EventTime{5};
  message.heard_at = LogTime{6};
  message.units = {{"ex", -1, 3, "", true, false}, {"joined text", 2, 4, "before", false, true, false, true, true}};
  const std::vector<Message> turn{message, message};
  FlushPlan plan;
  plan.note_turn(session_named("a"));
  plan.note_turn(session_named("b"));
  plan.planned = {session_named("a")};
  plan.open = FlushPlan::Open{session_named("r"), session_named("a"), 20, {"insight"}};
  KeptSession session;
  session.shown.id = "A";
  session.shown.persona_id = "helper";
  session.shown.cursor = "t1#user";
  session.shown.flushed_at = LogTime{7};
  session.first = 3;
  KeptDaily daily;
  daily.daily = {to_string(session_named("d")), "helper", "2026-01-01", "A", {"line"}, {{"i", "t", "A"}}, "u", {{0}}};
  daily.number = 9;
  const std::string rows[] = {encode(turn),
                              encode(plan),
                              SessionForm::encode(session),
                              DailyForm::encode(daily),
                              SessionForm::encode_head({1, 2, 3, 4, LogTime{5}, {}}),
                              DailyForm::encode_head({1, 2, 3, "2026-01-01"})};
  CHECK(*decode_messages(rows[0]) == turn);
  CHECK(decode_turn_head(rows[0])->messages == 2);
  CHECK(*decode_flush_plan(rows[1]) == plan);
  CHECK(*SessionForm::decode(rows[2], "helper", {}) == session);
  CHECK(*DailyForm::decode(rows[3], "helper", session_named("d")) == daily);
  CHECK(SessionForm::decode_head(rows[4])->cycle == LogTime{5});
  CHECK(DailyForm::decode_head(rows[5])->curated == "2026-01-01");
  const auto fails = [](int kind, std::string_view row) {
    return kind == 0   ? !decode_messages(row).ok()
           : kind == 1 ? !decode_flush_plan(row).ok()
           : kind == 2 ? !SessionForm::decode(row, "helper", {}).ok()
           : kind == 3 ? !DailyForm::decode(row, "helper", {}).ok()
           : kind == 4 ? !SessionForm::decode_head(row).ok()
                       : !DailyForm::decode_head(row).ok();
  };
  for (int kind = 0; kind < 6; ++kind) {
    const std::string& row = rows[kind];
    CAPTURE(kind);
    CHECK(fails(kind, row + "x"));
    CHECK(fails(kind, "\x09" + row.substr(1)));
    for (std::size_t size = 0; size < row.size(); ++size) {
      CHECK(fails(kind, std::string_view(row).substr(0, size)));
    }
  }
}

}  // namespace turnstream::consolidation
