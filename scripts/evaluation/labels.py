"""Decisions of the stage against the labels of tests/labelled/keep.tsv."""
def add_arguments(parser): pass
def run(a): pass
