#include "app/files/file_name.h"

#include <doctest/doctest.h>

namespace turnstream::app {

TEST_CASE("a name of letters digits and the three signs stays as it is") {
  CHECK(file_name_of("helper") == "helper");
  CHECK(file_name_of("Team_A-2.b") == "Team_A-2.b");
}

TEST_CASE("all other bytes become escapes and different names stay different") {
  CHECK(file_name_of("a b") == "a%20b");
  CHECK(file_name_of("a%20b") == "a%2520b");
  CHECK(file_name_of("../etc/passwd") == "%2E.%2Fetc%2Fpasswd");
  CHECK(file_name_of("caf\xc3\xa9") == "caf%C3%A9");
  CHECK(file_name_of("\xe6\x97\xa5") == "%E6%97%A5");
  CHECK(file_name_of(std::string("a\0b", 3)) == "a%00b");
  CHECK(file_name_of("Ann") != file_name_of("ann"));
}

TEST_CASE("a name does not begin with a dot and is not empty") {
  CHECK(file_name_of(".") == "%2E");
  CHECK(file_name_of("..") == "%2E.");
  CHECK(file_name_of(".git") == "%2Egit");
  CHECK(file_name_of("a.git") == "a.git");
  CHECK(file_name_of("") == "%");
  CHECK(file_name_of("%") == "%25");
}

TEST_CASE("a long name is cut behind a whole escape and gets a hash of the whole name") {
  CHECK(file_name_of(std::string(100, 'a')) == std::string(100, 'a'));
  const std::string cut = file_name_of(std::string(101, 'a'));
  CHECK(cut.size() == 100 + 1 + 16);
  CHECK(cut.starts_with(std::string(100, 'a') + "-"));
  CHECK(cut != file_name_of(std::string(102, 'a')));
  const std::string escaped = file_name_of(std::string(99, 'a') + "\xc3\xa9");
  CHECK(escaped.size() == 99 + 1 + 16);
  CHECK(escaped.starts_with(std::string(99, 'a') + "-"));
  CHECK(file_name_of(std::string(33, ' ')).size() == 99);
  CHECK(file_name_of(std::string(34, ' ')).size() == 99 + 1 + 16);
}

TEST_CASE("a link to a file escapes the escapes of its name") {
  CHECK(link_target("topics/a%20b.md") == "topics/a%2520b.md");
  CHECK(link_target("daily/2026-01-01.md") == "daily/2026-01-01.md");
}

}  // namespace turnstream::app
