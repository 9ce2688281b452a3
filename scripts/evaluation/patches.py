"""What a change of op patch appends to the lists of a memory (docs/topics.md)."""

SOURCES_MAX = 16
EVOLUTION_MAX = 32


def grown(value: dict, change: dict) -> dict:
    """The lists of the memory `value` that the change appends to, as they are after it."""
    lists = {name: value.get(name, []) + added for name, added in change.get("append", {}).items()}
    for name, elements in lists.items():
        if name == "sources":
            del elements[1:max(1, len(elements) - SOURCES_MAX + 1)]
        elif name == "evolution":
            del elements[:-EVOLUTION_MAX]
    return lists
