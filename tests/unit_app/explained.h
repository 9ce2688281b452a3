#pragma once
// Explanations of records that a test wrote (public_topics.h), as reports and as a person reads them. Threads: one test's.

#include <sstream>
#include <string>

#include "app/explain/report_text.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/public_topics.h"

namespace turnstream::app {

/// Ids of two turns and of an event.
constexpr const char* kTurn = "01JGFJJZ00000000000000000A";
constexpr const char* kLater = "01JGFJJZ00000000000000000B";
constexpr const char* kEvent = "29733b30-c42f-56ce-bed5-3ea732eeb8a6";

/// The content of a turn of user text.
inline nlohmann::json said(const std::string& text, const std::string& session = "s1") {
  return {{"timestamp", "2026-01-01T10:00:00Z"}, {"session_id", session}, {"turn_data", {{"user_input", text}}}};
}

/// The explanation of any form; fails the test if there is none.
inline Report explained(PublicTopics& topics, const std::string& id) {
  auto report = topics.explain(id);
  const std::string error = report.ok() ? std::string() : report.error().message;
  INFO(error);
  REQUIRE(report.ok());
  return *std::move(report);
}

/// The explanation as a person reads it.
inline std::string text_of(const Report& report) {
  std::ostringstream out;
  print_asked(out, report);
  if (report.contains("event")) {
    print_event(out, report);
  } else if (report.contains("records")) {
    print_turn(out, report);
  } else {
    print_memory(out, report);
  }
  return out.str();
}

}  // namespace turnstream::app
