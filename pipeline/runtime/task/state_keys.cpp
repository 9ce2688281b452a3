#include "pipeline/runtime/task/state_keys.h"

#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

void append_persona(std::string& key, std::string_view persona) {
  for (const char c : persona) {
    key.push_back(c);
    if (c == '\0') {
      key.push_back('\xff');
    }
  }
  key.push_back('\0');
  key.push_back('\x01');
}

std::optional<std::string> take_persona(std::string_view& text) {
  std::string persona;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '\0') {
      persona.push_back(text[i]);
    } else if (text[i + 1] == '\x01') {
      text.remove_prefix(i + 2);
      return persona;
    } else {
      persona.push_back('\0');
      ++i;
    }
  }
  return std::nullopt;
}

void append_big_endian(std::string& key, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(number >> shift & 0xff));
  }
}

std::uint64_t read_big_endian(std::string_view eight_bytes) {
  std::uint64_t number = 0;
  for (const char c : eight_bytes.substr(0, 8)) {
    number = number << 8 | static_cast<unsigned char>(c);
  }
  return number;
}

std::string after_prefix(std::string prefix) {
  while (prefix.back() == '\xff') {
    prefix.pop_back();
  }
  ++prefix.back();
  return prefix;
}

std::string persona_key(char kind, std::string_view persona, std::string_view rest) {
  std::string key;
  key.reserve(persona.size() + rest.size() + 3);
  key.push_back(kind);
  append_persona(key, persona);
  key.append(rest);
  return key;
}

std::optional<StageRowKey> decode_stage_row_key(std::string_view key) {
  if (key.empty() || (key.front() != 's' && key.front() != store::kOrderedPrefix)) {
    return std::nullopt;
  }
  const bool is_ordered = key.front() == store::kOrderedPrefix;
  key.remove_prefix(1);
  auto persona = take_persona(key);
  if (!persona) {
    return std::nullopt;
  }
  return StageRowKey{*std::move(persona), (is_ordered ? std::string(1, kOrderedMark) : std::string()).append(key)};
}

}  // namespace turnstream::runtime
