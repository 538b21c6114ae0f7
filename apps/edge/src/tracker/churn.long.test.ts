import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { joinRequest, type TicketClaims } from "@shoal/p2p/protocol";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeConnection } from "./fake-connection.ts";
import { serveSocket } from "./serve-socket.ts";
import { DEFAULT_RULES, SILENT_LOG } from "./tracker-harness.ts";
import { createState, type TrackerState } from "./tracker-state.ts";

/** The number of concurrent viewers. In each step, one viewer leaves and another arrives. */
const VIEWER_COUNT = 300;
const STEPS_PER_MIN = 360;
const STEPS_PER_SEC = STEPS_PER_MIN / 60;
const ROOM_COUNT = 40;
/** The tolerated growth of the heap: a leak of 30 bytes for each of the 18,000 viewers who have left would exceed it. */
const MAX_GROWTH_BYTES = 540_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Returns the heap bytes in use after garbage collection. */
function usedHeapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) collect();
  return process.memoryUsage().heapUsed;
}

/** Viewers who arrive, find peers, send what players send, and leave. */
class ViewerCrowd {
  #nowMs = 1_000_000;
  #count = 0;
  readonly #here: FakeConnection[] = [];
  readonly #state: TrackerState = createState({
    verifyTicket: (ticket) => JSON.parse(ticket) as TicketClaims,
    log: SILENT_LOG,
    now: () => this.#nowMs,
  });

  get rooms(): number {
    return this.#state.rooms.size;
  }

  async minutes(count: number): Promise<void> {
    for (let step = 0; step < count * STEPS_PER_MIN; step++) {
      this.#come();
      if (this.#here.length > VIEWER_COUNT) this.#here.shift()?.hangUp();
      if (step % STEPS_PER_SEC > 0) continue;
      this.#nowMs += 1_000;
      // The tracker holds writes until the end of a turn of the event loop.
      await setImmediate();
      vi.advanceTimersByTime(1_000);
    }
  }

  leave(): void {
    for (const line of this.#here.splice(0)) line.hangUp();
  }

  #come(): void {
    const number = this.#count++;
    // Later viewers get rooms with new names, so that rooms end as well.
    const swarm = `v${number % ROOM_COUNT}/${Math.floor(number / 3_600)}`;
    const place = { networkPrefix: `10.0.${number % 9}.0/24`, asn: number % 5, country: "FR" };
    const claims = { swarm, sessionId: `s${number}`, expiresAtMs: 1e12, rules: DEFAULT_RULES, ...place };
    const line = new FakeConnection();
    serveSocket(this.#state, line.line);
    line.send(joinRequest(JSON.stringify(claims)));
    const segment = `u/1/v0/${number % 3_000}`;
    line.send({ type: "seen", segment, sha256: "a".repeat(64) });
    for (const { id: to } of line.received("peers").flatMap(({ peers }) => peers))
      line.send({ type: "signal", to, signal: { kind: "offer", sdp: "v=0" } });
    const [first] = line.received("peers");
    if (number % 3 === 0) line.send({ type: "part", peer: first?.peers[0]?.id ?? "" });
    if (number % 4 === 0) line.send({ type: "more" });
    // Some viewers reconnect, and some send invalid messages.
    if (number % 7 === 0) this.#here[0]?.send("{{");
    this.#here.push(line);
  }
}

it("an hour of arrivals and departures leaks no memory", async () => {
  const crowd = new ViewerCrowd();
  await crowd.minutes(10);
  const before = usedHeapBytes();
  await crowd.minutes(50);
  const grown = usedHeapBytes() - before;
  expect(crowd.rooms).toBeGreaterThan(ROOM_COUNT / 2);
  expect(grown).toBeLessThan(MAX_GROWTH_BYTES);
  crowd.leave();
  expect(crowd.rooms).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
