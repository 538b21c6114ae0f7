import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { backoffMs } from "./backoff.ts";
import { FakeRoom } from "./fake-room.ts";
import { RoomClient } from "./room-client.ts";

const { last } = FakeRoom;
let roomAddress: { url: string; ticket: string };
let roomEvents: unknown[];
let refusalCount: number;
let roomClient: RoomClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeRoom);
  FakeRoom.opened = [];
  roomAddress = { url: "wss://one.example/direct", ticket: "first" };
  roomEvents = [];
  refusalCount = 0;
  roomClient = new RoomClient({
    room: () => roomAddress,
    onTicketRefused: () => {
      refusalCount += 1;
    },
    onPlace: ({ id }) => roomEvents.push(id),
    onWaiting: (waiting) => roomEvents.push(waiting),
    onSignal: ({ kind }) => roomEvents.push(kind),
  });
});
afterEach(() => {
  roomClient.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const joinRoom = () => {
  roomClient.join();
  return last().accept();
};
const CANDIDATE = { kind: "candidate", candidate: "c", sdpMid: "0", sdpMLineIndex: 0 } as const;

it("a client presents its ticket, waits, and gets a place when one is free", () => {
  const entered = joinRoom();
  expect(entered.sent).toEqual([{ type: "watch", ticket: "first" }]);
  entered.reply({ type: "waiting", reason: "full", waitingBefore: 2 });
  entered.give("p1");
  entered.reply({ type: "signal", signal: { kind: "offer", sdp: "v=0" } });
  expect(roomEvents).toEqual([{ reason: "full", waitingBefore: 2 }, "p1", "offer"]);
  roomClient.join();
  expect(FakeRoom.opened).toHaveLength(1);
});

it("a client that reconnects claims its place, and sends the signals that were queued meanwhile", () => {
  joinRoom().give("p1");
  last().break();
  roomClient.send(CANDIDATE);
  roomAddress.ticket = "second";
  vi.advanceTimersByTime(500);
  const again = last().accept();
  expect(again.sent).toEqual([{ type: "watch", ticket: "second", slot: "slot of p1" }]);
  again.give("p1");
  expect(again.sent.at(-1)).toEqual({ type: "signal", signal: CANDIDATE });
});

it("queued signals are dropped if the client gets another place", () => {
  joinRoom().give("p1");
  last().break();
  roomClient.send(CANDIDATE);
  vi.advanceTimersByTime(500);
  last().accept().give("p2");
  expect(last().sent).toHaveLength(1);
});

it("a place is given back when the client rejoins or leaves", () => {
  joinRoom().give("p1");
  roomClient.rejoin(0);
  expect(last().closedWith).toBe(1_000);
  vi.advanceTimersByTime(0);
  expect(last().accept().sent).toEqual([{ type: "watch", ticket: "first" }]);
  roomClient.leave();
  expect(last().closedWith).toBe(1_000);
  last().break();
  vi.advanceTimersByTime(60_000);
  expect(FakeRoom.opened).toHaveLength(2);
});

it("the client follows redirects to the edge that has the room, and tries again later if they loop", () => {
  joinRoom().reply({ type: "elsewhere", url: "wss://two.example/direct" });
  expect(last().url).toBe("wss://two.example/direct");
  for (let hop = 0; hop < 3; hop++)
    last().accept().reply({ type: "elsewhere", url: "wss://one.example/direct" });
  expect(FakeRoom.opened).toHaveLength(4);
  vi.advanceTimersByTime(500);
  expect(FakeRoom.opened).toHaveLength(5);
});

it("a viewer who finds the queue full returns after the given delay", () => {
  joinRoom().reply({ type: "refused", reason: "busy", comeBackInMs: 40_000 });
  last().break();
  expect(roomEvents).toEqual([{ reason: "full" }]);
  vi.advanceTimersByTime(39_999);
  expect(FakeRoom.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeRoom.opened).toHaveLength(2);
});

it("a client of a live that has ended reports this, and returns with a new ticket when the live starts again", () => {
  joinRoom().give("p1");
  last().reply({ type: "refused", reason: "over" });
  expect([roomEvents, refusalCount]).toEqual([["p1", { reason: "over" }], 0]);
  vi.advanceTimersByTime(30_000);
  last().accept().reply({ type: "refused", reason: "denied" });
  expect(refusalCount).toBe(1);
  roomAddress.ticket = "of the next time";
  roomClient.renewed();
  vi.advanceTimersByTime(30_000);
  last().accept().give("p2");
  expect(roomEvents.at(-1)).toBe("p2");
});

describe("a refused ticket", () => {
  it("is renewed and presented at once", () => {
    joinRoom().reply({ type: "refused", reason: "invalid" });
    expect(refusalCount).toBe(1);
    roomAddress.ticket = "second";
    roomClient.renewed();
    expect(last().accept().sent).toEqual([{ type: "watch", ticket: "second" }]);
  });

  it("is renewed at increasing intervals if new ones are refused too", () => {
    joinRoom();
    for (let minute = 0; minute < 10; minute++) {
      for (let second = 0; second < 60; second++) {
        if (last().readyState !== 3) last().accept().reply({ type: "refused", reason: "denied" });
        roomClient.renewed();
        vi.advanceTimersByTime(1_000);
      }
    }
    expect(refusalCount).toBeGreaterThan(5);
    expect(refusalCount).toBeLessThan(60);
  });

  it("takes the place of a viewer who has lost access", () => {
    joinRoom().give("p1");
    last().reply({ type: "refused", reason: "denied" });
    expect(roomEvents).toEqual(["p1", { reason: "nobody", waitingBefore: 0 }]);
  });
});

it("invalid and unknown messages are ignored", () => {
  joinRoom().onmessage({ data: "no JSON" });
  last().onmessage({ data: '{"type":"weather"}' });
  last().onmessage({ data: "null" });
  expect(roomEvents).toEqual([]);
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
