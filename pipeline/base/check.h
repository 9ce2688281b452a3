#pragma once
// CHECK(condition): an assertion that stays on in release builds. Input from outside must not make it fail. Threads:
// any.

namespace turnstream {

/// Prints the condition with its file and line to stderr and aborts the process.
[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace turnstream

/// Does the same as CHECK. Headers use this name, because test frameworks define their own CHECK.
#define TS_CHECK(condition)                                       \
  do {                                                            \
    if (!(condition)) {                                           \
      ::turnstream::check_failed(#condition, __FILE__, __LINE__); \
    }                                                             \
  } while (false)

#ifndef CHECK
#define CHECK(condition) TS_CHECK(condition)
#endif
