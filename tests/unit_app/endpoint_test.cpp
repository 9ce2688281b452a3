#include "app/status/endpoint.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

#include "app/http/http_call.h"
#include "app/http/http_server.h"
#include "app/status/look.h"
#include "pipeline/base/sha256.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

Endpoint own_endpoint_at(const std::string& address) {
  Endpoint endpoint = own_endpoint();
  endpoint.address = address;
  return endpoint;
}

StateDirectory opened(const std::string& path) {
  Result<StateDirectory> directory = StateDirectory::open(path, "test");
  REQUIRE(directory.ok());
  return std::move(directory).value();
}

std::unique_ptr<RegisteredEndpoint> registered(const StateDirectory& directory, const Endpoint& endpoint) {
  auto entry = RegisteredEndpoint::put(directory, endpoint);
  REQUIRE(entry.ok());
  return std::move(entry).value();
}

/// The endpoint of a process that has ended and whose process number was not reused.
Endpoint ended_endpoint(const std::string& address) {
  Endpoint endpoint = own_endpoint_at(address);
  const pid_t child = fork();
  if (child == 0) {
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  endpoint.pid = child;
  return endpoint;
}

HttpRoutes status_routes(const std::string& body) {
  return {{"GET", "/status", [body](const HttpRequest&) { return HttpAnswer{.body = body}; }}};
}

std::unique_ptr<HttpServer> serving(const std::string& body) {
  auto server = HttpServer::start("127.0.0.1:0", status_routes(body));
  REQUIRE(server.ok());
  return std::move(server).value();
}

std::string info_of(std::int64_t pid) {
  ProcessStatus status;
  status.pid = pid;
  return json_of(status);
}

TEST_CASE("a process is registered until its entry is destroyed") {
  const ProgramFixture home;
  const StateDirectory directory = opened(home.path("s"));
  {
    Endpoint endpoint = own_endpoint_at("127.0.0.1:1234");
    endpoint.name_space = "n";
    endpoint.stages = {"intake", "episodic"};
    const auto entry = registered(directory, endpoint);
    const auto read = read_endpoint(directory.path());
    REQUIRE((read.ok() && read->has_value()));
    CHECK((*read)->address == "127.0.0.1:1234");
    CHECK((*read)->pid == getpid());
    CHECK((*read)->stages == std::vector<std::string>{"intake", "episodic"});
    CHECK(is_running(**read));
  }
  const auto read = read_endpoint(directory.path());
  CHECK((read.ok() && !read->has_value()));
}

TEST_CASE("a process that has ended is not confused with a later one of the same number") {
  Endpoint endpoint = own_endpoint_at("127.0.0.1:1234");
  --endpoint.pid_start;
  CHECK(!is_running(endpoint));
  CHECK(!is_running(ended_endpoint("127.0.0.1:1234")));
}

TEST_CASE("an entry that is not valid is an error that names the file") {
  ProgramFixture home;
  std::filesystem::create_directory(home.path("s"));
  for (const char* text : {"", "{}", R"({"address":1})", "nonsense"}) {
    home.write_file("s/endpoint.json", text);
    const auto read = read_endpoint(home.path("s"));
    REQUIRE(!read.ok());
    CHECK(read.error().message.find("s/endpoint.json") != std::string::npos);
  }
}

TEST_CASE("processes are found in the folder and in those directly below it") {
  const ProgramFixture home;
  const StateDirectory top = opened(home.path("s"));
  const StateDirectory below = opened(home.path("s/b"));
  const StateDirectory first = opened(home.path("s/a"));
  const auto one = registered(top, own_endpoint_at("127.0.0.1:1"));
  const auto two = registered(below, own_endpoint_at("127.0.0.1:2"));
  const auto three = registered(first, own_endpoint_at("127.0.0.1:3"));
  const auto targets = registered_targets(home.path("s"));
  REQUIRE(targets.ok());
  REQUIRE(targets->size() == 3);
  CHECK((*targets)[0].address == "127.0.0.1:1");
  CHECK((*targets)[1].address == "127.0.0.1:3");
  CHECK((*targets)[2].address == "127.0.0.1:2");
  CHECK(registered_targets(home.path("nowhere"))->empty());
}

TEST_CASE("a snapshot distinguishes processes that answer from silent and ended ones") {
  const auto server = serving(info_of(getpid()));
  const auto other = serving("go_threads 4\n");
  const std::string address = format_address(server->address());
  const std::string closed = format_address(serving("")->address());
  const std::vector<Target> targets = {{address, std::nullopt},
                                       {address, own_endpoint_at(address)},
                                       {address, ended_endpoint(address)},
                                       {closed, own_endpoint_at(closed)},
                                       {closed, ended_endpoint(closed)},
                                       {format_address(other->address()), std::nullopt},
                                       {"", own_endpoint_at("")},
                                       {"", ended_endpoint("")}};
  const std::vector<Look> looks = look_at(targets, SystemClock());
  const Answer expected[] = {Answer::kAnswered, Answer::kEnded,  Answer::kSilent, Answer::kEnded,
                             Answer::kSilent,   Answer::kSilent, Answer::kEnded};
  REQUIRE(looks.size() == std::size(expected));
  for (std::size_t i = 0; i < looks.size(); ++i) {
    INFO(i << " " << looks[i].why);
    CHECK(looks[i].answer == expected[i]);
    CHECK(looks[i].why.empty() == (expected[i] == Answer::kAnswered));
  }
  CHECK(looks[3].why.find("has ended") != std::string::npos);
  CHECK(looks[5].why.find("starting") != std::string::npos);
  CHECK(looks[4].why.find("not a `turnstream run`") != std::string::npos);
}

TEST_CASE("a process without a port is asked through the socket in its state directory") {
  const ProgramFixture home;
  const StateDirectory directory = opened(home.path("s"));
  const StateDirectory other = opened(home.path("s/b"));
  Endpoint endpoint = own_endpoint_at("");
  endpoint.listens = false;
  const auto one = registered(directory, endpoint);
  const auto two = registered(other, endpoint);
  auto server = HttpServer::start("", status_routes(info_of(getpid())));
  REQUIRE(server.ok());
  REQUIRE((*server)->add_socket(StateDirectory::http_socket(directory.path())).ok());
  const auto targets = registered_targets(home.path("s"));
  REQUIRE(targets.ok());
  const std::vector<Look> looks = look_at(*targets, SystemClock());
  REQUIRE(looks.size() == 2);
  CHECK(looks[0].answer == Answer::kAnswered);
  CHECK(looks[1].answer == Answer::kSilent);
  CHECK(looks[1].why == "no connection through " + home.path("s/b/http.sock"));
}

TEST_CASE("a process that wants a token is asked with one or through the socket in its state directory") {
  ProgramFixture home;
  const StateDirectory directory = opened(home.path("s"));
  home.write_file("tokens", to_label(sha256("admin")) + " admin *\n" + to_label(sha256("agent")) + " read,write *\n");
  HttpConfig config;
  config.tokens_file = home.path("tokens");
  HttpRoutes routes = status_routes(info_of(getpid()));
  routes.front().scope = HttpScope::kAdmin;
  auto server = HttpServer::start("127.0.0.1:0", routes, config);
  REQUIRE(server.ok());
  REQUIRE((*server)->add_socket(StateDirectory::http_socket(directory.path())).ok());
  const std::string address = format_address((*server)->address());
  const auto entry = registered(directory, own_endpoint_at(address));
  const auto targets = registered_targets(directory.path());
  REQUIRE(targets.ok());
  CHECK(look_at(*targets, SystemClock()).at(0).answer == Answer::kAnswered);
  const auto with_token = [&](const std::string& token) {
    return look_at({{.address = address, .registered = std::nullopt, .token = token}}, SystemClock()).at(0);
  };
  CHECK(with_token("admin").answer == Answer::kAnswered);
  for (const char* token : {"", "guess", "agent"}) {
    INFO(token);
    CHECK(with_token(token).answer == Answer::kSilent);
    CHECK(with_token(token).why.find("TURNSTREAM_TOKEN") != std::string::npos);
  }
}

TEST_CASE("addresses are hosts with ports and nothing else") {
  const auto v6 = parse_address("[::1]:8321");
  REQUIRE(v6.has_value());
  CHECK(v6->host == "::1");
  CHECK(format_address(*v6) == "[::1]:8321");
  CHECK(parse_address("localhost:0")->port == 0);
  for (const char* text : {"", "8321", ":8321", "host:", "host:x", "host:-1", "host:65536"}) {
    INFO(text);
    CHECK(!parse_address(text).has_value());
  }
}

}  // namespace
}  // namespace turnstream::app
