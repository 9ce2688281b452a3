"""Memory for LangChain, with langchain-core 1 alone: a chat history that remembers turns, and a retriever that recalls them.

    turnstream run &
    pip install 'langchain-core>=1,<2' ./clients/python
    python3 examples/langchain_memory.py

Its main() has no model: where it would call one, it repeats the best of what it remembers. LangChain 2 will not have
BaseChatMessageHistory any longer; the retriever does not need it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, convert_to_openai_messages
from langchain_core.retrievers import BaseRetriever
from pydantic import Field
from turnstream import Found, Memory, turn_of_messages

RECALLED = "memories_recalled"
DETAILS = ("kind", "score", "parts", "provenance", "sources", "derived", "speaker", "session_id", "time", "importance", "confidence")


class TurnstreamHistory(BaseChatMessageHistory):
    """The newest hundred messages of one session. Secrets in them are masked, and texts of more than 2,000 characters are cut.

    A turn ends with an answer that calls no tool. It is sent then, and add_messages() returns when memory has it. Give the answer
    the ids of the documents that its prompt had, as `response_metadata["memories_recalled"]`: what it repeats of them then confirms
    nothing. Threads: one.
    """

    def __init__(self, memory: Memory, session: str) -> None:
        super().__init__()
        self._memory = memory
        self._session = session
        self._unfinished: list[BaseMessage] = []

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        found = self._memory.related(session=self._session, kinds=["message"], limit=100)
        return [*map(message_of, sorted(found, key=place_of)), *self._unfinished]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        for message in messages:
            self._unfinished.append(message)
            if isinstance(message, AIMessage) and not message.tool_calls:
                self._send(message.response_metadata.get(RECALLED, ()))

    def clear(self) -> None:
        """Forgets the session, with all that rests on it."""
        self._unfinished.clear()
        self._memory.forget(session=self._session)

    def _send(self, recalled: Sequence[str]) -> None:
        chat = convert_to_openai_messages(self._unfinished)
        turn = turn_of_messages(self._memory.persona, chat, session=self._session, recalled=recalled)
        self._memory.remember(turn, wait=True, wait_s=30)
        self._unfinished.clear()


class TurnstreamRetriever(BaseRetriever):
    """What a persona remembers about a question, the best first. `filters` are those of Memory.recall(), such as kinds."""

    memory: Memory
    limit: int = 5
    filters: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [document_of(found) for found in self.memory.recall(query, limit=self.limit, **self.filters)]


def document_of(found: Found) -> Document:
    """With its score, the parts of the score, and where it comes from."""
    return Document(id=found.id, page_content=found.text, metadata={name: found.raw[name] for name in DETAILS if name in found.raw})


def is_answer(found: Found) -> bool:
    return str(found.raw["provenance"]["pointer"]).endswith("/assistant_response")


def place_of(found: Found) -> tuple[str, int, bool]:
    """The order of what was said; both sides of a turn have one time and one offset."""
    return found.time or "", found.raw["provenance"]["offset"], is_answer(found)


def message_of(found: Found) -> BaseMessage:
    return AIMessage(found.text, id=found.id) if is_answer(found) else HumanMessage(found.text, id=found.id)


def scripted_answer(said: str, known: list[Document]) -> AIMessage:
    """Here an agent calls its model, with the documents in the prompt."""
    text = f"You told me: {known[0].page_content}" if known else "I do not know that yet."
    return AIMessage(text if said.endswith("?") else "I will remember that.",
                     response_metadata={RECALLED: [document.id for document in known]})


def main() -> None:
    memory = Memory(persona="langchain-agent")
    history = TurnstreamHistory(memory, session="terminal")
    retriever = TurnstreamRetriever(memory=memory, limit=10, filters={"kinds": ["message", "fact"]})
    for line in sys.stdin:
        said = line.strip()
        known = [one for one in retriever.invoke(said) if one.metadata.get("speaker") != "assistant" and not one.page_content.endswith("?")]
        answer = scripted_answer(said, known)
        print(answer.text, flush=True)
        history.add_messages([HumanMessage(said), answer])


if __name__ == "__main__":
    main()
