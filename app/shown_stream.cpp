#include "app/shown_stream.h"

#include <string_view>
#include <utility>

#include "pipeline/base/shown_text.h"

namespace turnstream::app {

ShownBuffer::~ShownBuffer() {
  target_ << shown_lines(unfinished_);
}

ShownBuffer::int_type ShownBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) {
    return traits_type::not_eof(c);
  }
  const char byte = traits_type::to_char_type(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize ShownBuffer::xsputn(const char* bytes, std::streamsize count) {
  std::string text = std::exchange(unfinished_, {});
  text.append(bytes, static_cast<std::size_t>(count));
  const std::size_t whole = text.size() - unfinished_bytes(text);
  unfinished_ = text.substr(whole);
  target_ << shown_lines(std::string_view(text).substr(0, whole));
  return target_.good() ? count : 0;
}

int ShownBuffer::sync() {
  target_.flush();
  return target_.good() ? 0 : -1;
}

}  // namespace turnstream::app
