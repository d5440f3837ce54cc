// Sends every request of a collection that a tool has made from the document: the parameters that the tool sends, with the document's
// examples. Only the airport and the id are those of this service.
export async function send(requests, base, key) {
  const headers = { "x-partner-api-key": key };
  const ask = async (path) => (await fetch(base + path, { headers })).json();
  const { airport } = (await ask("/airports")).results[0];
  const { id } = (await ask(`/${airport}/content?size=1`)).results[0];
  for (const { path, query } of requests) {
    const places = path.replace(":airport", airport).replace(":id", encodeURIComponent(id));
    const search = new URLSearchParams(query.map(([name, value]) => [name, name === "airport" ? airport : value]));
    const response = await fetch(`${base}${places}?${search}`, { headers });
    if (response.status !== 200) throw new Error(`${places}?${search}: ${response.status} ${await response.text()}`);
  }
  if (requests.length < 9) throw new Error(`${requests.length} requests`);
}
