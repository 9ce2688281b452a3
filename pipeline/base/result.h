#pragma once
// Result<T>: a value or an Error. Every fallible function of the project returns one; nothing here throws.
// An absent thing is an optional inside the Result, never an Error. The runtime acts on Error::reaction alone.
// Threads: values; no sharing.

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "pipeline/base/check.h"

namespace turnstream {

/// What the caller must do about an error. The only part of an Error that code may branch on in the runtime.
enum class Reaction {
  kRetry,             ///< transient: the same call may succeed later
  kDeadLetter,        ///< this record can never succeed; others can
  kReleasePartition,  ///< the worker's session is over (fenced generation, aborted transaction): discard and start over
  kRebuildState,      ///< local state cannot be trusted: rebuild it from the changelog
  kStopProcess,       ///< nothing in this process can mend it: end with the error's sentence
};

/// `code` is one snake_case word that logs, dead letters and completions carry; `message` is a sentence for people;
/// `pointer` is a JSON pointer into the refused input, else empty; `rule` the violated rule and its bound, else empty.
struct Error {
  std::string code;
  Reaction reaction = Reaction::kStopProcess;
  std::string message;
  std::string pointer;
  std::string rule;
};

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

/// Returns the error of `expression` from the calling function, if it has one.
#define TS_RETURN_IF_ERROR(expression)                    \
  do {                                                    \
    if (auto ts_status = (expression); !ts_status.ok()) { \
      return std::move(ts_status).error();                \
    }                                                     \
  } while (false)

/// `TS_ASSIGN_OR_RETURN(auto x, f());` declares x with f's value, or returns f's error.
#define TS_ASSIGN_OR_RETURN(declaration, expression) \
  TS_ASSIGN_OR_RETURN_INNER(TS_CONCAT(ts_result_, __LINE__), declaration, expression)
#define TS_ASSIGN_OR_RETURN_INNER(result, declaration, expression) \
  auto result = (expression);                                      \
  if (!result.ok()) {                                              \
    return std::move(result).error();                              \
  }                                                                \
  declaration = std::move(result).value()
