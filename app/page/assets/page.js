// What the page does beyond reading: search in place, correcting and forgetting. The browser gets feed.js, the live feed, behind it in
// the same file. Everything that it shows comes from pages and answers of the same server; text is set as text, never as markup.
"use strict";

const PERSONA = decodeURIComponent(document.body.dataset.persona || "");
const REPORT_EVERY_MS = 500;
const REPORTS_MAX = 120;
const byId = (id) => document.getElementById(id);

/** Characters that a reader would not see, or that turn text around, as escapes: as the server shows them. */
function visible(text) {
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff]/g;
  return text.replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** An element with attributes and children; texts become text nodes. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

function announce(text) {
  byId("status").textContent = text;
}

/** The answer's JSON with its status. A failure to connect has status 0. */
async function ask(method, path, body) {
  const options = { method, headers: { Accept: "application/json" }, cache: "no-store" };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  try {
    const answer = await fetch(path, options);
    const text = await answer.text();
    let json = {};
    try { json = JSON.parse(text); } catch { json = { detail: text.slice(0, 300) }; }
    return { status: answer.status, json };
  } catch (error) {
    return { status: 0, json: { detail: `The server does not answer: ${error.message}` } };
  }
}

const pathOf = (kind, id) => `/v1/${kind}/${encodeURIComponent(id)}?persona=${encodeURIComponent(PERSONA)}`;

// Regions: parts of a page that are fetched again, as the server writes them.

async function fetchPage(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok && answer.status !== 404) throw new Error(`status ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Replaces each region that both pages have. The focus moves to the region if it was inside. */
function replaceRegions(page) {
  for (const region of document.querySelectorAll("[data-region]")) {
    const next = page.getElementById(region.id);
    if (!next) {
      region.replaceChildren(make("p", { class: "none" }, "This is no longer in memory."));
      continue;
    }
    const hadFocus = region.contains(document.activeElement);
    const adopted = document.importNode(next, true);
    region.replaceWith(adopted);
    showControls(adopted);
    if (hadFocus) {
      adopted.tabIndex = -1;
      adopted.focus({ preventScroll: true });
    }
  }
}

async function refresh() {
  try { replaceRegions(await fetchPage(location.href)); } catch { announce("The page could not be read again. Reload it."); }
}

/** Buttons that need JavaScript are hidden by the server. */
function showControls(root) {
  for (const button of root.querySelectorAll("button[data-act]")) button.hidden = false;
}

// Search in place. Without JavaScript, or after an error, the form loads the page.

function useSearch() {
  const form = document.querySelector("form.search");
  if (!form || !byId("results")) return;
  let newest = 0;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const url = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
    const number = ++newest;
    try {
      const page = await fetchPage(url);
      if (number !== newest) return;
      if (!page.getElementById("results")) throw new Error("another page");
      history.replaceState(null, "", url);
      replaceRegions(page);
      const count = document.querySelectorAll("#results .memory").length;
      announce(count === 1 ? "1 result" : `${count} results`);
    } catch {
      form.submit();
    }
  });
}

// Dialogs. A dialog gives the focus back to the button that opened it, or to the content if that has left the page.

function openDialog(dialog, opener) {
  dialog.querySelector(".outcome").replaceChildren();
  dialog.showModal();
  dialog.addEventListener("close", () => {
    (opener && opener.isConnected ? opener : byId("main")).focus({ preventScroll: true });
  }, { once: true });
}

function show(dialog, ...what) {
  dialog.querySelector(".outcome").replaceChildren(make("div", {}, ...what));
}

// Correct: a turn of this page, whose memory_write of type fact says what is true now.

/** Now, but after the beginning of the fact that it replaces: the newest value holds. */
function timeAfter(from) {
  const began = Date.parse(from || "");
  return new Date(Math.max(Date.now(), Number.isNaN(began) ? 0 : began + 1)).toISOString();
}

function turnOf(text, from) {
  return {
    agent_id: PERSONA,
    timestamp: timeAfter(from),
    session_id: "page",
    turn_data: { user_input: "", assistant_response: "", mode: "page" },
    tool_executions: [{
      tool_id: "page",
      status: "success",
      memory_writes: [{ type: "fact", content: text, tags: ["page"] }],
    }],
    metadata: { tools_used: ["page"] },
  };
}

async function sendCorrection(dialog, asked, text) {
  const { status, json } = await ask("POST", "/v1/turns?wait=memory", turnOf(text, asked.from));
  const turn = (json.turns || [])[0];
  if (status !== 200 || !turn || turn.memory !== "remembered") {
    show(dialog, status === 202 ? "The turn is in the log and will be in memory soon." : json.detail || `Refused (${status}).`);
    dialog.querySelector("button[type=submit]").disabled = status === 202;
    return;
  }
  const former = await ask("GET", pathOf("memories", asked.id));
  await refresh();
  if (former.status === 200 && former.json.current === true) {
    const forget = make("button", { type: "button" }, "Forget the former one");
    forget.addEventListener("click", () => {
      dialog.close();
      openForget({ ...asked, act: "forget" }, null);
    });
    show(dialog, "It is remembered. The former fact still holds next to it, because of such facts several can be true. ", forget);
    return;
  }
  dialog.close();
  announce("Corrected. The former fact no longer holds.");
}

function openCorrect(asked, opener) {
  const dialog = byId("correct");
  const words = byId("correct-text");
  const submit = dialog.querySelector("button[type=submit]");
  words.value = asked.text;
  submit.disabled = true;
  words.oninput = () => { submit.disabled = !words.value.trim() || words.value.trim() === asked.text.trim(); };
  dialog.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    submit.disabled = true;
    sendCorrection(dialog, asked, words.value.trim());
  };
  openDialog(dialog, opener);
  words.select();
}

// Forget: what is forgotten, what the person must type, and what is asked of the server.

const FORGETS = {
  "forget": {
    reach: "This memory and the turns that it was made from leave, with all that was made from them alone. This cannot be undone.",
    word: () => "forget",
    body: (id) => ({ ids: [id] }),
  },
  "forget-user": {
    reach: "All turns of this user and what was made from them leave the memory. This cannot be undone.",
    word: () => "forget",
    body: (id) => ({ user_id: id }),
  },
  "forget-all": {
    reach: "Everything that this persona remembers leaves. This cannot be undone.",
    word: () => PERSONA,
    body: () => ({ all: true, confirm: PERSONA }),
  },
};

/** The reports of the commands, when all stages have answered them. */
async function reportsOf(commands) {
  const reports = [];
  for (const command of commands) {
    for (let tries = 0; tries < REPORTS_MAX; ++tries) {
      const { status, json } = await ask("GET", pathOf("commands", command));
      if (status === 200 && json.state !== "pending") {
        reports.push(json);
        break;
      }
      await new Promise((resolve) => { setTimeout(resolve, REPORT_EVERY_MS); });
    }
  }
  return reports;
}

/** "semantic: 1 fact removed" of each stage that changed something. */
function linesOf(reports) {
  const lines = [];
  for (const report of reports) {
    for (const [stage, answer] of Object.entries(report.stages || {})) {
      for (const [kind, counts] of Object.entries(answer.changes || {})) {
        const said = Object.entries(counts).map(([op, count]) => `${count} ${op === "delete" ? "removed" : "changed"}`);
        lines.push(`${stage}: ${kind === "memory" ? "item" : kind}, ${said.join(", ")}`);
      }
    }
  }
  return lines;
}

async function sendForget(dialog, body) {
  const { status, json } = await ask("POST", "/v1/forget", { persona_id: PERSONA, ...body });
  if (status !== 202) {
    show(dialog, json.detail || `Refused (${status}).`);
    dialog.querySelector("button[type=submit]").disabled = false;
    return;
  }
  show(dialog, "The log has the command. Waiting for the stages …");
  const reports = await reportsOf(json.commands);
  const lines = linesOf(reports);
  const failures = reports.flatMap((report) => Object.values(report.stages || {})).filter((answer) => answer.status === "failure");
  const isDone = reports.length === json.commands.length;
  const outcome = failures.length > 0 ? `Not all was forgotten: ${failures[0].message}` : isDone ? "Forgotten." : "The stages have not answered yet.";
  show(dialog, outcome, make("ul", {}, ...lines.map((line) => make("li", {}, line))));
  dialog.querySelector("[data-close]").textContent = "Close";
  await refresh();
  announce(outcome);
}

function openForget(asked, opener) {
  const forget = FORGETS[asked.act];
  const dialog = byId("forget");
  const word = byId("forget-word");
  const submit = dialog.querySelector("button[type=submit]");
  byId("forget-what").textContent = asked.text;
  byId("forget-reach").textContent = forget.reach;
  byId("forget-wanted").textContent = forget.word();
  dialog.querySelector("[data-close]").textContent = "Cancel";
  word.value = "";
  submit.disabled = true;
  word.oninput = () => { submit.disabled = word.value !== forget.word(); };
  dialog.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    sendForget(dialog, forget.body(asked.id));
  };
  openDialog(dialog, opener);
  word.focus();
}

function useActions() {
  document.addEventListener("click", (event) => {
    const closer = event.target.closest("[data-close]");
    if (closer) closer.closest("dialog").close();
    const button = event.target.closest("button[data-act]");
    if (!button) return;
    const { act, id, text, from } = button.dataset;
    const asked = { act, id: decodeURIComponent(id), text, from };
    if (act === "correct") openCorrect(asked, button);
    else openForget(asked, button);
  });
}
