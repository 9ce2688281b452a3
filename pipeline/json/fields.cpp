#include "pipeline/json/fields.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/decimal.h"
#include "pipeline/base/time_format.h"

namespace turnstream::json {

struct Reading::Memory {
  simdjson::ondemand::parser parser;
  std::vector<char> bytes;

  /// That of this thread's last small text; null while a text is read.
  static std::unique_ptr<Memory>& spare() {
    thread_local std::unique_ptr<Memory> t_spare;
    return t_spare;
  }
};

namespace {

/// The memory of larger texts is not kept.
constexpr std::size_t kKeptBytesMax = 64 * 1024;
constexpr std::size_t kTextsExpected = 8;

}  // namespace

Reading::Reading(std::string_view json) : memory_(std::exchange(Memory::spare(), nullptr)), size_(json.size()) {
  if (memory_ == nullptr) {
    memory_ = std::make_unique<Memory>();
  }
  if (memory_->bytes.size() < size_ + simdjson::SIMDJSON_PADDING) {
    memory_->bytes.resize(size_ + simdjson::SIMDJSON_PADDING);
  }
  std::copy(json.begin(), json.end(), memory_->bytes.begin());
}

Reading::~Reading() {
  if (memory_->bytes.size() <= kKeptBytesMax) {
    Memory::spare() = std::move(memory_);
  }
}

simdjson::simdjson_result<simdjson::ondemand::document> Reading::document() {
  return memory_->parser.iterate(memory_->bytes.data(), size_, memory_->bytes.size());
}

std::optional<simdjson::ondemand::value> Fields::member(std::string_view name) {
  simdjson::ondemand::value value;
  if (!ok_ || object_[name].get(value) != simdjson::SUCCESS) {
    ok_ = false;
    return std::nullopt;
  }
  return value;
}

std::string Fields::text(std::string_view name) {
  auto value = member(name);
  return value.has_value() ? std::string(taken(value->get_string())) : std::string();
}

std::optional<std::string> Fields::text_or_null(std::string_view name) {
  auto value = member(name);
  if (!value.has_value() || value->is_null()) {
    return std::nullopt;
  }
  return std::string(taken(value->get_string()));
}

std::string Fields::text_if_any(std::string_view name) {
  simdjson::ondemand::value value;
  if (!ok_) {
    return {};
  }
  if (const auto error = object_[name].get(value); error != simdjson::SUCCESS) {
    ok_ = error == simdjson::NO_SUCH_FIELD;
    return {};
  }
  return std::string(taken(value.get_string()));
}

std::int64_t Fields::integer(std::string_view name) {
  auto value = member(name);
  return value.has_value() ? taken(value->get_int64()) : 0;
}

std::int64_t Fields::millionths(std::string_view name) {
  auto value = member(name);
  if (!value.has_value()) {
    return 0;
  }
  std::string_view token = value->raw_json_token();
  token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
  const auto number = parse_millionths(token);
  ok_ = ok_ && number.has_value();
  return number.value_or(0);
}

std::int64_t Fields::time(std::string_view name) {
  const auto time = parse_time(text(name));
  ok_ = ok_ && time.has_value();
  return time.value_or(0);
}

std::optional<std::int64_t> Fields::time_or_null(std::string_view name) {
  const auto text = text_or_null(name);
  if (!text.has_value()) {
    return std::nullopt;
  }
  const auto time = parse_time(*text);
  ok_ = ok_ && time.has_value();
  return time;
}

bool Fields::boolean(std::string_view name) {
  auto value = member(name);
  return value.has_value() && taken(value->get_bool());
}

std::vector<std::string> Fields::texts(std::string_view name) {
  std::vector<std::string> values;
  auto value = member(name);
  auto array = value.has_value() ? taken(value->get_array()) : simdjson::ondemand::array{};
  if (!ok_) {
    return values;
  }
  for (auto element : array) {
    if (values.empty()) {
      values.reserve(kTextsExpected);
    }
    values.emplace_back(taken(element.get_string()));
    if (!ok_) {
      break;
    }
  }
  return values;
}

std::optional<Fields> Fields::object_or_null(std::string_view name) {
  auto value = member(name);
  if (!value.has_value() || value->is_null()) {
    return std::nullopt;
  }
  return Fields(taken(value->get_object()), ok_);
}

std::optional<Fields> Fields::object_if_any(std::string_view name) {
  simdjson::ondemand::value value;
  if (!ok_) {
    return std::nullopt;
  }
  if (const auto error = object_[name].get(value); error != simdjson::SUCCESS) {
    ok_ = error == simdjson::NO_SUCH_FIELD;
    return std::nullopt;
  }
  return Fields(taken(value.get_object()), ok_);
}

Fields Fields::object(std::string_view name) {
  auto value = member(name);
  return {value.has_value() ? taken(value->get_object()) : simdjson::ondemand::object{}, ok_};
}

std::string Fields::raw(std::string_view name) {
  auto value = member(name);
  auto object = value.has_value() ? taken(value->get_object()) : simdjson::ondemand::object{};
  return ok_ ? std::string(taken(object.raw_json())) : std::string();
}

std::string Fields::raw_if_any(std::string_view name) {
  std::optional<Fields> object = object_if_any(name);
  return object.has_value() && ok_ ? std::string(taken(object->object_.raw_json())) : std::string();
}

}  // namespace turnstream::json
