"""Who may include whom: the project's folders, and the libraries each of which belongs to one folder."""

from collections.abc import Iterator

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

EVERYTHING = ("pipeline/", "stages/", "app/")

BELOW_RUNTIME = ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/stage_api", "pipeline/log",
                 "pipeline/store", "pipeline/settings")

# Folder -> what it may include beside itself. A folder speaks for its own files only, unless it ends with a slash.
LAYERS: dict[str, tuple[str, ...]] = {
    "pipeline/base": (),
    "pipeline/json": ("pipeline/base",),
    "pipeline/model": ("pipeline/base",),
    "pipeline/codec": ("pipeline/base", "pipeline/json", "pipeline/model"),
    "pipeline/stage_api": ("pipeline/base", "pipeline/model"),
    "pipeline/log": ("pipeline/base",),
    "pipeline/log/kafka": ("pipeline/base", "pipeline/log"),
    "pipeline/log/embedded": ("pipeline/base", "pipeline/log"),
    "pipeline/log/embedded/socket": ("pipeline/base", "pipeline/log", "pipeline/log/embedded"),
    "pipeline/store": ("pipeline/base", "pipeline/log", "pipeline/model"),
    "pipeline/settings": ("pipeline/base", "pipeline/stage_api"),
    "pipeline/runtime/common": (*BELOW_RUNTIME,),
    "pipeline/runtime/intake": (*BELOW_RUNTIME, "pipeline/runtime/common"),
    "pipeline/runtime/task": (*BELOW_RUNTIME, "pipeline/runtime/common"),
    "pipeline/runtime": (*BELOW_RUNTIME, "pipeline/runtime/common", "pipeline/runtime/intake", "pipeline/runtime/task"),
    "stages/common/language": ("pipeline/base",),
    "stages/common/evidence": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/stage_api"),
    # The codec is pure as well (bytes <-> model), and its writers are what makes every stage's values look alike.
    "stages/": ("pipeline/base", "pipeline/json", "pipeline/model", "pipeline/codec", "pipeline/stage_api",
                "stages/common/language", "stages/common/evidence"),
    "app/": EVERYTHING,
    "tests/": (*EVERYTHING, "tests/"),
}

# Include prefix -> the folders that may know the library.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "librdkafka/": ("pipeline/log/kafka/",),
    "rocksdb/": ("pipeline/store/", "pipeline/log/embedded/"),
    "httplib.h": ("app/http/",),
    "yaml-cpp/": ("pipeline/settings/",),
    "CLI/": ("app/",),
    "spdlog/": ("app/",),
    "simdjson": ("pipeline/json/", "pipeline/codec/", "tests/"),
    "openssl/": ("pipeline/base/",),
    "uuid/": ("pipeline/base/",),
    "doctest/": ("tests/",),
}


def folder_of(path: str) -> str:
    return path.rsplit("/", 1)[0]


def layer_of(path: str) -> str | None:
    """The row of LAYERS that speaks for the file: the longest folder it is in."""
    inside = [row for row in LAYERS if path.startswith(row.rstrip("/") + "/")]
    return max(inside, key=len, default=None)


def covers(allowed: str, included: str) -> bool:
    if allowed.endswith("/"):
        return included.startswith(allowed)
    return layer_of(included) == allowed


def own_folder(path: str, row: str) -> str:
    """What a file may always include: its own layer, where one row stands for many folders the one it is in."""
    if row == "stages/":
        return "/".join(path.split("/")[:2]) + "/"
    return row


def check_layers(tree: Tree) -> Iterator[Problem]:
    """a folder includes only what stands below it"""
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
                yield Problem(path, include.line, f"{row.rstrip('/')} must not know {include.path}; it may include {below}")


def check_libraries(tree: Tree) -> Iterator[Problem]:
    """each library is known to its own folder only"""
    for path in tree.cpp():
        for include in cpp.includes(tree.text(path)):
            for prefix, homes in LIBRARIES.items():
                if include.path.startswith(prefix) and not path.startswith(homes):
                    yield Problem(path, include.line, f"only {' and '.join(homes)} may include {include.path}")
            if include.path == "nlohmann/json.hpp" and path.endswith(".h") and not path.startswith("tests/"):
                yield Problem(path, include.line, "a header includes nlohmann/json_fwd.hpp; json.hpp costs 2 s a file")
