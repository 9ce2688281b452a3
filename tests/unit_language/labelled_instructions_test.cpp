#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "stages/common/language/corrections.h"
#include "stages/common/language/instructions.h"
#include "stages/common/language/words.h"
#include "tests/labelled/labelled_file.h"

namespace turnstream::language {
namespace {

/// A found text is a labelled one if it has 70 % of its words, and half of its own words are in it.
constexpr double kCovered = 0.7;
constexpr double kCoveredBack = 0.5;

std::set<std::string> words_in(const std::string& text) {
  std::set<std::string> found;
  for (const Word& word : words_of(text)) {
    if (!word.punctuation) {
      found.insert(word.lower);
    }
  }
  return found;
}

double share_in(const std::set<std::string>& words, const std::set<std::string>& others) {
  std::size_t shared = 0;
  for (const std::string& word : words) {
    shared += others.count(word);
  }
  return words.empty() ? 1.0 : static_cast<double>(shared) / static_cast<double>(words.size());
}

bool is_labelled(const std::string& found, const std::string& label) {
  return share_in(words_in(label), words_in(found)) >= kCovered &&
         share_in(words_in(found), words_in(label)) >= kCoveredBack;
}

/// The labels of one kind in the column.
std::vector<std::string> labels_of(const std::string& column, const std::string& kind) {
  std::vector<std::string> labels;
  for (const std::string& label : labelled::split(column, " ;; ")) {
    if (label.starts_with(kind + " | ")) {
      labels.push_back(label.substr(kind.size() + 3));
    }
  }
  return labels;
}

struct Counts {
  int wanted = 0;
  int found = 0;
  int emitted = 0;
  int right = 0;

  void add(const labelled::Row& row, const std::vector<std::string>& labels, const std::vector<std::string>& texts) {
    for (const std::string& label : labels) {
      const bool there = std::any_of(texts.begin(), texts.end(),
                                     [&label](const std::string& text) { return is_labelled(text, label); });
      ++wanted;
      found += there ? 1 : 0;
      if (!there) {
        MESSAGE("missed: " << label);
      }
    }
    for (const std::string& text : texts) {
      const bool there = std::any_of(labels.begin(), labels.end(),
                                     [&text](const std::string& label) { return is_labelled(text, label); });
      ++emitted;
      right += there ? 1 : 0;
      if (!there) {
        MESSAGE("not labelled: " << text << " of " << row[1]);
      }
    }
  }
  [[nodiscard]] double recall() const { return wanted == 0 ? 1.0 : 1.0 * found / wanted; }
  [[nodiscard]] double precision() const { return emitted == 0 ? 1.0 : 1.0 * right / emitted; }
};

}  // namespace

TEST_CASE("instructions are found in labelled texts with a precision of at least .9 and a recall of at least .7") {
  Counts counts;
  const auto rows = labelled::read_rows("instructions.tsv", 3);
  for (const labelled::Row& row : rows) {
    std::vector<std::string> texts;
    for (const Instruction& instruction : instructions_in(labelled::unescaped(row[1]))) {
      texts.push_back(instruction.text);
    }
    counts.add(row, labels_of(row[2], "instruction"), texts);
  }
  MESSAGE("instructions: " << rows.size() << " texts, precision " << counts.precision() << " of " << counts.emitted
                           << ", recall " << counts.recall() << " of " << counts.wanted);
  CHECK(rows.size() >= 300);
  CHECK(counts.precision() >= 0.9);
  CHECK(counts.recall() >= 0.7);
}

TEST_CASE("corrections are found in labelled texts with a precision of at least .9") {
  Counts counts;
  for (const labelled::Row& row : labelled::read_rows("instructions.tsv", 3)) {
    std::vector<std::string> texts;
    for (const Correction& correction : corrections_in(labelled::unescaped(row[1]))) {
      texts.push_back(correction.text);
    }
    counts.add(row, labels_of(row[2], "correction"), texts);
  }
  MESSAGE("corrections: precision " << counts.precision() << " of " << counts.emitted << ", recall " << counts.recall()
                                    << " of " << counts.wanted);
  CHECK(counts.precision() >= 0.9);
}

}  // namespace turnstream::language
