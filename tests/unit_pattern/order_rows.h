#pragma once
// Rows of the tests of instructions: what a user says turn by turn, and which instructions hold at the end. They were labelled before
// the rules were written. The rows of order_rows_kept.cpp were kept aside until the rules were done. Threads: constants.

#include <span>
#include <string_view>

namespace turnstream::pattern {

struct OrderRow {
  std::string_view turns;  ///< joined by " // "
  std::string_view holds;  ///< the texts, joined by " ;; "; empty: none
};

[[nodiscard]] std::span<const OrderRow> order_rows();
[[nodiscard]] std::span<const OrderRow> order_rows_kept();

}  // namespace turnstream::pattern
