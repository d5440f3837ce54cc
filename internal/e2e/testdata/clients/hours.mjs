// Says when things are open in 2026, by the library of OpenStreetMap: for each line of stdin, a value
// of opening_hours, a line of JSON with the open times, and the public holidays if the value has a
// rule for them. A time that may be open counts as open.
import { readFileSync } from "node:fs";
import OpeningHours from "opening_hours";

const place = { lat: 50, lon: 8, address: { country_code: "de", state: "Hessen" } };
const begin = new Date(2026, 0, 1), end = new Date(2027, 0, 1);

function times(value) {
  const hours = new OpeningHours(value, place, { mode: 0 });
  if (hours.getNextChange(begin) === undefined) return hours.getState(begin) ? [[begin / 1000, end / 1000]] : [];
  return hours.getOpenIntervals(begin, end).map(([from, to]) => [from / 1000, to / 1000]);
}

for (const value of readFileSync(0, "utf8").split("\n").filter((line) => line)) {
  console.log(JSON.stringify({ open: times(value), holidays: value.includes("PH") ? times("PH 00:00-24:00") : [] }));
}
