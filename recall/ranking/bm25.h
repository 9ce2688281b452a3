#pragma once
// The parts of BM25 (S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), in the
// form that Lucene uses: rarities are not negative, and without the factor k1 + 1, which is the same for all documents.
// The expressions keep the order of the reference program, so that sums have its bits. Threads: any; pure.

#include <cstdint>

#include "pipeline/base/natural_log.h"

namespace turnstream::recall {

/// The inverse document frequency: ln(1 + (documents − holding + ½) / (holding + ½)), of a term that `holding` of the
/// documents hold. Precondition: holding ≤ documents.
[[nodiscard]] inline double inverse_document_frequency(std::uint64_t documents, std::uint64_t holding) {
  const auto all = static_cast<double>(documents);
  const auto some = static_cast<double>(holding);
  return natural_log(1 + (all - some + .5) / (some + .5));
}

/// k1: how fast more occurrences stop to count. b: how much the length of a document counts, from 0 to 1.
struct Saturation {
  double k1 = 0;
  double b = 0;

  /// k1 · (1 − b + b · length / average). `length` and `average` have the same unit. Precondition: average > 0.
  [[nodiscard]] constexpr double norm(double length, double average) const {
    return k1 * (1 - b + b * length / average);
  }
};

}  // namespace turnstream::recall
