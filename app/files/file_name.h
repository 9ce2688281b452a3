#pragma once
// Names of files and folders for personas and topics, and links to them. Names that are different give different names
// of files, but a file system that ignores case takes "Ann" and "ann" for one. Threads: pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::app {

/// A longer name is cut and gets a hash.
inline constexpr std::size_t kFileNameBytesMax = 100;

/// Each byte but letters and digits of ASCII, `_`, `-` and `.` becomes %XX; so does a dot at the beginning, and the
/// empty name becomes `%`. If that has more than kFileNameBytesMax bytes: at most as many of them, without half of an
/// escape, `-`, and 16 digits of a hash.
[[nodiscard]] std::string file_name_of(std::string_view name);

/// The path of files as the target of a link in Markdown.
[[nodiscard]] std::string link_target(std::string_view path);

}  // namespace turnstream::app
