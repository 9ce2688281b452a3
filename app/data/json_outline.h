#pragma once
// JsonOutline: decides whether consecutive lines can be one JSON value. It checks brackets, commas, colons and quotes,
// but not the content of strings and numbers. That is enough to find the line that ends a value, and to see that most
// other lines cannot continue it. Strings and numbers of JSON never span lines. Threads: one.

#include <string>
#include <string_view>

namespace turnstream::app {

class JsonOutline {
 public:
  enum class State {
    kOpen,      ///< the lines so far need more lines
    kComplete,  ///< the lines so far are a whole value
    kBroken,    ///< the lines so far cannot begin a value, or are nested too deep; do not call feed() again
  };

  State feed(std::string_view line);

 private:
  enum class Expect { kValue, kValueOrEnd, kName, kNameOrEnd, kColon, kCommaOrEnd, kNothing };

  /// Takes the token at `at` and moves `at` behind it; false if the token is not allowed there.
  bool take(std::string_view line, std::size_t& at);
  bool take_text(std::string_view line, std::size_t& at);
  bool take_plain(std::string_view line, std::size_t& at);
  bool take_mark(char mark);
  bool open(char bracket);
  bool close(char bracket);
  bool value_ended();
  [[nodiscard]] bool wants_value() const { return expect_ == Expect::kValue || expect_ == Expect::kValueOrEnd; }

  std::string open_;  ///< the brackets that are open, outermost first
  Expect expect_ = Expect::kValue;
};

}  // namespace turnstream::app
