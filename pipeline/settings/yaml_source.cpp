#include <filesystem>
#include <yaml-cpp/yaml.h>

#include "pipeline/settings/source.h"

namespace turnstream::settings {
namespace {

Error refused(std::string message) {
  return make_error(error_codes::kSettings, Reaction::kStopProcess, std::move(message));
}

std::string place_of(const std::string& path, const YAML::Node& node) {
  return path + ":" + std::to_string(node.Mark().line + 1);
}

/// More levels than any setting needs. Without a limit, flatten() would not end at a YAML alias that contains itself.
constexpr int kDepthMax = 8;

Status flatten(const std::string& path, const std::string& prefix, const YAML::Node& node, int depth,
               std::vector<Assignment>& out);

Status flatten_member(const std::string& path, const std::string& prefix, const YAML::Node& key,
                      const YAML::Node& value, int depth, std::vector<Assignment>& out) {
  if (!key.IsScalar()) {
    return refused(place_of(path, key) + ": a setting's name must be a word");
  }
  const std::string name = prefix.empty() ? key.Scalar() : prefix + "." + key.Scalar();
  if (value.IsMap()) {
    return depth < kDepthMax ? flatten(path, name, value, depth + 1, out)
                             : refused(place_of(path, key) + ": " + name.substr(0, 60) + "… is nested too deep");
  }
  // The place is the key's line, because an empty value has no line number.
  Assignment assignment{.name = name, .place = place_of(path, key), .words = {}, .is_list = value.IsSequence()};
  if (value.IsSequence()) {
    for (const YAML::Node& word : value) {
      if (!word.IsScalar()) {
        return refused(assignment.place + ": " + name + " must be a list of plain values");
      }
      assignment.words.push_back(word.Scalar());
    }
  } else {
    assignment.words.push_back(value.IsNull() ? std::string{} : value.Scalar());
  }
  out.push_back(std::move(assignment));
  return {};
}

Status flatten(const std::string& path, const std::string& prefix, const YAML::Node& node, int depth,
               std::vector<Assignment>& out) {
  for (const auto& member : node) {
    TS_RETURN_IF_ERROR(flatten_member(path, prefix, member.first, member.second, depth, out));
  }
  return {};
}

}  // namespace

Result<std::vector<Assignment>> yaml_assignments(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return refused(path + ": is a folder, not a settings file");
  }
  try {
    const YAML::Node root = YAML::LoadFile(path);
    std::vector<Assignment> out;
    if (root.IsNull()) {
      return out;
    }
    if (!root.IsMap()) {
      return refused(path + ": a settings file must have sections, such as `run:` with `workers: 2` below it");
    }
    TS_RETURN_IF_ERROR(flatten(path, "", root, 1, out));
    return out;
  } catch (const YAML::BadFile&) {
    return refused(path + ": cannot be read");
  } catch (const YAML::Exception& error) {
    return refused(path + ":" + std::to_string(error.mark.line + 1) + ":" + std::to_string(error.mark.column + 1) +
                   ": " + error.msg);
  } catch (const std::exception& error) {
    return refused(path + ": cannot be read: " + error.what());
  }
}

}  // namespace turnstream::settings
