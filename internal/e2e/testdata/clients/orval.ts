// orval's client.
import { listAirports, listContent } from "./partner";

const [base, key] = process.argv.slice(2);
const options = { headers: { "x-partner-api-key": key } };
const there = globalThis.fetch;
globalThis.fetch = (path, init) => there(base + new URL(String(path), "http://any").pathname.replace("/api/v1/partner", "") + new URL(String(path), "http://any").search, init);
const airports = await listAirports({ size: 1 }, options);
if (airports.status !== 200) throw new Error(JSON.stringify(airports));
const list = await listContent(airports.data.results[0].airport, { facets: ["contentType"], size: 1 }, options);
if (list.status !== 200 || !list.data.facets?.contentType) throw new Error(JSON.stringify(list));
