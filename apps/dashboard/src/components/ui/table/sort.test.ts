import { expect, test } from "vitest";
import { nextSort } from "./sort.ts";

test("another field starts in its own direction, and the current field is reversed", () => {
  expect(nextSort<"name" | "at">({ name: 1 }, "at", -1)).toEqual({ at: -1 });
  expect(nextSort({ at: -1 }, "at", -1)).toEqual({ at: 1 });
  expect(nextSort({ name: 1 }, "name")).toEqual({ name: -1 });
  expect(nextSort<"name">({}, "name")).toEqual({ name: 1 });
});
