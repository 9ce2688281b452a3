#pragma once
// Whether a text has a part. Threads: any.

#include <string>

namespace turnstream::app {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace turnstream::app
