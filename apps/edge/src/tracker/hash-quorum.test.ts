import { expect, it } from "vitest";
import { HashQuorum } from "./hash-quorum.ts";

const SEGMENT = "cdn/0/film/1";

it("a hash is confirmed by the second viewer who saw it, and both are told", () => {
  const quorum = new HashQuorum({ segments: 0 });
  expect(quorum.add("a", SEGMENT, "1")).toEqual([]);
  expect(quorum.add("a", SEGMENT, "1")).toEqual([]);
  expect(quorum.find(SEGMENT)).toBeNull();
  expect(quorum.add("b", SEGMENT, "1")).toEqual(["a", "b"]);
  expect(quorum.find(SEGMENT)).toBe("1");
  expect(quorum.add("c", SEGMENT, "1")).toEqual(["c"]);
});

it("a single liar confirms nothing, and those who are alike are believed", () => {
  const quorum = new HashQuorum({ segments: 0 });
  quorum.add("liar", SEGMENT, "0");
  quorum.add("a", SEGMENT, "1");
  expect(quorum.find(SEGMENT)).toBeNull();
  quorum.add("b", SEGMENT, "1");
  expect(quorum.find(SEGMENT)).toBe("1");
});

it("who sees another one than was confirmed ends the belief for good", () => {
  const quorum = new HashQuorum({ segments: 0 });
  for (const liar of ["x", "y"]) quorum.add(liar, SEGMENT, "0");
  expect(quorum.add("a", SEGMENT, "1")).toEqual(["a", "x", "y"]);
  expect(quorum.find(SEGMENT)).toBeNull();
  for (const liar of ["x", "y"]) expect(quorum.add(liar, SEGMENT, "0")).toEqual([liar]);
  expect(quorum.find(SEGMENT)).toBeNull();
});

it("what is old is forgotten before the room grows without end", () => {
  const quorum = new HashQuorum({ segments: 0 });
  for (const viewer of ["a", "b"]) quorum.add(viewer, SEGMENT, "1");
  for (let number = 0; number < 4_000; number++) quorum.add("a", `cdn/0/other/${number}`, "1");
  expect(quorum.find(SEGMENT)).toBeNull();
});

it("rooms without end remember no more than all may, and each the latest of its own", () => {
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
