#pragma once
// Random names that must be unique and have no meaning, such as a process's instance name. Apart from tests, no other
// C++ code of the project draws truly random values. No memory of a persona may depend on these names. Threads: any.

#include <cstddef>
#include <string>

namespace turnstream {

/// A new random name of `digits` hexadecimal digits.
[[nodiscard]] std::string random_name(std::size_t digits);

}  // namespace turnstream
