#pragma once
// CHECK(condition): an assertion for our own mistakes. It stays on in release builds; input must never trip one.
// Threads: any.

namespace turnstream {

/// Prints the failed condition with its place to stderr and aborts the process.
[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace turnstream

/// The same under a name that no test framework takes: headers use it, so that a test's CHECK never gets into them.
#define TS_CHECK(condition)                                       \
  do {                                                            \
    if (!(condition)) {                                           \
      ::turnstream::check_failed(#condition, __FILE__, __LINE__); \
    }                                                             \
  } while (false)

#ifndef CHECK
#define CHECK(condition) TS_CHECK(condition)
#endif
