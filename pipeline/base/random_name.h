#pragma once
// Names that must differ from everybody else's and mean nothing: the only true randomness in the project. Nothing that
// reaches memory may come of it. Threads: any.

#include <cstddef>
#include <string>

namespace turnstream {

/// `digits` hexadecimal digits, other ones each time.
[[nodiscard]] std::string random_name(std::size_t digits);

}  // namespace turnstream
