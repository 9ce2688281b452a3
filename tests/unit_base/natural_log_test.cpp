// The natural logarithm without libm.

#include "pipeline/base/natural_log.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

namespace turnstream {

TEST_CASE("the natural logarithm is that of the C library") {
  CHECK(natural_log(1) == 0);
  double most = 0;
  for (double x = 1e-6; x < 1e9; x *= 1.0007) {
    const double wanted = std::log(x);
    most = std::max(most, std::abs(natural_log(x) - wanted) / std::max(std::abs(wanted), .1));
  }
  CHECK(most < 1e-15);
}

}  // namespace turnstream
