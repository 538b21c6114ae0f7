import type { EdgeRoom } from "@shoal/contract";
import { expect, test } from "vitest";
import { mergeRooms } from "./merge-rooms.ts";

const edgeRoom = (video: string, viewers: number, changes: Partial<EdgeRoom> = {}): EdgeRoom => ({
  client: "c",
  video,
  viewers,
  serverBytes: 10,
  peerBytes: 30,
  ...changes,
});

test("merges the rooms of a medium at several edges, and sorts the most watched first", () => {
  const merged = mergeRooms([
    { url: "a", answer: { rooms: [edgeRoom("film", 3), edgeRoom("news", 4)] } },
    { url: "b", answer: { rooms: [edgeRoom("film", 5)] } },
  ]);
  const edges = [
    { url: "b", viewers: 5 },
    { url: "a", viewers: 3 },
  ];
  expect(merged).toEqual([
    { client: "c", video: "film", viewers: 8, serverBytes: 20, peerBytes: 60, edges },
    { ...edgeRoom("news", 4), edges: [{ url: "a", viewers: 4 }] },
  ]);
});

test("counts the bytes of two rooms of a medium at one edge once, and separates media of two clients", () => {
  const rooms = [edgeRoom("film", 3), edgeRoom("film", 2), edgeRoom("film", 1, { client: "other" })];
  expect(mergeRooms([{ url: "a", answer: { rooms } }])).toMatchObject([
    { client: "c", viewers: 5, serverBytes: 10, peerBytes: 30, edges: [{ url: "a", viewers: 5 }] },
    { client: "other", viewers: 1 },
  ]);
});
