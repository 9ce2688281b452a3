#include "pipeline/runtime/common/fault_injector.h"

#include "pipeline/base/number_text.h"

namespace turnstream::runtime {

Result<InjectedFault> FaultInjector::parse(std::string_view text) {
  std::vector<std::string_view> fields;
  std::string_view rest = text;
  for (auto colon = rest.find(':'); colon != std::string_view::npos; colon = rest.find(':')) {
    fields.push_back(rest.substr(0, colon));
    rest.remove_prefix(colon + 1);
  }
  fields.push_back(rest);
  InjectedFault fault;
  bool valid = fields.size() == 4 && !fields[0].empty() && !fields[1].empty() &&
               (fields[2] == "transient" || fields[2] == "deterministic");
  if (valid) {
    fault.times = read_number<int>(fields[3]).value_or(0);
    valid = fault.times > 0;
  }
  if (!valid) {
    return make_error(
        error_codes::kBadSetting, Reaction::kStopProcess,
        "faults.inject must be STAGE:TURN_ID:transient|deterministic:TIMES, but is \"" + std::string(text) + "\".");
  }
  fault.stage = fields[0];
  fault.turn_id = fields[1];
  fault.transient = fields[2] == "transient";
  return fault;
}

std::optional<Error> FaultInjector::next(std::string_view stage, std::string_view turn_id) {
  const MutexLock lock(mutex_);
  for (auto& fault : faults_) {
    if (fault.times > 0 && fault.stage == stage && fault.turn_id == turn_id) {
      --fault.times;
      return make_error(error_codes::kInjectedFault, fault.transient ? Reaction::kRetry : Reaction::kDeadLetter,
                        "A fault was injected by the setting faults.inject.");
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::runtime
