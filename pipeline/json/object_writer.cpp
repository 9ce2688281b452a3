#include "pipeline/json/object_writer.h"

#include <algorithm>

#include "pipeline/base/decimal.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/plain_text.h"
#include "pipeline/json/writer.h"

namespace turnstream::json {
namespace {

constexpr std::size_t kBytesAhead = 512;

}  // namespace

ObjectWriter::ObjectWriter(std::string& out) : out_(out), size_(out.size()) {
  out_.resize(std::max(out_.capacity(), size_ + kBytesAhead));
}

void ObjectWriter::grow(std::size_t bytes) {
  out_.resize(2 * out_.size() + bytes);
}

ObjectWriter& ObjectWriter::open(char bracket) {
  char* to = room(2);
  *to = ',';
  to += comma_due_ ? 1 : 0;
  *to = bracket;
  size_ += comma_due_ ? 2 : 1;
  comma_due_ = false;
  return *this;
}

ObjectWriter& ObjectWriter::close(char bracket) {
  *room(1) = bracket;
  ++size_;
  comma_due_ = true;
  return *this;
}

ObjectWriter& ObjectWriter::text(std::string_view text) {
  char* const to = room(text.size() + 2);
  if (!copy_plain(to + 1, text)) {
    scratch_.clear();
    append_string(scratch_, text);
    return raw(scratch_);
  }
  to[0] = '"';
  to[text.size() + 1] = '"';
  size_ += text.size() + 2;
  comma_due_ = true;
  return *this;
}

ObjectWriter& ObjectWriter::uuid(const Uuid& value) {
  scratch_.clear();
  append_uuid(scratch_, value);
  return quoted(scratch_);
}

ObjectWriter& ObjectWriter::millionths(std::int64_t value) {
  scratch_.clear();
  append_millionths(scratch_, value);
  return raw(scratch_);
}

ObjectWriter& ObjectWriter::time(std::int64_t time_ms) {
  scratch_.clear();
  append_time(scratch_, time_ms);
  return quoted(scratch_);
}

ObjectWriter& ObjectWriter::raw(std::string_view json) {
  std::memcpy(room(json.size()), json.data(), json.size());
  size_ += json.size();
  comma_due_ = true;
  return *this;
}

ObjectWriter& ObjectWriter::quoted(std::string_view plain) {
  char* const to = room(plain.size() + 2);
  to[0] = '"';
  std::memcpy(to + 1, plain.data(), plain.size());
  to[plain.size() + 1] = '"';
  size_ += plain.size() + 2;
  comma_due_ = true;
  return *this;
}

}  // namespace turnstream::json
