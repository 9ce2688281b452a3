#include "pipeline/log/client.h"

namespace turnstream::log {

Result<std::vector<Watermarks>> Admin::watermarks_of(std::span<const TopicPartition> where, milliseconds timeout) {
  std::vector<Watermarks> marks;
  marks.reserve(where.size());
  for (const TopicPartition& one : where) {
    TS_ASSIGN_OR_RETURN(const Watermarks mark, watermarks(one, timeout));
    marks.push_back(mark);
  }
  return marks;
}

}  // namespace turnstream::log
