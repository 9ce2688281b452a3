#pragma once
// What the rules find in a text, in short forms that a test compares. Threads: any.

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "stages/common/language/instructions.h"
#include "stages/common/language/statements.h"

namespace turnstream::language {

/// The only instruction of the text.
inline Instruction only(std::string_view text) {
  const auto found = instructions_in(text);
  CAPTURE(text);
  REQUIRE(found.size() == 1);
  return found.front();
}

/// Its statements as `subject/relation/value`, with `no longer ` before those that ended, joined by `; `.
inline std::string said(std::string_view text, Register reg = Register::kTalk) {
  std::string all;
  for (const Statement& statement : statements_in(text, reg)) {
    all.append(all.empty() ? "" : "; ").append(statement.ended ? "no longer " : "");
    all.append(statement.subject + "/" + statement.relation + "/" + statement.value);
  }
  return all;
}

}  // namespace turnstream::language
