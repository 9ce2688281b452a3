#include "app/files/file_name.h"

#include "app/http/url_text.h"
#include "pipeline/base/sha256.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kHashDigits = 16;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

}  // namespace

std::string file_name_of(std::string_view name) {
  std::string out;
  std::size_t kept = 0;  // bytes of whole characters and escapes that fit
  for (const char c : name) {
    if (is_plain(c) && !(out.empty() && c == '.')) {
      out += c;
    } else {
      append_escape(out, c);
    }
    kept = out.size() <= kFileNameBytesMax ? out.size() : kept;
  }
  if (out.size() > kFileNameBytesMax) {
    return out.substr(0, kept) + "-" + to_hex(sha256(name)).substr(0, kHashDigits);
  }
  return out.empty() ? "%" : out;
}

std::string link_target(std::string_view path) {
  std::string out;
  for (const char c : path) {
    out += c == '%' ? std::string("%25") : std::string(1, c);
  }
  return out;
}

}  // namespace turnstream::app
