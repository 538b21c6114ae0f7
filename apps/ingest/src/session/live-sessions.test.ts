import { queryObjects } from "node:v8";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { AdmittedLive, LiveReport } from "@shoal/contract/ingest";
import { eventually, ManualClock } from "@shoal/testkit";
import { beforeEach, expect, test } from "vitest";
import { FakeEncoder } from "../testing/fake-encoder.ts";
import { keyFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../testing/messages.ts";
import { LiveSession } from "./live-session.ts";
import { LiveSessions } from "./live-sessions.ts";

const ADMITTED_LIVE: AdmittedLive = {
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",

  generation: 1,
  qualities: OPTIMIZED_QUALITIES,
  seekBackSec: 30,
  isKept: true,
  delay: "no",
};

/** The stream key of the usual live. Every other key equals the uuid of its live. */
const STREAM_KEY = "key";

let reports: LiveReport[];
let sessions: LiveSessions;
let clock: ManualClock;
let encoders: FakeEncoder[];
/** Weak references to all opened sessions, which show the tests which ones have been collected. */
let openedSessions: WeakRef<LiveSession>[];
beforeEach(() => {
  clock = new ManualClock(0);
  encoders = [];
  openedSessions = [];
  reports = [];
  let generation = 0;
  const objects = {
    put: async () => undefined,
    read: async () => Buffer.alloc(0),
    remove: async () => undefined,
  };
  sessions = new LiveSessions({
    async admit(key, { endedGeneration }) {
      if (key !== STREAM_KEY) return { live: { ...ADMITTED_LIVE, uuid: key }, isBegun: true, refusal: null };
      const isBegun = generation === 0 || endedGeneration === generation;
      if (isBegun) generation += 1;
      return { live: { ...ADMITTED_LIVE, generation }, isBegun, refusal: null };
    },
    clock,
    openSession: (live) => {
      const session = new LiveSession({
        live,
        clock: new ManualClock(0),
        startEncoder: () => {
          const encoder = new FakeEncoder(4);
          encoders.push(encoder);
          return encoder;
        },
        bytes: { objects, folder: "lives/1/", keptBytes: 1_000_000, onFault: () => undefined },
        onState: ({ report }) => reports.push(report),
        onTrouble: (_, what) => expect.unreachable(what),
      });
      openedSessions.push(new WeakRef(session));
      return session;
    },
  });
});

async function admitKey(key = STREAM_KEY) {
  const admission = await sessions.admit({ key }, new AbortController().signal);
  if (!admission.isAdmitted) throw new Error("Nobody is let in");
  return admission;
}

test("refusing a publisher ends the live at once with the reason, and the next publisher restarts it", async () => {
  (await admitKey()).decline("recording_needed");
  expect(reports.at(-1)).toMatchObject({ generation: 1, state: "ended", fault: "recording_needed" });
  (await admitKey()).open();
  expect(reports.at(-1)).toMatchObject({ generation: 2, state: "connecting", fault: null });
  await sessions.close();
});

test("a published live continues when another one is refused", async () => {
  (await admitKey()).open();
  (await admitKey()).decline("recording_needed");
  expect(reports.map(({ state }) => state)).toEqual(["connecting"]);
  await sessions.close();
});

/** Publishes a live without keeping a reference to it. */
async function publishLive(key = STREAM_KEY): Promise<void> {
  const sink = (await admitKey(key)).open();
  for (const message of [VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)]) await sink.write(message);
}

test("an ended live is kept while it can be watched, and then garbage-collected", async () => {
  await publishLive();
  expect([encoders.length, sessions.list().length]).toEqual([1, 1]);
  sessions.stop({ uuid: ADMITTED_LIVE.uuid, generation: 1 });
  encoders.shift()?.end({ exitCode: 0, stderrTail: "" });
  await eventually(() => reports.at(-1)?.isClosed === true);
  await eventually(() => clock.nextMs === (ADMITTED_LIVE.seekBackSec + 60) * 1_000);
  expect(sessions.list()).toHaveLength(1);
  void clock.runUntil(clock.nextMs ?? 0);
  await eventually(() => sessions.list().length === 0);
  // Counting the sessions with `queryObjects` first collects those that are not referenced.
  await eventually(() => Number(queryObjects(LiveSession)) >= 0 && openedSessions[0]?.deref() === undefined);
});

test("of consecutive lives only those that can still be watched are kept, and finally none", async () => {
  const [count, everyMs] = [65, 60_000];
  const mostHeld = Math.ceil(((ADMITTED_LIVE.seekBackSec + 60) * 1_000) / everyMs) + 1;
  for (let n = 0; n < count; n++) {
    const uuid = `7f3c1c7e-6d1e-4f57-9a43-${`${n}`.padStart(12, "0")}`;
    await publishLive(uuid);
    sessions.stop({ uuid, generation: 1 });
    encoders.shift()?.end({ exitCode: 0, stderrTail: "" });
    await eventually(() => reports.at(-1)?.uuid === uuid && reports.at(-1)?.isClosed === true);
    expect(sessions.list().length).toBeLessThanOrEqual(mostHeld);
    await clock.runUntil((n + 1) * everyMs);
  }
  void clock.runUntil((count + 2) * everyMs);
  await eventually(() => sessions.list().length === 0);
  await eventually(
    () =>
      Number(queryObjects(LiveSession)) >= 0 &&
      openedSessions.every((session) => session.deref() === undefined),
  );
  expect(openedSessions).toHaveLength(count);
});
