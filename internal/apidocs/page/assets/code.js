// Calls as code: in which language, and in colours.

import { element } from "./parts.js";

export const languages = ["curl", "JavaScript", "Python"];

let chosen = languages[0];
const listeners = [];

export function language() {
  return chosen;
}

export function chooseLanguage(name) {
  chosen = name;
  for (const listener of listeners) listener();
}

// onLanguage calls a function whenever another language is chosen.
export function onLanguage(listener) {
  listeners.push(listener);
}

// written is a call in the chosen language. Its key comes from the environment. method is GET or HEAD; keyed calls send the key.
export function written({ url, method, keyed }) {
  switch (chosen) {
    case "JavaScript": {
      const options = (method === "HEAD" ? "  method: \"HEAD\",\n" : "") +
        (keyed ? "  headers: { \"x-partner-api-key\": process.env.KEY },\n" : "");
      const result = method === "HEAD" ? "response.headers" : "await response.json()";
      return `const response = await fetch("${url}"${options && `, {\n${options}}`});\nconsole.log(response.status, ${result});`;
    }
    case "Python": {
      const headers = keyed ? "    headers={\"x-partner-api-key\": os.environ[\"KEY\"]},\n" : "";
      const result = method === "HEAD" ? "response.headers" : "response.json()";
      return `import os, requests\n\nresponse = requests.${method.toLowerCase()}(\n    "${url}",\n${headers}    timeout=30,\n)\n` +
        `print(response.status_code, ${result})`;
    }
    default:
      return `curl -sS ${method === "HEAD" ? "-I " : ""}"${url}"` + (keyed ? " \\\n  -H \"x-partner-api-key: $KEY\"" : "");
  }
}

const tokens = /("(?:\\.|[^"\\])*"|'[^']*')(\s*:(?!\/))?|\b(curl|export|const|await|import|true|false|null)\b|(?<![\w-])(-?\d+(?:\.\d+)?)\b/g;

// coloured puts text into a place, in colours: names, strings, keywords and numbers.
export function coloured(place, text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(tokens)) {
    const [whole, string, colon, keyword, number] = found;
    nodes.push(text.slice(end, found.index));
    if (string) nodes.push(element("span", colon ? "name" : "string", string), colon ?? "");
    else nodes.push(element("span", keyword ? "keyword" : "number", keyword ?? number));
    end = found.index + whole.length;
  }
  place.replaceChildren(...nodes, text.slice(end));
}
