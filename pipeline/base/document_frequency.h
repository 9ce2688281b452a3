#pragma once
// The inverse document frequency of BM25 (S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and
// Beyond", 2009), in the form that Lucene uses: with 1 +, so that it is not negative. Threads: any; pure.

#include <cstdint>

#include "pipeline/base/natural_log.h"

namespace turnstream {

/// ln(1 + (documents − holding + ½) / (holding + ½)), of a term that `holding` of the documents hold.
/// Precondition: holding ≤ documents.
[[nodiscard]] inline double inverse_document_frequency(std::uint64_t documents, std::uint64_t holding) {
  const auto all = static_cast<double>(documents);
  const auto some = static_cast<double>(holding);
  return natural_log(1 + (all - some + .5) / (some + .5));
}

}  // namespace turnstream
