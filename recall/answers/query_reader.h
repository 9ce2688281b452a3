#pragma once
// QueryReader: reads the members of a request by name; the first failure stays. A member that is null counts as missing.
// Threads: one. Lifetime: borrows the object.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::recall {

inline constexpr std::size_t kNameBytesMax = 2'048;

/// `member`: its name; empty for the whole request.
[[nodiscard]] Error bad_query(std::string message, std::string_view member);

/// The JSON object of a request. Error "bad_query": it is not JSON, is too deep, or has two members of the same name.
Result<nlohmann::json> read_request(std::string_view json);

class QueryReader {
 public:
  explicit QueryReader(const nlohmann::json& object) : object_(object) {}
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  void fail(std::string_view name, const std::string& sentence);
  std::optional<std::string> text(const char* name, std::size_t bytes_max = kNameBytesMax);
  /// A text that is not empty.
  std::optional<std::string> name(const char* member);
  std::vector<std::string> texts(const char* name, std::size_t count_max = 100);
  std::optional<EventTime> time(const char* name);
  std::optional<double> number(const char* name, double min, double max);
  /// 3.0 and 3e0 are whole numbers, too.
  std::optional<std::size_t> whole(const char* name, std::size_t min, std::size_t max);
  bool flag(const char* name, bool otherwise);
  void refuse_others();

 private:
  /// Null if the member is missing or null.
  const nlohmann::json* find(const char* name);
  const nlohmann::json& object_;
  std::vector<std::string> asked_;
  std::optional<Error> failure_;
};

}  // namespace turnstream::recall
