import { expect, test } from "vitest";
import { timelineShape } from "./timeline-shape.ts";

const timeAt = (minute: number, sec = 0) => new Date(Date.UTC(2026, 10, 26, 8, minute, sec)).toISOString();
const minuteFigures = (minute: number, fields: object = {}) => ({
  at: timeAt(minute),
  serverSec: 0,
  peerSec: 0,
  rebufferingSec: 0,
  serverBytes: 0,
  peerBytes: 0,
  upBytes: 0,

  bitrateKbps: null,
  height: null,
  peers: 0,
  errors: 0,
  played: [],
  replayed: [],
  ...fields,
});

test("minutes keep their position after a gap, and adjacent minutes of one quality are merged", () => {
  const minutes = [
    minuteFigures(0, { serverSec: 15, peerSec: 30, height: 720, peers: 2 }),
    minuteFigures(1, { peerSec: 60, rebufferingSec: 60, height: 720, peers: 2 }),
    minuteFigures(3, { height: 360 }),
  ];
  const shape = timelineShape({ minutes, events: [] });
  expect(shape.bars).toEqual([
    { from: 0, to: 0.25, server: 0.25, peer: 0.5, waited: 0 },
    { from: 0.25, to: 0.5, server: 0, peer: 0.5, waited: 0.5 },
    { from: 0.75, to: 1, server: 0, peer: 0, waited: 0 },
  ]);
  expect(shape.renditions).toEqual([
    { from: 0, to: 0.5, height: 720 },
    { from: 0.75, to: 1, height: 360 },
  ]);
  expect(shape.peers.map(({ count }) => count)).toEqual([2, 0]);
  expect(shape.toMs - shape.fromMs).toBe(240_000);
});

test("events are marked at their time, and problems in a different colour", () => {
  const event = (type: "start" | "stall" | "error", sec: number) => ({
    at: timeAt(0, sec),
    type,
    value: null,
    detail: "",
  });
  const events = [event("start", 0), event("stall", 15), event("error", 45)];
  expect(timelineShape({ minutes: [minuteFigures(0)], events }).marks).toEqual([
    { at: 0, kind: "calm", place: 0 },
    { at: 0.25, kind: "waited", place: 1 },
    { at: 0.75, kind: "bad", place: 2 },
  ]);
});
