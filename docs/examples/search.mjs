// Prints hours watched and viewers of each of the last seven days, in UTC.
//   SHOAL_URL=… SHOAL_KEY=… node search.mjs
import { createClient } from "@shoal/client";

const { SHOAL_URL, SHOAL_KEY } = process.env;
const shoal = createClient({ url: SHOAL_URL, key: SHOAL_KEY });
const { aggregations } = await shoal.searchAll({
  body: {
    size: 0,
    query: { range: { timestamp: { gte: "now-6d/d" } } },
    aggs: {
      days: {
        date_histogram: { field: "timestamp", calendar_interval: "day" },
        aggs: {
          hours: { sum: { field: "tot_hours_view" } },
          viewers: { cardinality: { field: "new_client_uuid" } },
        },
      },
    },
  },
});
for (const { key_as_string, hours, viewers } of aggregations.days.buckets)
  console.log(`${key_as_string.slice(0, 10)} ${hours.value.toFixed(1)} h ${viewers.value} viewers`);
