#include "stages/common/evidence/score.h"

#include <algorithm>

#include "pipeline/base/decimal.h"

namespace turnstream::evidence {

std::int64_t product(std::int64_t a, std::int64_t b) {
  return (a * b + kMillion / 2) / kMillion;
}

std::int64_t combined(std::int64_t a, std::int64_t b) {
  return std::min(kMillion - product(kMillion - a, kMillion - b), kConfidenceMax);
}

std::int64_t decayed(std::int64_t score, std::int64_t factor, std::int64_t periods) {
  // If one period does not change the score, further periods do not change it either.
  for (std::int64_t before = -1; periods > 0 && score != before; --periods) {
    before = score;
    score = product(score, factor);
  }
  return score;
}

}  // namespace turnstream::evidence
