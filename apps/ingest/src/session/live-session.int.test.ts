import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { AdmittedLive } from "@shoal/contract/ingest";
import {
  detectSandbox,
  type LiveClock,
  type LivePlan,
  listRenditions,
  liveArgs,
  planLive,
  startLiveProcess,
} from "@shoal/media";
import { eventually, ManualClock } from "@shoal/testkit";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FakeEncoder } from "../testing/fake-encoder.ts";
import { keyFrame, laterFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../testing/messages.ts";
import { LiveSession } from "./live-session.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const FIRST_MESSAGES = [VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)];
const ADMITTED_LIVE = {
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",
  generation: 1,
  seekBackSec: 30,
  isKept: false,
  delay: "yes" as const,
};

/** The output that a real encoder produced for the test's messages, with one buffer per pipe. */
let encoderOutput: readonly Buffer[];
beforeAll(async () => {
  const source = [
    "-f",
    "lavfi",
    "-i",
    "testsrc2=s=320x180:r=25:d=2",
    "-f",
    "lavfi",
    "-i",
    "sine=f=440:r=48000:d=2",
  ];
  const codecs = [
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-f",
    "flv",
    "-",
  ];
  const { stdout } = await promisify(execFile)("ffmpeg", ["-v", "error", "-nostdin", ...source, ...codecs], {
    encoding: "buffer",
    maxBuffer: 20_000_000,
  });
  const picture = { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false };
  const plan = planLive({ picture, hasSound: true }, { qualities: OPTIMIZED_QUALITIES });
  const pipeCount = listRenditions(plan).length;
  const encoder = startLiveProcess(liveArgs(plan), { sandbox: await detectSandbox("auto"), pipeCount });
  const pipes = encoder.outputs.map(() => [] as Buffer[]);
  for (const [n, pipe] of encoder.outputs.entries())
    pipe.on("data", (bytes: Buffer) => pipes[n]?.push(bytes));
  encoder.input.end(stdout);
  await encoder.ended;
  encoderOutput = pipes.map((chunks) => Buffer.concat(chunks));
});

let clock: ManualClock;
let encoders: FakeEncoder[];
let states: string[];
let reportedFaults: string[];
let session: LiveSession;
/** Whether the machine has room for another live. */
let hasRoom: boolean;
let storedObjects: string[];
let isDiskFull: boolean;
beforeEach(() => {
  clock = new ManualClock(STARTED_AT_MS);
  encoders = [];
  states = [];
  reportedFaults = [];
  hasRoom = true;
  storedObjects = [];
  isDiskFull = false;
  session = openSession();
});

function openSession(changes: Partial<AdmittedLive> = {}, itsClock: LiveClock = clock): LiveSession {
  return new LiveSession({
    live: { ...ADMITTED_LIVE, qualities: OPTIMIZED_QUALITIES, ...changes },
    clock: itsClock,
    bytes: {
      objects: {
        async put() {
          if (isDiskFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        },
        read: async () => Buffer.alloc(0),
        remove: async () => undefined,
      },
      folder: "lives/1/",
      keptBytes: 10_000_000,
      onFault: (error) => reportedFaults.push(String(error)),
    },
    machine: {
      reserve(cores) {
        if (hasRoom) storedObjects.push(cores.toFixed(2));
        return hasRoom;
      },
      watch: () => undefined,
      hasIdle: () => hasRoom,
      leave: () => void storedObjects.pop(),
    },
    startEncoder(plan: LivePlan) {
      const encoder = new FakeEncoder(listRenditions(plan).length);
      encoders.push(encoder);
      return encoder;
    },
    onState: ({ state }) => states.push(state),
    onTrouble: (_, what) => reportedFaults.push(what),
  });
}

/** Runs the clock until this time, including all tasks that become due. Never returns if a task waits forever. */
const advanceTo = (seconds: number) => clock.runUntil(STARTED_AT_MS + seconds * 1_000);

async function publishMessages(messages = FIRST_MESSAGES) {
  const sink = session.openSink();
  for (const message of messages) await sink.write(message);
  return sink;
}

/** Makes the latest encoder produce all of its output. */
async function produceOutput(encoder = encoders.at(-1)): Promise<void> {
  const [picture, soundTrack] = encoderOutput;
  for (const [n, pipe] of (encoder?.pipes ?? []).entries())
    pipe.write(encoder?.pipes.length === n + 1 ? soundTrack : picture);
  await eventually(() => session.state === "live" && session.stream !== undefined);
}

async function startLive() {
  const sink = await publishMessages();
  await produceOutput();
  return sink;
}

describe("a live", () => {
  it("is idle, connects, and is live once the first segment is published", async () => {
    expect(session.state).toBe("idle");
    await publishMessages();
    expect([session.state, session.stream]).toEqual(["connecting", undefined]);
    await produceOutput();
    expect(states).toEqual(["connecting", "live"]);
    expect(session.stream?.window.listed.length).toBeGreaterThan(1);
  });

  it("is lost with its publisher, and continues the same stream when the publisher returns", async () => {
    const sink = await startLive();
    const { stream } = session;
    sink.end("disconnected");
    expect([session.state, encoders[0]?.isInputEnded]).toEqual(["lost", true]);
    await advanceTo(5);
    await startLive();
    expect(states).toEqual(["connecting", "live", "lost", "live"]);
    expect(session.stream).toBe(stream);
    expect(stream?.window.listed.at(-1)?.period.order).toBe(1);
  });

  it("ends a minute after its publisher has disconnected", async () => {
    const sink = await startLive();
    sink.end("disconnected");
    encoders[0]?.end({ exitCode: 0, stderrTail: "" });
    await advanceTo(59);
    expect(session.state).toBe("lost");
    void advanceTo(60);
    await session.closed;
    expect([session.state, session.fault]).toEqual(["ended", undefined]);
  });

  it("continues with the next key frame when its encoder dies", async () => {
    const sink = await startLive();
    encoders[0]?.end({ exitCode: null, stderrTail: "Killed" });
    await eventually(() => reportedFaults.includes("an encoder ended"));
    await sink.write(laterFrame(40));
    expect(encoders).toHaveLength(1);
    await sink.write(keyFrame(2_000));
    expect(encoders).toHaveLength(2);
    await produceOutput();
    expect(session.state).toBe("live");
    expect(session.stream?.window.listed.at(-1)?.period.order).toBe(1);
  });

  it("ends when its encoders keep dying", async () => {
    const sink = await startLive();
    for (let n = 1; session.state === "live"; n++) {
      encoders.at(-1)?.end({ exitCode: 1, stderrTail: "" });
      await eventually(() => reportedFaults.length === n);
      if (session.state === "live") await sink.write(keyFrame(n * 40));
    }
    expect([session.state, session.fault, encoders.length]).toEqual(["ended", "encoder_failed", 6]);
  });

  it("replaces an encoder that has input but no output, and keeps one without input", async () => {
    const sink = await startLive();
    void advanceTo(30);
    await eventually(() => clock.nextMs === undefined);
    expect(reportedFaults).toEqual([]);
    await sink.write(laterFrame(40));
    await eventually(() => reportedFaults.includes("an encoder fell silent"));
    expect([session.state, encoders[0]?.isKilled]).toEqual(["live", true]);
  });

  it("passes input through, and continues in another process at the next key frame if it does not fit", async () => {
    session = openSession({ encoding: "passthrough" });
    const sink = await startLive();
    expect([storedObjects, session.report.tracks.map(({ height }) => height)]).toEqual([
      ["0.05"],
      [180, null],
    ]);
    await sink.write(laterFrame(700));
    await sink.write(laterFrame(740));
    expect([encoders.length, encoders[0]?.isKilled]).toEqual([1, true]);
    await sink.write(keyFrame(780));
    await produceOutput();
    expect(session.stream?.window.listed.at(-1)?.period.order).toBe(1);
    for (let atMs = 1_180; atMs <= 11_180; atMs += 400) await sink.write(laterFrame(atMs));
    await expect(sink.write(laterFrame(11_200))).rejects.toThrow("every 10 seconds");
    expect([session.state, session.fault]).toEqual(["ended", "no_key_frames"]);
  });

  it("refuses passthrough input with too few frames, but tolerates occasional pauses", async () => {
    session = openSession({ encoding: "passthrough" });
    const sink = await startLive();
    for (let atMs = 1_000; atMs <= 6_000; atMs += 1_000) {
      await sink.write(keyFrame(atMs));
      await sink.write(laterFrame(atMs + 200));
    }
    expect(session.state).toBe("live");
    const sparse = async () => {
      for (let atMs = 7_000; atMs < 30_000; atMs += 700) await sink.write(keyFrame(atMs));
    };
    await expect(sparse()).rejects.toThrow("two frames per second");
    expect([session.state, session.fault]).toEqual(["ended", "too_few_pictures"]);
    expect(encoders.length).toBeLessThan(15);
  });

  it("continues at once with the frozen frame when its encoder dies meanwhile", async () => {
    const sink = await startLive();
    for (let atMs = 20; atMs <= 2_000; atMs += 20) await sink.write(soundFrame(atMs));
    encoders[0]?.end({ exitCode: null, stderrTail: "Killed" });
    await eventually(() => reportedFaults.includes("an encoder ended"));
    await sink.write(soundFrame(2_020));
    expect(encoders).toHaveLength(2);
    const [, second] = encoders as [FakeEncoder, FakeEncoder];
    await sink.write(laterFrame(2_040));
    expect(second.inputBytes).toBeGreaterThan(100);
    await produceOutput();
    expect(session.stream?.window.listed.at(-1)?.period.order).toBe(1);
  });

  it("repeats its last key frame while no video arrives, and continues with the next key frame", async () => {
    session = openSession({ encoding: "passthrough" });
    const sink = await startLive();
    await sink.write(laterFrame(40));
    for (let atMs = 20; atMs < 1_540; atMs += 20) await sink.write(soundFrame(atMs));
    expect(encoders).toHaveLength(1);
    for (let atMs = 1_540; atMs <= 40_000; atMs += 20) await sink.write(soundFrame(atMs));
    await produceOutput();
    for (const message of [laterFrame(40_010), soundFrame(40_020)]) await sink.write(message);
    expect([encoders.length, encoders[0]?.isKilled, encoders[1]?.isKilled]).toEqual([2, true, false]);
    await sink.write(keyFrame(40_050));
    await produceOutput();
    expect([encoders.length, encoders[1]?.isKilled, session.state]).toEqual([3, true, "live"]);
    expect(session.stream?.window.listed.at(-1)?.period.order).toBe(2);
  });

  it("refuses passthrough input with single frames between repeated ones", async () => {
    session = openSession({ encoding: "passthrough" });
    const sink = await startLive();
    const sparse = async () => {
      for (let atMs = 20; atMs < 30_000; atMs += 20)
        await sink.write(atMs % 3_000 === 0 ? keyFrame(atMs) : soundFrame(atMs));
    };
    await expect(sparse()).rejects.toThrow("two frames per second");
    expect([session.state, session.fault]).toEqual(["ended", "too_few_pictures"]);
  });

  it("waits for video from a publisher that returns with audio only, and ends with a fault without it", async () => {
    const first = await startLive();
    first.end("disconnected");
    const second = await publishMessages([SOUND_CONFIG, soundFrame(0)]);
    await advanceTo(5);
    expect([encoders.length, session.state]).toEqual([1, "lost"]);
    for (const message of [VIDEO_CONFIG, keyFrame(5_000)]) await second.write(message);
    await produceOutput();
    expect([encoders.length, session.state]).toEqual([2, "live"]);
    second.end("disconnected");
    await publishMessages([SOUND_CONFIG, soundFrame(6_000)]);
    void advanceTo(30);
    await session.closed;
    expect([session.fault, encoders.length]).toEqual(["no_picture", 2]);
  });

  it("drops renditions when its encoder cannot keep up, without losing input", async () => {
    const qualityOf = (height: number) => ({
      bitrate: 500,
      resolution: { width: (height * 16) / 9, height },
      FPS: 25,
    });
    let nowMs = STARTED_AT_MS;
    const hands = { nowMs: () => nowMs, waitUntil: () => new Promise<void>(() => undefined) };
    session = openSession({ qualities: [qualityOf(180), qualityOf(90)] }, hands);
    const sink = await startLive();
    const [first] = encoders as [FakeEncoder];
    expect(first.pipes).toHaveLength(3);
    // Each frame lasts 40 ms and takes 80 ms to encode.
    for (let n = 1; !first.isInputEnded; n++) {
      expect(n).toBeLessThan(200);
      first.isFull = true;
      const room = sink.write(n % 50 === 0 ? keyFrame(n * 40) : laterFrame(n * 40));
      nowMs += 80;
      first.releaseAll();
      await Promise.race([room, eventually(() => first.isInputEnded)]);
    }
    expect([encoders.length, reportedFaults]).toEqual([1, ["the ladder of an encoder changes"]]);
    first.end({ exitCode: 0, stderrTail: "" });
    await eventually(() => encoders.length === 2);
    const [, second] = encoders as [FakeEncoder, FakeEncoder];
    expect(second.pipes).toHaveLength(2);
    await produceOutput(second);
    await eventually(() => session.stream?.window.listed.at(-1)?.period.order === 1);
    const { media } = session.stream?.window.listed.at(-1) ?? {};
    expect(media?.v0?.parts).toEqual(media?.v1?.parts);
    expect([session.state, session.report.tracks.map(({ height }) => height)]).toEqual([
      "live",
      [90, 180, null],
    ]);
  });

  it("continues for its viewers while the disk is full, and reports it to the operator", async () => {
    isDiskFull = true;
    await startLive();
    const [segment] = session.stream?.window.listed ?? [];
    const [part] = segment?.media.v0?.parts ?? [];
    if (!part) return expect.unreachable("nothing was published");
    expect((await session.stream?.read(part.range))?.length).toBe(part.range.length);
    expect(reportedFaults.length).toBeGreaterThan(0);
    expect(new Set(reportedFaults)).toEqual(new Set(["Error: no space left on device"]));
    expect([session.state, session.fault]).toEqual(["live", undefined]);
  });

  it("ends with a fault on an unsupported codec, and tells the publisher why", async () => {
    const sink = session.openSink();
    const hevc = { kind: "video" as const, timestampMs: 0, payload: Buffer.from([0x1c, 0, 0, 0, 0, 1]) };
    await expect(sink.write(hevc)).rejects.toThrow("publish it as H.264");
    await session.closed;
    expect([session.state, session.fault]).toEqual(["ended", "unsupported_codec"]);
  });

  it("is refused if it would starve other lives", async () => {
    hasRoom = false;
    const sink = session.openSink();
    for (const message of [VIDEO_CONFIG, SOUND_CONFIG]) await sink.write(message);
    await expect(sink.write(keyFrame(0))).rejects.toThrow("no room for another live");
    await session.closed;
    expect([session.fault, encoders, storedObjects]).toEqual(["no_capacity", [], []]);
  });

  it("reserves its predicted load until it has ended", async () => {
    await startLive();
    expect(storedObjects).toEqual(["0.06"]);
    session.stop();
    encoders[0]?.end({ exitCode: 0, stderrTail: "" });
    await session.closed;
    expect(storedObjects).toEqual([]);
  });

  it("ends with a fault when its encoder writes invalid output", async () => {
    await publishMessages();
    encoders[0]?.pipes[0]?.write(Buffer.from("0000000c6d6f6f760000000000000000", "hex"));
    await session.closed;
    expect([session.fault, encoders[0]?.isKilled]).toEqual(["ingest_failed", true]);
  });

  it("publishes the encoder's remaining output for five seconds at most when it is stopped", async () => {
    await startLive();
    session.stop();
    expect([session.state, encoders[0]?.isInputEnded, encoders[0]?.isKilled]).toEqual(["ended", true, false]);
    void advanceTo(5);
    await session.closed;
    expect([encoders[0]?.isKilled, session.stream?.window.isEnded]).toEqual([true, true]);
  });

  it("publishes all input when its ingest ends, but does not end for viewers", async () => {
    await startLive();
    const news: string[] = [];
    session.stream?.onNews(({ type }) => news.push(type));
    session.leave();
    encoders[0]?.end({ exitCode: 0, stderrTail: "" });
    await session.closed;
    expect(session.report).toMatchObject({ state: "ended", fault: null, isClosed: true });
    expect(news).toContain("segmentEnd");
    expect(news).not.toContain("end");
    expect(session.stream?.window.isEnded).toBe(false);
  });
});
