import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { addPurges, MAX_CDN_PURGES, type Purge, type PurgeState, purgePathOf } from "./purges.ts";

const NO_PURGES: PurgeState = { purges: [], purgedAll: 0 };
const createPurge = (path: string, number: number, isPrefix = false): Purge => ({ path, number, isPrefix });

/** Applies the rule by which edges use a cached object: it must be newer than the highest purge number for its path. */
const purgeNumberOf = ({ purges, purgedAll }: PurgeState, path: string): number =>
  purges.reduce(
    (most, { path: purged, isPrefix, number }) =>
      number > most && (isPrefix ? path.startsWith(purged) : path === purged) ? number : most,
    purgedAll,
  );

test("a cached file must be newer than the last purge that covers it", () => {
  const state = [
    createPurge("/a.mp4", 1),
    createPurge("/films/", 2, true),
    createPurge("/films/b.mp4", 3),
  ].reduce((before, added) => addPurges(before, [added]), NO_PURGES);
  expect(purgeNumberOf(state, "/a.mp4")).toBe(1);
  expect(purgeNumberOf(state, "/a.mp4?v=2")).toBe(0);
  expect(purgeNumberOf(state, "/films/c.mp4")).toBe(2);
  expect(purgeNumberOf(state, "/films/b.mp4")).toBe(3);
  expect(purgeNumberOf(addPurges(state, [createPurge("/", 4, true)]), "/z")).toBe(4);
});

test("older purges that a new one covers are removed", () => {
  const state = addPurges(
    addPurges(NO_PURGES, [createPurge("/a", 1), createPurge("/a/b", 1), createPurge("/a/", 1, true)]),
    [createPurge("/a/", 2, true), createPurge("/a/", 2, true)],
  );
  expect(state).toEqual({ purges: [createPurge("/a", 1), createPurge("/a/", 2, true)], purgedAll: 0 });
  expect(addPurges(state, [createPurge("/", 3, true)])).toEqual({ purges: [], purgedAll: 3 });
});

test("purges above the maximum are merged into a purge of everything up to their number", () => {
  let state = NO_PURGES;
  for (let number = 1; number <= 2_345; number += 1) {
    state = addPurges(state, [createPurge(`/${number}`, number)]);
    expect(state.purges.length).toBeLessThanOrEqual(MAX_CDN_PURGES);
  }
  // The purges were merged three times, not on every purge.
  expect(state.purgedAll).toBe(1_500);
  for (const number of [1, 1_500, 1_501, 2_345])
    expect(purgeNumberOf(state, `/${number}`)).toBeGreaterThanOrEqual(number);
});

test("no sequence of purges lets a file be served from before its last purge", () => {
  const path = fc.array(fc.constantFrom("a", "b"), { maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(
      fc.array(fc.record({ path, isPrefix: fc.boolean() }), { maxLength: 12 }),
      path,
      (wanted, asked) => {
        let state = NO_PURGES;
        let right = 0;
        for (const [at, each] of wanted.entries()) {
          state = addPurges(state, [{ ...each, number: at + 1 }]);
          if (each.isPrefix ? asked.startsWith(each.path) : asked === each.path) right = at + 1;
        }
        expect(purgeNumberOf(state, asked)).toBe(right);
      },
    ),
  );
});

const ENTRY_ADDRESSES = {
  url: "https://edge.example.net/cdn/abcdefghijkl/",
  hosts: ["files.example.com"],
  originUrl: "https://origin.example.org/media/",
};

test.each([
  ["/a.mp4?v=1", "/a.mp4?v=1"],
  ["/", "/"],
  ["//a", "//a"],
  ["/a b/../c.mp4", "/c.mp4"],
  ["https://edge.example.net/cdn/abcdefghijkl/x/a.mp4", "/x/a.mp4"],
  ["https://files.example.com/x/a.mp4#t=3", "/x/a.mp4"],
  ["HTTPS://Origin.example.org/media/a b.mp4?q", "/a%20b.mp4?q"],
  ["https://origin.example.org/other/a.mp4", undefined],
  ["https://edge.example.net/cdn/zzzzzzzzzzzz/a", undefined],
  ["https://elsewhere.example.org/a", undefined],
  ["a.mp4", undefined],
  ["javascript:alert(1)", undefined],
])("purgePathOf maps %s to %s", (text, path) => {
  expect(purgePathOf(text, ENTRY_ADDRESSES)).toBe(path);
});
