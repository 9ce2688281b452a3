"""What schemathesis does before each request of openapi_test: half of the right requests ask for memory that there is. The file
that TURNSTREAM_TEST_KNOWN names has the persona, ids of its memory and turns, and words, as JSON.
"""

import json
import os
import random
import re
from pathlib import Path

import schemathesis

KNOWN = json.loads(Path(os.environ["TURNSTREAM_TEST_KNOWN"]).read_text(encoding="utf-8"))
CHANCE = random.Random(KNOWN["seed"])
# The partition of every persona is 0 here; another one is refused, which no schema can say.
PLACE = re.compile(r"[0-9]{1,9}(@[0-9]{1,18})")


def placed(fields: dict) -> None:
    if isinstance(fields.get("as_of"), str) and (place := PLACE.fullmatch(fields["as_of"])):
        fields["as_of"] = "0" + place[1]


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    for fields in (case.query, case.body):
        if isinstance(fields, dict):
            placed(fields)
    is_right = case.meta is not None and case.meta.generation.mode.is_positive
    if is_right and case.path == "/v1/forget" and isinstance(case.body, dict):
        # The memory of the known persona must stay.
        case.body |= {name: "stranger" for name in ("persona_id", "confirm") if name in case.body}
        return
    if not is_right or CHANCE.random() < .5:
        return
    if case.path.startswith("/v1/personas/{id}"):
        case.path_parameters["id"] = KNOWN["persona"]
    elif "{id}" in case.path:
        case.path_parameters["id"] = CHANCE.choice(KNOWN["turns" if "turns" in case.path else "ids"])
        case.query["persona"] = KNOWN["persona"]
    elif isinstance(case.body, dict):
        case.body["persona_id"] = KNOWN["persona"]
        if "query" in case.body:
            case.body["query"] = CHANCE.choice(KNOWN["words"])
