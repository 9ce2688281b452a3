#pragma once
// Prompt: the text of a context, part by part, within a number of characters. Threads: one at a time.

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::recall {

/// The text, and the ids of the memories in it.
class Prompt {
 public:
  explicit Prompt(std::size_t budget) : left_(budget) {}

  /// Begins a part that may use so many characters.
  void begin_part(std::string_view name, std::size_t share) {
    begin_next_part(name, share);
    said_.clear();
  }
  /// The same, but the part also leaves out what the part before it says.
  void begin_next_part(std::string_view name, std::size_t share) {
    name_ = name;
    share_ = std::min(share, left_);
  }

  /// False if the line does not fit or the memory is in the text already, or another one of the part says the same: "likes art" says
  /// what "user likes art" says.
  bool add(const std::string& id, const std::string& said);
  /// A line without a memory. False if it does not fit.
  bool add_line(const std::string& said);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<std::string>& ids() const { return order_; }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  std::size_t left_;
  std::size_t share_ = 0;
  std::string name_;  ///< of the part, until it has a line
  std::string text_;
  std::set<std::string> ids_;
  std::vector<std::string> order_;
  std::vector<std::string> said_;  ///< the lines of the part
};

/// The first 600 code points of the text, with a blank in place of what some program shows or obeys as the end of a line or a command.
[[nodiscard]] std::string one_line(std::string_view text);

/// "2026-01-01 10:00".
[[nodiscard]] std::string minute_of(EventTime time);

}  // namespace turnstream::recall
