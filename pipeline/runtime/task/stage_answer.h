#pragma once
// StageAnswer: the answer of one upstream stage to one log record: the bytes of its completion parts, and the fields of
// them that the runtime itself uses. PersonaAnswer: the same for one persona, since a stage must not see the parts of
// other personas.
// Threads: values. Lifetime: the views point into the bytes of the completions and into the pipeline's shape.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::runtime {

struct AnswerPart {
  std::optional<std::string> persona;  ///< none: the part concerns no persona
  std::string_view bytes;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::string error_code;
  std::optional<model::LogPosition> duplicate_of;
};
struct StageAnswer {
  std::string_view stage;
  bool admits = false;  ///< the stage is the admission gate
  std::vector<AnswerPart> parts;
};
/// Reads the fields that the runtime uses from the bytes of all parts. Errors: "bad_completion" (kStopProcess).
Result<StageAnswer> read_answer(std::string_view stage, bool admits, const std::vector<std::string_view>& parts);

struct PersonaAnswer {
  std::string_view stage;
  bool admits = false;
  // The fields of the persona's first part; their defaults if the persona has no part.
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::string error_code;
  std::optional<model::LogPosition> duplicate_of;
  std::vector<std::string_view> parts;
};
std::vector<PersonaAnswer> answers_for(std::string_view persona, const std::vector<StageAnswer>& answers);

}  // namespace turnstream::runtime
