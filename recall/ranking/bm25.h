#pragma once
// How BM25 (pipeline/base/document_frequency.h names the source) saturates the count of a term, without the factor k1 + 1, which
// is the same for all documents. The expressions keep the order of the reference program, so that sums have its bits.
// Threads: any; pure.

namespace turnstream::recall {

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
