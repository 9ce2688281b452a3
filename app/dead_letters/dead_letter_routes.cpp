#include "app/dead_letters/dead_letter_routes.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "app/errors.h"
#include "app/http/problem.h"
#include "app/log_access/open_log.h"
#include "app/recall/concerned_personas.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kReadMax{60'000};
constexpr std::int64_t kCountUsual = 50;
constexpr std::int64_t kCountMax = 100;

/// The number of the field `limit`; absent if it is not from 1 to kCountMax.
std::optional<std::int64_t> count_of(const HttpQuery& query) {
  if (query.empty()) {
    return kCountUsual;
  }
  const std::optional<std::int64_t> count = read_number(query.front().value);
  return count && *count >= 1 && *count <= kCountMax ? count : std::nullopt;
}

/// A header may have any bytes.
void write_text(json::Writer& json, std::string_view name, std::string_view text) {
  json.string(name, shown_as_utf8(text));
}

void write_name(json::Writer& json, std::string_view name, const std::optional<std::string>& text) {
  if (text.value_or("").empty()) {
    json.null(name);
  } else {
    write_text(json, name, *text);
  }
}

void write_letter(json::Writer& json, const StoredLetter& stored, const std::string& topic) {
  const codec::DeadLetter& letter = stored.letter;
  json.begin_object().time("time", stored.time_ms);
  write_text(json, "stage", letter.stage);
  write_text(json, "code", letter.reason);
  write_text(json, "message", letter.message);
  write_text(json, "pointer", letter.pointer);
  write_text(json, "rule", letter.rule);
  write_name(json, "persona_id", letter.persona_id);
  write_name(json, "turn_id", letter.turn_id);
  json.integer("attempts", letter.attempts).begin_object("source");
  write_text(json, "topic", letter.topic);
  json.integer("partition", letter.partition.value()).integer("offset", letter.offset.value()).end_object();
  json.begin_object("place").string("topic", topic).integer("partition", stored.partition.value());
  json.integer("offset", stored.offset.value()).end_object().end_object();
}

}  // namespace

HttpRoutes DeadLetterRoutes::routes() {
  HttpRoute route{"GET", "/v1/dead_letters", [this](const HttpRequest& request) { return answer(request); }};
  route.query_fields = {{"limit"}};
  route.wait_max = kReadMax;
  route.waits_for_log = true;
  return {private_route(HttpScope::kRead, nullptr, std::move(route))};
}

HttpAnswer DeadLetterRoutes::answer(const HttpRequest& request) {
  const std::optional<std::int64_t> count = count_of(request.query);
  if (!count) {
    return problem(400, "limit must be a number from 1 to " + std::to_string(kCountMax) + ".");
  }
  const Result<NewestLetters> found = newest(static_cast<std::size_t>(*count), request.stop);
  if (!found.ok() && found.error().reaction == Reaction::kRetry) {
    return busy_problem(found.error().message);
  }
  if (!found.ok()) {
    return problem(found.error().code == error_codes::kStopped ? 503 : 500, found.error().message);
  }
  const std::string topic = model::TopicNames(context_.settings().topics.name_space).dead_letters();
  HttpAnswer answer{.status = 200, .content_type = "application/json", .body = {}};
  json::Writer json(answer.body);
  json.begin_object().begin_array("dead_letters");
  for (const StoredLetter& letter : found->letters) {
    write_letter(json, letter, topic);
  }
  json.end_array().boolean("cut", found->is_cut).end_object();
  return answer;
}

Result<NewestLetters> DeadLetterRoutes::newest(std::size_t count, const std::stop_token& stop) {
  const OneAtATime::Entry entry = one_.enter();
  if (entry == nullptr) {
    return make_error(error_codes::kTimedOut, Reaction::kRetry,
                      "Another request reads the dead letters. Ask again in a moment.");
  }
  const settings::Settings& settings = context_.settings();
  LettersAsked asked;
  asked.topic = model::TopicNames(settings.topics.name_space).dead_letters();
  asked.count = count;
  // A stop must not wait long for a log that does not answer.
  asked.timeout = std::min(answer_timeout(context_), log::milliseconds{settings.run.stop_ms_max / 4});
  return find_newest_letters(client_, asked, stop);
}

}  // namespace turnstream::app
