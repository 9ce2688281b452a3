"""The description of the HTTP interface, read strictly: whether an answer is as described and has no member that is not described,
and which of the described members were seen.
"""

import copy
import json
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from recall_server import Answer

FILE = Path(__file__).resolve().parents[2] / "schemas" / "openapi.json"
NAME = "urn:openapi"
PROBLEM = "application/problem+json"


def closed(node):
    """The schemas with all members that they do not name forbidden. A reader of answers must pass over them; the program
    must not write them.
    """
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {name: closed(value) for name, value in node.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


class Description:
    def __init__(self) -> None:
        self.bytes = FILE.read_bytes()
        self.open = json.loads(self.bytes)
        self.document = closed(copy.deepcopy(self.open))
        self.registry = Registry().with_resource(NAME, Resource(self.document, DRAFT202012))
        self.seen: set[tuple[str, str]] = set()      # schema and member
        self.statuses: set[tuple[str, str]] = set()  # path and status

    def resolved(self, node: dict) -> dict:
        while "$ref" in node:
            target = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            node = target
        return node

    def validator(self, schema: dict) -> Draft202012Validator:
        return Draft202012Validator(self.absolute(schema), registry=self.registry)

    def absolute(self, node):
        """References of the document, for a part of it that is read alone."""
        if isinstance(node, list):
            return [self.absolute(one) for one in node]
        if not isinstance(node, dict):
            return node
        return {name: f"{NAME}{value}" if name == "$ref" else self.absolute(value) for name, value in node.items()}

    def faults(self, schema: dict, value) -> list[str]:
        found = []
        for error in self.validator(schema).iter_errors(value):
            causes = sorted(error.context or [], key=lambda cause: -len(cause.absolute_path))[:2]
            found += [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:300]}" for one in (error, *causes)]
        return found

    def check(self, path: str, method: str, answer: Answer) -> list[str]:
        """What is wrong with the answer to a request for this path."""
        described = self.document["paths"][path][method.lower()]["responses"]
        if str(answer.status) not in described:
            return [f"{answer.status} is not described for {path}"]
        self.statuses.add((path, str(answer.status)))
        contents = self.resolved(described[str(answer.status)]).get("content")
        if contents is None:  # an answer of the server's library, which has no Content-Type
            return []
        media = answer.media.split(";")[0]
        if media not in contents:
            return [f"{path} {answer.status} is {answer.media}"]
        schema = contents[media]["schema"]
        value = answer.json() if media.endswith("json") else answer.body.decode()
        self.note(schema, value, path)
        return self.faults(schema, value)

    def note(self, schema: dict, value, name: str) -> None:
        """Adds the members of the value to `seen`."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
        schema = self.resolved(schema)
        for branch in schema.get("anyOf", ()):
            if self.validator(branch).is_valid(value):
                self.note(branch, value, branch.get("title", name))
                return
        if isinstance(value, dict):
            others = schema.get("additionalProperties")
            for member, one in value.items():
                if member in schema.get("properties", ()):
                    self.seen.add((name, member))
                    self.note(schema["properties"][member], one, f"{name}/{member}")
                elif isinstance(others, dict):
                    self.note(others, one, f"{name}/*")
        elif isinstance(value, list) and "items" in schema:
            for one in value:
                self.note(schema["items"], one, f"{name}[]")

    def members(self) -> set[tuple[str, str]]:
        """All members of all answers that are described, named as in `seen`."""
        found: set[tuple[str, str]] = set()
        for path, methods in self.document["paths"].items():
            for one in methods.values():
                for response in one["responses"].values():
                    for content in self.resolved(response).get("content", {}).values():
                        self.collect(content["schema"], path, found)
        return found

    def collect(self, schema: dict, name: str, found: set[tuple[str, str]]) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
        schema = self.resolved(schema)
        for branch in schema.get("anyOf", ()):
            self.collect(branch, branch.get("title", name), found)
        for member, one in schema.get("properties", {}).items():
            if (name, member) not in found:
                found.add((name, member))
                self.collect(one, f"{name}/{member}", found)
        if isinstance(schema.get("additionalProperties"), dict):
            self.collect(schema["additionalProperties"], f"{name}/*", found)
        if "items" in schema:
            self.collect(schema["items"], f"{name}[]", found)

    def examples(self) -> list[tuple[str, dict, object]]:
        """Place, schema and value of each example of a request or an answer, and of each parameter."""
        found = []
        for path, methods in self.document["paths"].items():
            for one in methods.values():
                parts = [("request", one.get("requestBody", {}))]
                parts += [(status, self.resolved(answer)) for status, answer in one["responses"].items()]
                for place, part in parts:
                    for content in part.get("content", {}).values():
                        values = [example["value"] for example in content.get("examples", {}).values()]
                        values += [content["example"]] if "example" in content else []
                        found += [(f"{path} {place}", content["schema"], value) for value in values]
                for parameter in map(self.resolved, one.get("parameters", ())):
                    values = [example["value"] for example in parameter.get("examples", {}).values()]
                    values += [parameter["example"]] if "example" in parameter else []
                    found += [(f"{path} {parameter['name']}", parameter["schema"], value) for value in values]
        return found
