// Vectors of texts and the comparison of a query with all messages.

#include "recall/ranking/vectors/vector_index.h"

#include <cmath>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

#include "recall/ranking/vectors/cosines.h"
#include "recall/ranking/vectors/text_vector.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::recall {
namespace {

using Values = std::vector<std::int8_t>;

const std::vector<SmallPiece> kIndexPieces{{"boat", {100, 0, 0}},       {"ship", {100, 50, 0}, .5F},
                                           {"kite", {0, 0, 10}, 3.F},   {"unlike", {-100, 0, 0}},
                                           {"##s", {0, 100, 0}, .001F}, {"nothing", {0, 0, 0}}};

std::vector<double> cosines_to(const VectorIndex& index, std::string_view query) {
  std::vector<double> cosines{1, 2, 3};  // What stood there before does not matter.
  index.compare(query, cosines);
  return cosines;
}

}  // namespace

TEST_CASE("the vector of a text is the sum of its pieces with the largest number at 127") {
  const auto table = small_table(kIndexPieces);
  const TextVector vector = text_vector(*table, {"A boat, a ship"});  // (100 + 50, 25, 0)
  CHECK(vector.values == Values{127, 21, 0});                         // 25 · 127 / 150 = 21.17
  CHECK(vector.length == std::sqrt(127. * 127 + 21 * 21));
  CHECK(text_vector(*table, {"boat", "ship"}).values == vector.values);
  CHECK(text_vector(*table, {"boat boat"}).values == Values{127, 0, 0});
  CHECK(text_vector(*table, {"boats"}).values == Values{127, 0, 0});
  CHECK(text_vector(*table, {"unlike kite"}).values == Values{-127, 0, 38});  // 30 · 127 / 100 = 38.1
}

TEST_CASE("a text without pieces has no direction") {
  const auto table = small_table(kIndexPieces);
  for (const char* text : {"", "unknown words", "nothing", "boat unlike"}) {
    CAPTURE(text);
    CHECK(text_vector(*table, {text}).length == 0);
    CHECK(text_vector(*table, {text}).values == Values{0, 0, 0});
  }
}

TEST_CASE("each message has the cosine of its vector and that of the query") {
  const auto table = small_table(kIndexPieces);
  VectorIndex index(table.get());
  index.add({"the boat", ""});
  index.add({"", "ship"});
  index.add({"unlike"});
  index.add({"kite"});
  index.add({"unknown"});
  const std::vector<double> cosines = cosines_to(index, "boat?");
  REQUIRE(cosines.size() == 5);
  CHECK(cosines[0] == 1);
  CHECK(cosines[1] ==
        doctest::Approx(127 / std::sqrt(127. * 127 + 64 * 64)).epsilon(1e-12));  // 63.5 is rounded to even
  CHECK(cosines[2] == -1);
  CHECK(cosines[3] == 0);
  CHECK(cosines[4] == 0);
  CHECK(cosines_to(index, "unknown") == std::vector<double>(5));
}

TEST_CASE("a removed message is near to nothing and the others keep their numbers") {
  const auto table = small_table(kIndexPieces);
  VectorIndex index(table.get());
  index.add({"boat"});
  index.add({"kite"});
  index.add({"ship"});
  index.remove(0);
  const std::vector<double> cosines = cosines_to(index, "boat");
  CHECK(cosines[0] == 0);
  CHECK(cosines[1] == 0);
  CHECK(cosines[2] > .8);
  index.add({"boat"});
  CHECK(cosines_to(index, "boat")[3] == 1);
}

TEST_CASE("those with a cosine of .35 are near") {
  // Next to (127, 0): 47 / length 135.42 is .347, 48 / 135.77 is .3535.
  const auto table = small_table({{"query", {100, 0}}, {"far", {47, 127}}, {"near", {48, 127}}});
  VectorIndex index(table.get());
  index.add({"far"});
  index.add({"near"});
  index.add({"query"});
  Cosines cosines;
  cosines.make(index, "query");
  CHECK(cosines.near() == std::vector<std::uint32_t>{1, 2});
  CHECK_FALSE(cosines.is_near(0));
  CHECK(cosines.of(0) > .34);
  CHECK(cosines.is_near(1));
  CHECK(cosines.of_others_max() == kNearCosine);
}

TEST_CASE("without a table nothing is near and nothing is kept") {
  VectorIndex index(nullptr);
  index.add({"boat"});
  index.remove(0);
  Cosines cosines;
  cosines.make(index, "boat");
  CHECK(cosines.near().empty());
  CHECK(cosines.of(0) == 0);
  CHECK_FALSE(cosines.is_near(0));
  CHECK(cosines.of_others_max() == 0);
  CHECK(index.memory_bytes() == 0);
}

TEST_CASE("the vector of a message can be the weighted sum of the own vectors of some messages") {
  const auto table = small_table(kIndexPieces);
  VectorIndex index(table.get());
  index.add({"boat"});       // (100, 0, 0)
  index.add({"kite kite"});  // (0, 0, 60)
  index.add({"unknown"});
  const std::vector<std::uint32_t> lenders{0, 1, 2};
  const std::vector<std::uint64_t> weights{3, 5, 100};
  index.lend(1, lenders, weights);  // (300, 0, 300)
  index.lend(2, std::span(lenders).first(1), std::span(weights).first(1));
  CHECK(cosines_to(index, "boat")[1] == doctest::Approx(std::sqrt(.5)).epsilon(1e-12));
  CHECK(cosines_to(index, "boat")[2] == 1);
  index.lend(0, std::span(lenders).subspan(1, 1),
             std::span(weights).first(1));  // The own vector of 1, not what others lent it.
  CHECK(cosines_to(index, "boat")[0] == 0);
  index.remove(0);
  index.lend(1, lenders, weights);
  CHECK(cosines_to(index, "boat") == std::vector<double>{0, 0, 1});
  CHECK(cosines_to(index, "kite")[1] == 1);
}

TEST_CASE("marks and stop words have no part in the vector of a text") {
  const auto table =
      small_table({{"boat", {100, 0}}, {"on", {0, 100}}, {"!", {0, 100}}, {"…", {0, 100}}, {"##!", {0, 100}}});
  CHECK(text_vector(*table, {"boat!… on"}).values == Values{127, 127});
  const IsStopWord is_on = [](std::string_view word) { return word == "on"; };
  CHECK(text_vector(*table, {"ON boat! …", "on"}, is_on).values == Values{127, 0});
  CHECK(text_vector(*table, {"on!"}, is_on).length == 0);
  VectorIndex index(table.get(), is_on);
  index.add({"boat on"});
  CHECK(cosines_to(index, "on boat") == std::vector<double>{1});
}

TEST_CASE("the memory of an index counts two bytes for each dimension and sixteen for each message") {
  const auto table = small_table(kIndexPieces);
  VectorIndex index(table.get());
  for (int message = 0; message < 1'000; ++message) {
    index.add({"boat"});
  }
  CHECK(index.memory_bytes() >= 1'000 * 2 * (3 + 8));
  CHECK(index.memory_bytes() <= 2 * 1'000 * 2 * (3 + 8) + 100);
}

}  // namespace turnstream::recall
