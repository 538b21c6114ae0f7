import type { ClientView } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  bodyOfValues,
  type ClientValues,
  cleanSiret,
  FLAGS,
  lastDayOf,
  NEW_CLIENT,
  valuesOfClient,
} from "./client-values.ts";

const bodyOf = (changes: Partial<ClientValues>) => bodyOfValues(changes, { ...NEW_CLIENT, ...changes });

test("only the fields that are named are told", () => {
  expect(bodyOf({ clientname: "Harbour", export: true })).toEqual({
    clientname: "Harbour",
    export: true,
  });
});

test("projects and chat are offered as a client has them; a new client has chat", () => {
  const had = { vireed: true, chat: false, defaultQualities: "shoalOptimization" } as ClientView;
  const { vireed, chat } = valuesOfClient({ ...had, subscriptionEndsAt: null });
  expect({ vireed, chat }).toEqual({ vireed: true, chat: false });
  expect(FLAGS).toEqual(expect.arrayContaining(["vireed", "chat"]));
  expect(bodyOf({ chat: false })).toEqual({ chat: false });
  expect(NEW_CLIENT.chat).toBe(true);
});

test("a subscription ends with its last day, and the form shows that day again", () => {
  const { subscriptionEndsAt } = bodyOf({ subscriptionEndsAt: "2027-06-30" });
  expect(lastDayOf(subscriptionEndsAt ?? null)).toBe("2027-06-30");
  expect(bodyOf({ subscriptionEndsAt: "" })).toEqual({ subscriptionEndsAt: null });
  expect(lastDayOf(null)).toBe("");
});

test("a page size is one that is offered, or the product's own", () => {
  expect(bodyOf({ defaultNumberPerPage: "50" })).toEqual({ defaultNumberPerPage: 50 });
  expect(bodyOf({ defaultNumberPerPage: "" })).toEqual({ defaultNumberPerPage: null });
});

test("the digits of a SIRET may be written in groups", () => {
  expect(cleanSiret("732 829 320 00074")).toBe("73282932000074");
});

test("qualities go as a whole, or as the marker of the product's own", () => {
  expect(bodyOf({ isOptimized: true })).toEqual({ defaultQualities: "shoalOptimization" });
  expect(bodyOf({ isOptimized: false })).toEqual({
    defaultQualities: [{ bitrate: 5000, resolution: { width: 1920, height: 1080 }, FPS: 30 }],
  });
});
