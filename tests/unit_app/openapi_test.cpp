#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/http/access/token_set.h"
#include "app/http/exchange.h"
#include "app/openapi/openapi_text.h"
#include "app/run/pipeline_host.h"
#include "app/run/run_routes.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/settings/load.h"
#include "tests/source_folder.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;
using NameSet = std::set<std::string>;

/// The routes of `run` in a new home directory. The pipeline is made and not started.
class Served {
 public:
  Served() : store_(opened(home_.path("store"))), host_(made()), recall_(opened_recall()) {}

  [[nodiscard]] HttpRoutes routes() { return run_routes(health_, dead_letters_, recall_.get(), &posting_); }

 private:
  static std::unique_ptr<store::RocksStore> opened(const std::string& path) {
    auto store = store::RocksStore::open(path, {});
    REQUIRE(store.ok());
    return std::move(store).value();
  }
  static StageCatalog stages() {
    StageCatalog catalog;
    for (std::size_t i = 0; i < testpipeline::kReferenceStages; ++i) {
      catalog.push_back({[i] { return testpipeline::make_reference_stage(i, {}); }, {}});
    }
    return catalog;
  }
  std::unique_ptr<PipelineHost> made() {
    auto host = PipelineHost::make(loaded_.settings, catalog_, {*client_, *store_, log_clock_, "i", "", nullptr});
    REQUIRE(host.ok());
    return std::move(host).value();
  }
  std::unique_ptr<RecallHost> opened_recall() {
    auto recall = RecallHost::for_run(context_, *client_, home_.path("recall"), "", false);
    REQUIRE(recall.ok());
    return std::move(recall).value();
  }

  ProgramFixture home_;
  std::istringstream in_;
  std::ostringstream out_;
  const Surroundings surroundings_{in_, out_, out_, {}, false};
  const StageCatalog catalog_ = stages();
  const settings::Loaded loaded_;
  const Context context_{loaded_, catalog_, surroundings_, out_, out_};
  SystemClock clock_;
  LogClock log_clock_{clock_};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::unique_ptr<store::RocksStore> store_;
  Metrics metrics_;
  std::unique_ptr<PipelineHost> host_;
  RunMeters meters_{
      {log_clock_, *store_, model::TopicNames("t"), home_.path("."), "i", "fused", {}, "the log in a test"}, metrics_};
  RunHealth health_{{clock_, {}, {}, 10'000, ""}, *client_, host_->supervisor(), meters_, metrics_, nullptr};
  std::unique_ptr<RecallHost> recall_;
  PostingRoutes posting_{context_, *client_, recall_.get()};
  DeadLetterRoutes dead_letters_{context_, *client_};
};

Json description() {
  return Json::parse(openapi_text());
}

/// On an address that other machines reach, with the Host of one.
HttpAnswer answer_elsewhere(const RouteTable& table, const std::string& method, const std::string& path) {
  Exchange exchange(table, HostRule{}, {method, path, "", "HTTP/1.1", {{"Host", "turnstream.example"}}});
  return exchange.answer({});
}

/// What the description must say about tokens; {} is a server without a tokens file.
Json security_of(HttpScope scope) {
  const Json token{{"token", Json::array({std::string(scope_name(scope))})}};
  return scope == HttpScope::kFree ? Json() : Json::array({token, Json::object()});
}

TEST_CASE("every private route has a scope and says which personas a request concerns") {
  Served served;
  NameSet of_all_personas;
  NameSet of_the_process;
  for (const HttpRoute& route : served.routes()) {
    INFO(route.path);
    CHECK((!route.is_private || route.scope != HttpScope::kFree));
    CHECK((route.is_private || !route.personas));
    if (route.is_private && !route.personas) {
      of_all_personas.insert(route.path);
    }
    if (!route.is_private) {
      of_the_process.insert(std::string(scope_name(route.scope)) + " " + route.path);
    }
  }
  CHECK(of_all_personas == NameSet{"/v1/dead_letters", "/v1/digest", "/v1/personas"});
  CHECK(of_the_process == NameSet{" /healthz", " /readyz", " /openapi.json", "admin /metrics", "admin /status"});
}

TEST_CASE("each private route finds the persona of a request") {
  Served served;
  HttpRequest request;
  request.parameter = "in the path";
  request.query = {{"persona", "in the query"}};
  for (const HttpRoute& route : served.routes()) {
    if (!route.personas) {
      continue;
    }
    INFO(route.path);
    const bool is_turns = route.path == "/v1/turns";
    request.body =
        is_turns
            ? R"({"agent_id":"in the body","timestamp":"2026-01-01T10:00:00Z","turn_data":{"user_input":"","assistant_response":""}})"
            : R"({"persona_id":"in the body"})";
    const std::vector<ConcernedPersona> found = route.personas(request);
    REQUIRE(found.size() == 1);
    CHECK(found.front().id == (route.method == "POST"                        ? "in the body"
                               : route.path.starts_with("/v1/personas/{id}") ? "in the path"
                                                                             : "in the query"));
  }
}

TEST_CASE("the description has exactly the routes that run serves") {
  Served served;
  NameSet registered;
  for (const HttpRoute& route : served.routes()) {
    CHECK_MESSAGE(registered.insert(route.method + " " + route.path).second, route.path << " is registered twice");
  }
  NameSet described;
  const Json paths = description().at("paths");
  for (const auto& [path, methods] : paths.items()) {
    for (const auto& [method, operation] : methods.items()) {
      std::string name = method;
      std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
      described.insert(name.append(" ").append(path));
    }
  }
  for (const std::string& name : described) {
    CHECK_MESSAGE(registered.count(name) == 1, name << " is described and not served");
  }
  for (const std::string& name : registered) {
    CHECK_MESSAGE(described.count(name) == 1, name << " is served and not described");
  }
  CHECK(registered.size() > 10);
}

TEST_CASE("the description says of each route what its limits refuse") {
  Served served;
  const Json paths = description().at("paths");
  for (const HttpRoute& route : served.routes()) {
    INFO(route.path);
    const bool is_post = route.method == "POST";
    const Json& operation = paths.at(route.path).at(is_post ? "post" : "get");
    const Json& responses = operation.at("responses");
    CHECK((responses.contains("200") || responses.contains("202")));
    CHECK(operation.contains("requestBody") == is_post);
    CHECK(responses.contains("415") == is_post);
    CHECK(responses.at("413").at("$ref") ==
          std::string("#/components/responses/") + (is_post ? "ContentTooLarge" : "NoBody"));
    const bool needs_token = route.scope != HttpScope::kFree;
    CHECK(responses.at("403").at("$ref") == std::string("#/components/responses/") + (route.is_private ? "Forbidden"
                                                                                      : needs_token    ? "NotPermitted"
                                                                                                       : "Foreign"));
    CHECK(responses.contains("401") == needs_token);
    CHECK(responses.contains("429") == needs_token);
    CHECK(operation.value("security", Json()) == security_of(route.scope));
    CHECK((route.wait_max.count() == 0 || responses.contains("503")));
  }
}

TEST_CASE("the description is served on every address and memory is not") {
  Served served;
  const RouteTable table(served.routes());
  const HttpAnswer answer = answer_elsewhere(table, "GET", "/openapi.json");
  std::ifstream file(source_folder() + "/schemas/openapi.json", std::ios::binary);
  std::ostringstream written;
  written << file.rdbuf();
  CHECK(answer.status == 200);
  CHECK(answer.content_type == "application/json");
  CHECK(answer.body == written.str());
  for (const std::string path :
       {"/v1/personas/helper", "/v1/personas/helper/timeline", "/v1/memories/a", "/v1/explain/a", "/v1/turns/a",
        "/v1/digest", "/v1/stream", "/v1/personas", "/v1/dead_letters"}) {
    CHECK(answer_elsewhere(table, "GET", path).status == 403);
  }
}

}  // namespace
}  // namespace turnstream::app
