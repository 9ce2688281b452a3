#pragma once
// The files that a browser loads for the page, compiled in: page.css of this folder as it is, and page.js and feed.js as one. Threads: pure.

#include <string>

namespace turnstream::app {

[[nodiscard]] std::string page_css();
[[nodiscard]] std::string page_js();

}  // namespace turnstream::app
