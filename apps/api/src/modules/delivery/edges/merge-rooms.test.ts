import type { EdgeRoom } from "@shoal/contract";
import { expect, test } from "vitest";
import { mergeRooms } from "./merge-rooms.ts";

const room = (video: string, viewers: number, changes: Partial<EdgeRoom> = {}): EdgeRoom => ({
  client: "c",
  video,
  viewers,
  serverBytes: 10,
  peerBytes: 30,
  ...changes,
});

test("what several edges have of a medium is one room, and the most watched come first", () => {
  const merged = mergeRooms([
    { url: "a", answer: { rooms: [room("film", 3), room("news", 4)] } },
    { url: "b", answer: { rooms: [room("film", 5)] } },
  ]);
  const edges = [
    { url: "b", viewers: 5 },
    { url: "a", viewers: 3 },
  ];
  expect(merged).toEqual([
    { client: "c", video: "film", viewers: 8, serverBytes: 20, peerBytes: 60, edges },
    { ...room("news", 4), edges: [{ url: "a", viewers: 4 }] },
  ]);
});

test("two rooms of a medium at an edge were told the same bytes, and media of two clients are two", () => {
  const rooms = [room("film", 3), room("film", 2), room("film", 1, { client: "other" })];
  expect(mergeRooms([{ url: "a", answer: { rooms } }])).toMatchObject([
    { client: "c", viewers: 5, serverBytes: 10, peerBytes: 30, edges: [{ url: "a", viewers: 5 }] },
    { client: "other", viewers: 1 },
  ]);
});
