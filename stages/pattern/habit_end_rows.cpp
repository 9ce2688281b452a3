#include "stages/pattern/habit_end_rows.h"

namespace turnstream::pattern {
namespace {

/// Not here: "done with", "finished with" and "cancelled", which end one occasion.
constexpr HabitEndRow kRows[] = {
    {"stopped", Behind::kGerund, "drink coffee => I stopped drinking coffee"},
    {"stopped", Behind::kBare, "do yoga => I stopped yoga"},
    {"had to stop", Behind::kGerund, "play squash => I had to stop playing squash"},
    {"quit", Behind::kGerund, "smoke a pipe => I quit smoking a pipe"},
    {"quit", Behind::kGivenUp, "go to the gym => I quit the gym"},
    {"gave up", Behind::kGerund, "run in the park => I gave up running"},
    {"gave up", Behind::kGivenUp, "drink coffee => I gave up coffee"},
    {"given up", Behind::kGerund, "run in the park => I've given up running"},
    {"given up", Behind::kGivenUp, "drink coffee => I've given up coffee"},
    {"gone off", Behind::kBare, "eat liquorice => I've gone off liquorice"},
    {"weaned off", Behind::kBare, "drink coffee => I've weaned off coffee"},
    {"dropped out of", Behind::kGivenUp, "attend the class => I dropped out of the class"},
    {"no longer", Behind::kPlain, "drive to Ulm => I no longer drive to Ulm"},
    {"am no longer", Behind::kGerund, "play squash => I'm no longer playing squash"},
    {"do not", Behind::kAnyMore, "drink coffee => I don't drink coffee anymore"},
    {"am not", Behind::kIngMore, "play squash => I'm not playing squash anymore"},
    {"sold", Behind::kDisposed, "ride my bike => I sold my bike"},
    {"got rid of", Behind::kDisposed, "ride my bike => I got rid of my bike"},
    {"gotten rid of", Behind::kDisposed, "ride my bike => I've gotten rid of my bike"},
    {"donated", Behind::kDisposed, "play the piano => I donated the piano"},
    {"ditched", Behind::kDisposed, "take the car to work => I ditched the car"},
    {"scrapped", Behind::kDisposed, "drive the van => I scrapped the van"},
    {"wrote off", Behind::kDisposed, "drive the van => I wrote off the van"},
};

}  // namespace

std::span<const HabitEndRow> habit_end_rows() {
  return kRows;
}

}  // namespace turnstream::pattern
