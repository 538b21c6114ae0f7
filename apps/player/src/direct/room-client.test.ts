import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { backoffMs } from "./backoff.ts";
import { FakeRoom } from "./fake-room.ts";
import { RoomClient } from "./room-client.ts";

const { last } = FakeRoom;
let room: { url: string; ticket: string };
let events: unknown[];
let refusals: number;
let client: RoomClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeRoom);
  FakeRoom.opened = [];
  room = { url: "wss://one.example/direct", ticket: "first" };
  events = [];
  refusals = 0;
  client = new RoomClient({
    room: () => room,
    onTicketRefused: () => {
      refusals += 1;
    },
    onPlace: ({ id }) => events.push(id),
    onWaiting: (waiting) => events.push(waiting),
    onSignal: ({ kind }) => events.push(kind),
  });
});
afterEach(() => {
  client.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const enter = () => {
  client.join();
  return last().accept();
};
const candidate = { kind: "candidate", candidate: "c", sdpMid: "0", sdpMLineIndex: 0 } as const;

it("a client presents its ticket, waits, and gets a place when one is free", () => {
  const entered = enter();
  expect(entered.sent).toEqual([{ type: "watch", ticket: "first" }]);
  entered.reply({ type: "waiting", reason: "full", waitingBefore: 2 });
  entered.give("p1");
  entered.reply({ type: "signal", signal: { kind: "offer", sdp: "v=0" } });
  expect(events).toEqual([{ reason: "full", waitingBefore: 2 }, "p1", "offer"]);
  client.join();
  expect(FakeRoom.opened).toHaveLength(1);
});

it("a client that reconnects claims its place, and sends the signals that were queued meanwhile", () => {
  enter().give("p1");
  last().break();
  client.send(candidate);
  room.ticket = "second";
  vi.advanceTimersByTime(500);
  const again = last().accept();
  expect(again.sent).toEqual([{ type: "watch", ticket: "second", slot: "slot of p1" }]);
  again.give("p1");
  expect(again.sent.at(-1)).toEqual({ type: "signal", signal: candidate });
});

it("queued signals are dropped if the client gets another place", () => {
  enter().give("p1");
  last().break();
  client.send(candidate);
  vi.advanceTimersByTime(500);
  last().accept().give("p2");
  expect(last().sent).toHaveLength(1);
});

it("a place is given back when the client rejoins or leaves", () => {
  enter().give("p1");
  client.rejoin(0);
  expect(last().closedWith).toBe(1_000);
  vi.advanceTimersByTime(0);
  expect(last().accept().sent).toEqual([{ type: "watch", ticket: "first" }]);
  client.leave();
  expect(last().closedWith).toBe(1_000);
  last().break();
  vi.advanceTimersByTime(60_000);
  expect(FakeRoom.opened).toHaveLength(2);
});

it("the client follows redirects to the edge that has the room, and tries again later if they loop", () => {
  enter().reply({ type: "elsewhere", url: "wss://two.example/direct" });
  expect(last().url).toBe("wss://two.example/direct");
  for (let hop = 0; hop < 3; hop++)
    last().accept().reply({ type: "elsewhere", url: "wss://one.example/direct" });
  expect(FakeRoom.opened).toHaveLength(4);
  vi.advanceTimersByTime(500);
  expect(FakeRoom.opened).toHaveLength(5);
});

it("a viewer who finds the queue full returns after the given delay", () => {
  enter().reply({ type: "refused", reason: "busy", comeBackInMs: 40_000 });
  last().break();
  expect(events).toEqual([{ reason: "full" }]);
  vi.advanceTimersByTime(39_999);
  expect(FakeRoom.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeRoom.opened).toHaveLength(2);
});

it("a client of a live that has ended reports this, and returns with a new ticket when the live starts again", () => {
  enter().give("p1");
  last().reply({ type: "refused", reason: "over" });
  expect([events, refusals]).toEqual([["p1", { reason: "over" }], 0]);
  vi.advanceTimersByTime(30_000);
  last().accept().reply({ type: "refused", reason: "denied" });
  expect(refusals).toBe(1);
  room.ticket = "of the next time";
  client.renewed();
  vi.advanceTimersByTime(30_000);
  last().accept().give("p2");
  expect(events.at(-1)).toBe("p2");
});

describe("a refused ticket", () => {
  it("is renewed and presented at once", () => {
    enter().reply({ type: "refused", reason: "invalid" });
    expect(refusals).toBe(1);
    room.ticket = "second";
    client.renewed();
    expect(last().accept().sent).toEqual([{ type: "watch", ticket: "second" }]);
  });

  it("is renewed at increasing intervals if new ones are refused too", () => {
    enter();
    for (let minute = 0; minute < 10; minute++) {
      for (let second = 0; second < 60; second++) {
        if (last().readyState !== 3) last().accept().reply({ type: "refused", reason: "denied" });
        client.renewed();
        vi.advanceTimersByTime(1_000);
      }
    }
    expect(refusals).toBeGreaterThan(5);
    expect(refusals).toBeLessThan(60);
  });

  it("takes the place of a viewer who has lost access", () => {
    enter().give("p1");
    last().reply({ type: "refused", reason: "denied" });
    expect(events).toEqual(["p1", { reason: "nobody", waitingBefore: 0 }]);
  });
});

it("invalid and unknown messages are ignored", () => {
  enter().onmessage({ data: "no JSON" });
  last().onmessage({ data: '{"type":"weather"}' });
  last().onmessage({ data: "null" });
  expect(events).toEqual([]);
});

test.each([
  [1, 0, 250],
  [1, 1, 500],
  [4, 1, 4_000],
  [50, 0, 15_000],
  [50, 1, 30_000],
])("backoffMs after %i failures with the random number %d is %i ms", (failures, dice, ms) => {
  expect(backoffMs(failures, () => dice)).toBe(ms);
});
