#pragma once
// Where the files are that tests read. Threads: any.

#include <string>

namespace turnstream {

/// The absolute path of the checkout, without a slash at its end.
const std::string& source_folder();

}  // namespace turnstream
