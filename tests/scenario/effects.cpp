#include "tests/scenario/effects.h"

#include <doctest/doctest.h>

#include "pipeline/base/sha256.h"

namespace turnstream::scenario {
namespace {

/// The bytes of the member `request`, which is the last one.
std::string request_bytes(const std::string& value) {
  const std::string name = R"("request":)";
  const std::size_t at = value.find(name);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + name.size();
  return value.substr(begin, value.size() - begin - 1);
}

}  // namespace

std::vector<Request> requests_of(Pipeline& pipeline, const std::string& persona) {
  std::vector<Request> requests;
  for (const Seen& seen : pipeline.read(pipeline.names().effect_requests())) {
    const nlohmann::json json = seen.json();
    CHECK(seen.key == json.at("persona_id"));
    CHECK(seen.headers.at("kind") == json.at("kind"));
    if (json.at("persona_id") == persona && json.at("kind") != "cancel") {
      requests.push_back({json, request_bytes(seen.value)});
    }
  }
  return requests;
}

std::vector<std::string> cancels_of(Pipeline& pipeline, const std::string& persona) {
  std::vector<std::string> cancels;
  for (const Seen& seen : pipeline.read(pipeline.names().effect_requests())) {
    const nlohmann::json json = seen.json();
    if (json.at("persona_id") == persona && json.at("kind") == "cancel") {
      cancels.push_back(json.at("effect_id").get<std::string>() + " " + json.at("reason").get<std::string>());
    }
  }
  return cancels;
}

std::string hash_of(const Request& request) {
  const std::string text = request.json.at("kind").get<std::string>() + "\n" +
                           request.json.at("purpose").get<std::string>() + "\n" + request.bytes;
  return "sha256:" + to_hex(sha256(text));
}

void respond(Pipeline& pipeline, const Request& request, const nlohmann::json& response, const std::string& status) {
  pipeline.drain();
  nlohmann::json result{{"performed_at", "2026-01-01T10:00:00.000Z"}, {"status", status}};
  for (const char* name : {"kind", "effect_id", "request_hash", "persona_id"}) {
    result[name] = request.json.at(name);
  }
  if (status == "ok") {
    result["response"] = response;
  } else {
    result["error"] = {{"code", "test"}, {"message", "The test says so."}};
  }
  pipeline.result(result);
  pipeline.drain();
}

void reply(Pipeline& pipeline, const Request& request, const std::string& text) {
  respond(pipeline, request, {{"text", text}});
}

std::vector<nlohmann::json> answers_to(Pipeline& pipeline, const std::string& stage, const Request& request) {
  std::vector<nlohmann::json> answers;
  for (nlohmann::json& completion : pipeline.completions(stage)) {
    if (completion["cause"]["kind"] == "effect_result" && completion["cause"]["id"] == request.json["effect_id"]) {
      answers.push_back(std::move(completion));
    }
  }
  return answers;
}

}  // namespace turnstream::scenario
