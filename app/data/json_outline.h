#pragma once
// JsonOutline: whether lines, one after the other, spell one JSON value so far. It looks at brackets, commas and quotes
// and not at what stands in a text or a number: enough to know where a value that is spread over lines ends, and to see
// at once that two lines do not belong together. Texts and numbers do not cross lines in JSON. Threads: one.

#include <string>
#include <string_view>

namespace turnstream::app {

class JsonOutline {
 public:
  enum class State {
    kOpen,      ///< more must follow
    kComplete,  ///< the value ended with the last line
    kBroken,    ///< no JSON begins like this, whatever follows
  };

  State feed(std::string_view line);

 private:
  enum class Expect { kValue, kValueOrEnd, kName, kNameOrEnd, kColon, kCommaOrEnd, kNothing };

  /// Takes the piece that begins at `at`; false where it may not stand there.
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
