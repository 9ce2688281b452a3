#include "pipeline/runtime/task/gate.h"

#include <algorithm>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::runtime {
namespace {

std::string place(const log::Record& record) {
  return std::string(record.topic) + "[" + std::to_string(record.partition.value()) + "]@" +
         std::to_string(record.offset.value());
}

}  // namespace

Gate::Gate(std::string log_topic, std::vector<std::string> upstream_topics, std::size_t input_bytes_max)
    : input_bytes_max_(input_bytes_max),
      upstream_next_(upstream_topics.size()),
      ready_parts_(upstream_topics.size()),
      next_(0) {
  log_.topic = std::move(log_topic);
  for (auto& topic : upstream_topics) {
    upstream_.push_back(Input{std::move(topic), {}, 0, 0, false});
  }
}

Status Gate::accept(log::Record record) {
  if (record.topic == log_.topic) {
    return accept_log(std::move(record));
  }
  for (std::size_t i = 0; i < upstream_.size(); ++i) {
    if (record.topic == upstream_[i].topic) {
      return accept_completion(i, std::move(record));
    }
  }
  return make_error(error_codes::kUnknownInput, Reaction::kStopProcess,
                    "The record at " + place(record) + " is not of a topic that this group reads.");
}

Status Gate::accept_log(log::Record record) {
  if (record.offset.value() < next_.value()) {
    return {};
  }
  const auto offset = record.offset;
  add(log_, std::move(record), offset, true);
  return {};
}

Status Gate::accept_completion(std::size_t upstream, log::Record record) {
  auto& input = upstream_[upstream];
  const auto peeked = codec::peek_completion(record.value.value_or(std::string_view()));
  if (!peeked.ok()) {
    return make_error(
        error_codes::kForeignCompletion, Reaction::kStopProcess,
        "The record at " + place(record) +
            " is not a completion: only the stage may write to that topic. Replay the log into a new namespace.");
  }
  // The rest of an answer whose first part was deleted.
  const bool is_rest = passes_unanswered_ && peeked->part > 0 && input.queue.empty();
  if (peeked->log.offset.value() < next_.value() || is_rest) {
    if (input.queue.empty()) {
      upstream_next_[upstream] = next_after(record.offset);
    }
    return {};
  }
  add(input, std::move(record), peeked->log.offset, peeked->last);
  return {};
}

void Gate::drop_older(std::size_t upstream, Offset offset) {
  auto& input = upstream_[upstream];
  while (!input.queue.empty() && input.queue.front().answers < offset) {
    upstream_next_[upstream] = next_after(input.queue.front().record.offset);
    drop_front(input);
  }
}

/// Passes the log records before the first one that this upstream topic answers.
void Gate::pass_log_records_before(std::size_t upstream) {
  const auto& answers = upstream_[upstream].queue;
  while (!log_.queue.empty()) {
    const Offset head = log_.queue.front().answers;
    drop_older(upstream, head);
    if (answers.empty() || answers.front().answers == head) {
      return;
    }
    next_ = next_after(head);
    drop_front(log_);
  }
}

Result<std::size_t> Gate::parts_at_head(std::size_t upstream, Offset offset) {
  drop_older(upstream, offset);
  const auto& queue = upstream_[upstream].queue;
  std::size_t parts = 0;
  for (const auto& waiting : queue) {
    if (waiting.answers != offset) {
      return make_error(error_codes::kLostInput, Reaction::kStopProcess,
                        "The completion at " + place(waiting.record) + " is for log offset " +
                            std::to_string(waiting.answers.value()) + ", not for " + std::to_string(offset.value()) +
                            ": records of that topic were lost, or it belongs to another log. " + advice_);
    }
    ++parts;
    if (waiting.last) {
      return parts;
    }
  }
  return std::size_t{0};
}

Result<const log::Record*> Gate::ready() {
  for (std::size_t i = 0; passes_unanswered_ && i < upstream_.size(); ++i) {
    pass_log_records_before(i);
  }
  if (log_.queue.empty()) {
    return nullptr;
  }
  const auto& head = log_.queue.front();
  for (std::size_t i = 0; i < upstream_.size(); ++i) {
    TS_ASSIGN_OR_RETURN(ready_parts_[i], parts_at_head(i, head.answers));
    if (ready_parts_[i] == 0) {
      return nullptr;
    }
  }
  return &head.record;
}

std::vector<std::string_view> Gate::answer(std::size_t upstream) const {
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i < ready_parts_[upstream]; ++i) {
    parts.push_back(*upstream_[upstream].queue[i].record.value);
  }
  return parts;
}

void Gate::add(Input& input, log::Record record, Offset answers, bool last) {
  input.bytes += record.size_bytes();
  input.complete += last ? 1 : 0;
  input.queue.push_back({std::move(record), answers, last});
}

void Gate::drop_front(Input& input) {
  input.complete -= input.queue.front().last ? 1 : 0;
  input.bytes -= input.queue.front().record.size_bytes();
  input.queue.pop_front();
}

std::vector<std::size_t> Gate::unanswered() const {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; !log_.queue.empty() && i < upstream_.size(); ++i) {
    const Offset head = log_.queue.front().answers;
    const auto& queue = upstream_[i].queue;
    const auto found = std::find_if(queue.begin(), queue.end(), [head](const Waiting& waiting) {
      return waiting.answers > head || (waiting.answers == head && waiting.last);
    });
    if (found == queue.end() || found->answers > head) {
      missing.push_back(i);
    }
  }
  return missing;
}

void Gate::pop() {
  passes_unanswered_ = false;
  next_ = next_after(log_.queue.front().answers);
  drop_front(log_);
  for (std::size_t i = 0; i < upstream_.size(); ++i) {
    for (; ready_parts_[i] > 0; --ready_parts_[i]) {
      upstream_next_[i] = next_after(upstream_[i].queue.front().record.offset);
      drop_front(upstream_[i]);
    }
  }
}

bool Gate::empty() const {
  for (const auto& input : upstream_) {
    if (!input.queue.empty()) {
      return false;
    }
  }
  return log_.queue.empty();
}

Gate::Flow Gate::take_flow() {
  Flow flow;
  const auto update = [&](Input& input) {
    if (!input.paused && input.complete > 0 && input.bytes > input_bytes_max_) {
      input.paused = true;
      flow.pause.push_back(input.topic);
    } else if (input.paused && (input.complete == 0 || input.bytes <= input_bytes_max_ / 2)) {
      input.paused = false;
      flow.resume.push_back(input.topic);
    }
  };
  update(log_);
  for (auto& input : upstream_) {
    update(input);
  }
  return flow;
}

}  // namespace turnstream::runtime
