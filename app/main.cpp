#include "app/own_stages.h"
#include "app/program.h"

int main(int argc, char** argv) {
  return turnstream::app::run_program(argc, argv, turnstream::app::own_stages());
}
