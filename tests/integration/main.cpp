#include "tests/integration/broker_address.h"

int main(int argc, char** argv) {
  return turnstream::integration::run_tests(argc, argv);
}
