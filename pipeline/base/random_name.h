#pragma once
// Random names that must be unique and carry no meaning, such as a process's instance name. This is the only true
// randomness in the project; no memory of a persona may depend on it. Threads: any.

#include <cstddef>
#include <string>

namespace turnstream {

/// A new random name of `digits` hexadecimal digits.
[[nodiscard]] std::string random_name(std::size_t digits);

}  // namespace turnstream
