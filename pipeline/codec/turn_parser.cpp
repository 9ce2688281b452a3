#include "pipeline/codec/turn_parser.h"

#include <string>

#include "pipeline/codec/json_tape.h"
#include "pipeline/codec/schema_reader.h"
#include "pipeline/codec/turn_fields.h"

namespace turnstream::codec {
namespace {

constexpr std::int64_t kFutureMsMax = 10 * 60 * 1000;

}  // namespace

struct TurnParser::State {
  JsonTape tape;
  model::StateExport turn;
  std::string session;  ///< what turn.session_id points to where it was put together here

  void default_session();
};

void TurnParser::State::default_session() {
  if (!turn.session_id.empty()) {
    return;
  }
  session.assign(turn.room_id.value_or(std::string_view()));
  const std::string_view thread = turn.thread_id.value_or(std::string_view());
  session.append(session.empty() || thread.empty() ? "" : "/").append(thread);
  turn.session_id = session.empty() ? std::string_view("default") : std::string_view(session);
}

TurnParser::TurnParser() : state_(std::make_unique<State>()) {}
TurnParser::~TurnParser() = default;
TurnParser::TurnParser(TurnParser&&) noexcept = default;
TurnParser& TurnParser::operator=(TurnParser&&) noexcept = default;

Result<const model::StateExport*> TurnParser::parse(std::string_view bytes) {
  State& state = *state_;
  state.turn = {};
  TS_RETURN_IF_ERROR(state.tape.read(bytes));
  SchemaReader reader(state.tape);
  read_turn(reader, state.turn);
  TS_RETURN_IF_ERROR(reader.status());
  state.default_session();
  state.turn.content_hash = state.tape.node(JsonTape::kRoot).hash;
  return &state.turn;
}

Status check_key(std::optional<std::string_view> key, std::string_view agent_id) {
  if (!key || *key == agent_id) {
    return {};
  }
  return Error{"key_mismatch", Reaction::kDeadLetter,
               "The record's key is not the turn's /agent_id; the key must be the persona, or be left out.",
               "/agent_id", "key"};
}

Status check_not_in_future(EventTime timestamp, WallTime now) {
  const std::int64_t ahead_ms = timestamp.value() - now.value();
  if (ahead_ms <= kFutureMsMax) {
    return {};
  }
  return Error{"timestamp_in_future", Reaction::kDeadLetter,
               "/timestamp is " + std::to_string(ahead_ms / 1000) +
                   " s ahead of this machine's clock; check the clocks, at most 600 s are accepted.",
               "/timestamp", "maximum 600 s ahead"};
}

}  // namespace turnstream::codec
