#include "recall/answers/recall.h"

#include <utility>

#include "pipeline/base/joined_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"
#include "recall/answers/about.h"
#include "recall/answers/context.h"
#include "recall/answers/personas.h"
#include "recall/answers/query_reader.h"
#include "recall/answers/similar.h"
#include "recall/answers/timeline.h"

namespace turnstream::recall {
namespace {

std::string place_of(const model::LogPosition& at) {
  return std::to_string(at.partition.value()) + "@" + std::to_string(at.offset.value());
}

/// "is at 0@17 of the log, at 2026-01-01T00:00:00.000Z"
std::string reach_of(Partition partition, const Progress& progress) {
  return progress.next.value() == 0 ? "has no record of partition " + std::to_string(partition.value()) + " of the log"
                                    : "is at " + place_of({partition, Offset{progress.next.value() - 1}}) +
                                          " of the log, at " + format_time(progress.log_time.value());
}

std::string waits_text(const std::vector<std::string>& stages) {
  return stages.empty() ? "" : ", and waits for " + joined(stages, ", ");
}

Result<RecallQuery> query_of(const std::string& persona, std::string_view as_of) {
  RecallQuery query;
  query.persona_id = persona;
  if (!as_of.empty()) {
    TS_ASSIGN_OR_RETURN(query.as_of, parse_as_of(as_of));
  }
  return query;
}

}  // namespace

Result<std::string> Recall::recall(std::string_view request, const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const RecallQuery query, parse_recall_query(request));
  return recall(query, stop);
}

Result<std::string> Recall::recall(const RecallQuery& query, const std::stop_token& stop) {
  return answer(query, stop, [&](const Asked& asked, Searcher& searcher, std::string& out, UsedIds& used) {
    return append_answer(out, asked, searcher.search(asked.memory.index(), query), used);
  });
}

Result<std::string> Recall::context(std::string_view request, const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const ContextQuery query, parse_context_query(request));
  return answer(query.recall, stop, [&](const Asked& asked, Searcher& searcher, std::string& out, UsedIds& used) {
    return append_context(out, asked, searcher, query, used);
  });
}

Result<std::string> Recall::similar(std::string_view request, const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const SimilarQuery query, parse_similar_query(request));
  const auto write = [&](const Asked& asked, Searcher& searcher, std::string& out, UsedIds& used) -> Status {
    TS_ASSIGN_OR_RETURN(const std::vector<Found> found, find_similar(asked.memory, searcher, query));
    return append_answer(out, asked, found, used);
  };
  return answer(query.recall, stop, write);
}

Result<std::string> Recall::related(std::string_view request, const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const RecallQuery query, parse_related_query(request));
  return answer(query, stop, [&](const Asked& asked, Searcher&, std::string& out, UsedIds& used) {
    return append_answer(out, asked, Searcher::newest(asked.memory.index(), query), used);
  });
}

Result<std::string> Recall::timeline(std::string_view request) {
  TS_ASSIGN_OR_RETURN(const TimelineQuery query, parse_timeline_query(request));
  return answer(query.recall, std::stop_token(),
                [&](const Asked& asked, Searcher& searcher, std::string& out, UsedIds&) {
                  return append_timeline(out, asked, searcher, query);
                });
}

Result<std::string> Recall::about(const std::string& persona, std::string_view as_of, const std::string& user) {
  TS_ASSIGN_OR_RETURN(const RecallQuery query, query_of(persona, as_of));
  if (user.size() > kNameBytesMax) {
    return bad_query("user_id must be a text of at most " + std::to_string(kNameBytesMax) + " bytes", "user_id");
  }
  const std::optional<std::string> of_user = user.empty() ? std::nullopt : std::optional(user);
  return answer(query, std::stop_token(), [&](const Asked& asked, Searcher& searcher, std::string& out, UsedIds&) {
    return append_about(out, asked, searcher, of_user);
  });
}

Result<std::optional<std::string>> Recall::memory(const std::string& persona, const std::string& id,
                                                  std::string_view as_of) {
  TS_ASSIGN_OR_RETURN(const RecallQuery query, query_of(persona, as_of));
  bool is_found = false;
  const auto write = [&](const Asked& asked, Searcher&, std::string& out, UsedIds&) -> Status {
    TS_ASSIGN_OR_RETURN(is_found, append_memory(out, asked.memory, id));
    return {};
  };
  TS_ASSIGN_OR_RETURN(std::string found, answer(query, std::stop_token(), write));
  return is_found ? std::optional(std::move(found)) : std::nullopt;
}

Result<std::string> Recall::personas(const std::string& after) {
  TS_ASSIGN_OR_RETURN(const PersonaPage page, model_.personas(after));
  std::string out;
  append_personas(out, page);
  return out;
}

Result<std::string> Recall::digest() {
  TS_ASSIGN_OR_RETURN(const std::string digest, model_.digest());
  std::string out;
  json::Writer json(out);
  json.begin_object().string("digest", digest).begin_array("log");
  for (const Progress& progress : model_.progress()) {
    json.integer(progress.next.value());
  }
  json.end_array().end_object();
  return out;
}

Result<std::string> Recall::answer(const RecallQuery& query, const std::stop_token& stop, const Write& write) {
  TS_RETURN_IF_ERROR(wait(query, stop));
  TS_ASSIGN_OR_RETURN(const std::optional<Offset> as_of, moment_of(query));
  const std::vector<std::string> waited = as_of ? std::vector<std::string>() : waits_for(query.persona_id);
  std::unique_ptr<Searcher> searcher = take_searcher();
  std::string answer;
  UsedIds used;
  const Status status = model_.ask(query.persona_id, as_of, [&](const PersonaMemory& memory) {
    return write({memory, waited}, *searcher, answer, used);
  });
  give_back(std::move(searcher));
  if (status.ok() && query.count && !query.as_of && !used.empty() && config_.on_use) {
    config_.on_use(query.persona_id, used);
  }
  return status.ok() ? Result<std::string>(std::move(answer)) : status.error();
}

std::vector<std::string> Recall::waits_for(const std::string& persona) const {
  return config_.waits_for ? config_.waits_for(model_.partition_of(persona)) : std::vector<std::string>();
}

Status Recall::wait(const RecallQuery& query, const std::stop_token& stop) {
  if (!query.after_turn) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool applied,
                      model_.wait_for_turn(query.persona_id, *query.after_turn, config_.after_turn_max, stop));
  if (applied) {
    return {};
  }
  const Partition partition = model_.partition_of(query.persona_id);
  const Progress progress = model_.progress()[static_cast<std::size_t>(partition.value())];
  return make_error(error_codes::kTurnNotApplied, Reaction::kRetry,
                    "Turn " + *query.after_turn + " of persona " + query.persona_id + " is not in memory after " +
                        std::to_string(config_.after_turn_max.count()) + " ms (recall.after_turn_ms). Memory " +
                        reach_of(partition, progress) + waits_text(waits_for(query.persona_id)) +
                        ". Ask again, or see what became of the turn: turnstream explain " + *query.after_turn,
                    "/after_turn");
}

Result<std::optional<Offset>> Recall::moment_of(const RecallQuery& query) {
  if (!query.as_of) {
    return std::optional<Offset>();
  }
  std::optional<Offset> offset;
  if (const auto* place = std::get_if<model::LogPosition>(&*query.as_of)) {
    const Partition partition = model_.partition_of(query.persona_id);
    if (place->partition != partition) {
      return make_error(error_codes::kBadQuery, Reaction::kDeadLetter,
                        "as_of: persona " + query.persona_id + " is in partition " + std::to_string(partition.value()) +
                            " of the log, not in " + place_of(*place),
                        "/as_of");
    }
    offset = place->offset;
  } else {
    TS_ASSIGN_OR_RETURN(offset, model_.offset_at(query.persona_id, std::get<LogTime>(*query.as_of)));
    offset = offset.value_or(Offset{-1});
  }
  TS_RETURN_IF_ERROR(model_.check_history(query.persona_id, *offset));
  return offset;
}

std::unique_ptr<Searcher> Recall::take_searcher() {
  const MutexLock lock(mutex_);
  if (idle_.empty()) {
    return std::make_unique<Searcher>();
  }
  std::unique_ptr<Searcher> searcher = std::move(idle_.back());
  idle_.pop_back();
  return searcher;
}

void Recall::give_back(std::unique_ptr<Searcher> searcher) {
  const MutexLock lock(mutex_);
  idle_.push_back(std::move(searcher));
}

}  // namespace turnstream::recall
