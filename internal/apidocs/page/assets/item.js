// One item, as a page of yours may show it: texts, details and the content's text. None of its HTML gets into the page.

import { website } from "./access.js";
import { element } from "./parts.js";

// showItem fills a place with an item. back is a button, or null.
export function showItem(place, item, back) {
  const title = element("h3", "", item.title);
  title.tabIndex = -1;
  const details = element("dl");
  const detail = (name, value) => {
    const shown = element("dd");
    shown.append(value);
    details.append(element("dt", "", name), shown);
  };
  detail("id", item.id);
  detail("contentType", item.contentType);
  detail("language", item.language);
  detail("lastModified", item.lastModified);
  if (item.url) detail("url", link(item.url));
  for (const [name, value] of Object.entries(item.metadata ?? {})) {
    detail(`metadata.${name}`, typeof value === "string" ? value : JSON.stringify(value));
  }
  const text = element("div", "text");
  text.lang = item.language;
  text.dir = "auto";
  text.append(...paragraphs(item.content));
  place.replaceChildren(...(back ? [back] : []), title, details, text);
  place.hidden = false;
  title.focus();
}

// link is a link where the website is known, else the path as text.
function link(url) {
  let whole;
  try {
    whole = new URL(url, website());
  } catch {
    return url;
  }
  if (!whole.protocol.startsWith("http")) return url;
  const made = element("a", "", url);
  made.href = whole;
  made.rel = "noreferrer";
  return made;
}

// paragraphs makes paragraphs of HTML's text. The parser's document runs no scripts and loads nothing.
function paragraphs(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const code of parsed.querySelectorAll("script, style, template")) code.remove();
  for (const block of parsed.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6, tr, div, br, blockquote, dt, dd")) block.before("\n");
  return parsed.body.textContent.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => element("p", "", line));
}
