#include "app/exit_code.h"

#include <string_view>

namespace turnstream::app {
namespace {

struct Meaning {
  std::string_view code;
  ExitCode exit;
};

constexpr Meaning kMeanings[] = {
    {error_codes::kSettings, ExitCode::kWrongUsage},
    {error_codes::kSettingRefused, ExitCode::kWrongUsage},
    {error_codes::kBadSetting, ExitCode::kWrongUsage},
    {error_codes::kUsage, ExitCode::kWrongUsage},
    {error_codes::kInputRefused, ExitCode::kInputRefused},
    {error_codes::kClockHeld, ExitCode::kInputRefused},
    {error_codes::kUnreachable, ExitCode::kUnreachable},
    {error_codes::kNoProcess, ExitCode::kUnreachable},
    {error_codes::kTimedOut, ExitCode::kUnreachable},
    {error_codes::kStateInUse, ExitCode::kStateRefused},
    {error_codes::kStateMismatch, ExitCode::kStateRefused},
    {error_codes::kLogMismatch, ExitCode::kStateRefused},
    {error_codes::kLogicVersion, ExitCode::kStateRefused},
    {error_codes::kTopicMissing, ExitCode::kWrongUsage},
    {error_codes::kIntakeShared, ExitCode::kWrongUsage},
    {error_codes::kLogInUse, ExitCode::kStateRefused},
    {error_codes::kWrongFormat, ExitCode::kStateRefused},
    {error_codes::kFenced, ExitCode::kFenced},
    {error_codes::kFatal, ExitCode::kGaveUp},
    {error_codes::kGaveUp, ExitCode::kGaveUp},
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
