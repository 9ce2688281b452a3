#pragma once
// The files that a browser loads for the page, compiled in: page.css and page.js of this folder, as they are. Threads: pure.

#include <string>

namespace turnstream::app {

[[nodiscard]] std::string page_css();
[[nodiscard]] std::string page_js();

}  // namespace turnstream::app
