"""The checks of scripts/tidy, by name. A check takes a Tree and yields Problems."""

from tidy_checks import compiler, includes, layers, phrases, places, requirements, sizes, words

CHECKS = {
    "layers": layers.check_layers,
    "layer-page": layers.check_picture,
    "libraries": layers.check_libraries,
    "includes": includes.check_includes,
    "purity": words.check_purity,
    "time": words.check_time,
    "sizes": sizes.check_sizes,
    "headers": words.check_header_contracts,
    "words": words.check_words,
    "phrases": phrases.check_phrases,
    "unfinished": words.check_unfinished,
    "machine": words.check_machine,
    "test-names": words.check_test_names,
    "paths": places.check_paths,
    "readmes": places.check_readmes,
    "requirements": requirements.check_requirements,
    "orphans": places.check_orphans,
    "format": compiler.check_format,
    "alone": compiler.check_headers_alone,
}

# These compare the tree with what a configured build folder knows.
NEEDS_BUILD = {"orphans", "alone"}
