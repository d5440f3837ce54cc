// The calls of the guide and of the reference. The page holds each once, as a curl command of an example. Here it gets this server's
// address, the airport, and what earlier answers gave; it can be run, and stands in the language that was chosen.

import { airport, airportForExamples, focusKey, key, onAccess } from "./access.js";
import { chooseLanguage, coloured, language, languages, onLanguage, written } from "./code.js";
import { button, copyButton, element } from "./parts.js";

const longestShown = 20000; // characters of an answer
const weekAgo = new Date(Date.now() - 7 * 24 * 3600 * 1000).toISOString();

const known = { ITEM_ID: "", NEXT_CURSOR: "", SINCE: weekAgo }; // what stands for $ITEM_ID and so on, where it is known
const calls = [];

// Call is a figure with a command and, once it was run, its answer.
class Call {
  constructor(figure) {
    this.code = figure.querySelector("code");
    this.curl = this.code.textContent;
    this.path = figure.dataset.path; // of the reference only
    this.inputs = this.path ? [...figure.closest("details").querySelectorAll("input")] : [];
    for (const input of this.inputs) input.addEventListener("input", () => this.show());
    this.buttons = element("div", "buttons");
    this.answer = element("div", "answer");
    this.status = element("p", "status");
    this.status.role = "status";
    this.body = element("pre");
    this.body.tabIndex = 0; // so that the keyboard can scroll it
    this.answer.append(this.status, this.body);
    this.answer.hidden = true;
    this.running = new AbortController();
    if (this.curl.startsWith("curl")) {
      this.buttons.append(button("Run", () => this.run(), "run"));
      const group = element("span", "languages");
      group.role = "group";
      group.ariaLabel = "Language of the code";
      group.append(...languages.map((name) => button(name, () => chooseLanguage(name))));
      this.buttons.append(group);
    }
    this.buttons.append(copyButton(this.code));
    figure.append(this.buttons, this.answer);
    this.show();
  }

  // read is the command as it is now.
  read() {
    let url = this.curl.match(/"(https:[^"]+)"/)[1];
    if (this.path) url += this.query();
    url = url.replace("https://this-server", location.origin).replace(/\/SFO\/|\/\{airport\}\//, `/${airportForExamples()}/`)
      .replace("{id}", encoded(this.inputs.find((input) => input.dataset.parameter === "id")?.value ?? "") || "$ITEM_ID").replace(/\$([A-Z_]+)/g, (unknown, name) => known[name] || unknown);
    return { url, method: this.curl.includes(" -I ") ? "HEAD" : "GET", keyed: this.curl.includes("-H ") };
  }

  query() {
    const pairs = [];
    for (const { dataset, value } of this.inputs) {
      if (!value || dataset.parameter === "id") continue;
      const name = dataset.free === undefined ? dataset.parameter : value.split("=")[0]; // of a free one, the name is typed too
      pairs.push(`${encoded(name)}=${encoded(dataset.free === undefined ? value : value.slice(name.length + 1))}`);
    }
    return pairs.length ? `?${pairs.join("&")}` : "";
  }

  // show writes the command. An answer to another command goes away.
  show() {
    const runnable = this.curl.startsWith("curl");
    const call = runnable ? this.read() : null;
    coloured(this.code, runnable ? written(call) : this.curl);
    for (const choice of this.buttons.querySelectorAll(".languages button")) choice.ariaPressed = String(choice.textContent === language());
    if (!runnable || call.url === this.url) return;
    this.url = call.url;
    this.running.abort();
    this.answer.hidden = true;
  }

  async run() {
    const { url, method, keyed } = this.read();
    if (keyed && !key()) {
      this.tell("note", "Enter your API key at “First call” first.");
      focusKey();
      return;
    }
    if (url.includes("$")) {
      this.tell("note", url.includes("$AIRPORT") ? "Choose an airport at “First call” first." : "Run the call before this one first: its answer has what is missing here.");
      return;
    }
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    this.tell("note", "Asking…");
    const began = performance.now();
    try {
      const response = await fetch(url, { method, headers: keyed ? { "x-partner-api-key": key() } : {}, cache: "no-store", signal });
      const text = await response.text();
      const took = Math.round(performance.now() - began);
      this.tell(response.ok ? "good" : "bad", `${response.status} ${response.statusText} · ${took} ms`, shown(response, text));
      learn(text);
    } catch (failure) {
      if (!signal.aborted) this.tell("bad", `No answer: ${failure.message}`);
    }
  }

  tell(kind, line, text = "") {
    this.answer.hidden = false;
    this.status.className = "status " + kind;
    this.status.textContent = line;
    coloured(this.body, text);
    this.body.hidden = !text;
  }
}

function shown(response, text) {
  if (!text) return [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const answer = parsed(text);
  if (answer) text = JSON.stringify(answer, null, 2);
  return text.length > longestShown ? text.slice(0, longestShown) + "\n… (cut here)" : text;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // of a proxy, perhaps
  }
}

// learn takes from an answer what later calls need, once: the answers of these stay beside them.
function learn(text) {
  const answer = parsed(text);
  if (!answer?.success) return;
  if (known.SINCE === weekAgo) known.SINCE = answer.meta.timestamp;
  if (answer.nextCursor) known.NEXT_CURSOR ||= answer.nextCursor;
  if (answer.pagination && answer.results[0]?.id) known.ITEM_ID ||= encoded(answer.results[0].id);
  showAll();
}

// encoded is fit for a shell's double quotes too, and keeps the commas of lists.
function encoded(text) {
  return encodeURIComponent(text).replaceAll("!", "%21").replaceAll("%2C", ",");
}

function showAll() {
  for (const call of calls) call.show();
}

export function startCalls() {
  for (const figure of document.querySelectorAll(".call")) calls.push(new Call(figure));
  for (const example of document.querySelectorAll(".json code")) coloured(example, example.textContent);
  onLanguage(showAll);
  onAccess(() => {
    Object.assign(known, { ITEM_ID: "", NEXT_CURSOR: "", SINCE: weekAgo });
    showAll();
  });
}
