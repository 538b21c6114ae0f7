import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobPayload, UploadedPictureFormat } from "@shoal/contract/jobs";
import type { ByteRange } from "@shoal/contract/stored-data";
import { H264 } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);

const CARD_WIDTH = 640;
const jobs = useJobHarness();

type ThumbnailSource = JobPayload<"make-thumbnail">["from"];
async function makeThumbnailFrom(from: ThumbnailSource): Promise<string | undefined> {
  const object = `uploads/x/thumbnail-${randomUUID()}.jpg`;
  const result = await jobs.harness.run("make-thumbnail", {
    ...videoIdentity,
    thumbnailId: randomUUID(),
    object,
    from,
  });
  if (result.type !== "thumbnail") throw new Error(JSON.stringify(result));
  expect(result.isSent).toBe(from.kind === "picture");
  expect(await jobs.harness.leftovers()).toEqual([]);
  return result.isMade ? jobs.harness.store.localPath(object) : undefined;
}

async function makeThumbnailOfUpload(
  path: string,
  format: UploadedPictureFormat,
): Promise<string | undefined> {
  const object = `uploads/x/${randomUUID()}.sent`;
  await jobs.harness.store.put(object, await readFile(path));
  return makeThumbnailFrom({ kind: "picture", object, format });
}

/** Returns the red, green and blue values at points of the picture, as ffmpeg decodes it. */
async function coloursAt(path: string, ...points: [x: number, y: number][]): Promise<number[][]> {
  const args = ["-v", "error", "-i", path, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"];
  const { stdout } = await execFileAsync("ffmpeg", args, { encoding: "buffer", maxBuffer: 10_000_000 });
  return points.map(([x, y]) => [...stdout.subarray((y * CARD_WIDTH + x) * 3).subarray(0, 3)]);
}
const isNear = (a: number[], b: number[]) => a.every((value, n) => Math.abs(value - (b[n] ?? 0)) < 24);

async function sizeOf(path: string): Promise<string> {
  const args = ["-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", path];
  return (await execFileAsync("ffprobe", args)).stdout.trim();
}

describe("a thumbnail at a time", () => {
  it("is exactly the frame shown then, made from only its segment", async () => {
    // Each of the 150 frames is brighter than the previous one. The brightness is computed for a small frame, which is then
    // enlarged.
    const lighter = "geq=lum='20+N':cb=128:cr=128,scale=320:180:flags=neighbor";
    const graded = ["-f", "lavfi", "-i", `color=black:s=16x16:r=25:d=6,${lighter}`];
    const path = await jobs.clips.make("grades.mp4", [
      ...graded,
      ...H264,
      "-bf",
      "2",
      "-movflags",
      "+faststart",
    ]);
    const source = await jobs.harness.addSource(path, "grades");
    const opened = openedOf(await jobs.harness.open(source));
    const index = (await jobs.harness.finish(source, opened)).get(opened.plan.rungs.at(-1)?.id ?? "");
    const segment = index?.segments[1];
    if (!index || !segment) throw new Error("Two segments are needed");
    // The object contains only this segment, so the job can read no other.
    const alone = await jobs.harness.store.read(segment.object, segment);
    await jobs.harness.store.put("alone", alone);
    const range = { object: "alone", offset: 0, length: alone.length, sha256: segment.sha256 };
    for (const frame of [0, 1, 13, 24].map((n) => Math.round(segment.startSec * 25) + n)) {
      const made = await makeThumbnailFrom({
        kind: "frame",
        init: index.init,
        segment: range,
        mediaSec: frame / 25 + 0.01,
      });
      const { stdout } = await execFileAsync(
        "ffmpeg",
        [
          "-v",
          "error",
          "-i",
          made ?? "",
          "-vf",
          "crop=2:2:320:180",
          "-pix_fmt",
          "gray",
          "-f",
          "rawvideo",
          "-",
        ],
        { encoding: "buffer" },
      );
      // The picture has full range, so its value is converted to the range from 16 to 235.
      const shown = ((stdout as unknown as Buffer)[0] ?? 0) * (219 / 255) + 16;
      expect(Math.round(shown - 20)).toBe(frame);
    }
  });
});

describe("an uploaded picture", () => {
  it.each([
    ["png", "red.png", ["-f", "lavfi", "-i", "color=red:s=1200x400"], "-frames:v 1"],
    ["jpeg", "red.jpg", ["-f", "lavfi", "-i", "color=red:s=1200x400"], "-frames:v 1"],
    ["webp", "red.webp", ["-f", "lavfi", "-i", "color=red:s=1200x400"], "-frames:v 1"],
  ] as const)("becomes a card: %s", async (format, name, input, output) => {
    const path = await jobs.clips.make(name, [...input, ...output.split(" ")]);
    const made = await makeThumbnailOfUpload(path, format);
    expect(await sizeOf(made ?? "")).toBe("mjpeg,640,360");
    const [middle = [], above = []] = await coloursAt(made ?? "", [320, 180], [320, 10]);
    expect(isNear(middle, [254, 0, 0])).toBe(true);
    expect(isNear(above, [0, 0, 0])).toBe(true);
  });

  it("is turned upright, loses its metadata, and is black where it was transparent", async () => {
    const sideways = await jobs.clips.make("side.jpg", [
      "-f",
      "lavfi",
      "-i",
      "color=red:s=400x800,drawbox=y=400:h=400:c=blue:t=fill",
      "-frames:v",
      "1",
    ]);
    await writeFile(sideways, withOrientation(await readFile(sideways), 6));
    const made = (await makeThumbnailOfUpload(sideways, "jpeg")) ?? "";
    expect((await readFile(made)).includes("Exif")).toBe(false);
    // The picture is rotated clockwise, so its bottom is on the left.
    const [left = [], right = []] = await coloursAt(made, [40, 180], [600, 180]);
    expect(isNear(left, [0, 0, 254])).toBe(true);
    expect(isNear(right, [254, 0, 0])).toBe(true);
    const clear = await jobs.clips.make("clear.png", [
      "-f",
      "lavfi",
      "-i",
      "color=white@0.0:s=640x360,format=rgba",
      "-frames:v",
      "1",
    ]);
    const [through = []] = await coloursAt((await makeThumbnailOfUpload(clear, "png")) ?? "", [320, 180]);
    expect(isNear(through, [0, 0, 0])).toBe(true);
  });

  it("is refused without a retry if it is invalid or would take too much memory", async () => {
    const text = join(jobs.clips.path, "none.png");
    await writeFile(text, "#EXTM3U\n/etc/passwd\n");
    expect(await makeThumbnailOfUpload(text, "png")).toBeUndefined();
    const huge = join(jobs.clips.path, "huge.png");
    await writeFile(huge, pngHeaderOf(50_000, 50_000));
    expect(await makeThumbnailOfUpload(huge, "png")).toBeUndefined();
    expect(
      await makeThumbnailFrom({ kind: "picture", object: "uploads/x/gone", format: "png" }),
    ).toBeUndefined();
    const gone: ByteRange = { object: "gone", offset: 0, length: 8, sha256: "" };
    expect(
      await makeThumbnailFrom({ kind: "frame", init: gone, segment: gone, mediaSec: 0 }),
    ).toBeUndefined();
  });
});

/** Adds an EXIF header with an orientation to a JPEG. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** Creates the header of a PNG that states these dimensions. */
function pngHeaderOf(width: number, height: number): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
