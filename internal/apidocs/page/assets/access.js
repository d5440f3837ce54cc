// The key, and the airports that it covers. The key is nowhere but in its field.

import { say } from "./parts.js";

export const base = "/api/v1/partner";

const keyField = document.getElementById("key");
const airportField = document.getElementById("airport");
const status = document.getElementById("key-status");
const shortestKey = 16; // characters; a shorter one is not whole yet
const settled = 500; // milliseconds without typing
const listeners = [];
let timer; // until the key is tried
let reading; // aborts the reading of airports that is under way
let tried = ""; // the key whose airports were asked for last
let wanted = ""; // the airport that was chosen last, or named in the page's address

export function key() {
  return keyField.value.trim();
}

// airport is the chosen one's code, empty while there is no choice.
export function airport() {
  return airportField.value;
}

// website is the address of the chosen airport's website, if it is known.
export function website() {
  return airportField.selectedOptions[0]?.dataset.website;
}

// airportForExamples is what curl commands name.
export function airportForExamples() {
  return airport() || wanted || "$AIRPORT";
}

// onAccess calls a function whenever the key or the airport is another.
export function onAccess(listener) {
  listeners.push(listener);
}

export function focusKey() {
  keyField.focus();
}

// Refusal is an error that the API answered with, or that kept it from answering.
export class Refusal extends Error {
  constructor(message, response) {
    super(message);
    this.status = response?.status;
    this.retryAfter = Number(response?.headers.get("Retry-After")) || 0;
  }
}

// ask reads a path of the API with the key. Whatever goes wrong, but for a request that was aborted, it throws a Refusal.
export async function ask(path, signal) {
  if (/[^\x20-\x7e]/.test(key())) {
    throw new Refusal("This key has a character that no key has. Copy it once more, whole and alone.");
  }
  const began = performance.now();
  let response, text;
  try {
    response = await fetch(path, { headers: { "x-partner-api-key": key() }, cache: "no-store", signal });
    text = await response.text();
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Refusal(`No answer: ${failure.message}.`);
  }
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = {}; // of a proxy, perhaps
  }
  if (!response.ok) throw new Refusal(explain(response, answer.error), response);
  return { answer, response, milliseconds: Math.round(performance.now() - began) };
}

function explain(response, error) {
  let text = error ? `${response.status} ${error.code}: ${error.message}` : `${response.status} ${response.statusText}`;
  const seconds = response.headers.get("Retry-After");
  if (seconds) text += ` Retry-After: ${seconds} seconds.`;
  if (error) text += ` (requestId ${error.requestId})`;
  return text;
}

// readAirports fills the field of the airport with those that the key covers.
async function readAirports() {
  reading?.abort();
  reading = new AbortController();
  const { signal } = reading;
  tried = key();
  say(status, "Reading what this key covers…");
  status.className = "note";
  try {
    const airports = [];
    for (let more = true; more;) {
      const { answer } = await ask(`${base}/airports?size=100&from=${airports.length}`, signal);
      airports.push(...answer.results);
      more = answer.pagination.hasMore;
    }
    offer(airports);
    say(status, summary(airports));
  } catch (failure) {
    if (signal.aborted) return;
    offer([]);
    status.className = "note bad";
    say(status, failure.message);
  }
}

function summary(airports) {
  if (airports.length === 0) return "This key covers no airport. Ask us to add one.";
  const items = airports.reduce((sum, a) => sum + a.total, 0).toLocaleString("en");
  return airports.length === 1 ? `This key covers one airport, with ${items} items that it may read.` :
    `This key covers ${airports.length} airports, with ${items} items that it may read.`;
}

function offer(airports) {
  airportField.replaceChildren();
  for (const a of airports) {
    const option = new Option(`${a.airport} · ${a.airportName}`, a.airport, false, a.airport === wanted);
    if (a.website) option.dataset.website = a.website;
    airportField.add(option);
  }
  if (airports.length === 0) airportField.add(new Option(tried ? "None" : "Enter your key first", ""));
  airportField.disabled = airports.length === 0;
  changed();
}

function changed() {
  wanted = airport() || wanted;
  for (const listener of listeners) listener();
}

export function startAccess() {
  const named = new URLSearchParams(location.search).get("airport")?.toUpperCase() ?? "";
  if (/^[A-Z0-9]{3,4}$/.test(named)) wanted = named;
  keyField.addEventListener("input", () => {
    clearTimeout(timer);
    reading?.abort();
    tried = "";
    offer([]);
    say(status, "");
    if (key().length >= shortestKey) timer = setTimeout(readAirports, settled);
  });
  keyField.addEventListener("change", () => {
    clearTimeout(timer);
    if (key() !== tried) readAirports();
  });
  airportField.addEventListener("change", changed);
  const showKey = document.getElementById("show-key");
  showKey.addEventListener("click", () => {
    const shown = keyField.type === "text";
    keyField.type = shown ? "password" : "text";
    showKey.textContent = shown ? "Show" : "Hide";
    showKey.setAttribute("aria-pressed", String(!shown));
  });
}
