#include "app/mcp/mcp_lines.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/mcp/mcp_server.h"

namespace turnstream::app {
namespace {

struct Read {
  std::vector<std::string> texts;
  std::vector<std::uint64_t> too_long;  ///< the numbers of such lines
  std::vector<std::uint64_t> bytes;
};

Read read_all(const std::string& input, std::size_t bytes_max) {
  std::istringstream in(input);
  McpLines lines(in, bytes_max);
  Read read;
  while (const std::optional<McpLine> line = lines.next()) {
    read.texts.push_back(line->text);
    read.bytes.push_back(line->bytes);
    CHECK(line->number == read.texts.size());
    if (line->is_too_long()) {
      read.too_long.push_back(line->number);
    }
  }
  CHECK_FALSE(lines.next().has_value());
  return read;
}

}  // namespace

TEST_CASE("lines are given as they are and the last one may lack its line feed") {
  CHECK(read_all("", 5).texts.empty());
  CHECK(read_all("one\n\ntwo", 5).texts == std::vector<std::string>{"one", "", "two"});
  CHECK(read_all("one\n", 5).texts == std::vector<std::string>{"one"});
  CHECK(read_all("\n", 5).texts == std::vector<std::string>{""});
}

TEST_CASE("a line above the maximum is passed over with its size and those around it are whole") {
  const Read read = read_all("12345\n123456\nabc\n" + std::string(100, 'x') + "\nd", 5);
  CHECK(read.texts == std::vector<std::string>{"12345", "", "abc", "", "d"});
  CHECK(read.bytes == std::vector<std::uint64_t>{5, 6, 3, 100, 1});
  CHECK(read.too_long == std::vector<std::uint64_t>{2, 4});
  CHECK(read_all("123456", 5).too_long == std::vector<std::uint64_t>{1});
}

TEST_CASE("a line that is too long is answered with its number and size and another one as its text") {
  const McpServer server({}, "1", "");
  const std::string ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";
  CHECK(server.reply(McpLine{.number = 1, .bytes = ping.size(), .text = ping}) == server.reply(ping));
  const nlohmann::json refusal = nlohmann::json::parse(server.reply(McpLine{.number = 3, .bytes = 5'000'000}));
  CHECK(refusal["jsonrpc"] == "2.0");
  CHECK(refusal["id"].is_null());
  CHECK(refusal["error"]["code"] == -32600);
  CHECK(
      refusal["error"]["message"] ==
      "Line 3 of the input has 5000000 bytes, and a message has at most 2097152. Nothing of it was read or done. Send "
      "less in one call.");
}

}  // namespace turnstream::app
