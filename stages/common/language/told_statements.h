#pragma once
// Told statements: statements_in() with the sentence that makes each. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/statements.h"

namespace turnstream::language {

struct ToldStatement {
  Statement statement;
  std::string_view sentence;  ///< as it stands in the text, with the mark that ends it
  std::string complement{};   ///< of what a user says: complements.h
  std::string company{};      ///< of what a user says: with whom (company.h), if the message names them; else empty
};

/// The statements of statements_in() in the same order, none in a text that the rules cannot read. The sentences are views of `text`.
[[nodiscard]] std::vector<ToldStatement> told_statements_in(std::string_view text, Register reg);

}  // namespace turnstream::language
