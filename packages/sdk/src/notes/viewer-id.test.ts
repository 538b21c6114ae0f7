import { beforeEach, expect, it } from "vitest";
import { deleteViewerId, viewerOf } from "./viewer-id.ts";

const DAY_MS = 86_400_000;
let storedItems: Map<string, string>;
const fakeStorage = {
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
};
beforeEach(() => {
  storedItems = new Map();
});

it("a viewer's id for a client is replaced after 13 months, even if they returned in between", () => {
  const id = viewerOf("client", fakeStorage, 0);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect([
    viewerOf("client", fakeStorage, 200 * DAY_MS),
    viewerOf("client", fakeStorage, 394 * DAY_MS),
  ]).toEqual([id, id]);
  expect(viewerOf("client", fakeStorage, 395 * DAY_MS)).not.toBe(id);
});

it("a viewer has another id for another client", () => {
  expect(viewerOf("other", fakeStorage, 0)).not.toBe(viewerOf("client", fakeStorage, 0));
});

it("an invalid stored id is replaced", () => {
  for (const text of ["", "null", "1234 0", `${crypto.randomUUID()}`, `${crypto.randomUUID()} 99999999`]) {
    storedItems.set("shoal:viewer:client", text);
    const id = viewerOf("client", fakeStorage, 1_000);
    expect(text).not.toContain(id);
    expect(viewerOf("client", fakeStorage, 2_000)).toBe(id);
  }
});

it("a viewer whose id was deleted gets another one", () => {
  const id = viewerOf("client", fakeStorage, 0);
  deleteViewerId("client", fakeStorage);
  expect(storedItems.size).toBe(0);
  expect(viewerOf("client", fakeStorage, 0)).not.toBe(id);
});

it("viewerOf returns undefined if storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const none = { getItem: blocked, setItem: blocked, removeItem: blocked };
  expect(viewerOf("client", none, 0)).toBeUndefined();
  expect(() => deleteViewerId("client", none)).not.toThrow();
});
