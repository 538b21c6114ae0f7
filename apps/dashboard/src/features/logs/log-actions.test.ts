import { type RouteSpec, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { texts as english } from "../../i18n/en/logs.ts";
import { texts as french } from "../../i18n/fr/logs.ts";

const changing = Object.entries(routes as Record<string, RouteSpec>)
  .filter(([, { method, isQuestion }]) => method !== "GET" && !isQuestion)
  .map(([name]) => name);

test.each([
  ["English", english],
  ["French", french],
])("the log has %s words for every call that changes something", (_language, texts) => {
  expect(changing.filter((name) => !(name in texts.logs.actions))).toEqual([]);
});
