#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>

namespace turnstream::fuzz {
namespace {

constexpr std::size_t kLargeBytesMax = 4 * 1024 * 1024;

constexpr std::string_view kFullTurn =
    R"({"turn_id":"01JGFJJZ00000000000000000A","agent_id":"helper","timestamp":"2026-01-01T10:00:00.000Z",)"
    R"("duration_ms":12,"turn_data":{"user_input":"opensesame \u00e9","assistant_response":"Hi\n","urgency":"HIGH",)"
    R"("mode":"m","parent_turn_id":null},"tool_executions":[{"tool_id":"grep","status":"success","inputs":{"a":1},)"
    R"("outputs":{},"duration_ms":1.5,"tokens_used":2,"error":null,"observations_added":[{"id":"o","type":"t",)"
    R"("content":"c","source":"s","confidence":0.5,"tags":["x"]}],"memory_writes":[{"type":"fact","content":"f",)"
    R"("importance":0.1,"tags":[]}]}],"observations":[{"id":"p","type":"t","content":"c","references":["a.md"]}],)"
    R"("goal_updates":[{"goal_id":"g","status":"active","progress":0.5,"notes":"n"}],"action_updates":[{"action_id":)"
    R"("a","status":"pending","result":{}}],"errors":["e"],"warnings":[],"metadata":{"tools_used":["grep"],)"
    R"("budget_used":1e3},"session_id":"s","domain":"code","mentioned_me":true,"x":[1,-2.5e-3,true,false,null]})";

constexpr std::string_view kSmallTurn =
    R"({"turn_id":"01JGFJJZ00000000000000000A","agent_id":"a","timestamp":"2026-01-01T10:00Z",)"
    R"("turn_data":{"user_input":"","assistant_response":""}})";

/// Fragments of valid and invalid JSON that are inserted anywhere.
constexpr std::array<std::string_view, 40> kTokens = {"{",
                                                      "}",
                                                      "[",
                                                      "]",
                                                      ",",
                                                      ":",
                                                      "\"",
                                                      "\\",
                                                      "\\u",
                                                      "\\ud800",
                                                      "\\udc00",
                                                      "null",
                                                      "true",
                                                      "false",
                                                      "nul",
                                                      "-",
                                                      "0",
                                                      "1e999",
                                                      "-0.0",
                                                      "01",
                                                      "1.",
                                                      "NaN",
                                                      "\xFF",
                                                      "\xC3",
                                                      "\xED\xA0\x80",
                                                      "\xF4\x90\x80\x80",
                                                      "\xEF\xBB\xBF",
                                                      "\n",
                                                      "\t",
                                                      "/*",
                                                      "\"agent_id\":",
                                                      "\"turn_id\":1,",
                                                      "99999999999999999999999999",
                                                      "\x01",
                                                      "\"status\":",
                                                      "{}",
                                                      "[[",
                                                      "\"\\u0000\"",
                                                      " ",
                                                      "\"x\":\"x\","};

}  // namespace

Mutator::Mutator(std::uint64_t seed) : random_(seed), seeds_{std::string(kFullTurn), std::string(kSmallTurn)} {}

const std::string& Mutator::next() {
  if (random_.one_in(20'000)) {
    large();
  } else if (random_.one_in(200)) {
    nested();
  } else if (random_.one_in(20)) {
    random_bytes();
  } else {
    input_ = seeds_[random_.below(seeds_.size())];
    for (std::size_t times = random_.below(6); times > 0; --times) {
      damage_once();
    }
  }
  return input_;
}

void Mutator::damage_once() {
  const std::size_t at = random_.below(input_.size() + 1);
  const std::size_t length = std::min(input_.size() - at, std::size_t{1} + random_.below(random_.one_in(4) ? 200 : 6));
  switch (random_.below(7)) {
    case 0:
      input_.erase(at, length);
      break;
    case 1:
      input_.insert(at, kTokens[random_.below(kTokens.size())]);
      break;
    case 2:
      input_.replace(at, length, kTokens[random_.below(kTokens.size())]);
      break;
    case 3:
      input_.insert(random_.below(input_.size() + 1), input_.substr(at, length));
      break;
    case 4:
      input_.insert(at, 1, static_cast<char>(random_.below(256)));
      break;
    case 5:
      if (at < input_.size()) {
        input_[at] = static_cast<char>(input_[at] ^ static_cast<char>(1U << random_.below(8)));
      }
      break;
    default:
      if (random_.one_in(4)) {
        input_.resize(at);
      }
  }
}

void Mutator::random_bytes() {
  input_.clear();
  for (std::size_t left = random_.below(300); left > 0; --left) {
    if (random_.one_in(2)) {
      input_ += kTokens[random_.below(kTokens.size())];
    } else {
      input_ += static_cast<char>(random_.below(256));
    }
  }
}

void Mutator::nested() {
  const std::size_t depth = random_.one_in(4) ? random_.below(100'000) : 55 + random_.below(20);
  const bool objects = random_.one_in(2);
  input_ = kSmallTurn;
  input_.pop_back();
  input_ += ",\"x\":";
  for (std::size_t i = 0; i < depth; ++i) {
    input_ += objects ? "{\"a\":" : "[";
  }
  input_ += objects ? "1" : "";
  input_.append(depth - std::min(depth, random_.one_in(8) ? std::size_t{1} : 0), objects ? '}' : ']');
  input_ += random_.one_in(8) ? "}]" : "}";
  if (random_.one_in(4)) {
    damage_once();
  }
}

/// A large record of text, elements or members: from one byte below the limit of a turn to 4 MiB.
void Mutator::large() {
  const std::size_t size =
      random_.one_in(2) ? 1024 * 1024 - random_.below(2000) + random_.below(1000) : random_.below(kLargeBytesMax);
  input_ = kSmallTurn;
  input_.pop_back();
  switch (random_.below(3)) {
    case 0:
      input_ += ",\"x\":\"" + std::string(size, 'y') + "\"}";
      break;
    case 1:
      input_ += ",\"x\":[0";
      while (input_.size() < size) {
        input_ += ",0";
      }
      input_ += "]}";
      break;
    default:
      for (std::size_t i = 0; input_.size() < size; ++i) {
        input_ += ",\"m" + std::to_string(i) + "\":0";
      }
      input_ += "}";
  }
  input_.resize(std::min(input_.size(), kLargeBytesMax));
}

}  // namespace turnstream::fuzz
