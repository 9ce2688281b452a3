"""An import under the event clock with a model that never answers, through the program with the embedded log. The tests
of tests/scenario have a model that answers. Arguments: the program."""

import unittest

from running_program import RunningProgram, turn

TURNS = 40
PLACES = ("harbour", "lighthouse", "garden", "market", "station", "library", "bridge", "museum")


EVENT_CLOCK = ("--set", "topics.partitions=1", "--set", "intake.clock=event", "--set", "memory.model.name=parrot")


def told(number: int) -> dict:
    place = PLACES[number % len(PLACES)]
    return turn(number, f"My sister moved to house {number} near the {place} and works at the {place} office since May.")


class EventClock(RunningProgram):
    def log(self) -> list[dict]:
        """What consolidation answered, once for each record of the log, in its order."""
        seen: dict[int, dict] = {}
        for completion in self.records("completions.consolidation"):
            seen.setdefault(completion["log"]["offset"], completion)
        return list(seen.values())

    def turns_done(self) -> int:
        return sum(one["cause"]["kind"] == "turn" for one in self.log())

    def test_without_answers_the_import_waits_once_and_goes_on(self) -> None:
        self.start(*EVENT_CLOCK, "--set", "intake.effects_wait_s_max=2")
        self.publish([told(number) for number in range(TURNS)])
        self.wait_for(lambda: self.turns_done() == TURNS)
        lines = [line for line in self.stop().splitlines() if "effects_not_awaited" in line]
        self.assertEqual(len(lines), 1, lines)

    def test_a_run_until_drained_takes_all_turns_if_the_wait_is_switched_off(self) -> None:
        self.publish([told(number) for number in range(TURNS)], "--set", "topics.partitions=1")
        done = self.call("run", "--listen", "127.0.0.1:0", "--until-drained", *EVENT_CLOCK, "--set",
                         "intake.event_waits_for_effects=false")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("effects_not_awaited", done.stderr)
        self.assertEqual(self.turns_done(), TURNS)


if __name__ == "__main__":
    unittest.main()
