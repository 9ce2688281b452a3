// Measures on tests/labelled/secrets.tsv, secret_words.tsv and secret_lookalikes.tsv how many secrets are masked, and how many texts without a secret are changed.

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "pipeline/secrets/mask.h"
#include "tests/labelled/labelled_file.h"

namespace turnstream::secrets {
namespace {

/// The text of a column: without `¦`, with the characters for `\n`, `\t` and `\\`.
std::string read_text(const std::string& column) {
  std::string text;
  for (std::size_t at = 0; at < column.size(); ++at) {
    if (column.compare(at, 2, "¦") == 0) {
      ++at;
    } else if (column[at] == '\\' && at + 1 < column.size()) {
      ++at;
      text.push_back(column[at] == 'n' ? '\n' : column[at] == 't' ? '\t' : column[at]);
    } else {
      text.push_back(column[at]);
    }
  }
  return text;
}

TEST_CASE("labelled secrets are masked and their look-alikes are not") {
  int secrets = 0;
  int masked = 0;
  int others = 0;
  int changed = 0;
  for (const auto& row : labelled::read_rows("secrets.tsv", 3)) {
    const std::string text = read_text(row[1]);
    const auto result = masked_text(text);
    if (row[2] == "-") {
      ++others;
      changed += result.has_value() ? 1 : 0;
      CAPTURE(text);
      WARN_FALSE(result.has_value());
      continue;
    }
    ++secrets;
    bool all = true;
    for (const std::string& secret : labelled::split(row[2], " ;; ")) {
      REQUIRE(text.find(read_text(secret)) != std::string::npos);
      all = all && result.value_or(text).find(read_text(secret)) == std::string::npos;
    }
    masked += all ? 1 : 0;
    CAPTURE(text);
    WARN(all);
  }
  MESSAGE("texts with secrets masked: " << masked << " of " << secrets << "; texts without secrets changed: " << changed
                                        << " of " << others);
  CHECK(secrets >= 80);
  CHECK(masked * 100 >= secrets * 97);
  CHECK(changed * 100 <= others * 2);
}

TEST_CASE("secrets of ordinary words are masked and the words around them stay") {
  int secrets = 0;
  int masked = 0;
  int cut = 0;
  int others = 0;
  int changed = 0;
  for (const auto& row : labelled::read_rows("secret_words.tsv", 4)) {
    const std::string text = read_text(row[1]);
    const std::string result = masked_text(text).value_or(text);
    CAPTURE(text);
    if (row[2] == "-") {
      ++others;
      changed += result != text ? 1 : 0;
      WARN(result == text);
      continue;
    }
    const auto shows = [&](const std::string& part) { return result.find(read_text(part)) != std::string::npos; };
    const auto values = labelled::split(row[2], " ;; ");
    const auto kept = labelled::split(row[3], " ;; ");
    const bool all = std::none_of(values.begin(), values.end(), shows);
    ++secrets;
    masked += all ? 1 : 0;
    cut += all && row[3] != "-" && !std::all_of(kept.begin(), kept.end(), shows) ? 1 : 0;
    WARN(all);
  }
  MESSAGE("texts with secrets masked: " << masked << " of " << secrets << ", too much of them: " << cut
                                        << "; texts without secrets changed: " << changed << " of " << others);
  CHECK(secrets >= 150);
  CHECK(masked * 100 >= secrets * 78);
  CHECK(cut * 100 <= secrets * 3);
  CHECK(changed * 100 <= others * 2);
}

TEST_CASE("sentences that speak about secrets stay as they are") {
  int others = 0;
  int changed = 0;
  for (const auto& row : labelled::read_rows("secret_lookalikes.tsv", 2)) {
    const std::string text = read_text(row[1]);
    const bool stays = masked_text(text).value_or(text) == text;
    CAPTURE(text);
    WARN(stays);
    ++others;
    changed += stays ? 0 : 1;
  }
  MESSAGE("texts without secrets changed: " << changed << " of " << others);
  CHECK(others >= 700);
  CHECK(changed * 100 <= others * 7);
}

}  // namespace
}  // namespace turnstream::secrets
