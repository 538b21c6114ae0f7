import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { eventually, ManualClock } from "@shoal/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeEncoder } from "../testing/fake-encoder.ts";
import { keyFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../testing/messages.ts";
import { LiveSession } from "./live-session.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");

let clock: ManualClock;
let states: string[];
let encoders: FakeEncoder[];
let reservedCores: number;
let session: LiveSession;
beforeEach(() => {
  clock = new ManualClock(STARTED_AT_MS);
  [states, encoders, reservedCores] = [[], [], 0];
  const objects = {
    put: async () => undefined,
    read: async () => Buffer.alloc(0),
    remove: async () => undefined,
  };
  session = new LiveSession({
    live: {
      uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",

      generation: 1,
      qualities: OPTIMIZED_QUALITIES,
      seekBackSec: 30,
      isKept: false,
      delay: "no",
    },
    clock,
    bytes: { objects, folder: "lives/1/", keptBytes: 1_000_000, onFault: () => undefined },
    machine: {
      reserve: (cores) => {
        reservedCores += cores;
        return true;
      },
      watch: () => undefined,
      hasIdle: () => true,
      leave: () => undefined,
    },
    startEncoder: () => {
      const encoder = new FakeEncoder(4);
      encoders.push(encoder);
      return encoder;
    },
    onState: ({ state }) => states.push(state),
    onTrouble: (_, what) => expect.unreachable(what),
  });
});

const advanceTo = (seconds: number) => clock.runUntil(STARTED_AT_MS + seconds * 1_000);

describe("a live with a direct session", () => {
  it("is live at once, without a stream, an encoder or reserved cores", () => {
    session.openDirectSession();
    expect(states).toEqual(["connecting", "live"]);
    expect(session.report).toMatchObject({
      startedAtMs: STARTED_AT_MS,
      tracks: [],
      folder: null,
      fault: null,
    });
    expect([session.stream, session.condition.input, encoders, reservedCores]).toEqual([
      undefined,
      null,
      [],
      0,
    ]);
  });

  it("is lost when the page disconnects, and live again if it returns within a minute", async () => {
    session.openDirectSession().end(false);
    expect(session.state).toBe("lost");
    await advanceTo(59);
    session.openDirectSession();
    void advanceTo(300);
    await eventually(() => clock.nextMs === undefined);
    expect(states).toEqual(["connecting", "live", "lost", "live"]);
  });

  it("reports whether the page signed off or was lost", () => {
    session.openDirectSession().end(true);
    expect(session.report).toMatchObject({ state: "lost", isSignedOff: true });
    const again = session.openDirectSession();
    expect(session.report).toMatchObject({ state: "live", isSignedOff: false });
    again.end(false);
    expect(session.report).toMatchObject({ state: "lost", isSignedOff: false });
  });

  it("ends without a fault a minute after the page has disconnected", async () => {
    session.openDirectSession().end(false);
    void advanceTo(60);
    await session.closed;
    expect([session.state, session.fault]).toEqual(["ended", undefined]);
    expect(session.report).toMatchObject({ endedAtMs: STARTED_AT_MS + 60_000, isClosed: true });
  });

  it("can be stopped at once, which notifies the page and ends later sessions", async () => {
    const { over } = session.openDirectSession();
    session.stop();
    await over;
    await session.openDirectSession().over;
    expect([session.state, session.fault]).toEqual(["ended", undefined]);
  });

  it("continues when a recording replaces the page, and when the page returns", async () => {
    session.openDirectSession().end(false);
    const sink = session.openSink();
    for (const message of [VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)]) await sink.write(message);
    expect([session.state, encoders.length]).toEqual(["lost", 1]);
    sink.end("replaced");
    session.openDirectSession();
    await eventually(() => encoders[0]?.isKilled);
    expect(session.state).toBe("live");
    void advanceTo(300);
    await eventually(() => clock.nextMs === undefined);
    expect(session.state).toBe("live");
  });
});
