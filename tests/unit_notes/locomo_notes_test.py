"""Units, scores and choices of real conversations are those of the reference program of the notes: their number, the sum of
the scores and digests over all of them were recorded from it in locomo_expected.json. The conversations are not here.

    locomo_notes_test.py PRINT_UNITS

TURNSTREAM_LOCOMO names a LoCoMo file. Without it, or for another file than the recorded one, the test is skipped.
"""

import hashlib
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
DATASET = os.environ.get("TURNSTREAM_LOCOMO", "")
EXPECTED = json.loads(Path(__file__).with_name("locomo_expected.json").read_text(encoding="utf-8"))
SKIPPED = 77


class LocomoNotes(unittest.TestCase):
    def test_units_scores_and_choices_are_those_of_the_reference(self) -> None:
        done = subprocess.run([PROGRAM, DATASET], capture_output=True, text=True, timeout=300, check=True,
                              stdin=subprocess.DEVNULL)
        units, choices = hashlib.sha256(), hashlib.sha256()
        number = score_sum = chosen = 0
        for line in map(json.loads, done.stdout.splitlines()):
            if "best" in line:
                best = json.dumps(line["best"], separators=(",", ":"))
                choices.update(f"{line['sample']} {line['session']} {best}\n".encode())
                chosen += sum(map(len, line["best"]))
            else:
                units.update(f"{line['id']} {line['i']} {line['text_sha256']} {line['score']}\n".encode())
                number += 1
                score_sum += line["score"]
        self.assertEqual(number, EXPECTED["units"])
        self.assertEqual(score_sum, EXPECTED["score_sum"])
        self.assertEqual(units.hexdigest(), EXPECTED["units_sha256"])
        self.assertEqual((chosen, choices.hexdigest()), (EXPECTED["chosen"], EXPECTED["choices_sha256"]))
        print(f"{number} units and {chosen} choices as recorded")


def why_skipped() -> str:
    if not os.access(DATASET, os.R_OK):
        return "TURNSTREAM_LOCOMO names no LoCoMo file"
    if hashlib.sha256(Path(DATASET).read_bytes()).hexdigest() != EXPECTED["file_sha256"]:
        return "TURNSTREAM_LOCOMO names another file than the recorded one"
    return ""


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit(__doc__)
    if reason := why_skipped():
        print(f"SKIPPED: {reason}", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()
