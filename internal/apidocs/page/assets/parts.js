// The pieces that every part of the page is made of.

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function button(text, act, className) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// copyButton copies what stands in code.
export function copyButton(code) {
  const made = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      made.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code); // no clipboard without https: ready for Ctrl-C
      made.textContent = "Selected";
    }
    setTimeout(() => { made.textContent = "Copy"; }, 1500);
  });
  return made;
}

// say changes the text of a place only if it is another, so that screen readers do not repeat it.
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}
