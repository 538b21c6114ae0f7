import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobResult } from "@shoal/contract/jobs";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import { publishedEndSec } from "@shoal/media";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { openedOf } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const pictureArgs = testPicture({ durationSec: 5 });
const toneArgs = testTone(5);
const jobs = useJobHarness();

/** Opens a file and runs all of its jobs. */
async function encodeFile(path: string) {
  const source = await jobs.harness.addSource(path, `s${Math.random().toString(36).slice(2)}`);
  const opened = openedOf(await jobs.harness.open(source));
  return { plan: opened.plan, indexes: await jobs.harness.finish(source, opened) };
}

/** Decodes every frame of a finished track with ffmpeg. */
async function decodeTrack(index: SegmentIndex) {
  const parts = [await jobs.harness.store.read(index.init.object, index.init)];
  for (const segment of index.segments) parts.push(await jobs.harness.store.read(segment.object, segment));
  const path = join(jobs.harness.folder, "decoded.mp4");
  await writeFile(path, Buffer.concat(parts));
  const { stderr } = await execFileAsync("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"]);
  const { stdout } = await execFileAsync("ffprobe", [
    "-v",
    "error",
    "-count_frames",
    "-show_streams",
    "-of",
    "json",
    path,
  ]);
  const [stream] = (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams;
  return { errors: stderr, ...stream } as Record<string, unknown>;
}

describe("encoding a source", () => {
  const cases: Record<string, { name: string; args: string[]; size: string; frames: number }> = {
    "Matroska without sound": {
      name: "a.mkv",
      args: [...pictureArgs, ...H264],
      size: "320x180",
      frames: 125,
    },
    "a variable frame rate": {
      name: "vfr.mp4",
      args: [...pictureArgs, "-vf", "select='not(mod(n,3))+lt(n,40)'", "-fps_mode", "vfr", ...H264],
      size: "320x180",
      frames: -1,
    },
    "odd sides": {
      name: "odd.mkv",
      args: [...pictureArgs, "-vf", "scale=321:179,setsar=1,format=yuv444p", "-c:v", "ffv1"],
      size: "322x180",
      frames: 125,
    },
    "10-bit HDR": {
      name: "hdr.mkv",
      args: [
        ...pictureArgs,
        "-c:v",
        "libx265",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p10le",

        "-color_primaries",
        "bt2020",
        "-color_trc",
        "smpte2084",
        "-colorspace",
        "bt2020nc",

        "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
      ],
      size: "320x180",
      frames: 125,
    },
    "interlaced MPEG-2 in MXF": {
      name: "a.mxf",
      args: [...pictureArgs, "-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-b:v", "2M"],
      size: "320x180",
      frames: 125,
    },
    "MPEG-4 in AVI": {
      name: "a.avi",
      args: [...pictureArgs, ...toneArgs, "-c:v", "mpeg4", "-c:a", "mp3"],
      size: "320x180",
      frames: 125,
    },
    "MPEG-TS": {
      name: "a.ts",
      args: [...pictureArgs, ...toneArgs, ...H264, "-c:a", "aac"],
      size: "320x180",
      frames: 125,
    },
    WebM: {
      name: "a.webm",
      args: [...pictureArgs, ...toneArgs, "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"],
      size: "320x180",
      frames: 125,
    },
    "5.1 sound": {
      name: "surround.mkv",
      args: [...pictureArgs, ...toneArgs, ...H264, "-ac", "6", "-c:a", "ac3"],
      size: "320x180",
      frames: 125,
    },
  };

  it.each(Object.keys(cases))("decodes without errors: %s", async (title) => {
    const { name, args, size, frames } = cases[title] ?? { name: "", args: [], size: "", frames: 0 };
    const { plan, indexes } = await encodeFile(await jobs.clips.make(name, args));
    const index = indexes.get("v0") as SegmentIndex;
    const decoded = await decodeTrack(index);
    expect(decoded).toMatchObject({ errors: "", codec_name: "h264", pix_fmt: "yuv420p" });
    expect(`${decoded.width}x${decoded.height}`).toBe(size);
    const expected = frames < 0 ? plan.info.durationSec * 25 : frames;
    expect(Math.abs(Number(decoded.nb_read_frames) - expected)).toBeLessThanOrEqual(2);
    const audio = indexes.get("a0");
    expect(audio !== undefined).toBe(args.includes("-c:a"));
    if (audio) {
      expect(await decodeTrack(audio)).toMatchObject({ errors: "", codec_name: "aac", channels: 2 });
      expect(Math.abs(publishedEndSec(audio) - publishedEndSec(index))).toBeLessThan(0.05);
    }
  });

  it("turns rotated phone video upright", async () => {
    const flat = await jobs.clips.make("flat.mp4", [...pictureArgs, ...H264]);
    const turned = join(jobs.clips.path, "turned.mp4");
    await execFileAsync("ffmpeg", [
      "-v",
      "error",
      "-i",
      flat,
      "-c",
      "copy",
      "-metadata:s:v",
      "rotate=90",
      turned,
    ]);
    const { plan, indexes } = await encodeFile(turned);
    expect(plan.rungs.map(({ mode, width, height }) => [mode, width, height])).toEqual([
      ["encode", 180, 320],
    ]);
    expect(await decodeTrack(indexes.get("v0") as SegmentIndex)).toMatchObject({ width: 180, height: 320 });
  });

  it("decodes an MP4 with an unusable index instead of copying from it", async () => {
    const path = await jobs.clips.make("odd-index.mp4", [...pictureArgs, ...H264]);
    const whole = await readFile(path);
    const at = whole.lastIndexOf("moov", undefined, "latin1") - 4;
    const flood = Buffer.concat(
      Array.from({ length: 10_001 }, () => Buffer.from("\0\0\0\x08free", "latin1")),
    );
    whole.writeUInt32BE(whole.readUInt32BE(at) + flood.length, at);
    await writeFile(path, Buffer.concat([whole, flood]));
    const { plan, indexes } = await encodeFile(path);
    expect(plan.rungs.map(({ mode }) => mode)).toEqual(["encode"]);
    const decoded = await decodeTrack(indexes.get("v0") as SegmentIndex);
    expect(decoded).toMatchObject({ errors: "", nb_read_frames: "125" });
  });

  it("keeps every audio track with its language", async () => {
    const args = [
      ...pictureArgs,
      ...toneArgs,
      ...testTone(5, 880),
      ...H264,
      "-map",
      "0",
      "-map",
      "1",
      "-map",
      "2",
    ];
    const languages = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra"];
    const { plan, indexes } = await encodeFile(
      await jobs.clips.make("two.mkv", [...args, ...languages, "-c:a", "mp3"]),
    );
    expect(plan.audio.map(({ language }) => language)).toEqual(["eng", "fra"]);
    expect(indexes.has("a1")).toBe(true);
  });

  it("makes the first audio segment identical to that of the whole encoding", async () => {
    const path = await jobs.clips.make("long.mkv", [
      ...testPicture({ durationSec: 11 }),

      "-f",
      "lavfi",
      "-i",
      "anoisesrc=d=11:a=0.4,aformat=channel_layouts=5.1",

      ...H264,
      "-c:a",
      "ac3",
    ]);
    const source = await jobs.harness.addSource(path, "long");
    const opened = openedOf(await jobs.harness.open(source));
    const { type: _type, outputs, plan, ...base } = opened;
    const audio = await jobs.harness.run("encode-audio", { ...base, source, plan });
    const first = (result: JobResult | { outputs: typeof outputs }) =>
      "outputs" in result
        ? result.outputs.find(({ trackId }) => trackId === "a0")?.segments[0]?.sha256
        : undefined;
    expect(first(audio)).toBe(first({ outputs }));
  });
});
