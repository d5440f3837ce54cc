// Calls every endpoint with the client that openapi-typescript and openapi-fetch make. Arguments: base URL, key.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };
const [, , baseUrl, key] = process.argv;
const airport = "QLB";

const client = createClient<paths>({
  baseUrl,
  headers: { "x-partner-api-key": key },
  querySerializer: { object: { style: "form", explode: true } }, // of metadata
});

function check(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const list = await client.GET("/{airport}/content", {
  params: {
    path: { airport },
    query: {
      q: "coffee", contentType: ["dining", "amenity"], language: ["en"], facets: ["contentType", "language"], highlight: true, includeBody: false, size: 5,
    },
  },
});
check(list.data && list.data.results.length > 0, `list: ${JSON.stringify(list.error)}`);
check(list.data.facets?.language?.en, "list: facets");
const found: components["schemas"]["ContentItem"] = list.data.results[0];
check(typeof found.metadata?.hours_of_operation === "string" && found.metadata && found.content === undefined && found.highlight, "list: item");

const byDetail = await client.GET("/{airport}/content", {
  params: { path: { airport }, query: { metadata: { "metadata.map_poi_id": String(found.metadata.map_poi_id) }, facets: ["metadata.map_poi_id"] } },
});
check(byDetail.data?.results.some(({ id }) => id === found.id) && byDetail.data.facets?.["metadata.map_poi_id"], `metadata: ${JSON.stringify(byDetail.error)}`);
const byId = await client.GET("/{airport}/content", { params: { path: { airport }, query: { ids: ["none", found.id] } } });
check(byId.data?.results[0].id === found.id, `ids: ${JSON.stringify(byId.error)}`);
const misspelled = await client.GET("/{airport}/content", { params: { path: { airport }, query: { q: "cofee", match: "all", correct: false } } });
check(misspelled.data?.meta.search?.query === "cofee" && misspelled.data.meta.search.match === "all", `match: ${JSON.stringify(misspelled)}`);

const item = await client.GET("/{airport}/content/{id}", { params: { path: { airport, id: found.id } } });
check(item.data?.result.content, `item: ${JSON.stringify(item.error)}`);
const otherTypes = await client.GET("/{airport}/content/{id}", { params: { path: { airport, id: "other-types" } } });
check(otherTypes.data?.result.metadata?.map_poi_id === "2D", `other types: ${JSON.stringify(otherTypes.error)}`);

const suggestions = await client.GET("/{airport}/suggest", { params: { path: { airport }, query: { q: "cof", contentType: ["dining", "shopping"] } } });
check(suggestions.data?.results[0].text, `suggest: ${JSON.stringify(suggestions.error)}`);

const first = await client.GET("/{airport}/changes", { params: { path: { airport }, query: { size: 2 } } });
check(first.data?.hasMore, `changes: ${JSON.stringify(first.error)}`);
const next = await client.GET("/{airport}/changes", { params: { path: { airport }, query: { cursor: first.data.nextCursor } } });
const change = next.data?.results[0];
check(change?.change === "upsert" && change.item.title, `changes: ${JSON.stringify(next.error)}`);

const airports = await client.GET("/airports");
check(airports.data?.results[0].airport === airport, `airports: ${JSON.stringify(airports.error)}`);

const health = await client.GET("/health");
check(health.data?.services.database.status === "up", "health");

const refused = await client.GET("/{airport}/content", { params: { path: { airport }, query: { size: 500 } } });
check(refused.error?.error.code === "invalid_parameter" && refused.error.error.parameter === "size", "error");
