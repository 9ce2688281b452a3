// The tests of what the embedded log promises beyond the contract. Also runs as the program that one of them kills.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <string>

#include "tests/contract/embedded_writer.h"

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == turnstream::contract::kWriteUntilKilled) {
    return turnstream::contract::write_until_killed(argv[2], std::stoi(argv[3]));
  }
  return doctest::Context(argc, argv).run();
}
