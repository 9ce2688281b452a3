#include "app/posting/turn_routes.h"

#include <algorithm>
#include <utility>

#include "app/errors.h"
#include "app/http/http_query.h"
#include "app/http/problem.h"
#include "app/recall/concerned_personas.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kBodyBytesMax = std::size_t{8} << 20;
constexpr std::chrono::milliseconds kWaitUsual{5'000};
constexpr std::chrono::milliseconds kWaitMax{30'000};
constexpr int kWaitingMax = 8;

/// How long the request waits for memory; absent: not at all. Error "bad_query".
Result<std::optional<std::chrono::milliseconds>> wait_of(const HttpRequest& request, bool has_memory) {
  const std::string wait = first_value(request.query, "wait");
  const std::string timeout = first_value(request.query, "timeout_ms");
  const auto wait_ms = timeout.empty() ? std::optional(kWaitUsual.count()) : read_number(timeout);
  if (!wait.empty() && wait != "memory") {
    return error_of(error_codes::kBadQuery, "wait must be memory, or be left out.");
  }
  if (!wait_ms || *wait_ms < 0 || *wait_ms > kWaitMax.count()) {
    return error_of(error_codes::kBadQuery,
                    "timeout_ms must be a number from 0 to " + std::to_string(kWaitMax.count()) + ".");
  }
  if (wait.empty()) {
    return std::optional<std::chrono::milliseconds>();
  }
  if (!has_memory) {
    return error_of(error_codes::kBadQuery, "This process does not run recall, so it cannot wait for memory.");
  }
  return std::optional(std::chrono::milliseconds(*wait_ms));
}

std::vector<SentTurn> send(TurnSender& sender, std::vector<PostedTurn> turns, const std::stop_token& stop) {
  std::vector<OutgoingTurn> outgoing;
  for (const PostedTurn& turn : turns) {
    if (!turn.refusal) {
      outgoing.push_back({turn.persona, turn.bytes});
    }
  }
  const std::vector<Result<StoredTurn>> outcomes =
      outgoing.empty() ? std::vector<Result<StoredTurn>>() : sender.send(std::move(outgoing), stop);
  auto outcome = outcomes.begin();
  std::vector<SentTurn> all;
  for (PostedTurn& turn : turns) {
    SentTurn& sent = all.emplace_back();
    if (!turn.refusal) {
      const Result<StoredTurn>& stored = *outcome++;
      if (stored.ok()) {
        sent.stored = *stored;
      } else if (stored.error().reaction == Reaction::kDeadLetter) {
        turn.refusal = stored.error();
      } else {
        sent.unknown = stored.error();
      }
    }
    sent.turn = std::move(turn);
  }
  return all;
}

void write_place(json::Writer& json, const SentTurn& sent, const std::string& topic) {
  json.begin_object().integer("index", static_cast<std::int64_t>(sent.turn.index));
  json.string("persona_id", sent.turn.persona).string("turn_id", sent.turn.turn_id);
  if (sent.stored) {
    json.string("topic", topic).integer("partition", sent.stored->partition.value());
    json.integer("offset", sent.stored->offset.value());
  }
}

void write_memory(json::Writer& json, const std::optional<recall::AppliedTurn>& applied) {
  if (!applied) {
    json.string("memory", "pending");
    return;
  }
  json.string("memory", !applied->failure.empty() ? "refused" : applied->duplicate_of ? "duplicate" : "remembered");
  if (!applied->failure.empty()) {
    json.string("code", applied->failure);
  }
  json.begin_object("log").integer("partition", applied->log.partition.value());
  json.integer("offset", applied->log.offset.value()).end_object();
}

void write_refusal(json::Writer& json, const PostedTurn& turn) {
  const Error& error = *turn.refusal;
  json.begin_object().integer("index", static_cast<std::int64_t>(turn.index)).string("code", error.code);
  json.string("pointer", error.pointer).string("rule", error.rule).string("message", error.message).end_object();
}

void write_lists(json::Writer& json, const std::vector<SentTurn>& all, const std::string& topic, bool waited) {
  json.begin_array("turns");
  for (const SentTurn& sent : all) {
    if (sent.stored) {
      write_place(json, sent, topic);
      if (waited) {
        write_memory(json, sent.applied);
      }
      json.end_object();
    }
  }
  json.end_array().begin_array("refused");
  for (const SentTurn& sent : all) {
    if (sent.turn.refusal) {
      write_refusal(json, sent.turn);
    }
  }
  json.end_array();
  if (std::none_of(all.begin(), all.end(), [](const SentTurn& sent) { return sent.unknown.has_value(); })) {
    return;
  }
  json.begin_array("unknown");
  for (const SentTurn& sent : all) {
    if (sent.unknown) {
      write_place(json, sent, topic);
      json.end_object();
    }
  }
  json.end_array();
}

/// It was not sent, or the stages have refused it.
bool is_not_taken(const SentTurn& sent) {
  return !sent.stored || (sent.applied && !sent.applied->is_remembered());
}

HttpAnswer answer_of(const std::vector<SentTurn>& all, const std::string& topic, bool waited) {
  const auto write = [&](json::Writer& json) { write_lists(json, all, topic, waited); };
  const auto unknown =
      std::find_if(all.begin(), all.end(), [](const SentTurn& sent) { return sent.unknown.has_value(); });
  if (unknown != all.end()) {
    return problem(
        503,
        "It is not known whether all turns are stored. Send those in `unknown` again, with their turn_id: what "
        "arrives twice is processed once. " +
            unknown->unknown->message,
        write);
  }
  const bool is_stored =
      std::any_of(all.begin(), all.end(), [](const SentTurn& sent) { return sent.stored.has_value(); });
  if (!is_stored) {
    return problem(422, all.size() == 1 ? all.front().turn.refusal->message : "All turns are refused.", write);
  }
  if (std::all_of(all.begin(), all.end(), is_not_taken)) {
    return problem(422, "Memory does not take the turns; `code` says why.", write);
  }
  const bool is_settled = waited && std::all_of(all.begin(), all.end(), [](const SentTurn& sent) {
                            return !sent.stored || sent.applied.has_value();
                          });
  HttpAnswer answer{.status = is_settled ? 200 : 202, .content_type = "application/json", .body = {}};
  json::Writer json(answer.body);
  json.begin_object();
  write(json);
  json.end_object();
  return answer;
}

}  // namespace

HttpRoutes TurnRoutes::routes() {
  HttpRoute route =
      private_route(HttpScope::kWrite, [this](const HttpRequest& request) { return personas_of(request); },
                    {"POST", "/v1/turns", [this](const HttpRequest& request) { return post(request); }, kBodyBytesMax});
  route.query_fields = {{"wait", "timeout_ms"}};
  route.takes_lines = true;
  route.wait_max = TurnSender::kSendMax + kWaitMax;
  route.waits_for_log = true;
  return {std::move(route)};
}

std::vector<ConcernedPersona> TurnRoutes::personas_of(const HttpRequest& request) {
  const auto turns = read_posted_turns(request.body, request.has_lines, context_.settings().intake, clock_, ids_);
  std::vector<ConcernedPersona> personas;
  if (!turns.ok()) {
    return personas;
  }
  for (const PostedTurn& turn : *turns) {
    if (!turn.persona.empty()) {
      personas.push_back({turn.persona, "turn " + std::to_string(turn.index)});
    }
  }
  return personas;
}

HttpAnswer TurnRoutes::post(const HttpRequest& request) {
  const auto wait = wait_of(request, recall_ != nullptr);
  if (!wait.ok()) {
    return problem(400, wait.error().message);
  }
  auto turns = read_posted_turns(request.body, request.has_lines, context_.settings().intake, clock_, ids_);
  if (!turns.ok()) {
    return problem(400, turns.error().message);
  }
  std::vector<SentTurn> all = send(sender_, std::move(turns).value(), request.stop);
  if (*wait) {
    wait_for_memory(all, **wait, request.stop);
  }
  return answer_of(all, sender_.topic(), wait->has_value());
}

/// Not if many requests wait already: they share their threads with all that write to the log.
void TurnRoutes::wait_for_memory(std::vector<SentTurn>& all, std::chrono::milliseconds time,
                                 const std::stop_token& stop) {
  if (waiting_.fetch_add(1) < kWaitingMax && !recall_->failure()) {
    const std::int64_t end_us = clock_.monotonic_now().value() + std::chrono::microseconds(time).count();
    for (SentTurn& sent : all) {
      if (sent.stored) {
        const std::chrono::microseconds left(std::max<std::int64_t>(end_us - clock_.monotonic_now().value(), 0));
        sent.applied =
            recall_->model().applied_turns().wait({sender_.topic(), sent.stored->partition, sent.stored->offset},
                                                  std::chrono::ceil<std::chrono::milliseconds>(left), stop);
      }
    }
  }
  waiting_.fetch_sub(1);
}

}  // namespace turnstream::app
