#pragma once
// RecallHost: recall in one process: its store in the folder `recall` of the state directory, the read model, the thread that
// feeds it, and the HTTP routes. `run` starts the feed; a verb that finds no running process opens the store alone.
// If the feed fails, the pipeline continues, and the routes answer 503. Threads: make, start and destroy on one; all others any.
// Lifetime: borrows the client until destroyed.

#include <memory>
#include <string>
#include <thread>

#include "app/context.h"
#include "app/http/http_route.h"
#include "app/http/http_stream.h"
#include "app/recall/access_reporter.h"
#include "app/recall/change_route.h"
#include "app/recall/explain_routes.h"
#include "app/stage_catalog.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/settings/settings.h"
#include "pipeline/store/key_value_store.h"
#include "recall/answers/recall.h"
#include "recall/ranking/vectors/vector_table.h"
#include "recall/read_model/feed.h"
#include "recall/read_model/read_model.h"

namespace turnstream::app {

class RecallHost {
 public:
  /// For a verb: changes nothing in the folder; memory is empty if it does not exist. Precondition: no process writes there. Errors:
  /// "state_unusable", also if another version of the program wrote the rows; "settings" for the table of vectors.
  static Result<std::unique_ptr<RecallHost>> open_to_read(const settings::Settings& settings,
                                                          const std::string& folder);
  ~RecallHost();
  RecallHost(const RecallHost&) = delete;
  RecallHost& operator=(const RecallHost&) = delete;

  /// For `run`: opens it and starts to read the log of `log_of` (empty: of the own namespace) and the completions. Reports
  /// accesses to memory, but not with `log_of`, whose stages read the log of others. Null if run.stages does not name it.
  /// `accepts_loss`: continues behind records of the log that were deleted before it read them.
  static Result<std::unique_ptr<RecallHost>> for_run(const Context& context, log::Client& client,
                                                     const std::string& folder, const std::string& log_of,
                                                     bool accepts_loss);
  /// Waits until all records that the log has now are applied; false if the feed has ended before that, or a stop is requested. Errors:
  /// of the log. Precondition: made by for_run().
  Result<bool> catch_up(const std::stop_token& stop);
  /// As catch_up(), and removes from the disk what was forgotten. Errors: of the log, and why the feed has ended.
  /// Precondition: made by for_run().
  Status follow(const std::stop_token& stop);

  /// POST /v1/recall, /v1/context, /v1/similar and /v1/related, GET /v1/personas, /v1/personas/{id}, its /timeline,
  /// /v1/memories/{id}?persona=NAME, /v1/stream and /v1/digest, and those of ExplainRoutes. Precondition: made by
  /// for_run(). The routes must not be used after this object is destroyed.
  HttpRoutes routes();
  /// The handler, but 503 if the feed has ended. Precondition: made by for_run().
  [[nodiscard]] HttpHandler while_fed(HttpHandler handler) const;
  /// How far the feed is. Precondition: made by for_run().
  [[nodiscard]] recall::FeedView health() const { return feed_->health(); }
  /// Why the feed has ended, so that memory no longer follows the log. Precondition: made by for_run().
  [[nodiscard]] std::optional<Error> failure() const { return feed_->failure(); }
  /// Feed::lag(). Precondition: made by for_run().
  Result<std::int64_t> lag() { return feed_->lag(); }
  [[nodiscard]] recall::ReadModel& model() { return *model_; }
  /// Rings when memory has changed, and when the feed has ended: for the streams of the server.
  [[nodiscard]] StreamBell& bell() { return bell_; }
  /// How many events streams have had. Precondition: made by for_run().
  [[nodiscard]] std::int64_t streamed_events() const { return changes_->events(); }
  [[nodiscard]] recall::Recall& recall() { return *recall_; }

 private:
  explicit RecallHost(const settings::Settings& settings) : settings_(settings) {}
  Status open_model(recall::OnUse on_use);
  void start(log::Client& client, recall::FeedConfig config);
  void feed(const std::stop_token& stop) noexcept;
  /// Removes what was forgotten from the disk, again and again.
  void purge(const std::stop_token& stop) noexcept;
  HttpAnswer memory(const HttpRequest& request);

  const settings::Settings& settings_;
  const SystemClock clock_;
  StreamBell bell_;
  std::unique_ptr<ExplainRoutes> explains_;   ///< null in a process that only asks
  std::unique_ptr<AccessReporter> accesses_;  ///< null in a process that only asks
  std::unique_ptr<store::KeyValueStore> store_;
  std::unique_ptr<recall::VectorTable> vectors_;  ///< null without recall.vectors
  std::unique_ptr<recall::ReadModel> model_;
  std::unique_ptr<recall::Recall> recall_;
  std::unique_ptr<ChangeRoute> changes_;  ///< null in a process that only asks
  std::unique_ptr<recall::Feed> feed_;
  std::jthread purge_thread_;
  std::jthread thread_;  ///< the last two members, because the threads use those above
};

}  // namespace turnstream::app
