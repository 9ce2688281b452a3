#include "tests/unit_pattern/order_rows.h"

namespace turnstream::pattern {
namespace {

constexpr OrderRow kKeptRows[] = {
    {"Always indent with four spaces. // From now on indent with tabs.", "From now on indent with tabs"},
    {"Never use abbreviations in the docs. // Abbreviations in the docs are fine again.", ""},
    {"Please always reply in French. // Please always reply in Italian.", "Please always reply in Italian"},
    {"Each endpoint must have a test.", "Each endpoint must have a test"},
    {"Passwords must never be stored in plain text.", "Passwords must never be stored in plain text"},
    {"I want you to check the calendar before you book anything, from now on.",
     "I want you to check the calendar before you book anything"},
    {"If a is less than b, swap them.", ""},
    {"Write a script that never overwrites files.", ""},
    {"Before you reply to a complaint, look up the order.", "Before you reply to a complaint, look up the order"},
    {"Don't ever share my address.", "Don't ever share my address"},
    {"Stop using bullet points. // You can go back to bullet points.", ""},
    {"Always round prices down. // Never round prices down.", "Never round prices down"},
    {"Keep the tone casual. // Keep the tone formal.", "Keep the tone formal"},
    {"We only deploy on Tuesdays.", "We only deploy on Tuesdays"},
    {"Under no circumstances give out my number.", "Under no circumstances give out my number"},
    {"Every month send me the bill. // No need to send me the bill any more.", ""},
    {"Always book the window seat. // I meant the aisle seat, not the window seat.", "Always book the aisle seat"},
    {"He never calls back.", ""},
    {"Whenever the disk is nearly full, it slows down.", ""},
    {"Always use metric units. // Use imperial units from now on.", "Use imperial units from now on"},
};

}  // namespace

std::span<const OrderRow> order_rows_kept() {
  return kKeptRows;
}

}  // namespace turnstream::pattern
