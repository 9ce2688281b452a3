#include "app/exit_code.h"

#include <string_view>

namespace turnstream::app {
namespace {

struct Meaning {
  std::string_view code;
  ExitCode exit;
};

constexpr Meaning kMeanings[] = {
    {"settings", ExitCode::kWrongUsage},
    {"setting_refused", ExitCode::kWrongUsage},
    {"bad_setting", ExitCode::kWrongUsage},
    {"usage", ExitCode::kWrongUsage},
    {"input_refused", ExitCode::kInputRefused},
    {"unreachable", ExitCode::kUnreachable},
    {"no_process", ExitCode::kUnreachable},
    {"timed_out", ExitCode::kUnreachable},
    {"state_in_use", ExitCode::kStateRefused},
    {"state_mismatch", ExitCode::kStateRefused},
    {"log_mismatch", ExitCode::kStateRefused},
    {"logic_version", ExitCode::kStateRefused},
    {"topic_missing", ExitCode::kWrongUsage},
    {"log_in_use", ExitCode::kStateRefused},
    {"wrong_format", ExitCode::kStateRefused},
    {"fenced", ExitCode::kFenced},
    {"watchdog", ExitCode::kGaveUp},
    {"fatal", ExitCode::kGaveUp},
    {"gave_up", ExitCode::kGaveUp},
};

}  // namespace

ExitCode exit_code_of(const Error& error) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.code == error.code) {
      return meaning.exit;
    }
  }
  return ExitCode::kFailed;
}

}  // namespace turnstream::app
