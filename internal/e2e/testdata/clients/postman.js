// Postman's converter. It makes up values for optional parameters without an example, unless it leaves optional parameters out.
import fs from "node:fs";
import converter from "openapi-to-postmanv2";
import { send } from "./collection.js";

const [document, base, key] = process.argv.slice(2);
const options = { requestParametersResolution: "Example", enableOptionalParameters: false };
const made = await new Promise((resolve, reject) =>
  converter.convert({ type: "string", data: fs.readFileSync(document, "utf8") }, options, (error, result) => (error ? reject(error) : resolve(result))));
if (!made.result) throw new Error(made.reason);
const requests = [];
const walk = (item) => {
  if (item.item) return item.item.forEach(walk);
  const { path, query = [] } = item.request.url;
  requests.push({ path: "/" + path.join("/"), query: query.filter(({ disabled }) => !disabled).map((q) => [q.key, q.value]) });
};
walk(made.output[0].data);
await send(requests, base, key);
