"""Which folder may include which, and which folder may include a library."""

import re
from collections.abc import Iterator

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

PAGE = "docs/architecture.md"
EVERYTHING = ("pipeline/", "stages/", "recall/", "app/")

BELOW_RUNTIME = ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/secrets", "pipeline/stage_api", "pipeline/log",
                 "pipeline/store", "pipeline/settings")

# Folder -> the other folders that it may include. A row covers the files directly in the folder; a row that ends with a
# slash covers its subfolders, too. `scripts/tidy --layers` prints this table for docs/architecture.md.
LAYERS: dict[str, tuple[str, ...]] = {
    "pipeline/base": (),
    "pipeline/json": ("pipeline/base",),
    "pipeline/model": ("pipeline/base",),
    "pipeline/codec": ("pipeline/base", "pipeline/json", "pipeline/model"),
    "pipeline/secrets": ("pipeline/base", "pipeline/json", "pipeline/model"),
    "pipeline/stage_api": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec"),
    "pipeline/log": ("pipeline/base",),
    "pipeline/log/kafka": ("pipeline/base", "pipeline/log"),
    "pipeline/log/embedded": ("pipeline/base", "pipeline/log"),
    "pipeline/log/embedded/socket": ("pipeline/base", "pipeline/log", "pipeline/log/embedded"),
    "pipeline/store": ("pipeline/base", "pipeline/log", "pipeline/model"),
    "pipeline/settings": ("pipeline/base", "pipeline/json", "pipeline/stage_api"),
    "pipeline/runtime/common": (*BELOW_RUNTIME,),
    "pipeline/runtime/intake": (*BELOW_RUNTIME, "pipeline/runtime/common"),
    "pipeline/runtime/task": (*BELOW_RUNTIME, "pipeline/runtime/common"),
    "pipeline/runtime": (*BELOW_RUNTIME, "pipeline/runtime/common", "pipeline/runtime/intake", "pipeline/runtime/task"),
    "stages/common/language": ("pipeline/base",),
    "stages/common/evidence": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/stage_api",
                               "stages/common/language"),
    "stages/common/change": ("pipeline/base", "stages/common/language"),
    "stages/common/notes": ("pipeline/base", "stages/common/language"),
    # The codec is pure, too: it converts between bytes and model, and gives all stages the same form of values.
    "stages/": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/stage_api",
                "stages/common/language", "stages/common/change", "stages/common/evidence", "stages/common/notes"),
    "recall/ranking/vectors": ("pipeline/base",),
    "recall/ranking": ("pipeline/base", "recall/ranking/vectors"),
    "recall/documents": ("pipeline/base", "pipeline/json", "pipeline/model"),
    # The gate is the runtime's: recall pairs records and completions as a stage of a later phase does.
    "recall/read_model": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/secrets", "pipeline/log",
                          "pipeline/store", "pipeline/runtime/task", "recall/ranking", "recall/ranking/vectors", "recall/documents"),
    "recall/answers": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/log", "pipeline/store", "recall/ranking", "recall/documents",
                       "recall/read_model"),
    "app/": EVERYTHING,
    "tests/": (*EVERYTHING, "tests/"),
}

# Include prefix -> the folders that may include the library.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "librdkafka/": ("pipeline/log/kafka/",),
    "rocksdb/": ("pipeline/store/", "pipeline/log/embedded/", "pipeline/base/no_info_log.h", "pipeline/base/compaction_priority.h",
                 "tests/integration/sst_dump.cpp"),
    "microhttpd.h": ("app/http/",),
    "curl/": ("app/http/",),
    "yaml-cpp/": ("pipeline/settings/",),
    "CLI/": ("app/",),
    "prometheus/": ("pipeline/base/",),
    "spdlog/": ("app/",),
    "simdjson": ("pipeline/json/", "pipeline/codec/", "tests/"),
    "openssl/": ("pipeline/base/",),
    "uuid/": ("pipeline/base/",),
    "libstemmer.h": ("pipeline/base/",),
    "cld2/": ("stages/common/language/",),
    "doctest/": ("tests/",),
}


def folder_of(path: str) -> str:
    return path.rsplit("/", 1)[0]


def layer_of(path: str) -> str | None:
    """The row of LAYERS for the file: the longest one that contains it."""
    inside = [row for row in LAYERS if path.startswith(row.rstrip("/") + "/")]
    return max(inside, key=len, default=None)


def covers(allowed: str, included: str) -> bool:
    if allowed.endswith("/"):
        return included.startswith(allowed)
    return layer_of(included) == allowed


def own_folder(path: str, row: str) -> str:
    """What a file may always include: its own row, or its own folder if the row covers several stages."""
    if row == "stages/":
        return "/".join(path.split("/")[:2]) + "/"
    return row


def check_layers(tree: Tree) -> Iterator[Problem]:
    """a folder includes only the folders that LAYERS permits"""
    for path in tree.cpp(*EVERYTHING, "tests/"):
        row = layer_of(path)
        if row is None:
            yield Problem(path, 1, f"no layer is given for {folder_of(path)}; add a row to LAYERS in scripts/tidy_checks/layers.py")
            continue
        for include in cpp.includes(tree.text(path)):
            if layer_of(include.path) is None or covers(own_folder(path, row), include.path):
                continue
            if not any(covers(allowed, include.path) for allowed in LAYERS[row]):
                below = ", ".join(LAYERS[row]) or "nothing of the project"
                yield Problem(path, include.line, f"{row.rstrip('/')} must not include {include.path}; it may include {below}")


def grouped(folders: tuple[str, ...]) -> list[str]:
    """One text for each common parent: pipeline/{base, log}."""
    by_parent: dict[str, list[str]] = {}
    for folder in folders:
        parent, _, name = folder.rstrip("/").rpartition("/")
        by_parent.setdefault(parent, []).append(name)
    texts = []
    for parent, names in by_parent.items():
        inside = ", ".join(names)
        texts.append(f"{parent}/{{{inside}}}" if parent and len(names) > 1 else f"{parent}/{inside}".lstrip("/"))
    return texts or ["nothing of the project"]


def picture() -> str:
    """LAYERS as text, the highest layer first."""
    named = {row: "stages/<name>" if row == "stages/" else row.rstrip("/") for row in LAYERS}
    width = max(map(len, named.values())) + 4
    lines = []
    for row, allowed in reversed(LAYERS.items()):
        first, *others = grouped(allowed)
        lines.append(f"{named[row]:{width - 3}}─▶ {first}")
        lines += [" " * width + other for other in others]
    return "\n".join(lines) + "\n"


def check_picture(tree: Tree) -> Iterator[Problem]:
    """docs/architecture.md has the layers as `scripts/tidy --layers` prints them"""
    text = tree.text(PAGE) if PAGE in tree.files else ""
    block = re.search(r"^## Layers\n.*?^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if block is None:
        yield Problem(PAGE, 1, "no code block after the heading Layers; `scripts/tidy --layers` prints it")
    elif block[1] != picture():
        yield Problem(PAGE, cpp.line_of(text, block.start(1)), "replace this block with the output of `scripts/tidy --layers`")


def check_libraries(tree: Tree) -> Iterator[Problem]:
    """only the folder of a library includes it"""
    for path in tree.cpp():
        for include in cpp.includes(tree.text(path)):
            for prefix, homes in LIBRARIES.items():
                if include.path.startswith(prefix) and not path.startswith(homes):
                    yield Problem(path, include.line, f"only {' and '.join(homes)} may include {include.path}")
            if include.path == "nlohmann/json.hpp" and path.endswith(".h") and not path.startswith("tests/"):
                yield Problem(path, include.line, "include nlohmann/json_fwd.hpp in a header; json.hpp costs 2 s in each source that includes it")
