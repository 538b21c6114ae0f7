import { type RouteSpec, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { texts as english } from "../../i18n/en/logs.ts";
import { texts as french } from "../../i18n/fr/logs.ts";

const CHANGING_ROUTES = Object.entries(routes as Record<string, RouteSpec>)
  .filter(([, { method, isQuestion }]) => method !== "GET" && !isQuestion)
  .map(([name]) => name);

test.each([
  ["English", english],
  ["French", french],
])("every call that changes data has a description in %s", (_language, texts) => {
  expect(CHANGING_ROUTES.filter((name) => !(name in texts.logs.actions))).toEqual([]);
});
