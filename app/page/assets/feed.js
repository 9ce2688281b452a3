// The live feed: a row for each record of the log. Its events may come in any order.

const PHASES = [
  ["Items and skills", ["episodic", "skill"]],
  ["Facts and patterns", ["semantic", "pattern"]],
  ["Insights and upkeep", ["consolidation", "lifecycle"]],
];
const TURNS_MAX = 50;       // rows of the feed
const CHANGES_MAX = 6;      // of one turn
const OPS = { add: "new", update: "changed", delete: "removed" };

class Feed {
  constructor(place, state) {
    this.place = place;
    this.state = state;
    this.list = make("ol");
    place.append(this.list);
  }

  say(text) {
    this.state.textContent = text;
  }

  row(event) {
    const key = `${event.log.partition}@${event.log.offset}`;
    const known = this.list.querySelector(`[data-log="${key}"]`);
    if (known) return known;
    const row = make("li", { class: "turn", "data-log": key, "data-persona": event.persona_id || "" });
    this.list.prepend(row);
    if (this.list.children.length > TURNS_MAX) this.list.lastElementChild.remove();
    return row;
  }

  /** What the persona did and learnt leaves the feed; without one everything. */
  forget(persona) {
    const value = persona ? `="${CSS.escape(persona)}"` : "";
    for (const element of this.list.querySelectorAll(`[data-persona${value}]`)) element.remove();
  }

  /** All lines of a memory say what it says now, and leave with it: what is forgotten does not stay in the feed. */
  follow(event) {
    const memory = `[data-persona="${CSS.escape(event.persona_id || "")}"][data-memory="${CSS.escape(event.id)}"]`;
    for (const line of this.list.querySelectorAll(`.learnt > ${memory}`)) {
      const list = line.parentElement;
      if (event.op !== "delete") line.textContent = this.words(line.dataset.what, event.text);
      else if (list.children.length > 1) line.remove();
      else list.remove();
    }
  }

  words(what, text) {
    return visible(text ? `${what}: ${text}` : what);
  }

  line(event) {
    const what = `${OPS[event.op] || event.op} ${event.kind === "memory" ? "item" : event.kind}`;
    const line = make("li", { "data-persona": event.persona_id || "", "data-what": what }, this.words(what, event.text));
    if (event.op !== "delete") line.dataset.memory = event.id;
    return line;
  }

  /** The name of the persona only where several are shown. */
  turn(event) {
    const name = PERSONA ? "" : event.persona_id;
    const who = name ? make("a", { href: `/p/${encodeURIComponent(name)}` }, name) : make("span", {}, event.outcome);
    const time = make("time", { datetime: event.time }, event.time.slice(11, 19));
    const phases = make("ol", { class: "phases" }, ...PHASES.map((phase) => this.phase(phase, event.stages || {})));
    this.row(event).prepend(make("div", { class: "turn-head" }, who, time), phases);
  }

  phase([title, stages], answers) {
    const sum = { added: 0, updated: 0, removed: 0 };
    const answered = stages.filter((stage) => answers[stage]);
    for (const stage of answered) {
      for (const name of Object.keys(sum)) sum[name] += answers[stage][name] || 0;
    }
    const counts = `+${sum.added} ~${sum.updated} −${sum.removed}`;
    const spoken = `${sum.added} added, ${sum.updated} changed, ${sum.removed} removed`;
    const done = answered.length > 0;
    const shown = make("span", { "aria-hidden": "true" }, done ? counts : "waits");
    const said = make("span", { class: "spoken" }, done ? spoken : "");
    return make("li", { class: done ? "phase is-done" : "phase" }, make("strong", {}, title), shown, said);
  }

  change(event) {
    const isAll = event.op === "delete" && event.kind === "persona";
    if (isAll) this.forget(event.persona_id);
    else this.follow(event);
    const row = this.row(event);
    let list = row.querySelector(".learnt");
    if (!list) {
      list = make("ul", { class: "learnt" });
      row.append(list);
    }
    if (list.children.length < CHANGES_MAX) list.append(this.line(event));
    if (isAll) readAgain("Everything of a persona was forgotten.");
    else if (PERSONA && document.querySelector("[data-region]")) byId("show-changes").hidden = false;
  }
}

/** What the page shows of memory, as it is now. */
async function readAgain(text) {
  await refresh();
  byId("show-changes").hidden = true;
  announce(text);
}

function useFeed() {
  const place = byId("feed");
  if (!place || !window.EventSource) return;
  const feed = new Feed(place, byId("feed-state"));
  const source = new EventSource(`/v1/stream${PERSONA ? `?persona=${encodeURIComponent(PERSONA)}` : ""}`);
  const on = (name, act) => source.addEventListener(name, (event) => {
    try { act(event.data ? JSON.parse(event.data) : {}); } catch { feed.say("An event could not be read."); }
  });
  source.onopen = () => {
    place.hidden = false;
    feed.say("Turns as they pass the three phases, the newest first.");
  };
  source.onerror = () => feed.say(source.readyState === EventSource.CLOSED
    ? "The live feed is not available here." : "The connection was lost. Trying again …");
  on("turn", (event) => feed.turn(event));
  on("change", (event) => feed.change(event));
  on("reset", () => { feed.forget(); readAgain("Changes were missed. This is memory as it is now."); });
  byId("show-changes").addEventListener("click", async () => {
    await readAgain("This is memory as it is now.");
    byId("main").focus({ preventScroll: true });
  });
  window.addEventListener("pagehide", () => source.close());
}

showControls(document);
useSearch();
useActions();
useFeed();
