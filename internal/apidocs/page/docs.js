// The calls of the guide are written once, as curl in the page. This script puts this server's address, the airport and
// what earlier answers gave into them, and runs what it reads there.

import { airport, airportForExamples, focusKey, key, onAccess, startAccess } from "./access.js";
import { button, copyButton, element } from "./parts.js";
import { startSearch } from "./search.js";

const longestShown = 20000; // characters of an answer

function fill(name, value) {
  for (const place of document.querySelectorAll(".call ." + name)) {
    place.textContent = value || place.dataset.unset;
  }
}

// parseCurl reads the one kind of curl that the guide has: an address in quotes, -H for headers, -I for HEAD.
function parseCurl(text) {
  const address = text.match(/"(https?:[^"]+)"/);
  if (!address) return null;
  const headers = {};
  for (const [, name, value] of text.matchAll(/-H "([^:"]+): ([^"]*)"/g)) {
    headers[name] = value.replace("$KEY", key());
  }
  return { url: address[1], method: text.includes(" -I ") ? "HEAD" : "GET", headers };
}

async function run(code, output) {
  const call = parseCurl(code.textContent);
  output.hidden = false;
  if ("x-partner-api-key" in call.headers && !call.headers["x-partner-api-key"]) {
    show(output, "note", "Enter your API key at the top first.");
    focusKey();
    return;
  }
  if (call.url.includes("$AIRPORT")) {
    show(output, "note", "Choose an airport at the top first.");
    return;
  }
  if (call.url.includes("$")) {
    show(output, "note", "Run the call above this one first: its answer holds what is missing here.");
    return;
  }
  show(output, "note", "Asking…");
  const began = performance.now();
  try {
    const response = await fetch(call.url, { method: call.method, headers: call.headers, cache: "no-store" });
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    show(output, response.ok ? "good" : "bad", `${response.status} ${response.statusText} · ${took} ms`, answerText(response, text));
    learn(text);
  } catch (failure) {
    show(output, "bad", `No answer: ${failure.message}`);
  }
}

function answerText(response, text) {
  if (!text) {
    return [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  }
  try {
    text = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // shown as it came
  }
  return text.length > longestShown ? text.slice(0, longestShown) + "\n… (cut here)" : text;
}

// learn takes from an answer what later calls of the guide need.
function learn(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return;
  }
  if (!answer.success) return;
  fill("since", answer.meta.timestamp);
  if (answer.nextCursor) fill("cursor", answer.nextCursor);
  if (answer.pagination && answer.results[0]?.id) fill("id", encoded(answer.results[0].id));
}

// encoded is fit for a shell's double quotes too.
function encoded(id) {
  return encodeURIComponent(id).replaceAll("!", "%21");
}

// newAnswer makes a place for answers; only the line above the text is read out by screen readers.
function newAnswer() {
  const place = element("div", "answer");
  place.hidden = true;
  const status = element("p", "status");
  status.setAttribute("role", "status");
  const text = element("pre");
  text.tabIndex = 0; // so that the keyboard can scroll it
  place.append(status, text);
  return place;
}

function show(place, kind, status, text = "") {
  const [line, pre] = place.children;
  line.className = "status " + kind;
  line.textContent = status;
  pre.textContent = text;
  pre.hidden = !text;
}

function equip(figure) {
  const code = figure.querySelector("code");
  const buttons = element("div", "buttons");
  buttons.append(copyButton(code));
  figure.append(buttons);
  if (!parseCurl(code.textContent)) return;
  const output = newAnswer();
  const runButton = button("Run", async () => {
    runButton.disabled = true;
    await run(code, output);
    runButton.disabled = false;
  });
  runButton.className = "run";
  buttons.prepend(runButton);
  figure.append(output);
}

// The reference: Swagger UI, with the key and the airport from the fields at the top in place of its own.

async function startReference() {
  const response = await fetch("/api/v1/openapi.json");
  const spec = await response.json();
  spec.components.parameters.Airport.example = airport();
  const nothing = () => null;
  const ui = SwaggerUIBundle({
    spec,
    dom_id: "#swagger-ui",
    layout: "BaseLayout",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "list",
    tryItOutEnabled: true,
    validatorUrl: null,
    plugins: [{
      components: {
        InfoContainer: nothing,
        SchemesContainer: nothing,
        ServersContainer: nothing,
        authorizeBtn: nothing,
        authorizeOperationBtn: nothing,
      },
    }],
    onComplete() { useKey(ui); },
  });
  onAccess(() => {
    useKey(ui);
    useAirport(ui, spec);
  });
}

function useKey(ui) {
  if (key()) {
    ui.preauthorizeApiKey("partnerKey", key());
  } else if (ui.authSelectors.authorized()?.size) {
    ui.authActions.logout(["partnerKey"]);
  }
}

function useAirport(ui, spec) {
  for (const path of Object.keys(spec.paths)) {
    if (path.includes("{airport}")) {
      ui.specActions.changeParam([path, "get"], "airport", "path", airport(), false);
    }
  }
}

function start() {
  startAccess();
  startSearch();
  for (const place of document.querySelectorAll(".origin")) place.textContent = location.origin;
  fill("since", new Date(Date.now() - 7 * 24 * 3600 * 1000).toISOString());
  fill("code", airportForExamples());
  for (const figure of document.querySelectorAll(".call")) equip(figure);
  onAccess(() => {
    fill("code", airportForExamples());
    fill("id", "");
    fill("cursor", "");
  });
  startReference().catch((failure) => {
    document.getElementById("swagger-ui").textContent = `The reference could not be loaded: ${failure.message}`;
  });
}

start();
