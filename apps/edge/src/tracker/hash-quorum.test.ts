import { expect, it } from "vitest";
import { HashQuorum } from "./hash-quorum.ts";

const SEGMENT_NAME = "cdn/0/film/1";

it("a second viewer's equal hash confirms it, and both viewers are notified", () => {
  const quorum = new HashQuorum({ segments: 0 });
  expect(quorum.add("a", SEGMENT_NAME, "1")).toEqual([]);
  expect(quorum.add("a", SEGMENT_NAME, "1")).toEqual([]);
  expect(quorum.find(SEGMENT_NAME)).toBeNull();
  expect(quorum.add("b", SEGMENT_NAME, "1")).toEqual(["a", "b"]);
  expect(quorum.find(SEGMENT_NAME)).toBe("1");
  expect(quorum.add("c", SEGMENT_NAME, "1")).toEqual(["c"]);
});

it("a single liar cannot confirm a hash, and two equal reports can", () => {
  const quorum = new HashQuorum({ segments: 0 });
  quorum.add("liar", SEGMENT_NAME, "0");
  quorum.add("a", SEGMENT_NAME, "1");
  expect(quorum.find(SEGMENT_NAME)).toBeNull();
  quorum.add("b", SEGMENT_NAME, "1");
  expect(quorum.find(SEGMENT_NAME)).toBe("1");
});

it("a report that differs from the confirmed hash revokes it for good", () => {
  const quorum = new HashQuorum({ segments: 0 });
  for (const liar of ["x", "y"]) quorum.add(liar, SEGMENT_NAME, "0");
  expect(quorum.add("a", SEGMENT_NAME, "1")).toEqual(["a", "x", "y"]);
  expect(quorum.find(SEGMENT_NAME)).toBeNull();
  for (const liar of ["x", "y"]) expect(quorum.add(liar, SEGMENT_NAME, "0")).toEqual([liar]);
  expect(quorum.find(SEGMENT_NAME)).toBeNull();
});

it("old segments are forgotten beyond the room's limit", () => {
  const quorum = new HashQuorum({ segments: 0 });
  for (const viewer of ["a", "b"]) quorum.add(viewer, SEGMENT_NAME, "1");
  for (let number = 0; number < 4_000; number++) quorum.add("a", `cdn/0/other/${number}`, "1");
  expect(quorum.find(SEGMENT_NAME)).toBeNull();
});

it("many rooms together stay within the common limit, and each remembers its latest segments", () => {
  const memory = { segments: 0 };
  const rooms = Array.from({ length: 60 }, () => new HashQuorum(memory));
  for (const room of rooms)
    for (let number = 0; number < 4_000; number++) room.add("a", `cdn/0/film/${number}`, "1");
  expect(memory.segments).toBe(200_000 + 10 * 50);
  for (const room of rooms) {
    room.add("b", "cdn/0/film/3999", "1");
    expect(room.find("cdn/0/film/3999")).toBe("1");
    room.clear();
  }
  expect(memory.segments).toBe(0);
});
