"""Memory: what an agent remembers and recalls."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from . import turns as making
from .answers import Context, Found, Refusal, Remembered, without_none
from .errors import RefusedTurn, TurnstreamError, Unreachable, error_of
from .filters import Conditions, Filters, conditions
from .stream import Event, follow
from .transport import Connection, Transport, Where, path_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

_PAUSES_S = (0.1, 0.5, 2.0)  # between attempts to send a turn
_BATCH_TURNS = 500
_BATCH_BYTES = 4 << 20


def _batches(turns: List[Dict[str, Any]]) -> Iterator[List[Dict[str, Any]]]:
    """As many turns as fit into a request."""
    batch: List[Dict[str, Any]] = []
    size = 0
    for one in turns:
        size_of_one = len(json.dumps(one, ensure_ascii=False).encode("utf-8"))
        if batch and (len(batch) == _BATCH_TURNS or size + size_of_one > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += size_of_one
    if batch:
        yield batch


class Memory:
    """The memory of one persona. `where`: the URL of a `turnstream run` (http://127.0.0.1:8321), its state directory, or nothing
    for the usual state directory. `user` and `session` are those of each turn that does not name its own. `connection`: `token` and
    `timeout_s`, see Connection."""

    def __init__(self, where: Where = None, *, persona: str, user: Optional[str] = None, session: Optional[str] = None,
                 **connection: Unpack[Connection]) -> None:
        self.persona, self.user, self.session = persona, user, session
        self._transport = Transport(where, **connection)

    def __repr__(self) -> str:
        return f"Memory({self._transport!r}, persona={self.persona!r})"

    def remember(self, said: Union[str, Mapping[str, Any]], assistant_response: str = "", *, wait: bool = False, wait_s: float = 5.0,
                 recalled: Union[Context, Iterable[str]] = (), **members: Any) -> Remembered:
        """Sends one turn. `said`: what the user said, or a whole turn (a StateExport; its missing members are filled in). `wait`:
        until memory has it, at most `wait_s`. `recalled`: the Context, or ids, that the agent was given for its answer. Raises
        RefusedTurn; Unreachable after several attempts, and then it is not known whether the turn arrived."""
        ids = recalled.ids if isinstance(recalled, Context) else list(recalled)
        if isinstance(said, Mapping):
            if assistant_response or ids or members:
                raise TypeError("a whole turn has its own members: give remember() the turn alone")
            whole = dict(said)
        else:
            whole = self._made(said, assistant_response, ids, members)
        return self.remember_all([whole], wait=wait, wait_s=wait_s)[0]

    def remember_all(self, turns: Iterable[Mapping[str, Any]], *, wait: bool = False, wait_s: float = 5.0) -> List[Remembered]:
        """Sends turns, 500 in a request. If some are refused, the others are sent, and RefusedTurn is raised at the end."""
        whole = [self._completed(one) for one in turns]
        sent: List[Remembered] = []
        refusals: List[Refusal] = []
        begin = 0
        for batch in _batches(whole):
            answer = self._post(batch, wait_s if wait else None)
            sent += map(Remembered.of, answer.get("turns", ()))
            refusals += (Refusal.of({**one, "index": one["index"] + begin}) for one in answer.get("refused", ()))
            begin += len(batch)
        if refusals:
            message = f"turn {refusals[0].index}: {refusals[0].message}" if len(whole) > 1 else refusals[0].message
            raise RefusedTurn(message, 422, refusals)
        return sent

    def recall(self, query: str = "", *, limit: int = 10, **filters: Unpack[Filters]) -> List[Found]:
        """The best messages and memories for a query; without one, the most important and newest."""
        return self._results("recall", {"query": query, "limit": limit, **conditions(filters, Filters)})

    def context(self, query: str = "", *, budget_chars: int = 4000, **filters: Unpack[Conditions]) -> Context:
        """A text about this persona and the query for the agent's next prompt."""
        request = {"persona_id": self.persona, "query": query, "budget_chars": budget_chars, **conditions(filters, Conditions)}
        answer = self._transport.call("POST", "/v1/context", request)
        return Context(answer["text"], answer["ids"])

    def similar(self, text: Optional[str] = None, *, id: Optional[str] = None, limit: int = 10) -> List[Found]:
        """What says nearly the same as a text, or as the memory with an id."""
        return self._results("similar", without_none(text=text, id=id, limit=limit))

    def related(self, *, limit: int = 100, **filters: Unpack[Filters]) -> List[Found]:
        """The newest of a user, session, room or task."""
        return self._results("related", {"limit": limit, **conditions(filters, Filters)})

    def about(self, *, as_of: Optional[str] = None, user: Optional[str] = None) -> Dict[str, Any]:
        """What is known: instructions, current facts, preferences, habits, capabilities, topics, counts; with `user` the lists of this user alone."""
        return dict(self._transport.call("GET", path_of("v1", "personas", self.persona, as_of=as_of, user_id=user)))

    def timeline(self, query: Optional[str] = None, *, id: Optional[str] = None, limit: Optional[int] = None,
                 user: Optional[str] = None) -> List[Dict[str, Any]]:
        """How facts, instructions, preferences and habits changed, in the order of time; with `user` those that this user said."""
        path = path_of("v1", "personas", self.persona, "timeline", query=query, id=id, limit=None if limit is None else str(limit),
                       user_id=user)
        return list(self._transport.call("GET", path)["entries"])

    def memory(self, id: str) -> Found:
        """The message or memory with this id. Raises NotInMemory."""
        return Found.of(self._transport.call("GET", path_of("v1", "memories", id, persona=self.persona)))

    def explain(self, id: str) -> Dict[str, Any]:
        """Where a memory comes from, what changed it, and how it ended. Reads topics, so it may take a while."""
        return dict(self._transport.call("GET", path_of("v1", "explain", id, persona=self.persona), waits_s=60.0))

    def follow(self, *, after: str = "", everyone: bool = False) -> Iterator[Event]:
        """Changes of memory as they come, from now on, or behind the event with the id `after`. Each event comes once, also after the
        connection was lost and made again. Has no end: leave the loop. `everyone`: of all personas. Raises Unreachable at the
        beginning if no `turnstream run` answers, or has too many streams."""
        return follow(self._transport, path_of("v1", "stream", persona=None if everyone else self.persona), after)

    def forget(self, *ids: str, session: Optional[str] = None, user: Optional[str] = None, everything: bool = False,
               block: bool = False, wait_s: float = 30.0) -> Dict[str, Dict[str, Dict[str, int]]]:
        """Forgets memories or turns by their ids, a session, a user, or everything of the persona (`block`: for good), and waits
        until the stages have done it. Returns how much each stage removed, by kind: {"semantic": {"fact": {"delete": 1}}}.
        Raises Unreachable if that takes longer than `wait_s`; they then forget it later."""
        request = without_none(ids=list(ids) or None, session_id=session, user_id=user, block=block or None)
        if everything:
            request.update(all=True, confirm=self.persona)
        commands = self._transport.call("POST", "/v1/forget", {"persona_id": self.persona, **request}, waits_s=60.0)["commands"]
        return self._done(commands, wait_s)

    def sweep(self, *passes: str, wait_s: float = 30.0) -> Dict[str, Dict[str, Dict[str, int]]]:
        """Consolidates memory now. Returns what each stage changed, as forget() does."""
        request = {"persona_id": self.persona, **without_none(passes=list(passes) or None)}
        return self._done(self._transport.call("POST", "/v1/commands/sweep", request)["commands"], wait_s)

    def _done(self, commands: List[str], wait_s: float) -> Dict[str, Dict[str, Dict[str, int]]]:
        """Waits for the reports of the commands, and adds them up."""
        end = time.monotonic() + wait_s
        sums: Dict[str, Dict[str, Dict[str, int]]] = {}
        for command in commands:
            for stage, answer in self._report(command, end)["stages"].items():
                if answer["status"] == "failure":
                    raise TurnstreamError(f"stage {stage} could not do it: {answer.get('message', '')}")
                for kind, counts in answer["changes"].items():
                    of_kind = sums.setdefault(stage, {}).setdefault(kind, {})
                    for change, count in counts.items():
                        of_kind[change] = of_kind.get(change, 0) + count
        return sums

    def _report(self, command: str, end: float) -> Mapping[str, Any]:
        """What the stages did. A server that was started again does not know a command until it is processed (404). Others may
        use the same token (429)."""
        path = path_of("v1", "commands", command, persona=self.persona)
        while True:
            try:
                report = self._transport.call("GET", path)
            except TurnstreamError as error:
                if error.status not in (404, 429):
                    raise
                report = {"state": "pending"}
            if report["state"] == "done":
                return dict(report)
            if time.monotonic() > end:
                raise Unreachable(f"The stages have not processed command {command} yet; they will do it later.")
            time.sleep(0.05)

    def _results(self, path: str, request: Dict[str, Any]) -> List[Found]:
        answer = self._transport.call("POST", f"/v1/{path}", {"persona_id": self.persona, **request})
        return [Found.of(one) for one in answer["results"]]

    def _made(self, said: str, assistant_response: str, recalled: List[str], members: Dict[str, Any]) -> Dict[str, Any]:
        usual = {"user": self.user, "session": self.session, "recalled": recalled}
        return making.turn(self.persona, said, assistant_response, **{**usual, **members})

    def _completed(self, turn: Mapping[str, Any]) -> Dict[str, Any]:
        """With an id, so that it can be sent again, and with what this Memory knows."""
        usual = without_none(turn_id=making.new_turn_id(), agent_id=self.persona, timestamp=making.now(), user_id=self.user,
                             session_id=self.session)
        return {**usual, **turn}

    def _post(self, turns: List[Dict[str, Any]], wait_s: Optional[float]) -> Mapping[str, Any]:
        """The answer to turns of which some may be refused. What arrives twice is processed once, so a failure is followed by
        another attempt."""
        waits = {} if wait_s is None else {"wait": "memory", "timeout_ms": str(int(min(wait_s, 30.0) * 1000))}
        path = path_of("v1", "turns", **waits)
        for pause_s in (*_PAUSES_S, None):
            try:
                status, value = self._transport.ask("POST", path, turns, waits_s=30.0 + (wait_s or 0.0))
                if status < 300 or (status == 422 and "refused" in value):
                    return dict(value)
                if status not in (429, 503) or pause_s is None:
                    raise error_of(status, value)
            except Unreachable:
                if pause_s is None:
                    raise
            time.sleep(pause_s)
        raise AssertionError("not reached")
