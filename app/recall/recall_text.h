#pragma once
// recall_text: the answer of /v1/recall for people. Threads: pure.

#include <string>
#include <string_view>

namespace turnstream::app {

/// One result a line: its score, date, who said it or what kind it is, the text and the id. Absent members are left out.
/// Precondition: `answer` is an answer of Recall.
[[nodiscard]] std::string recall_text(std::string_view answer);

/// The answer of /v1/personas/{id} for people: each list under its name. Precondition: `answer` is one of Recall.
[[nodiscard]] std::string about_text(std::string_view answer);

/// The answer of /v1/personas/{id}/timeline for people: one change a line: its day, what became of it, the kind, the text and the id.
/// Precondition: `answer` is one of Recall.
[[nodiscard]] std::string timeline_text(std::string_view answer);

}  // namespace turnstream::app
