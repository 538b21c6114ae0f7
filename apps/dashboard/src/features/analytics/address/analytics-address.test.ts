import { expect, test } from "vitest";
import {
  type AnalyticsState,
  applyChange,
  parseAddress,
  toSearchParams,
  withoutValue,
  withValue,
} from "./analytics-address.ts";

const parseQuery = (text: string, video = "") => parseAddress(new URLSearchParams(text), video);
const DEFAULT_STATE = parseQuery("");

test("an empty URL shows all videos of the previous day, most watched first", () => {
  expect(DEFAULT_STATE).toMatchObject({
    config: "",
    collection: "",
    range: "yesterday",
    filters: {},
    chart: "played",

    by: "video",
    sort: "watchedSec",
    order: "desc",
    page: 1,
  });
  expect(toSearchParams(DEFAULT_STATE, "").toString()).toBe("");
});

test("a single subject defaults to the last 24 hours, and a video to its countries", () => {
  expect(parseQuery("", "v")).toMatchObject({ range: "day", by: "country" });
  expect(parseQuery("config=c")).toMatchObject({ range: "day", config: "c" });
  expect(parseQuery("collection=Films")).toMatchObject({ range: "day", collection: "Films" });
  expect(toSearchParams(parseQuery("", "v"), "v").toString()).toBe("");
});

test.each<[string, Partial<AnalyticsState>]>([
  ["a subject and a range", { config: "c", range: "quarter" }],
  [
    "a range of one's own",
    {
      range: "own",
      own: { fromMs: Date.parse("2026-11-01T10:00:00Z"), toMs: Date.parse("2026-11-01T12:30:00Z") },
    },
  ],
  ["filters, also by what is not known", { filters: { country: ["FR", "DE"], host: [""], config: ["k"] } }],
  ["chart, dimension, order and page", { chart: "startup", by: "provider", sort: "views", page: 3 }],
  ["an ascending order", { sort: "rebufferingSecPerHour", order: "asc" }],
  ["videos that are looked at together", { videos: ["a", "b & c"], range: "week" }],
  ["a name with signs of addresses", { collection: "Films & more = 1?#/" }],
])("the URL survives a round trip: %s", (_, change) => {
  const state = { ...DEFAULT_STATE, ...change };
  expect(parseQuery(toSearchParams(state, "").toString())).toEqual(state);
});

test("invalid parts of the URL are ignored", () => {
  expect(parseQuery("range=century&chart=x&by=y&sort=z&page=-4&only.colour=red")).toEqual(DEFAULT_STATE);
  expect(parseQuery("range=own&from=yesterday&to=2026-11-01T00:00:00Z")).toEqual(DEFAULT_STATE);
  expect(parseQuery("config=c&collection=d")).toMatchObject({ config: "c", collection: "" });
  expect(parseQuery("config=c&only.video=w", "v")).toMatchObject({ config: "", filters: {} });
});

test("another chart keeps the page of the list, while another filter, range or order returns to the first", () => {
  const state = { ...DEFAULT_STATE, page: 4 };
  expect(applyChange(state, { chart: "startup" }).page).toBe(4);
  expect(applyChange(state, { page: 5 }).page).toBe(5);
  for (const change of [{ filters: {} }, { range: "hour" }, { by: "device" }, { sort: "views" }] as const)
    expect(applyChange(state, change).page).toBe(1);
});

test("several videos are deduplicated and limited to fifty, and replace any other subject", () => {
  const many = Array.from({ length: 60 }, (_, index) => `videos=v${index % 55}`).join("&");
  const state = parseQuery(`${many}&videos=&config=c&collection=d`);
  expect(state).toMatchObject({ config: "", collection: "", range: "day", by: "video" });
  expect([state.videos.length, state.videos[0], state.videos.at(-1)]).toEqual([50, "v0", "v49"]);
  expect(parseQuery("videos=a&videos=b", "v").videos).toEqual([]);
});

test("values are added to filters once and removed individually", () => {
  const two = withValue(withValue({ country: ["FR"] }, "country", "DE"), "country", "DE");
  expect(two).toEqual({ country: ["FR", "DE"] });
  expect(withoutValue(two, "country", "FR")).toEqual({ country: ["DE"] });
  expect(withoutValue({ country: ["FR"], device: ["tv"] }, "country", "FR")).toEqual({ device: ["tv"] });
});
