#include "app/program.h"

int main(int argc, char** argv) {
  return turnstream::app::run_program(argc, argv, {});
}
