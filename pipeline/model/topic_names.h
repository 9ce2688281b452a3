#pragma once
// TopicNames: the names of one namespace's topics and groups. A namespace is a prefix of every topic but the turns
// topics, of every group and of every transactional id, so that pipelines and replays live side by side.
// Threads: immutable.

#include <string>
#include <string_view>
#include <utility>

namespace turnstream::model {

class TopicNames {
 public:
  explicit TopicNames(std::string name_space) : namespace_(std::move(name_space)) {}
  [[nodiscard]] const std::string& name_space() const { return namespace_; }
  [[nodiscard]] std::string log() const { return join("log"); }
  [[nodiscard]] std::string commands() const { return join("commands"); }
  [[nodiscard]] std::string effect_requests() const { return join("effects.requests"); }
  [[nodiscard]] std::string effect_results() const { return join("effects.results"); }
  [[nodiscard]] std::string dead_letters() const { return join("dead-letters"); }
  [[nodiscard]] std::string completions(std::string_view stage) const {
    return join("completions." + std::string(stage));
  }
  [[nodiscard]] std::string changelog(std::string_view stage) const { return join(std::string(stage) + ".changelog"); }
  /// A public topic of events: consolidation, insights or maintenance.
  [[nodiscard]] std::string events(std::string_view topic) const { return join(topic); }
  /// A consumer group: intake, fused, or a stage's name.
  [[nodiscard]] std::string group(std::string_view group) const { return join(group); }

 private:
  [[nodiscard]] std::string join(std::string_view name) const { return namespace_ + "." + std::string(name); }
  std::string namespace_;
};

}  // namespace turnstream::model
