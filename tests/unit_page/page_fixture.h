#pragma once
// Remembering: memory that the product's stages made of turns, on the embedded log, and the pages that show it. Threads: one test's.

#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/own_stages.h"
#include "app/page/page_routes.h"
#include "app/recall/recall_host.h"
#include "pipeline/settings/settings.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {

class Remembering : public ProgramFixture {
 public:
  using Json = nlohmann::json;

  Remembering() {
    use_stages(own_stages());
    settings_.topics.partitions = 1;
  }

  /// A turn of the minute after 2026-01-01T10:00:00Z.
  static Json turn_at(int minute, const std::string& persona, const std::string& said,
                      const std::string& replied = "Noted.") {
    const std::string two = (minute < 10 ? "0" : "") + std::to_string(minute);
    return {{"turn_id", "01JGFJJZ000000000000000" + two + "A"},
            {"agent_id", persona},
            {"session_id", "s1"},
            {"user_id", "ann"},
            {"timestamp", "2026-01-01T10:" + two + ":00Z"},
            {"turn_data", {{"user_input", said}, {"assistant_response", replied}}}};
  }
  /// Processes the turns, and reads memory again.
  void remember(const std::vector<Json>& turns) {
    host_.reset();
    std::string lines;
    for (const Json& turn : turns) {
      lines += turn.dump() + "\n";
    }
    const std::vector<std::string> settings{"--quiet", "--set", "intake.clock=event", "--set", "topics.partitions=1"};
    std::vector<std::string> publish{"publish"};
    publish.insert(publish.end(), settings.begin(), settings.end());
    const Outcome published = run_in("state", publish, lines);
    INFO(published.err);
    REQUIRE(published.exit == 0);
    std::vector<std::string> drain{"run", "--until-drained", "--listen", ""};
    drain.insert(drain.end(), settings.begin(), settings.end());
    const Outcome drained = run_in("state", drain);
    INFO(drained.err);
    REQUIRE(drained.exit == 0);
    auto opened = RecallHost::open_to_read(settings_, path("state") + "/recall");
    REQUIRE(opened.ok());
    host_ = std::move(opened).value();
  }
  /// The answer of the page's route; `parameter`: the persona.
  HttpAnswer page(const std::string& route, const std::string& parameter = "", const HttpQuery& query = {}) {
    HttpRequest request;
    request.method = "GET";
    request.path = route;
    request.parameter = parameter;
    request.query = query;
    for (const HttpRoute& one : page_routes({host_->recall(), failure, dead_letters})) {
      if (one.path == route) {
        return one.handler(request);
      }
    }
    FAIL("there is no route " << route);
    return {};
  }
  [[nodiscard]] RecallHost& host() { return *host_; }
  /// The results of a question about helper.
  Json results(const std::string& query, const std::string& kind) {
    const Json request{{"persona_id", "helper"}, {"query", query}, {"kinds", {kind}}, {"count", false}};
    const auto answer = host_->recall().recall(request.dump(), {});
    REQUIRE(answer.ok());
    return Json::parse(*answer).at("results");
  }

  std::function<std::optional<Error>()> failure;
  std::function<Result<NewestLetters>(std::size_t, const std::stop_token&)> dead_letters =
      [](std::size_t, const std::stop_token&) { return Result<NewestLetters>(NewestLetters{}); };

 private:
  settings::Settings settings_;
  std::unique_ptr<RecallHost> host_;
};

[[nodiscard]] inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace turnstream::app
