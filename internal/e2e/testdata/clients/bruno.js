// Bruno's converter. It enables the parameters that have an example.
import fs from "node:fs";
import { openApiToBruno } from "@usebruno/converters";
import { send } from "./collection.js";

const [document, base, key] = process.argv.slice(2);
const requests = [];
const walk = ({ items, request }) => {
  if (items) return items.forEach(walk);
  const sent = (request.params ?? []).filter(({ enabled, type }) => enabled && type === "query");
  requests.push({ path: request.url.replace("{{baseUrl}}", ""), query: sent.map(({ name, value }) => [name, value]) });
};
walk(openApiToBruno(fs.readFileSync(document, "utf8")));
await send(requests, base, key);
