"""The parts of scripts/load: the run of the program, and the bars that its topics must hold."""
