import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constantClock } from "./frame-clock.ts";
import { parseFrameRate, snapMeasuredRate } from "./frame-rate.ts";
import { formatTimecode, timecodeFormat } from "./timecode.ts";

const execFileAsync = promisify(execFile);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-timecode-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const EXEC_OPTIONS = { timeout: 30_000 };
const sourceArgs = (rate: string) => [
  "-nostdin",
  "-v",
  "error",
  "-f",
  "lavfi",
  "-i",
  `color=s=64x64:r=${rate}`,
];

/** Reads ffmpeg's timecodes, which it writes into each GOP of MPEG-2; in this test, each GOP has one frame. */
async function timecodesOfFfmpeg(rate: string, start: string, frames: number): Promise<string[]> {
  const file = join(folder, `${rate.replace("/", "-")}-${start.replaceAll(/[:;]/g, "-")}.mpg`);
  const video = ["-frames:v", `${frames}`, "-c:v", "mpeg2video", "-g", "1", "-timecode", start];
  await execFileAsync("ffmpeg", [...sourceArgs(rate), ...video, "-f", "mpeg2video", file], EXEC_OPTIONS);
  const wanted = ["-v", "error", "-show_entries", "frame_tags=timecode", "-of", "default=nk=1:nw=1", file];
  const { stdout } = await execFileAsync("ffprobe", wanted, EXEC_OPTIONS);
  return stdout.split("\n").filter((line) => line !== "");
}

describe("ffmpeg's timecodes", () => {
  it.each([
    ["30000/1001", "00:00:59;20"],
    ["30000/1001", "00:09:59;20"],
    ["30000/1001", "10:59:59;10"],
    ["25", "09:59:59:20"],
    ["24000/1001", "00:59:59:20"],
  ])("equal ours at %s from %s", async (rateText, start) => {
    const rate = parseFrameRate(rateText);
    if (!rate) throw new Error(rateText);
    const theirs = await timecodesOfFfmpeg(rateText, start, 60);
    const format = timecodeFormat(rate, start);
    // ffmpeg's reader gives each frame the header of the next one, and the last frame no header.
    expect(theirs).toEqual(Array.from({ length: 59 }, (_, n) => formatTimecode(n + 1, format)));
  });
});

describe("times that ffmpeg writes", () => {
  it.each([
    ["24000/1001", "mkv"],
    ["30000/1001", "mkv"],
    ["60000/1001", "mkv"],
    ["60000/1001", "mp4"],
    ["30000/1001", "ts"],
    ["50", "mp4"],
  ])("are within their frames at %s in %s", async (rateText, container) => {
    const file = join(folder, `times-${rateText.replace("/", "-")}.${container}`);
    const video = ["-frames:v", "300", "-c:v", "libx264", "-preset", "ultrafast"];
    await execFileAsync("ffmpeg", [...sourceArgs(rateText), ...video, file], EXEC_OPTIONS);
    const wanted = ["-show_entries", "frame=pts_time:stream=r_frame_rate", "-of", "json"];
    const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...wanted, file], EXEC_OPTIONS);
    const probe = JSON.parse(stdout) as {
      frames: { pts_time: string }[];
      streams: { r_frame_rate: string }[];
    };
    const firstSec = Number(probe.frames[0]?.pts_time);
    const spanSec = Number(probe.frames.at(-1)?.pts_time) - firstSec;
    // Because of Matroska's milliseconds, ffprobe reports 19001/317 for 59.94.
    const rate = snapMeasuredRate({ frames: 300, spanSec, tickSec: 0.001 });
    expect(rate).toEqual(parseFrameRate(rateText));
    if (!rate) return;
    const clock = constantClock(rate);
    const shown = probe.frames.map(({ pts_time }) => clock.frameAt(Number(pts_time) - firstSec));
    expect(shown).toEqual(Array.from({ length: 300 }, (_, frame) => frame));
  });
});
