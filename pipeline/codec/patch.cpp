#include "pipeline/codec/patch.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/json/document.h"
#include "pipeline/model/score_point.h"
#include "pipeline/model/source.h"

namespace turnstream::codec {
namespace {

using Object = nlohmann::ordered_json;

/// How long a list becomes by appending, and which element leaves first.
struct ListBound {
  std::string_view name;
  std::size_t size_max;
  std::ptrdiff_t leaves;
};
constexpr ListBound kListBounds[] = {{"sources", model::kSourcesMax, 1}, {"evolution", model::kEvolutionMax, 0}};

Object object_of(std::string_view text) {
  Object object = text.empty() ? Object::object() : json::parse_ordered(text);
  CHECK(object.is_object());
  return object;
}

void append_to(Object& list, const Object& added, std::string_view name) {
  if (!list.is_array()) {
    list = Object::array();
  }
  list.insert(list.end(), added.begin(), added.end());
  for (const ListBound& bound : kListBounds) {
    while (bound.name == name && list.size() > bound.size_max) {
      list.erase(list.begin() + bound.leaves);
    }
  }
}

}  // namespace

std::string patched(std::string_view value, const model::Patch& patch) {
  if (patch.append.empty()) {
    return json::merged(value, patch.fields);
  }
  Object memory = object_of(value);
  memory.update(object_of(patch.fields));
  const Object append = object_of(patch.append);
  for (const auto& [name, added] : append.items()) {
    append_to(memory[name], added, name);
  }
  return json::document_text(memory);
}

std::string patched(std::string_view value, const model::Change& patch) {
  return patched(value, model::Patch{patch.value, patch.append});
}

void add_patch(model::Change& change, const model::Patch& patch) {
  CHECK(change.op != model::ChangeOp::kDelete);
  if (change.op == model::ChangeOp::kPut) {
    change.value = patched(change.value, patch);
    return;
  }
  if (change.append.empty() && patch.append.empty()) {
    change.value = json::merged(change.value, patch.fields);
    return;
  }
  Object fields = object_of(change.value);
  Object append = object_of(change.append);
  const Object later_fields = object_of(patch.fields);
  for (const auto& [name, value] : later_fields.items()) {
    append.erase(name);
    fields[name] = value;
  }
  const Object later_append = object_of(patch.append);
  for (const auto& [name, added] : later_append.items()) {
    if (fields.contains(name)) {
      append_to(fields[name], added, name);
    } else {
      Object& list = append[name];
      list = list.is_array() ? std::move(list) : Object::array();
      list.insert(list.end(), added.begin(), added.end());
    }
  }
  change.value = json::document_text(fields);
  change.append = append.empty() ? std::string() : json::document_text(append);
}

std::string named_in(const model::Change& change) {
  return change.append.empty() ? change.value : json::merged(change.value, change.append);
}

}  // namespace turnstream::codec
