#include "pipeline/json/tape.h"

#include <algorithm>
#include <array>
#include <optional>
#include <simdjson.h>

#include "pipeline/base/utf8.h"
#include "pipeline/json/canonical_hash.h"
#include "pipeline/json/check.h"

namespace turnstream::json {
namespace {

namespace ondemand = simdjson::ondemand;

/// Tape::trim() releases memory above these limits (bytes, nodes), so that a large record does not occupy it for ever.
constexpr std::size_t kKeptBytesMax = 64 * 1024;
constexpr std::size_t kKeptNodesMax = 8 * 1024;
constexpr std::size_t kPointerBytesMax = 200;
/// In an object of at most this many members, has_repeat() compares every pair of names; otherwise it sorts them.
constexpr std::size_t kPairwiseMax = 24;

std::string_view without_trailing_space(std::string_view token) {
  while (!token.empty() &&
         (token.back() == ' ' || token.back() == '\n' || token.back() == '\t' || token.back() == '\r')) {
    token.remove_suffix(1);
  }
  return token;
}

Error refusal(std::string_view code, std::string message, std::string rule = {}) {
  return make_error(code, Reaction::kDeadLetter, std::move(message), {}, std::move(rule));
}

std::string place(std::string_view text, std::size_t offset) {
  return "byte " + std::to_string(offset) + " (line " + std::to_string(line_at(text, offset)) + ")";
}

/// Returns the error for bytes that simdjson refused with `error`.
Error explain(std::string_view bytes, simdjson::error_code error) {
  if (const auto offset = find_utf8_fault(bytes)) {
    return refusal(error_codes::kInvalidUtf8,
                   "The record is not UTF-8: the sequence at " + place(bytes, *offset) + " is invalid.");
  }
  const SyntaxReport report = inspect(bytes);
  if (report.fault) {
    return refusal(error_codes::kInvalidJson, "The record is not JSON: " + std::string(report.fault->expected) +
                                                  " was expected at " + place(bytes, report.fault->offset) + ".");
  }
  if (report.depth > kInputDepthMax) {
    return too_deep(report.depth, kInputDepthMax);
  }
  if (!report.is_object) {
    return refusal(error_codes::kSchema, "The record must be a JSON object, but is another kind of value.",
                   "type object");
  }
  if (error == simdjson::MEMALLOC) {
    return make_error(error_codes::kReaderFailed, Reaction::kRetry,
                      "The record could not be read because memory ran out: give the process more memory.");
  }
  return refusal(error_codes::kInvalidJson, std::string("The record could not be read: ") + error_message(error));
}

bool has_repeat(std::vector<std::uint64_t>& names, std::size_t begin) {
  const auto first = names.begin() + static_cast<std::ptrdiff_t>(begin);
  if (names.size() - begin > kPairwiseMax) {
    std::sort(first, names.end());
    return std::adjacent_find(first, names.end()) != names.end();
  }
  for (auto it = first; it != names.end(); ++it) {
    if (std::find(first, it, *it) != it) {
      return true;
    }
  }
  return false;
}

}  // namespace

/// Walks over one document, recursively, at most kInputDepthMax deep, and appends its nodes to the tape.
struct Tape::Reader {
  ondemand::parser parser;
  Tape* tape = nullptr;
  std::vector<std::uint64_t> names;  ///< hashes of the member names so far of all open objects, innermost last
  std::string digits;

  simdjson::error_code document(std::string_view bytes, std::size_t capacity);

 private:
  template <typename Value>
  simdjson::error_code value(Value json, std::string_view key, std::size_t depth);
  simdjson::error_code object(ondemand::object json, NodeIndex self, std::size_t depth);
  simdjson::error_code array(ondemand::array json, NodeIndex self, std::size_t depth);
  simdjson::error_code scalar(ondemand::value json, Node& node);
};

simdjson::error_code Tape::Reader::document(std::string_view bytes, std::size_t capacity) {
  names.clear();
  ondemand::document document;
  if (auto error = parser.iterate(bytes, capacity).get(document)) {
    return error;
  }
  ondemand::object root;
  if (auto error = document.get_object().get(root)) {
    return error;
  }
  tape->nodes_.emplace_back();
  tape->nodes_.front().kind = Kind::kObject;
  tape->nodes_.front().text = bytes;
  if (auto error = object(root, kRoot, 1)) {
    return error;
  }
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS
                                                                        : simdjson::TRAILING_CONTENT;
}

template <typename Value>
simdjson::error_code Tape::Reader::value(Value json, std::string_view key, std::size_t depth) {
  const auto self = static_cast<NodeIndex>(tape->nodes_.size());
  Node& node = tape->nodes_.emplace_back();
  node.key = key;
  node.end = self + 1;
  ondemand::value inner;
  if (auto error = json.get(inner)) {
    return error;
  }
  node.text = inner.raw_json_token();
  if (node.text.front() != '{' && node.text.front() != '[') {
    return scalar(inner, node);
  }
  if (depth == kInputDepthMax) {
    return simdjson::DEPTH_ERROR;
  }
  const char* const begin = node.text.data();
  if (node.text.front() == '{') {
    node.kind = Kind::kObject;
    ondemand::object members;
    if (auto error = inner.get_object().get(members)) {
      return error;
    }
    if (auto error = object(members, self, depth + 1)) {
      return error;
    }
  } else {
    node.kind = Kind::kArray;
    ondemand::array elements;
    if (auto error = inner.get_array().get(elements)) {
      return error;
    }
    if (auto error = array(elements, self, depth + 1)) {
      return error;
    }
  }
  // simdjson is now at the token after the container; only white space is between the two.
  const char* next = nullptr;
  if (auto error = inner.current_location().get(next)) {
    return error;
  }
  tape->nodes_[self].text = without_trailing_space({begin, static_cast<std::size_t>(next - begin)});
  return simdjson::SUCCESS;
}

simdjson::error_code Tape::Reader::object(ondemand::object json, NodeIndex self, std::size_t depth) {
  const std::size_t first_name = names.size();
  std::uint64_t content = 0;
  for (auto field : json) {
    std::string_view key;
    if (auto error = field.unescaped_key().get(key)) {
      return error;
    }
    const auto child = static_cast<NodeIndex>(tape->nodes_.size());
    if (auto error = value(field.value(), key, depth)) {
      return error;
    }
    names.push_back(hash_text(key, HashSeed::kString));
    content = hash_member(content, names.back(), tape->nodes_[child].hash);
  }
  const std::size_t count = names.size() - first_name;
  if (tape->repeated_name_in_ == kNone && has_repeat(names, first_name)) {
    tape->repeated_name_in_ = self;
  }
  names.resize(first_name);
  Node& node = tape->nodes_[self];
  node.end = static_cast<NodeIndex>(tape->nodes_.size());
  node.hash = hash_container(HashSeed::kObject, content, count);
  return simdjson::SUCCESS;
}

simdjson::error_code Tape::Reader::array(ondemand::array json, NodeIndex self, std::size_t depth) {
  std::uint64_t content = 0;
  std::uint64_t count = 0;
  for (auto element : json) {
    const auto child = static_cast<NodeIndex>(tape->nodes_.size());
    if (auto error = value(element, {}, depth)) {
      return error;
    }
    content = hash_element(content, tape->nodes_[child].hash);
    ++count;
  }
  Node& node = tape->nodes_[self];
  node.end = static_cast<NodeIndex>(tape->nodes_.size());
  node.hash = hash_container(HashSeed::kArray, content, count);
  return simdjson::SUCCESS;
}

simdjson::error_code Tape::Reader::scalar(ondemand::value json, Node& node) {
  if (node.text.front() == '"') {
    node.kind = Kind::kString;
    if (auto error = json.get_string().get(node.text)) {
      return error;
    }
    node.hash = hash_text(node.text, HashSeed::kString);
    return simdjson::SUCCESS;
  }
  // Numbers are parsed here and not by simdjson, because simdjson refuses integers of more than 64 bits.
  node.text = without_trailing_space(node.text);
  if (node.text == "true" || node.text == "false") {
    node.kind = node.text == "true" ? Kind::kTrue : Kind::kFalse;
    node.hash = static_cast<std::uint64_t>(node.text == "true" ? HashSeed::kTrue : HashSeed::kFalse);
  } else if (node.text == "null") {
    node.kind = Kind::kNull;
    node.hash = static_cast<std::uint64_t>(HashSeed::kNull);
  } else {
    const std::optional<Decimal> number = parse_decimal(node.text, digits);
    if (!number) {
      return simdjson::NUMBER_ERROR;
    }
    node.kind = Kind::kNumber;
    node.hash = hash_number(*number);
  }
  return simdjson::SUCCESS;
}

Tape::Tape() : reader_(std::make_unique<Reader>()) {}
Tape::~Tape() = default;
Tape::Tape(Tape&&) noexcept = default;
Tape& Tape::operator=(Tape&&) noexcept = default;

Status Tape::read(std::string_view bytes, std::size_t bytes_max) {
  trim();
  nodes_.clear();
  repeated_name_in_ = kNone;
  if (bytes.size() > bytes_max) {
    return refusal(error_codes::kTooLarge,
                   "The record has " + std::to_string(bytes.size()) + " bytes, but at most " +
                       std::to_string(bytes_max) + " are accepted; send less at once.",
                   "maximum " + std::to_string(bytes_max) + " bytes");
  }
  if (buffer_.size() < bytes.size() + simdjson::SIMDJSON_PADDING) {
    buffer_.resize(bytes.size() + simdjson::SIMDJSON_PADDING);
  }
  std::copy(bytes.begin(), bytes.end(), buffer_.begin());
  std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(bytes.size()), simdjson::SIMDJSON_PADDING, ' ');
  reader_->tape = this;
  if (const auto error = reader_->document({buffer_.data(), bytes.size()}, buffer_.size())) {
    return explain(bytes, error);
  }
  return {};
}

void Tape::trim() {
  if (buffer_.size() > kKeptBytesMax) {
    std::vector<char>().swap(buffer_);
    reader_->parser = ondemand::parser();
  }
  if (nodes_.capacity() > kKeptNodesMax) {
    std::vector<Node>().swap(nodes_);
  }
}

std::string Tape::pointer_of(NodeIndex index) const {
  std::string pointer;
  NodeIndex at = kRoot;
  while (at != index) {
    const bool in_array = nodes_[at].kind == Kind::kArray;
    std::size_t position = 0;
    NodeIndex child = first_child(at);
    while (nodes_[child].end <= index) {
      child = nodes_[child].end;
      ++position;
    }
    std::string step = "/";
    if (in_array) {
      step += std::to_string(position);
    } else {
      for (const char c : nodes_[child].key) {
        step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
      }
    }
    if (pointer.size() + step.size() > kPointerBytesMax) {
      break;
    }
    pointer += step;
    at = child;
  }
  return pointer;
}

Status Tape::check_depth(std::size_t depth_max) const {
  std::array<NodeIndex, kInputDepthMax> ends{};
  std::size_t open = 0;
  std::size_t depth = 0;
  for (NodeIndex i = kRoot; i < nodes_.size(); ++i) {
    while (open > 0 && ends[open - 1] <= i) {
      --open;
    }
    if (nodes_[i].kind == Kind::kArray || nodes_[i].kind == Kind::kObject) {
      ends[open++] = nodes_[i].end;
      depth = std::max(depth, open);
    }
  }
  return depth <= depth_max ? Status() : too_deep(depth, depth_max);
}

}  // namespace turnstream::json
