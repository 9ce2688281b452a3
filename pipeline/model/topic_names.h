#pragma once
// TopicNames: the names of the topics and consumer groups of one namespace. The namespace is their prefix, so that
// several pipelines and replays can share one cluster. The turns topics have names of their own. Threads: immutable.

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
  [[nodiscard]] std::string shares() const { return join("shares"); }
  [[nodiscard]] std::string effect_requests() const { return join("effects.requests"); }
  [[nodiscard]] std::string effect_results() const { return join("effects.results"); }
  [[nodiscard]] std::string dead_letters() const { return join("dead-letters"); }
  [[nodiscard]] std::string completions(std::string_view stage) const {
    return join("completions." + std::string(stage));
  }
  [[nodiscard]] std::string changelog(std::string_view stage) const { return join("changelog." + std::string(stage)); }
  /// The changelog of versions that wrote one record a row (pipeline/store/old_changelog.h).
  [[nodiscard]] std::string old_changelog(std::string_view stage) const {
    return join(std::string(stage) + ".changelog");
  }
  /// A public event topic; `topic` is "consolidation", "insights" or "maintenance".
  [[nodiscard]] std::string events(std::string_view topic) const { return join(topic); }
  /// The consumer group `group` of the namespace: "intake", "fused" or the name of a stage. Supervisor also makes the
  /// workers' transactional ids with it: it then passes "<group>-<instance>-<number>".
  [[nodiscard]] std::string group(std::string_view group) const { return join(group); }

 private:
  [[nodiscard]] std::string join(std::string_view name) const { return namespace_ + "." + std::string(name); }
  std::string namespace_;
};

}  // namespace turnstream::model
