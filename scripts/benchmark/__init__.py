"""The parts of scripts/bench: the broker, the measures, the rounds and the table of goals."""
