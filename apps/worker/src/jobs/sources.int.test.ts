import { copyFile, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OPTIMIZED_QUALITIES, type VideoErrorType } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const pictureArgs = testPicture({ durationSec: 5 });
const toneArgs = testTone(5);
const smallPictureArgs = (size: string) => testPicture({ size, durationSec: 1, rate: "5" });
const withTracks = (count: number): string[] => [
  ...smallPictureArgs("64x64"),
  ...testTone(1),
  ...H264,
  "-map",
  "0",
  ...Array.from({ length: count }, () => ["-map", "1"]).flat(),
  "-c:a",
  "pcm_u8",
];
const jobs = useJobHarness();

describe("a source that is refused", () => {
  const text = (body: string) => async (path: string) => writeFile(path, body);
  const cases: Record<string, { error: VideoErrorType; make: (path: string) => Promise<unknown> }> = {
    "zero bytes": { error: "empty_file", make: text("") },
    "a text playlist renamed .mp4": {
      error: "not_a_video",
      make: text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"),
    },
    "a concat list renamed .mp4": {
      error: "not_a_video",
      make: text("ffconcat version 1.0\nfile /etc/passwd\n"),
    },
    "a PNG renamed .mp4": {
      error: "not_a_video",
      make: async (path) =>
        copyFile(await jobs.clips.make("p.png", [...pictureArgs, "-frames:v", "1"]), path),
    },
    "a ZIP renamed .mp4": { error: "not_a_video", make: text(`PK\u0003\u0004${"zip".repeat(400)}`) },
    "a browser's recording that was stopped before its first picture": {
      error: "truncated_file",
      make: async (path) => {
        const codec = ["-c:v", "libvpx", "-deadline", "realtime", "-f", "webm", "-live", "1"];
        const whole = await readFile(
          await jobs.clips.make("recorded.webm", [...smallPictureArgs("64x64"), ...codec]),
        );
        await writeFile(path, whole.subarray(0, whole.indexOf(Buffer.from("1f43b675", "hex"))));
      },
    },
    "sound alone": {
      error: "no_video_track",
      make: async (path) => copyFile(await jobs.clips.make("s.m4a", [...toneArgs, "-c:a", "aac"]), path),
    },
    "an MP4 whose index is cut off": {
      error: "truncated_file",
      make: async (path) => {
        await copyFile(await jobs.clips.make("cut.mp4", [...pictureArgs, ...H264]), path);
        await truncate(path, 20_000);
      },
    },
    "a faststart MP4 whose media is cut off": {
      error: "truncated_file",
      make: async (path) => {
        const whole = await jobs.clips.make("fast.mp4", [...pictureArgs, ...H264, "-movflags", "+faststart"]);
        await copyFile(whole, path);
        await truncate(path, (await readFile(whole)).length - 20_000);
      },
    },
    "an MP4 that claims more samples than it has bytes": {
      error: "implausible_duration",
      make: async (path) => {
        const bytes = await readFile(await jobs.clips.make("claims.mp4", [...pictureArgs, ...H264]));
        bytes.writeUInt32BE(0x7fffffff, bytes.lastIndexOf("stsz", undefined, "latin1") + 12);
        await writeFile(path, bytes);
      },
    },
    "two pictures, ten hours apart": {
      error: "implausible_duration",
      make: async (path) => copyFile(await jobs.clips.make("tenh.mp4", slideArgs(2, 36_000)), path),
    },
    "a small Matroska that claims hours": {
      error: "implausible_duration",
      make: async (path) => {
        const small = await jobs.clips.make("hours.mkv", [
          ...testPicture({ size: "32x32", durationSec: 1, rate: "2" }),
          ...H264,
        ]);
        await writeFile(path, declareTenHours(await readFile(small)));
      },
    },
    "a picture that no decoder knows": {
      error: "unsupported_codec",
      make: async (path) => {
        const bytes = await readFile(
          await jobs.clips.make("codec.mp4", [...smallPictureArgs("64x64"), ...H264]),
        );
        bytes.write("zzzz", bytes.lastIndexOf("avc1", undefined, "latin1"), "latin1");
        await writeFile(path, bytes);
      },
    },
    "a picture of 8 × 8 pixels": {
      error: "unsupported_format",
      make: async (path) =>
        copyFile(await jobs.clips.make("tiny.mp4", [...smallPictureArgs("8x8"), "-c:v", "mpeg4"]), path),
    },
    "a picture larger than 8K": {
      error: "too_large_picture",
      make: async (path) => {
        const large = ["-f", "lavfi", "-i", "color=size=8192x4400:rate=1:duration=1,format=yuvj420p"];
        await copyFile(await jobs.clips.make("large.avi", [...large, "-c:v", "mjpeg"]), path);
      },
    },
    "17 sound tracks": {
      error: "too_many_streams",
      make: async (path) => copyFile(await jobs.clips.make("tracks.mkv", withTracks(17)), path),
    },
    "65 streams": {
      error: "too_many_streams",
      make: async (path) => copyFile(await jobs.clips.make("streams.mkv", withTracks(64)), path),
    },
    "an MP4 with DRM": {
      error: "encryption_not_supported",
      make: async (path) => {
        const drm = ["-encryption_scheme", "cenc-aes-ctr"];
        const keys = ["-encryption_key", "00".repeat(16), "-encryption_kid", "11".repeat(16)];
        await copyFile(
          await jobs.clips.make("drm.mp4", [...smallPictureArgs("64x64"), ...H264, ...drm, ...keys]),
          path,
        );
      },
    },
  };

  it.each(Object.keys(cases))("%s", async (title) => {
    const { error, make } = cases[title] ?? { error: "upload_failed", make: async () => undefined };
    const path = join(jobs.clips.path, "refused.mp4");
    await make(path);
    const result = await jobs.harness.open(
      await jobs.harness.addSource(path, `r-${title.replace(/\W/g, "-")}`),
    );
    expect(result).toMatchObject({ type: "failed", fault: { errorType: error } });
    expect(await jobs.harness.leftovers()).toEqual([]);
  });

  it("with a codec that browsers cannot play is refused only as a passthrough", async () => {
    const path = await jobs.clips.make("passthrough.mp4", [...smallPictureArgs("64x64"), "-c:v", "mpeg4"]);
    const source = await jobs.harness.addSource(path, "passthrough");
    expect(await jobs.harness.open(source, { encoding: "passthrough" })).toMatchObject({
      type: "failed",
      fault: { errorType: "unsupported_codec" },
    });
    expect(await jobs.harness.open(source)).toMatchObject({ type: "opened" });
  });

  it("that is truncated is detected by reading it in full if opening could not see it", async () => {
    const path = await jobs.clips.make("whole.mkv", [...testPicture({ durationSec: 12 }), ...H264]);
    await truncate(path, Math.round((await readFile(path)).length * 0.6));
    const source = await jobs.harness.addSource(path, "cut-mkv");
    const { plan, videoUuid, generation } = openedOf(await jobs.harness.open(source));
    expect(
      await jobs.harness.run("verify-source", { videoUuid, generation, source, plan, job: "verify-source" }),
    ).toMatchObject({
      type: "failed",
      fault: { errorType: "truncated_file" },
    });
  });
});

describe("slides that are shown for an hour each", () => {
  it("are accepted, in pieces with many frames each", async () => {
    const path = await jobs.clips.make("slides.mp4", slideArgs(8, 3_600));
    const { plan } = openedOf(await jobs.harness.open(await jobs.harness.addSource(path, "slides")));
    expect(plan.info.durationSec).toBeGreaterThan(7 * 3_600 - 1);
    expect(plan.rungs.map(({ fps }) => fps)).toEqual([{ num: 1, den: 1 }]);
    expect(plan.pieces.length).toBeLessThan(100);
  });
});

describe("a small file whose video begins long after its audio", () => {
  it("is accepted with its full duration", async () => {
    const path = await jobs.clips.make("late.mkv", [
      "-itsoffset",
      "4",
      ...testPicture({ size: "32x32", durationSec: 2, rate: "60" }),
      ...testTone(6),
      ...H264,
      "-c:a",
      "libopus",
      "-b:a",
      "8k",
    ]);
    const { plan } = openedOf(await jobs.harness.open(await jobs.harness.addSource(path, "late-picture")));
    expect(plan.info.durationSec).toBeCloseTo(6, 1);
  });
});

describe("a file that must be copied in full before it can be opened", () => {
  /** Returns ffmpeg's arguments for a file written through a pipe, so that the durations of the file and its audio are unknown. */
  const piped = (sound: string[]) => [
    ...pictureArgs,
    ...toneArgs,
    ...H264,
    ...sound,
    "-live",
    "1",
    "-f",
    "matroska",
  ];
  const openShortly = (source: JobPayload<"open-video">["source"]) =>
    jobs.harness.run("open-video", {
      ...videoIdentity,
      source,
      qualities: OPTIMIZED_QUALITIES,
      firstPass: false,
      encoding: "encoding",
    });

  it("is opened at once if the copy takes seconds", async () => {
    const path = await jobs.clips.make("short.mkv", piped(["-c:a", "aac"]));
    expect(await openShortly(await jobs.harness.addSource(path, "short-copy"))).toMatchObject({
      type: "opened",
    });
  });

  it("is left to a long job if the copy takes longer, and is opened at once when the copy exists", async () => {
    const path = await jobs.clips.make("long.mkv", piped(["-c:a", "pcm_u8"]));
    const source = await jobs.harness.addSource(path, "long-copy");
    expect(await openShortly(source)).toEqual({ type: "takes-long", ...videoIdentity });
    expect(await jobs.harness.open(source)).toMatchObject({
      type: "opened",
      plan: { info: { isLengthUnknown: true } },
    });
    expect(await openShortly(source)).toMatchObject({ type: "opened" });
  });
});

/** Returns ffmpeg's arguments for frames of a few bytes, each of which lasts this long. */
const slideArgs = (count: number, heldSec: number): string[] => [
  "-f",
  "lavfi",
  "-i",
  "color=s=64x64:r=1",
  "-vf",
  `setpts=N*${heldSec}/TB`,
  "-frames:v",
  `${count}`,

  ...H264,
  "-fps_mode",
  "passthrough",
];

/** Writes 10 hours, in milliseconds as a double, into the Duration element (0x4489) of a Matroska file. */
function declareTenHours(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  bytes.writeDoubleBE(36_000_000, at + 3);
  const statistics = bytes.indexOf("DURATION");
  if (statistics > 0) bytes.write("XURATION", statistics);
  return bytes;
}
