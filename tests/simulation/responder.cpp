#include "tests/simulation/responder.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/base/time_format.h"

namespace turnstream::simulation {
namespace {

using Json = nlohmann::json;

std::string pass2_text(Random& random, const Json& request) {
  Json items = Json::array();
  const auto given = Json::parse(request.at("messages").at(1).at("content").get<std::string>());
  for (const auto& item : given.at("items")) {
    const std::string text = item.at("text");
    if (random.one_in(8)) {
      continue;  // left out
    }
    const int index = random.one_in(20) ? 99 : item.at("index").get<int>();
    items.push_back(random.one_in(4) ? Json{{"index", index}, {"type", "ephemeral"}, {"reason", "chatter"}}
                                     : Json{{"index", index},
                                            {"type", "insight"},
                                            {"summary", random.one_in(8) ? "nothing of the kind" : text.substr(0, 60)},
                                            {"tags", Json::array({"kafka"})},
                                            {"confidence", 0.9}});
  }
  return Json{{"items", items}}.dump();
}

std::string chat_text(Random& random, const Json& record) {
  if (random.one_in(10)) {
    return "I cannot answer this.";
  }
  const std::string purpose = record.at("purpose");
  if (purpose == "pass2") {
    return pass2_text(random, record.at("request"));
  }
  if (purpose == "flush") {
    return random.one_in(3) ? "NO_REPLY" : R"({"lines":["They spoke of kafka and of the garden."]})";
  }
  return R"({"facts":["The api port is 8080"],"lines":["The api port is 8080"],"insights":[]})";
}

Json response(Random& random, const Json& record) {
  if (record.at("kind") != "stat") {
    return {{"text", chat_text(random, record)}};
  }
  Json paths = Json::array();
  for (const auto& path : record.at("request").at("paths")) {
    paths.push_back({{"path", path},
                     {"exists", !random.one_in(3)},
                     {"modified_at", random.one_in(2) ? "2020-01-01T00:00:00Z" : "2030-01-01T00:00:00Z"}});
  }
  return {{"paths", paths}};
}

std::string id_of(const std::string& request) {
  return Json::parse(request).at("effect_id");
}

Responder::Answer answer_to(Random& random, const std::string& request, std::int64_t now_ms) {
  const auto record = Json::parse(request);
  const bool is_good = !random.one_in(8);
  const Json result{{"kind", record.at("kind")},
                    {"effect_id", record.at("effect_id")},
                    {"request_hash", record.at("request_hash")},
                    {"persona_id", record.at("persona_id")},
                    {"status", is_good            ? "ok"
                               : random.one_in(2) ? "failed"
                                                  : "refused_budget"},
                    {"response", is_good ? response(random, record) : Json(nullptr)},
                    {"error", is_good ? Json(nullptr) : Json{{"code", "http_500"}, {"message", "The server failed."}}},
                    {"usage", {{"tokens_in", 9}, {"tokens_out", 2}, {"cost_usd", 0.0001}}},
                    {"performed_at", format_time(now_ms)}};
  return {record.at("persona_id"), result.dump()};
}

}  // namespace

void Responder::read_requests() {
  const auto reader = client_.make_reader("observer");
  const std::vector<log::Position> start{{{names_.effect_requests(), Partition{0}}, next_}};
  TS_CHECK(reader.ok() && (*reader)->assign(start).ok());
  while (true) {
    auto event = (*reader)->poll(log::milliseconds{0});
    if (!event.ok() || !std::holds_alternative<log::Record>(*event)) {
      return;
    }
    const auto& record = std::get<log::Record>(*event);
    next_ = next_after(record.offset);
    const auto json = Json::parse(*record.value);
    if (json.at("kind") != "cancel") {
      waiting_.emplace_back(*record.value);
      ++requests_;
    } else if (json.at("reason") == "expired") {
      expired_.insert(json.at("effect_id").get<std::string>());
    }
  }
}

Responder::Answer Responder::next(Random& random, std::int64_t now_ms) {
  if (!again_.empty() && random.one_in(2)) {
    Answer answer = again_.front();
    again_.pop_front();
    ++doubled_;
    return answer;
  }
  if (!kept_back_.empty() && expired_.count(id_of(kept_back_.front())) > 0) {
    Answer answer = answer_to(random, kept_back_.front(), now_ms);
    kept_back_.pop_front();
    ++late_;
    return answer;
  }
  if (waiting_.empty()) {
    return {};
  }
  const std::string request = waiting_.front();
  const bool is_other_hash = random.one_in(8);
  const bool is_unknown = random.one_in(12);
  if (!is_other_hash && !is_unknown) {
    waiting_.pop_front();
  }
  if (!is_other_hash && !is_unknown && random.one_in(6)) {
    kept_back_.push_back(request);
    return {};
  }
  Answer answer = answer_to(random, request, now_ms);
  if (is_other_hash || is_unknown) {
    auto record = Json::parse(answer.value);
    record[is_other_hash ? "request_hash" : "effect_id"] =
        is_other_hash ? "sha256:0" : "00000000-0000-5000-8000-000000000000";
    answer.value = record.dump();
    ++(is_other_hash ? other_hash_ : unknown_);
    return answer;
  }
  ++good_;
  if (random.one_in(4)) {
    again_.push_back(answer);
  }
  return answer;
}

}  // namespace turnstream::simulation
