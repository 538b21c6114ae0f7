import type { ClientView } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  bodyOfValues,
  CLIENT_FLAGS,
  type ClientValues,
  lastDayOf,
  NEW_CLIENT,
  normalizeSiret,
  valuesOfClient,
} from "./client-values.ts";

const bodyOf = (changes: Partial<ClientValues>) => bodyOfValues(changes, { ...NEW_CLIENT, ...changes });

test("only changed fields are sent", () => {
  expect(bodyOf({ clientname: "Harbour", export: true })).toEqual({
    clientname: "Harbour",
    export: true,
  });
});

test("projects and chat are preset from the client, and a new client has chat", () => {
  const had = { vireed: true, chat: false, defaultQualities: "shoalOptimization" } as ClientView;
  const { vireed, chat } = valuesOfClient({ ...had, subscriptionEndsAt: null });
  expect({ vireed, chat }).toEqual({ vireed: true, chat: false });
  expect(CLIENT_FLAGS).toEqual(expect.arrayContaining(["vireed", "chat"]));
  expect(bodyOf({ chat: false })).toEqual({ chat: false });
  expect(NEW_CLIENT.chat).toBe(true);
});

test("a subscription ends at the end of its last day, which the form shows again", () => {
  const { subscriptionEndsAt } = bodyOf({ subscriptionEndsAt: "2027-06-30" });
  expect(lastDayOf(subscriptionEndsAt ?? null)).toBe("2027-06-30");
  expect(bodyOf({ subscriptionEndsAt: "" })).toEqual({ subscriptionEndsAt: null });
  expect(lastDayOf(null)).toBe("");
});

test("a page size is one of the choices, or null for the product's default", () => {
  expect(bodyOf({ defaultNumberPerPage: "50" })).toEqual({ defaultNumberPerPage: 50 });
  expect(bodyOf({ defaultNumberPerPage: "" })).toEqual({ defaultNumberPerPage: null });
});

test("cleanSiret removes the spaces between groups of digits", () => {
  expect(normalizeSiret("732 829 320 00074")).toBe("73282932000074");
});

test("qualities are sent as a whole, or as the marker of the optimized ones", () => {
  expect(bodyOf({ isOptimized: true })).toEqual({ defaultQualities: "shoalOptimization" });
  expect(bodyOf({ isOptimized: false })).toEqual({
    defaultQualities: [{ bitrate: 5000, resolution: { width: 1920, height: 1080 }, FPS: 30 }],
  });
});
