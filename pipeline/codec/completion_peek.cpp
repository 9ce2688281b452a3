#include <charconv>

#include "pipeline/base/time_format.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

/// Reads JSON without white space, as append_completion() writes it. take() removes the literal if the rest begins with
/// it; if any other call does not find what it reads, failed() becomes true for good.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool failed() const { return failed_; }

  bool take(std::string_view literal) {
    if (!rest_.starts_with(literal)) {
      return false;
    }
    rest_.remove_prefix(literal.size());
    return true;
  }
  void expect(std::string_view literal) {
    if (!take(literal)) {
      fail();
    }
  }
  /// The bytes between the quotes, still escaped.
  std::string_view string() {
    expect("\"");
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '"') {
      end += rest_[end] == '\\' ? 2 : 1;
    }
    if (end >= rest_.size()) {
      fail();
      return {};
    }
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  std::optional<std::string_view> string_or_null() {
    if (take("null")) {
      return std::nullopt;
    }
    return string();
  }
  template <typename Integer>
  Integer integer() {
    Integer value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) {
      fail();
      return 0;
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  bool boolean() {
    if (take("true")) {
      return true;
    }
    expect("false");
    return false;
  }
  model::LogPosition position() {
    expect(R"({"partition":)");
    const Partition partition{integer<std::int32_t>()};
    expect(R"(,"offset":)");
    const Offset offset{integer<std::int64_t>()};
    expect("}");
    return {partition, offset};
  }
  void fail() {
    failed_ = true;
    rest_ = {};
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

/// Reverses the escapes that json::append_string() writes.
std::string unescaped(std::string_view text) {
  constexpr std::string_view kLetters = "bfnrt";
  constexpr std::string_view kMeanings = "\b\f\n\r\t";
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain.push_back(text[i]);
      continue;
    }
    const char letter = text[++i];
    const auto known = kLetters.find(letter);
    if (letter == 'u' && i + 4 < text.size()) {
      int code = 0;
      std::from_chars(text.data() + i + 1, text.data() + i + 5, code, 16);
      plain.push_back(static_cast<char>(code));
      i += 4;
    } else {
      plain.push_back(known == std::string_view::npos ? letter : kMeanings[known]);
    }
  }
  return plain;
}

/// Reads the value of `error`: its code, empty if the value is null.
std::string error_code(Cursor& cursor) {
  if (cursor.take("null")) {
    return {};
  }
  cursor.expect(R"({"code":)");
  auto code = unescaped(cursor.string());
  cursor.expect(R"(,"message":)");
  cursor.string();
  cursor.expect(R"(,"pointer":)");
  cursor.string();
  cursor.expect("}");
  return code;
}

}  // namespace

Result<CompletionHead> peek_completion(std::string_view bytes) {
  CompletionHead head;
  Cursor cursor(bytes);
  cursor.expect(R"({"kind":"completion","daemon_id":)");
  cursor.string();
  cursor.expect(R"(,"turn_id":)");
  cursor.string_or_null();
  cursor.expect(R"(,"persona_id":)");
  if (const auto persona = cursor.string_or_null()) {
    head.persona_id = unescaped(*persona);
  }
  cursor.expect(R"(,"cause":{"kind":)");
  head.cause_kind = unescaped(cursor.string());
  cursor.expect(R"(,"id":)");
  cursor.string();
  cursor.expect(R"(},"log":)");
  head.log = cursor.position();
  cursor.expect(R"(,"timestamp":)");
  const auto log_time = parse_time(cursor.string());
  cursor.expect(R"(,"status":)");
  const auto status = value_in(model::kCompletionStatuses, cursor.string());
  cursor.expect(R"(,"error":)");
  head.error_code = error_code(cursor);
  cursor.expect(R"(,"duplicate_of":)");
  if (!cursor.take("null")) {
    head.duplicate_of = cursor.position();
  }
  cursor.expect(R"(,"part":)");
  head.part = cursor.integer<int>();
  cursor.expect(R"(,"last":)");
  head.last = cursor.boolean();
  if (cursor.failed() || !log_time.has_value() || !status.has_value()) {
    return bad_completion();
  }
  head.log_time = LogTime{*log_time};
  head.status = *status;
  return head;
}

}  // namespace turnstream::codec
