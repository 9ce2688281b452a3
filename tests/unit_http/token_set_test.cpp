#include "app/http/access/token_set.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "app/http/access/glob.h"
#include "tests/unit_http/token_file_folder.h"

namespace turnstream::app {
namespace {

const std::string kHash(64, 'a');
const std::string kLabel = "sha256:" + kHash;

TokenSet parsed(const std::string& text) {
  auto set = TokenSet::parse(text);
  REQUIRE_MESSAGE(set.ok(), (set.ok() ? "" : set.error().message));
  return std::move(set).value();
}

std::string refusal_of(const std::string& text) {
  const auto set = TokenSet::parse(text);
  return set.ok() ? "" : set.error().message;
}

TEST_CASE("a line of a tokens file has a hash and scopes and personas and perhaps a name") {
  const TokenSet set =
      parsed("# the agents\n\n" + line_for("one", "read,write agent-*,helper # the first") + " \t\r\n" +
             line_for("two", "\tadmin  *\r") + "  # end\n" + line_for("three", "read a#b"));
  REQUIRE(set.entries().size() == 3);
  const TokenEntry& one = set.entries()[0];
  CHECK(one.hash == sha256("one"));
  CHECK(one.has(HttpScope::kRead));
  CHECK(one.has(HttpScope::kWrite));
  CHECK(!one.has(HttpScope::kAdmin));
  CHECK(one.covers("agent-7"));
  CHECK(one.covers("helper"));
  CHECK(!one.covers("helper2"));
  CHECK(!one.covers_all());
  const TokenEntry& two = set.entries()[1];
  CHECK(two.has(HttpScope::kAdmin));
  CHECK(!two.has(HttpScope::kRead));
  CHECK(!two.has(HttpScope::kWrite));
  CHECK(two.covers_all());
  CHECK(two.covers("anyone"));
  CHECK(set.entries()[2].covers("a#b"));
}

TEST_CASE("a token is found by its hash and no other one is") {
  const TokenSet set = parsed(line_for("one", "read a") + line_for("two", "read b") + line_for("three", "read c"));
  CHECK(set.find(sha256("one")) == std::optional<std::size_t>(0));
  CHECK(set.find(sha256("three")) == std::optional<std::size_t>(2));
  CHECK(!set.find(sha256("four")));
  for (std::size_t byte = 0; byte < 32; ++byte) {
    Sha256Digest near = sha256("two");
    near[byte] = static_cast<std::uint8_t>(near[byte] ^ 1U);
    CHECK(!set.find(near));
  }
  CHECK(!parsed("").find(sha256("one")));
}

TEST_CASE("hexadecimal digits may be large letters") {
  CHECK(parsed("sha256:" + std::string(64, 'A') + " read *\n").entries()[0].hash ==
        parsed(kLabel + " read *").entries()[0].hash);
}

TEST_CASE("a wrong line is refused with its number and reason and without its hash") {
  const std::string good = line_for("one", "read *");
  const auto refusal_in_second = [&](const std::string& line) {
    const std::string refusal = refusal_of(good + line + "\n");
    CHECK(refusal.find(kHash.substr(0, 8)) == std::string::npos);
    CHECK(refusal.starts_with("line 2: "));
    return refusal;
  };
  for (const std::string& line :
       {kHash + " read *", "SHA256:" + kHash + " read *", kLabel + "a read *", kLabel.substr(0, 70) + " read *",
        "sha256:" + std::string(63, 'a') + "g read *", std::string("read *"), "sha512:" + kHash + " read *",
        "\xEF\xBB\xBF" + kLabel + " read *", kLabel}) {
    INFO(line);
    CHECK((refusal_in_second(line).find("first field") != std::string::npos || line == kLabel));
  }
  for (const char* scopes : {"", "write,", ",read", "read,,write", "all", "Read", "read;write", "*", "# read"}) {
    INFO(scopes);
    CHECK(refusal_in_second(kLabel + " " + scopes + " *").find("second field") != std::string::npos);
  }
  CHECK(refusal_in_second(kLabel + " read").find("third field") != std::string::npos);
  CHECK(refusal_in_second(kLabel + " read # all").find("third field") != std::string::npos);
  for (const std::string& personas :
       {std::string("a,"), std::string(",a"), std::string("a,,b"), std::string(257, 'a')}) {
    CHECK(refusal_in_second(kLabel + " read " + personas).find("1 to 256 bytes") != std::string::npos);
  }
  CHECK(refusal_in_second(kLabel + " read a b").find("fourth field") != std::string::npos);
  CHECK(refusal_in_second(line_for("one", "write b")).find("same token") != std::string::npos);
  CHECK(refusal_in_second(line_for("", "read *")).find("empty text") != std::string::npos);
}

TEST_CASE("the numbers of tokens and personas have a limit") {
  std::string many;
  for (std::size_t i = 0; i < kTokensMax; ++i) {
    many += line_for(std::to_string(i), "read *");
  }
  CHECK(refusal_of(many).empty());
  CHECK(refusal_of(many + line_for("more", "read *")).starts_with("line 1001: "));
  std::string patterns = "a";
  for (std::size_t i = 1; i < kPatternsMax; ++i) {
    patterns += ",a";
  }
  CHECK(refusal_of(kLabel + " read " + patterns).empty());
  CHECK(refusal_of(kLabel + " read " + patterns + ",a").starts_with("line 1: a token has at most 100 personas"));
}

TEST_CASE("a star stands for any bytes and a question mark for one") {
  for (const auto& one : std::vector<std::pair<std::string, std::string>>{{"*", ""},
                                                                          {"*", "a/b"},
                                                                          {"**", "a"},
                                                                          {"a*", "a"},
                                                                          {"a*", "abc"},
                                                                          {"*c", "abc"},
                                                                          {"a*c", "ac"},
                                                                          {"a*c", "abcbc"},
                                                                          {"a?c", "abc"},
                                                                          {"??", "\xC3\xA9"},
                                                                          {"*a*b*", "xxaxxbxx"},
                                                                          {"[a]", "[a]"},
                                                                          {"a\\*", "a\\b"},
                                                                          {"", ""},
                                                                          {"a**b", "ab"},
                                                                          {"*aab", "aaaab"},
                                                                          {"?*", "a"}}) {
    INFO(one.first << " and " << one.second);
    CHECK(matches_glob(one.first, one.second));
  }
  for (const auto& one : std::vector<std::pair<std::string, std::string>>{{"", "a"},
                                                                          {"a", ""},
                                                                          {"a", "A"},
                                                                          {"a", "ab"},
                                                                          {"a", "ba"},
                                                                          {"a*", "ba"},
                                                                          {"*c", "cb"},
                                                                          {"a?c", "ac"},
                                                                          {"?", "\xC3\xA9"},
                                                                          {"[a]", "a"},
                                                                          {"a*c", "abcb"},
                                                                          {"?*", ""},
                                                                          {"*a*b*", "xbxa"},
                                                                          {"a", std::string("a\0", 2)}}) {
    INFO(one.first << " and " << one.second);
    CHECK(!matches_glob(one.first, one.second));
  }
}

/// The definition, which takes exponential time.
bool fits(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) {
    return text.empty();
  }
  if (pattern.front() == '*') {
    return fits(pattern.substr(1), text) || (!text.empty() && fits(pattern, text.substr(1)));
  }
  return !text.empty() && (pattern.front() == '?' || pattern.front() == text.front()) &&
         fits(pattern.substr(1), text.substr(1));
}

/// All texts of these letters with up to `size_max` of them.
std::vector<std::string> all_of(std::string_view letters, std::size_t size_max) {
  std::vector<std::string> all{""};
  std::size_t begin = 0;
  for (std::size_t size = 1; size <= size_max; ++size) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (const char letter : letters) {
        all.push_back(all[begin] + letter);
      }
    }
  }
  return all;
}

TEST_CASE("every short pattern fits the texts that the definition names") {
  const std::vector<std::string> texts = all_of("ab", 6);
  for (const std::string& pattern : all_of("ab*?", 5)) {
    for (const std::string& text : texts) {
      if (matches_glob(pattern, text) != fits(pattern, text)) {
        FAIL_CHECK(pattern << " and " << text);
      }
    }
  }
}

}  // namespace
}  // namespace turnstream::app
