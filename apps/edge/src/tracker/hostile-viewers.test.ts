import { joinRequest, type TicketClaims } from "@shoal/p2p/protocol";
import * as fc from "@shoal/testkit/property";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeConnection } from "./fake-connection.ts";
import { anyMessage } from "./hostile-messages.ts";
import { serveSocket } from "./serve-socket.ts";
import { DEFAULT_RULES, SILENT_LOG } from "./tracker-harness.ts";
import { createState, peerIdOf, type TrackerState } from "./tracker-state.ts";

const TICKETS_BY_ROOM = { "v/1": ["a0", "a1", "a2", "good0", "good1"], "w/1": ["b0", "b1", "b2"] };
const ROOM_BY_TICKET = new Map<string, string>(
  Object.entries(TICKETS_BY_ROOM).flatMap(([swarm, names]) =>
    names.map((name): [string, string] => [peerIdOf(swarm, name), swarm]),
  ),
);
const HOSTILE_TICKETS = ["a0", "a1", "a2", "b0", "b1", "b2"];
const CONNECTION_COUNT = 6;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A tracker with two honest viewers in one room, and hostile connections. */
class HostileSimulation {
  nowMs = 1_000_000;
  readonly state: TrackerState;
  readonly lines: FakeConnection[];
  readonly honest: FakeConnection[];

  constructor() {
    this.state = createState({
      verifyTicket: (it) => this.#claimsOf(it),
      log: SILENT_LOG,
      now: () => this.nowMs,
    });
    this.lines = Array.from({ length: CONNECTION_COUNT }, () => this.connect());
    this.honest = ["good0", "good1"].map((name) => {
      const line = this.connect();
      line.send(joinRequest(name));
      return line;
    });
  }

  connect(): FakeConnection {
    const line = new FakeConnection();
    serveSocket(this.state, line.line);
    return line;
  }

  reconnect(at: number): void {
    this.lines[at]?.hangUp();
    this.lines[at] = this.connect();
  }

  wait(ms: number): void {
    this.nowMs += ms;
    vi.advanceTimersByTime(ms);
  }

  #claimsOf(ticket: string): TicketClaims | undefined {
    const [swarm] = Object.entries(TICKETS_BY_ROOM).find(([, names]) => names.includes(ticket)) ?? [];
    if (swarm === undefined && ticket !== "old") return undefined;
    const expiresAtMs = ticket === "old" ? 1 : 1e12;
    const place = { networkPrefix: "203.0.113.0/24", asn: 1, country: "FR" };
    return { swarm: swarm ?? "v/1", sessionId: ticket, expiresAtMs, rules: DEFAULT_RULES, ...place };
  }
}

type TestStep = (world: HostileSimulation) => void;
const hostileValues = { tickets: [...HOSTILE_TICKETS, "old", "forged"], peerIds: [...ROOM_BY_TICKET.keys()] };
const anyConnection = fc.nat(CONNECTION_COUNT - 1);
const anySteps: fc.Arbitrary<TestStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyConnection, fc.constantFrom(...HOSTILE_TICKETS))
      .map(([n, name]) => joinStep(n, name)),
  },
  {
    weight: 16,
    arbitrary: fc.tuple(anyConnection, anyMessage(hostileValues)).map(([n, message]) => sendStep(n, message)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyConnection, anyMessage(hostileValues))
      .map(([n, message]) => sendStep(n, message, 500)),
  },
  {
    weight: 2,
    arbitrary: anyConnection.map(
      (n): TestStep =>
        (world) =>
          world.reconnect(n),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(20_000).map(
      (ms): TestStep =>
        (world) =>
          world.wait(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyConnection, fc.nat(400_000)).map(([n, bytes]) => stopReading(n, bytes)),
  },
);

function sendStep(n: number, message: string | Buffer, times = 1): TestStep {
  return ({ lines }) => {
    for (let count = 0; count < times; count++) lines[n]?.send(message);
  };
}
const joinStep =
  (n: number, name: string): TestStep =>
  ({ lines }) =>
    lines[n]?.send(joinRequest(name));
const stopReading =
  (n: number, bytes: number): TestStep =>
  ({ lines }) =>
    Object.assign(lines[n] ?? {}, { bufferedAmount: bytes });

/** Returns the ids of all peers of which a viewer was notified. */
const namesIntroduced = (line: FakeConnection): string[] => [
  ...line.received("peers").flatMap(({ peers }) => peers.map(({ id }) => id)),
  ...line.received("signal").map(({ from }) => from),
  ...line.received("unmatched").map(({ peer }) => peer),
];

function expectRooms({ state, lines, honest }: HostileSimulation): void {
  for (const room of state.rooms.values()) {
    for (const member of room.members()) {
      expect(ROOM_BY_TICKET.get(member.id)).toBe(room.swarm);
      expect(member.matches.size).toBeLessThanOrEqual(member.maxPeers);
      for (const id of member.matches) expect(room.find(id)?.matches.has(member.id)).toBe(true);
    }
  }
  const seats = [...state.rooms.values()].flatMap((room) => [...room.members()].map(({ socket }) => socket));
  const seated = [...lines, ...honest].filter(
    (line) => line.readyState === line.OPEN && line.received("joined").length > 0,
  );
  expect(seats).toEqual(expect.arrayContaining(seated));
}

it("hostile viewers never reach another room or disturb honest viewers, whatever they send", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySteps, { maxLength: 60 }), async (done) => {
      const world = new HostileSimulation();
      for (const step of done) {
        step(world);
        expectRooms(world);
      }
      const [a, b] = world.honest as [FakeConnection, FakeConnection];
      world.wait(60_000);
      const signal = { kind: "offer", sdp: "v=0 honest" } as const;
      a.send({ type: "signal", to: peerIdOf("v/1", "good1"), signal });
      expect(b.received("signal").at(-1)).toEqual({
        type: "signal",
        from: peerIdOf("v/1", "good0"),
        signal,
      });
      for (const line of [...world.lines, a, b]) {
        const [joined] = line.received("joined");
        const room = joined && ROOM_BY_TICKET.get(joined.peerId);
        expect(new Set(namesIntroduced(line).map((id) => ROOM_BY_TICKET.get(id)))).toEqual(
          new Set(namesIntroduced(line).length > 0 ? [room] : []),
        );
        line.hangUp();
      }
      expect(world.state.rooms.size).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
      // Held writes are released at the end of a turn of the event loop. Without ending the turn, the connections of all runs would
      // accumulate.
      await new Promise((resolve) => setImmediate(resolve));
    }),
  );
});

it("a viewer who does not read first gets no counts, then no signals, and is finally disconnected", () => {
  const world = new HostileSimulation();
  const slow = world.lines[0] as FakeConnection;
  slow.send(joinRequest("a0"));
  /** Lists the messages that a viewer with this many queued bytes gets about another viewer who joins, signals and leaves. */
  const repliesWith = (bufferedAmount: number) => {
    Object.assign(slow, { bufferedAmount }).replies.length = 0;
    const other = world.connect();
    other.send(joinRequest("a1"));
    other.send({ type: "signal", to: peerIdOf("v/1", "a0"), signal: { kind: "offer", sdp: "v=0" } });
    world.wait(2_000);
    other.hangUp();
    world.wait(2_000);
    return [...new Set(slow.replies.map(({ type }) => type))];
  };
  expect(repliesWith(0)).toEqual(["peers", "signal", "audience", "unmatched"]);
  expect(repliesWith(100_000)).toEqual(["peers", "signal", "unmatched"]);
  expect(repliesWith(200_000)).toEqual(["peers", "unmatched"]);
  expect(slow.closedWith).toBeUndefined();
  expect(repliesWith(300_000)).toEqual([]);
  expect(slow.closedWith).toBe(1006);
  expect(world.honest.map(({ closedWith }) => closedWith)).toEqual([undefined, undefined]);
});
