#pragma once
// Signals: what the form of a message or of a query says about it. MessageIndex reads those of a message once, Ranker those
// of a query. Texts must be valid UTF-8. Threads: any; pure.

#include <string_view>

namespace turnstream::recall {

/// Of the text of a message, without its caption.
struct Signals {
  bool question = false;      ///< it ends with a question mark; white space may follow
  bool first_person = false;  ///< one of the words I, my, My, me, we, We, our
  bool time = false;          ///< a word that says when: "yesterday", "weeks", "Monday", "May", four digits
};

[[nodiscard]] Signals signals_of(std::string_view text);

/// Whether a query asks for a time: the word "when", or "what day", "what year", "how long" and others like them. It must
/// be in lower case (to_lower() of pipeline/base/utf8.h).
[[nodiscard]] bool asks_when(std::string_view lower_query);

}  // namespace turnstream::recall
