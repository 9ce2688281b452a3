#pragma once
// Result<T>: a value or an Error. A function whose failure needs a reason returns a Result; the project throws no
// exceptions of its own. Threads: plain values, not shared.

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/base/check.h"
#include "pipeline/base/error_codes.h"

namespace turnstream {

/// What an error requires of the runtime.
enum class Reaction {
  kRetry,             ///< temporary: the same call may succeed later
  kDeadLetter,        ///< this record can never succeed, but others can
  kReleasePartition,  ///< the worker's session cannot continue: discard its uncommitted work and start a new session
  kRebuildState,      ///< local state may be wrong: rebuild it from the changelog
  kStopProcess,       ///< this process cannot fix it: print the message and end
};

/// `code`: see error_codes.h. `message`: for people. `pointer`: a JSON pointer to the refused place in the input, or
/// empty. `rule`: the violated rule, with its bound if it has one ("maximum 1"), or empty. `others`: further problems that
/// were found together with the one in `message`, each for people.
struct Error {
  std::string code;
  Reaction reaction = Reaction::kStopProcess;
  std::string message;
  std::string pointer;
  std::string rule;
  std::vector<std::string> others = {};
};

/// `code`: see error_codes.h.
inline Error make_error(std::string_view code, Reaction reaction, std::string message, std::string pointer = {},
                        std::string rule = {}) {
  return {std::string(code), reaction, std::move(message), std::move(pointer), std::move(rule), {}};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Precondition: ok().
  T& value() & {
    TS_CHECK(ok());
    return std::get<0>(state_);
  }
  const T& value() const& {
    TS_CHECK(ok());
    return std::get<0>(state_);
  }
  T&& value() && {
    TS_CHECK(ok());
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Precondition: !ok().
  Error& error() & {
    TS_CHECK(!ok());
    return std::get<1>(state_);
  }
  const Error& error() const& {
    TS_CHECK(!ok());
    return std::get<1>(state_);
  }
  Error&& error() && {
    TS_CHECK(!ok());
    return std::get<1>(std::move(state_));
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Error& error() & {
    TS_CHECK(!ok());
    return *error_;
  }
  const Error& error() const& {
    TS_CHECK(!ok());
    return *error_;
  }
  Error&& error() && {
    TS_CHECK(!ok());
    return *std::move(error_);
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace turnstream

#define TS_CONCAT_INNER(a, b) a##b
#define TS_CONCAT(a, b) TS_CONCAT_INNER(a, b)

/// Evaluates `expression`; if it is an error, returns that error from the calling function.
#define TS_RETURN_IF_ERROR(expression)                    \
  do {                                                    \
    if (auto ts_status = (expression); !ts_status.ok()) { \
      return std::move(ts_status).error();                \
    }                                                     \
  } while (false)

/// `TS_ASSIGN_OR_RETURN(auto x, f());` declares x with the value of f(). If f() fails, the function in which the macro
/// is used returns f's error.
#define TS_ASSIGN_OR_RETURN(declaration, expression) \
  TS_ASSIGN_OR_RETURN_INNER(TS_CONCAT(ts_result_, __LINE__), declaration, expression)
#define TS_ASSIGN_OR_RETURN_INNER(result, declaration, expression) \
  auto result = (expression);                                      \
  if (!result.ok()) {                                              \
    return std::move(result).error();                              \
  }                                                                \
  declaration = std::move(result).value()
