// The additional contract of the socket of an embedded log: who may use it, what it refuses, and what happens when the
// client or the server dies.
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>

#include "pipeline/base/unix_socket.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/log/embedded/socket/socket_client.h"
#include "pipeline/log/embedded/socket/socket_server.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::contract {
namespace {

using log::embedded::Cluster;
using log::embedded::connect;
using log::embedded::SocketServer;
using Values = std::vector<std::string>;

constexpr const char* kServed = "the embedded log";

Result<FileDescriptor> listen_on_test_socket(const std::string& path) {
  constexpr int kWaitingMax = 16;
  return listen_on_socket(path, kServed, kWaitingMax);
}

struct Socket {
  ManualClock clock{WallTime{1'700'000'000'000}};
  TemporaryFolder folder;
  std::string path = folder.path() + "/log.sock";
  Cluster cluster{clock};
  std::unique_ptr<log::Client> inside = log::embedded::make_client(cluster);
  std::unique_ptr<SocketServer> server;

  Socket() { serve(); }

  void serve() {
    auto started = SocketServer::start(cluster, path);
    REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
    server = std::move(started).value();
  }
  std::unique_ptr<log::Client> outside() {
    auto connected = connect(path);
    REQUIRE_MESSAGE(connected.ok(), (connected.ok() ? "" : connected.error().message));
    return std::move(connected).value();
  }
};

TEST_CASE_FIXTURE(Socket, "only this user may use the socket and the server removes it at its end") {
  struct stat found {};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
  server.reset();
  CHECK_FALSE(std::filesystem::exists(path));
  const auto nobody = connect(path);
  REQUIRE_FALSE(nobody.ok());
  CHECK(nobody.error().code == "unreachable");
  CHECK(nobody.error().reaction == Reaction::kRetry);
}

TEST_CASE_FIXTURE(Socket, "groups and transactions are refused with a reason") {
  const auto client = outside();
  log::ConsumerConfig config;
  config.group = "group";
  config.topics = {"out"};
  const auto consumer = client->make_consumer(config);
  REQUIRE_FALSE(consumer.ok());
  CHECK(consumer.error().code == "not_served");
  CHECK(consumer.error().reaction == Reaction::kStopProcess);
  const auto writer = client->make_transactional_producer("tx", "tx");
  REQUIRE_FALSE(writer.ok());
  CHECK(writer.error().message ==
        "Only the process that has the embedded log open can use groups and transactions: stop it first.");
}

TEST_CASE_FIXTURE(Socket, "client and server see the committed records of each other") {
  make_topic(*inside, "out", 1);
  const auto client = outside();
  publish(*client, at("out", 0), "k", "from outside");
  const auto writer = transactional(*inside, "tx");
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at("out", 0), "k", "open")).ok());
  CHECK(values(*client, at("out", 0)) == Values{"from outside"});
  REQUIRE(writer->commit(kNow).ok());
  CHECK(values(*client, at("out", 0)) == Values{"from outside", "open"});
  CHECK(values(*inside, at("out", 0)) == Values{"from outside", "open"});
}

TEST_CASE_FIXTURE(Socket, "a client can read the progress of a group and waits for open transactions") {
  make_topic(*inside, "out", 2);
  const auto member = join(*inside, "group", {"out"});
  const auto writer = transactional(*inside, "tx");
  const auto client = outside();
  REQUIRE(writer->begin().ok());
  const log::OffsetCommit progress[] = {{at("out", 1), NextOffset{4}, "meta"}};
  REQUIRE(writer->send_offsets(progress, *member, kNow).ok());
  const log::TopicPartition where[] = {at("out", 0), at("out", 1)};
  const auto pending = client->admin().committed("group", where, milliseconds{20});
  REQUIRE_FALSE(pending.ok());
  CHECK(pending.error().reaction == Reaction::kRetry);
  REQUIRE(writer->commit(kNow).ok());
  const auto committed = client->admin().committed("group", where, milliseconds{1000});
  REQUIRE(committed.ok());
  CHECK_FALSE(committed.value()[0].next.has_value());
  CHECK(committed.value()[1].next->value() == 4);
  CHECK(committed.value()[1].metadata == "meta");
}

TEST_CASE_FIXTURE(Socket, "a reader that waits gets a record that is written meanwhile") {
  make_topic(*inside, "out", 1);
  const auto client = outside();
  const auto reader = std::move(client->make_reader("reader")).value();
  const log::Position positions[] = {from("out", 0, 0)};
  REQUIRE(reader->assign(positions).ok());
  auto event = reader->poll(kNow);
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::EndOfPartition>(event.value()));
  std::thread writer([this] { publish(*inside, at("out", 0), "k", "new"); });
  event = reader->poll(milliseconds{10'000});
  writer.join();
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::Record>(event.value()));
  CHECK(std::get<log::Record>(event.value()).value == "new");
}

TEST_CASE_FIXTURE(Socket, "many and large records pass in both directions") {
  make_topic(*inside, "out", 1);
  const auto client = outside();
  const auto producer = std::move(client->make_producer("producer")).value();
  Values expected;
  for (int i = 0; i < 2000; ++i) {
    expected.push_back(std::to_string(i) + std::string(500, 'x'));
    REQUIRE(producer->produce(outgoing(at("out", 0), "k", expected.back())).ok());
  }
  expected.push_back(std::string(7'000'000, 'y'));
  REQUIRE(producer->produce(outgoing(at("out", 0), "k", expected.back())).ok());
  REQUIRE(producer->flush(milliseconds{1000}).ok());
  CHECK(values(*client, at("out", 0)) == expected);
}

TEST_CASE_FIXTURE(Socket, "a record as large as the settings allow passes in both directions") {
  constexpr std::size_t kRecordBytesMax = 25'165'824;
  log::TopicSpec spec;
  spec.max_message_bytes = kRecordBytesMax;
  make_topic(*inside, "out", 1, spec);
  const std::string value(kRecordBytesMax - 1'000, 'x');
  const auto client = outside();
  publish(*client, at("out", 0), "k", value);
  publish(*inside, at("out", 0), "k", value);
  CHECK(values(*client, at("out", 0)) == Values{value, value});
}

TEST_CASE_FIXTURE(Socket, "a reader continues at its position when the server comes back") {
  make_topic(*inside, "out", 1);
  publish(*inside, at("out", 0), "k", "first");
  const auto client = outside();
  const auto reader = std::move(client->make_reader("reader")).value();
  const log::Position positions[] = {from("out", 0, 0)};
  REQUIRE(reader->assign(positions).ok());
  auto event = reader->poll(kNow);
  REQUIRE(event.ok());
  CHECK(std::get<log::Record>(event.value()).value == "first");
  server.reset();
  REQUIRE(reader->poll(kNow).ok());  // the end of the partition, which came with the first record
  event = reader->poll(kNow);
  REQUIRE_FALSE(event.ok());
  CHECK(event.error().code == "unreachable");
  serve();
  publish(*inside, at("out", 0), "k", "second");
  event = reader->poll(kNow);
  REQUIRE(event.ok());
  CHECK(std::get<log::Record>(event.value()).value == "second");
}

TEST_CASE_FIXTURE(Socket, "an invalid request ends its own connection and no other") {
  const auto client = outside();
  const auto rude = std::move(connect_to_socket(path, kServed)).value();
  const std::string garbage(64, '\xff');
  REQUIRE(::send(rude.get(), garbage.data(), garbage.size(), MSG_NOSIGNAL) == 64);
  char byte = 0;
  CHECK(::recv(rude.get(), &byte, 1, 0) <= 0);
  CHECK(client->admin().cluster_id(kNow).ok());

  const auto unreadable = std::move(connect_to_socket(path, kServed)).value();
  const std::string request("\x02\x00\x00\x00\x08\x01", 6);  // an incomplete assignment
  REQUIRE(::send(unreadable.get(), request.data(), request.size(), MSG_NOSIGNAL) == 6);
  char reply[5];
  REQUIRE(::recv(unreadable.get(), reply, sizeof(reply), MSG_WAITALL) == sizeof(reply));
  CHECK(reply[4] == 1);
}

TEST_CASE_FIXTURE(Socket, "a second server with the same path is refused and the socket of a dead server is replaced") {
  const auto second = SocketServer::start(cluster, path);
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == "socket_in_use");
  const std::string other = folder.path() + "/dead.sock";
  { const auto dead = std::move(listen_on_test_socket(other)).value(); }
  REQUIRE(std::filesystem::exists(other));
  const auto taken = SocketServer::start(cluster, other);
  CHECK(taken.ok());
}

TEST_CASE_FIXTURE(Socket, "the socket of a living server that accepts no connection now is not replaced") {
  const std::string busy = folder.path() + "/busy.sock";
  auto listening = listen_on_test_socket(busy);
  REQUIRE(listening.ok());
  // The queue of new connections is full, as if the server were suspended.
  std::vector<FileDescriptor> waiting;
  for (int i = 0; i < 64; ++i) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    busy.copy(name.sun_path, sizeof(name.sun_path) - 1);
    FileDescriptor one(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    static_cast<void>(::connect(one.get(), reinterpret_cast<const sockaddr*>(&name), sizeof(name)));
    waiting.push_back(std::move(one));
  }
  const auto second = listen_on_test_socket(busy);
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == "socket_in_use");
  CHECK(std::filesystem::exists(busy));
  waiting.clear();
  listening = FileDescriptor();
  CHECK(listen_on_test_socket(busy).ok());
}

TEST_CASE_FIXTURE(Socket, "a producer keeps the failure of a batch for its flush and counts what is stored") {
  make_topic(*inside, "t", 1);
  int left = 3;
  cluster.set_fault_hook([&left](log::embedded::Operation operation, const std::string&) -> std::optional<Error> {
    if (operation == log::embedded::Operation::kProduce && left-- <= 0) {
      return make_error("storage_failed", Reaction::kStopProcess, "the disk is full");
    }
    return std::nullopt;
  });
  const auto client = outside();
  auto producer = client->make_producer("writer");
  REQUIRE(producer.ok());
  const std::string large(100 << 10, 'x');  // few records fill a request
  int accepted = 0;
  while (accepted < 100 && (*producer)->produce({"t", Partition{0}, "k", large, {}}).ok()) {
    ++accepted;
  }
  CHECK(accepted < 100);
  const Status flushed = (*producer)->flush(log::milliseconds{1'000});
  REQUIRE_FALSE(flushed.ok());
  CHECK(flushed.error().message == "the disk is full");
  CHECK((*producer)->deliveries().stored == 3);
  CHECK((*producer)->deliveries().refused == 1);  // the one that produce() refused, because of the batch before it
}

TEST_CASE_FIXTURE(Socket, "a folder with a long name can hold the socket") {
  const std::string deep = folder.path() + "/" + std::string(120, 'd');
  std::filesystem::create_directories(deep);
  const auto started = SocketServer::start(cluster, deep + "/log.sock");
  REQUIRE(started.ok());
  CHECK(connect(deep + "/log.sock").ok());
}

TEST_CASE_FIXTURE(Socket, "connections beyond the maximum are closed and the others continue") {
  std::vector<std::unique_ptr<log::Client>> clients;
  for (std::size_t i = 0; i < SocketServer::kConnectionsMax; ++i) {
    clients.push_back(outside());
  }
  const auto refused = connect(path);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "unreachable");
  CHECK(clients.front()->admin().cluster_id(kNow).ok());
  clients.pop_back();
  // The server notices the closed connection no later than when it accepts the next one.
  bool accepted = false;
  for (int i = 0; i < 1000 && !accepted; ++i) {
    accepted = connect(path).ok();
  }
  CHECK(accepted);
}

}  // namespace
}  // namespace turnstream::contract
