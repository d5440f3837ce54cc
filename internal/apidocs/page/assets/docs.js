// The page as a whole: its parts, the mark in the navigation, and what a link opens.

import { startAccess } from "./access.js";
import { startCalls } from "./calls.js";
import { startSearch } from "./search.js";

// markPlace marks the section that one reads in the navigation.
function markPlace() {
  const sections = [...document.querySelectorAll("main > section")];
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const current = atEnd ? sections.at(-1) : sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 4) ?? sections[0];
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash !== `#${current.id}`) {
      link.removeAttribute("aria-current");
    } else if (link.ariaCurrent !== "location") {
      link.ariaCurrent = "location";
      const list = link.closest("ul"); // scrolls to the side on a narrow screen
      list.scrollLeft = link.parentElement.offsetLeft - list.clientWidth / 3;
    }
  }
}

// open opens what a link within the page points to, and returns that part, or null.
function open(hash = "") {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  for (let part = target?.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  return target;
}

startAccess();
startSearch();
startCalls();
for (const place of document.querySelectorAll("#reference > p code")) place.textContent = place.textContent.replace("https://this-server", location.origin);
document.addEventListener("scroll", markPlace, { passive: true });
document.addEventListener("click", (event) => open(event.target.closest("nav a, main a")?.hash));
addEventListener("hashchange", () => open(location.hash));
open(location.hash)?.scrollIntoView();
markPlace();
