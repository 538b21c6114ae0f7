import type { RelayFault } from "@shoal/contract";
import type { RelayTarget } from "@shoal/contract/ingest";
import type { MediaMessage } from "@shoal/rtmp";
import { eventually, ManualClock } from "@shoal/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { keyFrame, laterFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../testing/messages.ts";
import type { TargetConnection } from "./connect-target.ts";
import { RelaySet } from "./relay-set.ts";

const STARTED_AT_MS = 1_000_000;
const FIRST_TARGET: RelayTarget = {
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",
  url: "rtmp://live.example/app",
  key: "s3cret",
};
const SECOND_TARGET: RelayTarget = { ...FIRST_TARGET, uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a12" };

/** A fake publication that the test controls, and that records the messages sent to it. */
class FakeConnection implements TargetConnection {
  readonly messages: MediaMessage[] = [];
  readonly #end = Promise.withResolvers<RelayFault | undefined>();
  readonly ended = this.#end.promise;
  readonly start: () => void;
  readonly target: RelayTarget;
  sentBytes = 0;
  isClosed = false;

  constructor(target: RelayTarget, start: () => void) {
    this.target = target;
    this.start = start;
  }
  fail(fault: RelayFault): void {
    this.#end.resolve(fault);
  }
  send(message: MediaMessage): void {
    this.messages.push(message);
  }
  close(): void {
    this.isClosed = true;
    this.#end.resolve(undefined);
  }
}

let clock: ManualClock;
let openedConnections: FakeConnection[];
let set: RelaySet;
beforeEach(() => {
  clock = new ManualClock(STARTED_AT_MS);
  openedConnections = [];
  set = new RelaySet({
    clock,
    random: () => 1,
    open(target, onStart) {
      const sending = new FakeConnection(target, onStart);
      openedConnections.push(sending);
      return sending;
    },
  });
});

const statusOf = ({ uuid } = FIRST_TARGET) => set.statuses().find((status) => status.uuid === uuid);
const sendMessages = (...messages: MediaMessage[]) => {
  for (const message of messages) set.message(message, 0);
};
const lastConnection = () => openedConnections.at(-1) as FakeConnection;
async function beginPublication(): Promise<FakeConnection> {
  set.begin();
  set.setTargets([FIRST_TARGET]);
  await eventually(() => openedConnections.length > 0);
  lastConnection().start();
  return lastConnection();
}
/**
 * Fails the latest attempt, and advances the clock to the next one.
 * @returns the delay until the next attempt.
 */
async function failAndReturn(fault: RelayFault): Promise<number> {
  const tries = openedConnections.length;
  lastConnection().fail(fault);
  await eventually(() => clock.nextMs !== undefined);
  const beganMs = clock.nowMs();
  void clock.runUntil(clock.nextMs ?? 0);
  await eventually(() => openedConnections.length > tries);
  return clock.nowMs() - beganMs;
}

describe("a target", () => {
  it("receives decoder configurations and then the published media, from time 0", async () => {
    set.begin();
    sendMessages(VIDEO_CONFIG, SOUND_CONFIG, keyFrame(5_000), soundFrame(5_010));
    set.setTargets([FIRST_TARGET]);
    await eventually(() => openedConnections.length > 0);
    sendMessages(keyFrame(5_500));
    expect(lastConnection().messages).toEqual([]);
    expect(statusOf()).toMatchObject({ state: "connecting", restarts: 0, lastError: null });
    lastConnection().start();
    sendMessages(keyFrame(6_000), soundFrame(6_010), laterFrame(6_040));
    expect(statusOf()).toMatchObject({ state: "live", sinceMs: STARTED_AT_MS });
    expect(lastConnection().messages).toEqual([
      VIDEO_CONFIG,
      SOUND_CONFIG,
      keyFrame(0),
      soundFrame(10),
      laterFrame(40),
    ]);
  });

  it("is retried after 1 s, 2 s and so on up to 30 s, and reports its last error", async () => {
    set.begin();
    set.setTargets([FIRST_TARGET]);
    await eventually(() => openedConnections.length > 0);
    const waits: number[] = [];
    for (let n = 0; n < 7; n++) waits.push(await failAndReturn("unreachable"));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(statusOf()).toMatchObject({ state: "connecting", restarts: 7, lastError: "unreachable" });
    lastConnection().start();
    expect(statusOf()).toMatchObject({ state: "live", lastError: "unreachable" });
  });

  it("is retried after 1 s again only once it has worked for half a minute", async () => {
    await beginPublication();
    expect(await failAndReturn("disconnected")).toBe(1_000);
    lastConnection().start();
    expect(await failAndReturn("disconnected")).toBe(2_000);
    lastConnection().start();
    const wellMs = clock.nowMs() + 30_000;
    void clock.waitUntil(wellMs, new AbortController().signal);
    await clock.runUntil(wellMs - 1).then(() => void clock.runUntil(wellMs));
    await eventually(() => clock.nowMs() === wellMs);
    expect(await failAndReturn("too_slow")).toBe(1_000);
  });

  it("reports the bit rate since the last call", async () => {
    const sending = await beginPublication();
    sending.sentBytes = 500_000;
    void clock.waitUntil(STARTED_AT_MS + 2_000, new AbortController().signal);
    void clock.runUntil(STARTED_AT_MS + 2_000);
    await eventually(() => clock.nowMs() === STARTED_AT_MS + 2_000);
    expect(statusOf()?.bitrateKbps).toBe(2_000);
    // No time has passed since the last call, so the last bit rate is returned.
    expect(statusOf()?.bitrateKbps).toBe(2_000);
  });

  it("continues when the publisher returns, with the new configuration and increasing timestamps", async () => {
    const sending = await beginPublication();
    sendMessages(VIDEO_CONFIG, keyFrame(9_000), laterFrame(9_040));
    set.gone();
    expect(statusOf()?.state).toBe("live");
    set.begin();
    sendMessages(VIDEO_CONFIG, keyFrame(0), laterFrame(40));
    const times = sending.messages.map(({ timestampMs }) => timestampMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(sending.messages.slice(3).map(({ payload }) => payload)).toEqual([
      VIDEO_CONFIG.payload,
      keyFrame(0).payload,
      laterFrame(0).payload,
    ]);
  });

  it("is not connected while there is no publisher", async () => {
    set.setTargets([FIRST_TARGET]);
    expect([openedConnections.length, statusOf()?.state]).toEqual([0, "waiting"]);
    const sending = await beginPublication();
    set.gone();
    sending.fail("disconnected");
    await eventually(() => statusOf()?.state === "waiting");
    void clock.runUntil(STARTED_AT_MS + 1_000);
    await eventually(() => clock.nowMs() === STARTED_AT_MS + 1_000);
    expect(openedConnections).toHaveLength(1);
    set.begin();
    await eventually(() => openedConnections.length === 2);
  });
});

describe("the targets of a live", () => {
  it("start and stop independently of each other", async () => {
    const first = await beginPublication();
    set.setTargets([FIRST_TARGET, SECOND_TARGET]);
    await eventually(() => openedConnections.length === 2);
    set.setTargets([SECOND_TARGET]);
    expect([first.isClosed, openedConnections[1]?.isClosed]).toEqual([true, false]);
    expect(set.statuses().map(({ uuid }) => uuid)).toEqual([SECOND_TARGET.uuid]);
  });

  it("reconnect when their key changes", async () => {
    const first = await beginPublication();
    set.setTargets([{ ...FIRST_TARGET, key: "another" }]);
    await eventually(() => openedConnections.length === 2);
    expect([first.isClosed, lastConnection().target.key]).toEqual([true, "another"]);
  });

  it("all end with the live, and none starts after it", async () => {
    const first = await beginPublication();
    set.end();
    await set.settled();
    set.setTargets([SECOND_TARGET]);
    expect([first.isClosed, set.statuses(), openedConnections.length]).toEqual([true, [], 1]);
  });

  it("do not receive scripts other than metadata", async () => {
    const sending = await beginPublication();
    const metadata = Buffer.concat([Buffer.from([2, 0, 10]), Buffer.from("onMetaData"), Buffer.from([5])]);
    const script = (payload: Buffer): MediaMessage => ({ kind: "script", timestampMs: 0, payload });
    sendMessages(script(Buffer.from([2, 0, 4, 110, 111, 112, 101])), script(metadata));
    expect(sending.messages.map(({ payload }) => payload)).toEqual([metadata]);
  });
});
