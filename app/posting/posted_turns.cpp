#include "app/posting/posted_turns.h"

#include <sstream>

#include "app/data/line_source.h"
#include "app/data/ulid.h"
#include "app/errors.h"
#include "pipeline/base/random_name.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kSeedDigits = 32;  // 128 bits
constexpr std::string_view kBlanks = " \t\r\n";

bool lacks_id(const Error& error) {
  return error.pointer == "/turn_id" && error.rule == "required";
}

/// The object with one more member. Precondition: `object` is a JSON object.
std::string with_id(std::string_view object, const std::string& id) {
  const std::size_t first = object.find('{') + 1;
  const std::size_t next = object.find_first_not_of(kBlanks, first);
  std::string made(object.substr(0, first));
  made += "\"turn_id\":";
  json::append_string(made, id);
  made += object[next] == '}' ? "" : ",";
  return made.append(object.substr(first));
}

class TurnReader {
 public:
  TurnReader(const settings::IntakeSettings& limits, const Clock& clock, TurnIds& ids)
      : parser_({static_cast<std::size_t>(limits.turn_bytes_max), static_cast<std::size_t>(limits.depth_max)}),
        future_ms_max_(limits.future_ms_max),
        clock_(clock),
        ids_(ids) {}

  PostedTurn read(std::string_view bytes, std::size_t index) {
    PostedTurn turn;
    turn.index = index;
    turn.bytes = bytes;
    turn.refusal = check(turn);
    if (turn.refusal && lacks_id(*turn.refusal)) {
      turn.bytes = with_id(bytes, ids_.next(clock_.wall_now()));
      turn.refusal = check(turn);
    }
    return turn;
  }

 private:
  std::optional<Error> check(PostedTurn& turn) {
    const Result<const model::StateExport*> parsed = parser_.parse(turn.bytes);
    if (!parsed.ok()) {
      return parsed.error();
    }
    turn.persona = (*parsed)->agent_id;
    turn.turn_id = (*parsed)->turn_id;
    const Status in_time = codec::check_not_in_future((*parsed)->timestamp, clock_.wall_now(), future_ms_max_);
    return in_time.ok() ? std::nullopt : std::optional(in_time.error());
  }

  codec::TurnParser parser_;
  const std::int64_t future_ms_max_;
  const Clock& clock_;
  TurnIds& ids_;
};

}  // namespace

TurnIds::TurnIds() : seed_(random_name(kSeedDigits) + "/") {}

std::string TurnIds::next(WallTime now) {
  return make_ulid(now.value(), seed_ + std::to_string(count_.fetch_add(1)));
}

Result<std::vector<PostedTurn>> read_posted_turns(const std::string& body, bool has_lines,
                                                  const settings::IntakeSettings& limits, const Clock& clock,
                                                  TurnIds& ids) {
  TurnReader reader(limits, clock, ids);
  std::vector<PostedTurn> turns;
  const std::size_t first = body.find_first_not_of(kBlanks);
  if (first != std::string::npos && !has_lines && body[first] != '[') {
    turns.push_back(reader.read(body, 0));
    return turns;
  }
  std::istringstream in(body);
  LineSource source(in, has_lines ? 0 : static_cast<std::size_t>(limits.turn_bytes_max));
  while (const auto bytes = source.next()) {
    if (has_lines && bytes->find_first_not_of(kBlanks) == std::string_view::npos) {
      continue;
    }
    if (turns.size() == kPostedTurnsMax) {
      return error_of(error_codes::kBadQuery, "The request has more than " + std::to_string(kPostedTurnsMax) +
                                                  " turns. Send them in several requests.");
    }
    turns.push_back(reader.read(*bytes, turns.size()));
  }
  if (turns.empty()) {
    return error_of(error_codes::kBadQuery,
                    "The body has no turn. Send one turn as a JSON object, an array of them, or one in each line.");
  }
  return turns;
}

}  // namespace turnstream::app
