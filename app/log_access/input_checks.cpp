#include "app/log_access/input_checks.h"

#include <utility>

#include "pipeline/log/kafka/unpack_hooks.h"
#include "pipeline/runtime/common/start_ledger.h"

namespace turnstream::app {

std::vector<std::string> unbounded_unpacking() {
  std::vector<std::string> sentences;
  for (const std::string& codec : log::kafka::unbounded_codecs()) {
    sentences.push_back("this librdkafka contains its own " + codec +
                        ", which turnstream cannot bound: one small record can use up the memory. Use a librdkafka "
                        "that loads the shared libraries of the codecs, such as the distribution's");
  }
  return sentences;
}

Result<std::vector<std::string>> repeated_starts(const std::string& start_ledger, log::Admin& admin,
                                                 log::milliseconds timeout) {
  std::vector<runtime::Started> repeated;
  std::vector<log::TopicPartition> inputs;
  for (runtime::Started& one : runtime::StartLedger::read(start_ledger)) {
    if (one.starts >= 2) {
      inputs.push_back(one.from.where);
      repeated.push_back(std::move(one));
    }
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(inputs, timeout));
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    const auto& [from, starts] = repeated[i];
    if (from.next.value() < marks[i].high.value()) {
      sentences.push_back(
          std::to_string(starts) + " processes in a row began to read " + from.where.topic + " " +
          std::to_string(from.where.partition.value()) + " at offset " + std::to_string(from.next.value()) +
          " and did not get beyond it. If none runs now, they died there: after " +
          std::to_string(runtime::kStartsMax) +
          " deaths the next start reads there carefully, and what it cannot read becomes a dead letter");
    }
  }
  return sentences;
}

}  // namespace turnstream::app
