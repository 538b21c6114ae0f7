import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { afterAll, beforeAll, expect } from "vitest";
import { detectSandbox, type Sandbox } from "../../ffmpeg/sandbox.ts";
import { EncodedLive } from "../encoded/encoded-live.ts";
import { listRenditions, liveArgs } from "../encoder/live-args.ts";
import { planLive } from "../encoder/live-plan.ts";
import { startLiveProcess } from "../encoder/live-process.ts";

export const FPS = 25;
export const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
export const LIVE_PLAN = planLive(
  { picture: { width: 1280, height: 720, fps: { num: FPS, den: 1 }, isInterlaced: false }, hasSound: true },
  { qualities: OPTIMIZED_QUALITIES },
);
export const RENDITION_IDS = listRenditions(LIVE_PLAN);

/** An encoder's output: bytes of a rendition, in order. */
export type EncoderOutput = readonly (readonly [id: string, bytes: Buffer])[];

export interface Encoders {
  /** A folder for the tests of a file; removed afterwards. */
  readonly folder: string;
  readonly sandbox: Sandbox;
  /** Returns an encoder's output for this many published seconds, in the order in which its pipes delivered it. */
  encode(seconds: number, plan?: typeof LIVE_PLAN): Promise<EncoderOutput>;
}

/** @example const encoders = useEncoders(); // at the top of the file; later: feed(live, await encoders.encode(2)) */
export function useEncoders(): Encoders {
  let folder: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "shoal-live-"));
    sandbox = await detectSandbox("auto");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    get sandbox() {
      return sandbox;
    },
    async encode(seconds, plan = LIVE_PLAN) {
      const ids = listRenditions(plan);
      const encoder = startLiveProcess(liveArgs(plan), { sandbox, pipeCount: ids.length });
      const given: [string, Buffer][] = [];
      for (const [n, pipe] of encoder.outputs.entries())
        pipe.on("data", (bytes: Buffer) => given.push([ids[n] ?? "", bytes]));
      encoder.input.end(await recordPublisher(seconds));
      expect(await encoder.ended).toMatchObject({ exitCode: 0, stderrTail: "" });
      return given;
    },
  };
}

/** Records the published stream. */
async function recordPublisher(seconds: number): Promise<Buffer> {
  const args = [
    "-v",
    "error",
    "-nostdin",
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=1280x720:r=${FPS}:d=${seconds}`,

    "-f",
    "lavfi",
    "-i",
    `sine=f=440:r=44100:d=${seconds}`,
    "-pix_fmt",
    "yuv420p",

    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-g",
    "50",
    "-c:a",
    "aac",
    "-f",
    "flv",
    "-",
  ];
  const { stdout } = await promisify(execFile)("ffmpeg", args, {
    encoding: "buffer",
    maxBuffer: 100_000_000,
  });
  return stdout;
}

/** Opens a live whose objects are stored in memory. */
export function openLive({ keptBytes = 100_000_000, isKept = false } = {}) {
  const objects = new Map<string, Uint8Array>();
  const live = new EncodedLive({
    plan: LIVE_PLAN,
    seekBackSec: 30,
    isKept,
    bytes: {
      objects: {
        put: async (name, bytes) => void objects.set(name, bytes),
        read: async ({ object, offset, length }) =>
          objects.get(object)?.subarray(offset, offset + length) ?? Buffer.alloc(0),
        remove: async (name) => void objects.delete(name),
      },
      folder: "lives/1/",
      keptBytes,
      onFault: (error) => {
        throw error;
      },
    },
  });
  return { live, objects };
}

/** Adds the whole output of an encoder to a live. The encoder makes the renditions that occur in the output. */
export function feedLive(live: EncodedLive, given: EncoderOutput, startedAtMs = STARTED_AT_MS): void {
  const encoder = live.beginEncoder(
    startedAtMs,
    RENDITION_IDS.filter((id) => given.some(([givenId]) => givenId === id)),
  );
  for (const [id, bytes] of given) encoder.push(id, bytes);
  encoder.end();
}
