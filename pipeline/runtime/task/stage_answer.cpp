#include "pipeline/runtime/task/stage_answer.h"

#include "pipeline/codec/completion_codec.h"

namespace turnstream::runtime {

Result<StageAnswer> read_answer(std::string_view stage, bool admits, const std::vector<std::string_view>& parts) {
  StageAnswer answer{stage, admits, {}};
  answer.parts.reserve(parts.size());
  for (const auto bytes : parts) {
    TS_ASSIGN_OR_RETURN(auto head, codec::peek_completion(bytes));
    answer.parts.push_back(
        {std::move(head.persona_id), bytes, head.status, std::move(head.error_code), head.duplicate_of});
  }
  return answer;
}

std::vector<PersonaAnswer> answers_for(std::string_view persona, const std::vector<StageAnswer>& answers) {
  std::vector<PersonaAnswer> of_persona;
  of_persona.reserve(answers.size());
  for (const auto& answer : answers) {
    auto& one = of_persona.emplace_back();
    one.stage = answer.stage;
    one.admits = answer.admits;
    for (const auto& part : answer.parts) {
      if (part.persona != persona) {
        continue;
      }
      if (one.parts.empty()) {
        one.status = part.status;
        one.error_code = part.error_code;
        one.duplicate_of = part.duplicate_of;
      }
      one.parts.push_back(part.bytes);
    }
  }
  return of_persona;
}

}  // namespace turnstream::runtime
