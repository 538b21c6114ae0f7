import { expect, test } from "vitest";
import { UnfinishedFiles } from "./unfinished.ts";

function setUp() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  const clock = { nowMs: 1_000 };
  return { kept, store, clock, files: new UnfinishedFiles(store, "https://a", () => clock.nowMs) };
}
const UNFINISHED_FILM = { fingerprint: "f|1|2", name: "f", sizeBytes: 1, uuid: "v", token: "t" };

test("an entry is found by its fingerprint until it is removed, and a later one replaces it", () => {
  const { kept, files } = setUp();
  files.put(UNFINISHED_FILM);
  files.put({ ...UNFINISHED_FILM, uuid: "w" });
  expect(files.list()).toEqual([{ ...UNFINISHED_FILM, uuid: "w", begunAtMs: 1_000 }]);
  expect(files.find("f|1|2")?.uuid).toBe("w");
  files.removeVideo("w");
  expect(kept.size).toBe(0);
});

test("entries are forgotten after one day", () => {
  const { clock, files } = setUp();
  files.put(UNFINISHED_FILM);
  clock.nowMs += 24 * 3_600_000;
  expect(files.list()).toEqual([]);
});

test.each(["", "{", "7", '[{"name":"x"}, null, 3]'])("ignores stored data that others wrote: %s", (text) => {
  const { store, files } = setUp();
  store.setItem("shoal-upload:https://a", text);
  expect(files.list()).toEqual([]);
});

test("without storage, or with storage that is full, nothing is kept and nothing fails", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = new UnfinishedFiles({ getItem: refuse, setItem: refuse, removeItem: refuse }, "x", () => 0);
  full.put(UNFINISHED_FILM);
  expect(full.list()).toEqual([]);
  expect(new UnfinishedFiles(undefined, "x", () => 0).list()).toEqual([]);
});
