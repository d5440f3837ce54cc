// The search box: suggestions while typing, results with marks, facets and pages, an item, and the requests that were sent.

import { airport, ask, base, focusKey, key, onAccess, Refusal } from "./access.js";
import { coloured, onLanguage, written } from "./code.js";
import { showItem } from "./item.js";
import { button, copyButton, element, say } from "./parts.js";

const typingPause = 150; // milliseconds without a key before suggestions are asked for
const pageSize = 5;
const longestQuery = 512; // characters
const facetTitles = { contentType: "Type", language: "Language" };

const form = document.getElementById("search-form");
const field = document.getElementById("q");
const list = document.getElementById("suggestions");
const announcement = document.getElementById("announcement"); // for screen readers
const error = document.getElementById("search-error");
const outcome = document.getElementById("outcome");
const heading = document.getElementById("result-count");
const understood = document.getElementById("understood");
const facets = document.getElementById("facets");
const results = document.getElementById("results");
const pager = document.getElementById("pager");
const itemPlace = document.getElementById("item");

let options = []; // the suggestions that are shown
let active = -1; // the index of the one that the arrow keys have reached
let typing; // the timer of the pause
let suggesting = new AbortController(); // aborts what is under way
let searching = new AbortController();
let quietUntil = 0; // no suggestions before this time, after a 429
let query = ""; // what the shown results were asked for
let from = 0;
let filters = { contentType: [], language: [] };
let wish = {}; // match or correct, until another query is asked
const sent = {}; // endpoint → the call that was sent last

// Suggestions

function typed() {
  clearTimeout(typing);
  suggesting.abort();
  if (!field.value.trim() || !airport()) {
    showSuggestions([]);
    return;
  }
  typing = setTimeout(suggest, typingPause);
}

async function suggest() {
  if (Date.now() < quietUntil) return;
  suggesting = new AbortController();
  const { signal } = suggesting;
  const path = pathTo("suggest", { q: field.value, ...filterParameters() });
  try {
    const asked = await ask(path, signal);
    showRequest("suggest", path, asked);
    showSuggestions(asked.answer.results);
    say(error, "");
  } catch (failure) {
    if (signal.aborted) return;
    showSuggestions([]);
    showFailure("suggest", path, failure);
  }
}

function showSuggestions(found) {
  options = found;
  list.replaceChildren(...found.map((suggestion, i) => {
    const option = element("li");
    option.id = `suggestion-${i}`;
    option.role = "option";
    option.ariaSelected = "false";
    option.append(element("span", "text", suggestion.text), element("span", "kind", suggestion.contentType));
    option.addEventListener("click", () => choose(suggestion));
    return option;
  }));
  list.hidden = found.length === 0;
  field.ariaExpanded = String(found.length > 0);
  activate(-1);
  announcement.textContent = found.length ? `${counted(found.length, "suggestion")}, up and down to choose` : "";
}

function activate(index) {
  list.children[active]?.setAttribute("aria-selected", "false");
  active = index;
  const option = list.children[index];
  if (!option) {
    field.removeAttribute("aria-activedescendant");
    return;
  }
  option.ariaSelected = "true";
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function choose(suggestion) {
  closeSuggestions();
  field.value = [...suggestion.text].slice(0, longestQuery).join("");
  openItem(suggestion.id);
}

// closeSuggestions also ends what would open them again.
function closeSuggestions() {
  clearTimeout(typing);
  suggesting.abort();
  showSuggestions([]);
}

function pressed(event) {
  if (event.isComposing) return; // the key is for the input method
  const open = options.length > 0;
  switch (event.key) {
    case "ArrowDown":
      if (open) activate(active + 1 < options.length ? active + 1 : -1);
      else typed();
      break;
    case "ArrowUp":
      if (!open) return;
      activate(active < 0 ? options.length - 1 : active - 1);
      break;
    case "Enter":
      if (active < 0) return; // the form does it
      choose(options[active]);
      break;
    case "Escape":
      if (open) closeSuggestions();
      else field.value = "";
      break;
    default:
      return;
  }
  event.preventDefault();
}

// Results

// search asks for the page that begins at an offset. It tells whether there was an answer.
async function search(offset) {
  closeSuggestions();
  if (!field.value.trim()) {
    clearResults();
    return false;
  }
  if (!key() || !airport()) {
    say(error, key() ? "Choose an airport at the top first." : "Enter your API key at the top first.");
    focusKey();
    return false;
  }
  searching.abort();
  searching = new AbortController();
  const { signal } = searching;
  if (field.value !== query) wish = {};
  const path = pathTo("content", {
    q: field.value, ...wish, ...filterParameters(), facets: "contentType,language", highlight: "true", includeBody: "false",
    size: String(pageSize), from: String(offset),
  });
  outcome.ariaBusy = "true";
  try {
    const asked = await ask(path, signal);
    query = field.value;
    from = offset;
    showRequest("content", path, asked);
    say(error, "");
    showResults(asked.answer);
    return true;
  } catch (failure) {
    if (signal.aborted) return false;
    clearResults();
    showFailure("content", path, failure);
    return false;
  } finally {
    if (!signal.aborted) outcome.ariaBusy = "false";
  }
}

function clearResults() {
  searching.abort();
  outcome.hidden = true;
  itemPlace.hidden = true;
  query = "";
  heading.textContent = "";
  for (const place of [facets, results, pager]) place.replaceChildren();
}

function showResults(answer) {
  const { total, pages, hasMore } = answer.pagination;
  outcome.hidden = false;
  itemPlace.hidden = true;
  const page = from / pageSize + 1;
  heading.textContent = `${counted(total, "result")} for “${query.trim()}”` + (pages > 1 ? `, page ${page} of ${pages}` : "");
  understood.replaceChildren(...(total > 0 ? explained(answer.meta.search, total) : advice()));
  understood.hidden = understood.childNodes.length === 0;
  announcement.textContent = `${heading.textContent}. ${understood.textContent}`;
  showFacets(answer.facets);
  results.replaceChildren(...answer.results.map(result));
  pager.replaceChildren();
  pager.hidden = pages < 2;
  const previous = button("Previous", () => turn(from - pageSize));
  const next = button("Next", () => turn(from + pageSize));
  previous.disabled = from === 0;
  next.disabled = !hasMore;
  pager.append(previous, element("span", "note", `Page ${page} of ${pages}`), next);
}

// explained says how the API read the query, with buttons to read it in another way.
function explained(told, total) {
  const parts = [];
  if (told.corrected) {
    const pairs = Object.entries(told.corrected).map(([word, instead]) => `“${instead}” in place of “${word}”`);
    parts.push(`Searched for ${pairs.join(", ")}. `, button(`Search for “${query.trim()}”`, () => again({ correct: "false" })), " ");
  }
  if (told.match === "any") {
    parts.push(told.allWords > 0 ? `${told.allWords} of these hold every word; they come first. ` : "No item holds every word: these hold some. ");
    if (told.allWords > 0) parts.push(button("Only those", () => again({ match: "all" })));
  }
  return parts;
}

// advice is for a search that found nothing.
function advice() {
  const parts = ["Try other words, or fewer. Type a few letters for suggestions. "];
  if (wish.match || wish.correct) parts.push(button("Search as usual", () => again({})), " ");
  if (filters.contentType.length + filters.language.length > 0) parts.push(button("Search without filters", clearFilters));
  return parts;
}

async function again(other) {
  field.value = query;
  wish = other;
  if (await search(0)) heading.focus();
}

function result(item) {
  const shown = element("li");
  const title = element("h4");
  const open = button("", () => openItem(item.id));
  open.lang = item.language;
  open.dir = "auto";
  open.append(marked(item.highlight.title, item.title));
  title.append(open);
  shown.append(title, element("p", "about note", `${item.contentType} · ${item.language} · ${item.lastModified.slice(0, 10)}`));
  if (item.highlight.snippet || item.excerpt) {
    const snippet = element("p", "snippet");
    snippet.lang = item.language;
    snippet.dir = "auto";
    snippet.append(marked(item.highlight.snippet, item.excerpt));
    shown.append(snippet);
  }
  return shown;
}

// openItem shows an item in place of the results, which come back with a button.
async function openItem(id) {
  searching.abort();
  searching = new AbortController();
  const { signal } = searching;
  const path = `${base}/${airport()}/content/${encodeURIComponent(id)}`;
  try {
    const asked = await ask(path, signal);
    showRequest("item", path, asked);
    say(error, "");
    const back = query ? button("Back to the results", () => {
      itemPlace.hidden = true;
      outcome.hidden = false;
      field.value = query;
      heading.focus();
    }) : null;
    outcome.hidden = true;
    showItem(itemPlace, asked.answer.result, back);
  } catch (failure) {
    if (!signal.aborted) showFailure("item", path, failure);
  }
}

// marked makes nodes of the API's escaped text with <mark>, or of plain text where nothing is marked. It makes no other
// elements, whatever the text holds.
export function marked(escaped, plain) {
  const nodes = document.createDocumentFragment();
  if (!escaped) {
    nodes.append(plain);
    return nodes;
  }
  let into = nodes;
  for (const piece of escaped.split(/(<\/?mark>)/)) {
    if (piece === "<mark>") {
      into = element("mark");
      nodes.append(into);
    } else if (piece === "</mark>") {
      into = nodes;
    } else {
      into.append(unescaped(piece));
    }
  }
  return nodes;
}

function unescaped(text) {
  const characters = { lt: "<", gt: ">", amp: "&", quot: "\"", "#34": "\"", "#39": "'" };
  return text.replace(/&(lt|gt|amp|quot|#34|#39);/g, (_, name) => characters[name]);
}

// Facets

function showFacets(counts) {
  const focused = facets.contains(document.activeElement) ? document.activeElement.dataset : null;
  facets.replaceChildren();
  for (const [name, title] of Object.entries(facetTitles)) {
    const values = new Map(Object.entries(counts[name]));
    for (const chosen of filters[name]) {
      if (!values.has(chosen)) values.set(chosen, 0); // to take it back
    }
    if (values.size > 0) facets.append(facet(name, title, values));
  }
  if (filters.contentType.length + filters.language.length > 0) {
    facets.append(button("Clear filters", clearFilters));
  }
  if (focused) facets.querySelector(`[data-facet="${focused.facet}"][data-value="${CSS.escape(focused.value)}"]`)?.focus();
}

function facet(name, title, values) {
  const group = element("div", "facet");
  group.role = "group";
  group.ariaLabel = title;
  group.append(element("span", "facet-title", title));
  for (const [value, count] of values) {
    const chip = button(value, () => toggle(name, value));
    chip.append(" ", element("span", "count", count.toLocaleString("en")));
    chip.dataset.facet = name;
    chip.dataset.value = value;
    chip.ariaPressed = String(filters[name].includes(value));
    group.append(chip);
  }
  return group;
}

async function clearFilters() {
  filters = { contentType: [], language: [] };
  field.value = query;
  if (await search(0)) heading.focus();
}

function toggle(name, value) {
  const chosen = filters[name];
  filters[name] = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  field.value = query;
  search(0);
}

async function turn(offset) {
  field.value = query;
  if (!await search(offset)) return;
  heading.focus(); // at the top of the new page
  heading.scrollIntoView({ block: "nearest" });
}

// Requests

function filterParameters() {
  return Object.fromEntries(Object.entries(filters).filter(([, chosen]) => chosen.length > 0).map(([name, chosen]) => [name, chosen.join(",")]));
}

function pathTo(endpoint, parameters) {
  return `${base}/${airport()}/${endpoint}?${new URLSearchParams(parameters)}`.replaceAll("%2C", ",");
}

function showRequest(endpoint, path, { response, milliseconds }) {
  const left = response.headers.get("X-RateLimit-Remaining"), limit = response.headers.get("X-RateLimit-Limit");
  fillRequest(endpoint, path, `${response.status} · ${milliseconds} ms · ${left} of ${limit} requests left`);
}

function fillRequest(endpoint, path, status) {
  sent[endpoint] = { url: location.origin + path, method: "GET", keyed: true };
  document.getElementById(`sent-${endpoint}`).hidden = false;
  document.querySelector(`#sent-${endpoint} .sent-status`).textContent = status;
  document.getElementById("nothing-sent").hidden = true;
  writeSent();
}

function writeSent() {
  for (const [endpoint, call] of Object.entries(sent)) coloured(document.querySelector(`#sent-${endpoint} code`), written(call));
}

function showFailure(endpoint, path, failure) {
  if (!(failure instanceof Refusal)) throw failure;
  if (failure.status === 429) quietUntil = Date.now() + 1000 * failure.retryAfter;
  fillRequest(endpoint, path, String(failure.status ?? "no answer"));
  say(error, failure.message);
}

function counted(n, what) {
  return `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
}

export function startSearch() {
  field.addEventListener("input", (event) => { if (!event.isComposing) typed(); });
  field.addEventListener("compositionend", typed);
  field.addEventListener("keydown", pressed);
  field.addEventListener("blur", closeSuggestions);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus, and so the list, until the click
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(0);
  });
  onAccess(() => {
    const shown = query;
    filters = { contentType: [], language: [] };
    closeSuggestions();
    clearResults();
    say(error, "");
    if (shown && airport()) {
      field.value = shown;
      search(0);
    }
  });
  onLanguage(writeSent);
  for (const code of document.querySelectorAll(".sent code")) code.closest(".copyable").append(copyButton(code));
}
