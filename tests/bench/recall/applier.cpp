#include "tests/bench/recall/applier.h"

namespace turnstream::bench {

Status Applier::apply(const AnsweredTurn& turn, const std::string& persona) {
  const Partition partition = model_.partition_of(persona);
  recall::Progress& at = progress_[static_cast<std::size_t>(partition.value())];
  const std::string offset = std::to_string(at.next.value());
  const std::string time = std::to_string(turn.turn.time_ms);
  log::Record record;
  record.topic = "bench.log";
  record.partition = partition;
  record.offset = Offset{at.next.value()};
  record.key = persona;
  record.value = turn.turn.json;
  record.headers = {{"kind", "turn"},          {"log_time", time},        {"source_topic", "turns"},
                    {"source_partition", "0"}, {"source_offset", offset}, {"trace_id", turn.turn.id}};
  std::vector<recall::StageAnswer> answers;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    answers.push_back({stages_[i], {turn.answers[i]}});
  }
  recall::Progress after{NextOffset{at.next.value() + 1}, {}, LogTime{turn.turn.time_ms}, {}};
  after.answers_next.assign(stages_.size(), after.next);
  TS_RETURN_IF_ERROR(model_.apply({record, answers}, after));
  at = std::move(after);
  return {};
}

}  // namespace turnstream::bench
