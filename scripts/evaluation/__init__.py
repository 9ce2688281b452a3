"""The measures of scripts/eval, by name. A measure has add_arguments(parser) and run(arguments), which gives a Report."""

from evaluation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASURES = {"keep": keep, "coverage": coverage, "labels": labels, "judge": judge, "sums": sums, "length": length, "locomo": recall,
            "understanding": understanding}
