import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { eventually, H264, testPicture } from "@shoal/testkit";
import { expect, test } from "vitest";
import { useEncoders } from "../testing/encoded-harness.ts";
import { listRenditions, liveArgs } from "./live-args.ts";
import { planLive } from "./live-plan.ts";
import { startLiveProcess } from "./live-process.ts";

const encoders = useEncoders();
const BUFFER_OPTIONS = { encoding: "buffer", maxBuffer: 50_000_000 } as const;

/** Returns a publisher's stream. */
async function recordPublisher(args: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-nostdin", ...args, "-f", "flv", "-"],
    BUFFER_OPTIONS,
  );
  return stdout;
}

/** Starts an encoder for a 320 × 180 live. @returns the encoder with its output by rendition. */
function startEncoder(hasSound: boolean) {
  const picture = { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false };
  const plan = planLive({ picture, hasSound }, { qualities: OPTIMIZED_QUALITIES });
  const ids = listRenditions(plan);
  const encoder = startLiveProcess(liveArgs(plan), { sandbox: encoders.sandbox, pipeCount: ids.length });
  const chunks = new Map(ids.map((id) => [id, [] as Buffer[]]));
  for (const [n, pipe] of encoder.outputs.entries())
    pipe.on("data", (bytes: Buffer) => chunks.get(ids[n] ?? "")?.push(bytes));
  return { encoder, outputOf: (id: string) => Buffer.concat(chunks.get(id) ?? []) };
}

test("a live without audio outputs its first frame within a second of input", async () => {
  const { encoder, outputOf } = startEncoder(false);
  // The input stays open, as it does while a publisher continues.
  encoder.input.write(await recordPublisher([...testPicture({ durationSec: 1 }), ...H264]));
  await eventually(() => outputOf("v0").includes("moof"));
  encoder.kill();
  await encoder.ended;
});

/** Measures the peaks of both channels of a live whose input channels are given as expressions of `t`. */
async function peaksOf(channels: readonly string[], layout: string): Promise<number[]> {
  const sound = ["-f", "lavfi", "-i", `aevalsrc='${channels.join("|")}':c=${layout}:s=48000:d=2`];
  const codecs = [...H264, "-c:a", "aac", "-b:a", "384k"];
  const { encoder, outputOf } = startEncoder(true);
  encoder.input.end(await recordPublisher([...testPicture({ durationSec: 2 }), ...sound, ...codecs]));
  expect(await encoder.ended).toEqual({ exitCode: 0, stderrTail: "" });
  const path = join(encoders.folder, `${layout}.mp4`);
  await writeFile(path, outputOf("a0"));
  const { stdout } = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-i", path, "-f", "f32le", "-ar", "48000", "-"],
    BUFFER_OPTIONS,
  );
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length >> 2);
  // The encoder distorts the start and the end, so they are not measured.
  const middle = samples.subarray(2 * 9_600, -2 * 9_600);
  return [0, 1].map((side) =>
    middle.reduce((peak, sample, n) => (n % 2 === side ? Math.max(peak, Math.abs(sample)) : peak), 0),
  );
}

test("a mono input keeps its level in both channels of a live", async () => {
  for (const peak of await peaksOf(["0.5*sin(2*PI*440*t)"], "mono"))
    expect(Math.abs(peak - 0.5)).toBeLessThan(0.02);
});

test("loud surround audio of a live is mixed down to full scale at most", async () => {
  const loud = "0.7*sin(2*PI*440*t)";
  for (const peak of await peaksOf([loud, loud, loud, "0", loud, loud], "5.1"))
    expect(Math.abs(peak - 1)).toBeLessThan(0.06);
});
