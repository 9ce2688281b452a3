#include "pipeline/base/random_name.h"

#include <random>
#include <string_view>

namespace turnstream {

std::string random_name(std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device device;
  std::string name;
  while (name.size() < digits) {
    name.push_back(kDigits[device() % kDigits.size()]);
  }
  return name;
}

}  // namespace turnstream
