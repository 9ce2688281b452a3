#pragma once
// Recall: answers requests about memory as JSON, for the HTTP server and the command line: it reads the request, waits for a
// turn if it is asked to, finds the moment, searches, and writes what was found with scores, parts and provenance. It does not
// change memory. Threads: any; each call uses a Searcher of its own. Lifetime: borrows the read model.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "recall/answers/answer.h"
#include "recall/answers/query.h"
#include "recall/answers/search.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// Told of the items and insights that an answer about the present shows, unless the request says "count":false. Called on
/// the thread of the request; must return quickly.
using OnUse = std::function<void(const std::string& persona, const std::vector<std::string>& ids)>;

/// The stages whose answers the partition lacks for long (FeedHealth). Must return quickly.
using WaitsFor = std::function<std::vector<std::string>(Partition)>;

struct RecallConfig {
  std::chrono::milliseconds after_turn_max{2'000};  ///< how long after_turn waits
  OnUse on_use = {};                                ///< may be empty
  WaitsFor waits_for = {};                          ///< may be empty
};

class Recall {
 public:
  Recall(ReadModel& model, const RecallConfig& config) : model_(model), config_(config) {}

  /// The answer to POST /v1/recall. Errors: "bad_query" (400), "history_dropped" (410), "turn_not_applied" (504), and those of
  /// the store (500).
  Result<std::string> recall(std::string_view request, const std::stop_token& stop);
  Result<std::string> recall(const RecallQuery& query, const std::stop_token& stop);
  /// The answer to POST /v1/context. Errors as of recall().
  Result<std::string> context(std::string_view request, const std::stop_token& stop);
  /// The answer to POST /v1/similar. Errors as of recall(), and "not_found" (404) for an unknown id.
  Result<std::string> similar(std::string_view request, const std::stop_token& stop);
  /// The answer to POST /v1/related. Errors as of recall().
  Result<std::string> related(std::string_view request, const std::stop_token& stop);
  /// The answer to GET /v1/personas/{id}/timeline; `request` is as parse_timeline_query() reads it. Errors as of recall().
  Result<std::string> timeline(std::string_view request);
  /// The answer to GET /v1/personas/{id}. `as_of`: empty for the present, else as parse_as_of() reads it. `user`: empty for all.
  Result<std::string> about(const std::string& persona, std::string_view as_of, const std::string& user = {});
  /// The answer to GET /v1/memories/{id}; absent if the persona's memory does not have it.
  Result<std::optional<std::string>> memory(const std::string& persona, const std::string& id, std::string_view as_of);
  /// The answer to GET /v1/personas: those behind the name `after`, which may be empty.
  Result<std::string> personas(const std::string& after);
  /// The answer to GET /v1/digest: {"digest":"sha256:…","log":[the next offset of each partition]}.
  Result<std::string> digest();

 private:
  using Write = std::function<Status(const Asked& asked, Searcher& searcher, std::string& out, UsedIds& used)>;
  Result<std::string> answer(const RecallQuery& query, const std::stop_token& stop, const Write& write);
  Status wait(const RecallQuery& query, const std::stop_token& stop);
  [[nodiscard]] std::vector<std::string> waits_for(const std::string& persona) const;
  Result<std::optional<Offset>> moment_of(const RecallQuery& query);
  std::unique_ptr<Searcher> take_searcher();
  void give_back(std::unique_ptr<Searcher> searcher);

  ReadModel& model_;
  const RecallConfig config_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Searcher>> idle_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::recall
