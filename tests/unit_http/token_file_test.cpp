#include "app/http/access/token_file.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/log_line.h"
#include "tests/unit_http/token_file_folder.h"

namespace turnstream::app {
namespace {

std::vector<std::string> file_lines;

/// Collects the lines of the log while it exists.
class Lines {
 public:
  Lines() {
    file_lines.clear();
    set_log_sink([](LogLevel, const LogFields& fields) { file_lines.push_back(log_text(fields)); });
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() { set_log_sink(nullptr); }

  /// Those since the last call that have this text.
  [[nodiscard]] std::size_t take(const std::string& text) const {
    std::size_t count = 0;
    for (const std::string& line : std::exchange(file_lines, {})) {
      count += line.find(text) == std::string::npos ? 0 : 1;
    }
    return count;
  }
};

constexpr MonotonicTime at_s(std::int64_t seconds) {
  return MonotonicTime{seconds * 1'000'000};
}

bool has(const TokenFile& file, const std::string& token) {
  return file.tokens()->find(sha256(token)).has_value();
}

TokenFile opened(const TokenFolder& folder) {
  auto file = TokenFile::open(folder.file(), at_s(10));
  REQUIRE(file.ok());
  return std::move(file).value();
}

TEST_CASE("a missing or wrong file is an error that says where and why") {
  const TokenFolder folder;
  const auto error_now = [&]() {
    const auto file = TokenFile::open(folder.file(), at_s(10));
    REQUIRE(!file.ok());
    CHECK(file.error().code == error_codes::kSettings);
    CHECK(file.error().message.find(folder.file()) != std::string::npos);
    CHECK(file.error().message.find("http.tokens_file") != std::string::npos);
    return file.error().message;
  };
  CHECK(error_now().find("No such file") != std::string::npos);
  folder.write("# ours\n" + line_for("one", "reed *"));
  CHECK(error_now().find("line 2: the second field") != std::string::npos);
  CHECK(error_now().find(to_hex(sha256("one"))) == std::string::npos);
  folder.write(std::string(2U << 20U, '\n'));
  CHECK(error_now().find("1048576 bytes") != std::string::npos);
  folder.remove();
  std::filesystem::create_directory(folder.file());
  CHECK(error_now().find("not a regular file") != std::string::npos);
}

TEST_CASE("a changed file is read again but not more often than once a second") {
  const TokenFolder folder;
  folder.write(line_for("one", "read *"));
  TokenFile file = opened(folder);
  CHECK(!file.refresh(at_s(11)));
  folder.write(line_for("one", "read *") + line_for("two", "read *"));
  CHECK(!file.refresh(MonotonicTime{at_s(12).value() - 1}));
  CHECK(!has(file, "two"));
  CHECK(file.refresh(at_s(12)));
  CHECK(has(file, "one"));
  CHECK(has(file, "two"));
  folder.write("");
  CHECK(file.refresh(at_s(13)));
  CHECK(!has(file, "one"));
}

TEST_CASE("a request that is being answered keeps its tokens when the file changes") {
  const TokenFolder folder;
  folder.write(line_for("one", "read *"));
  TokenFile file = opened(folder);
  const std::shared_ptr<const TokenSet> before = file.tokens();
  folder.write(line_for("two", "read *"));
  CHECK(file.refresh(at_s(11)));
  CHECK(before->find(sha256("one")));
  CHECK(file.tokens() != before);
}

TEST_CASE("a file that became wrong or vanished leaves the tokens in force and is logged once for each change") {
  const TokenFolder folder;
  folder.write(line_for("one", "read *"));
  TokenFile file = opened(folder);
  const Lines log;
  folder.write(line_for("one", "read *") + "sha256:12 read *\n");
  CHECK(!file.refresh(at_s(11)));
  CHECK(has(file, "one"));
  CHECK(log.take("line 2") == 1);
  CHECK(!file.refresh(at_s(12)));
  CHECK(log.take("tokens_not_read") == 0);
  folder.write(line_for("one", "read *") + "sha256:1234 read *\n");
  CHECK(!file.refresh(at_s(13)));
  CHECK(log.take("line 2") == 1);
  folder.remove();
  CHECK(!file.refresh(at_s(14)));
  CHECK(!file.refresh(at_s(15)));
  CHECK(log.take("No such file") == 1);
  CHECK(has(file, "one"));
  folder.write(line_for("two", "read *"));
  CHECK(file.refresh(at_s(16)));
  CHECK(log.take("tokens=1") == 1);
  CHECK(!has(file, "one"));
  CHECK(has(file, "two"));
}

TEST_CASE("no line of the log has a hash") {
  const TokenFolder folder;
  const Lines log;
  folder.write(line_for("one", "read *"));
  TokenFile file = opened(folder);
  folder.write(line_for("one", "reed *"));
  CHECK(!file.refresh(at_s(11)));
  CHECK(log.take(to_hex(sha256("one")).substr(0, 16)) == 0);
}

}  // namespace
}  // namespace turnstream::app
