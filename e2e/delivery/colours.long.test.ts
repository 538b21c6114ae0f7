import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobHarness, type JobHarness, openedOf } from "../../apps/worker/src/testing/job-harness.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";

/** The colours of eight bars. Each of red, green and blue is either dark or light. */
const BAR_COLOURS = Array.from({ length: 8 }, (_, n) => [n & 1, n & 2, n & 4].map((bit) => (bit ? 200 : 40)));
/** The maximum difference of a colour value from 0 to 255. It covers the rounding of 8-bit limited range and the encoding loss. */
const MAX_DIFFERENCE = 3;

let harness: JobHarness;
let clips: ClipFolder;
/** A browser that converts colours in shaders, as with a graphics card. */
let shaderBrowser: { browser: TestBrowser; page: Page };
/** A browser that converts colours on the CPU. Its weight of blue in BT.709 is 2 instead of 2.11, even for a perfect file. */
let cpuBrowser: { browser: TestBrowser; page: Page };
const openPage = async (graphics: "software" | "none") => {
  const browser = await launchBrowser({ graphics });
  return { browser, page: await browser.context.newPage() };
};
beforeAll(async () => {
  harness = await createJobHarness();
  clips = await makeClipFolder();
  shaderBrowser = await openPage("software");
  cpuBrowser = await openPage("none");
});
afterAll(async () => {
  await shaderBrowser?.browser.close();
  await cpuBrowser?.browser.close();
  await harness?.dispose();
  await clips?.dispose();
});

const barsArgs = (width: number, height: number, filters: string) => {
  const boxes = BAR_COLOURS.map(
    (rgb, n) =>
      `drawbox=x=${(n * width) / 8}:y=0:w=${width / 8}:h=${height}:t=fill:color=0x${Buffer.from(rgb).toString("hex")}`,
  );
  return [
    "-f",
    "lavfi",
    "-i",
    [`color=black:size=${width}x${height}:rate=10:duration=1,format=gbrp`, ...boxes, filters].join(","),
  ];
};
const yuvFilter = (matrix: string, range = "tv") =>
  `scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_inp,format=yuv420p`;
const X264_ARGS = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "4"];
const tagArgs = (matrix: string) => ["-colorspace", matrix, "-color_primaries", matrix, "-color_trc", matrix];

/** Returns the largest difference between the colours of two rows of bars. */
const largestDifferenceOf = (seen: readonly number[][], expected: readonly number[][]) =>
  Math.max(
    ...expected.flatMap((rgb, n) => rgb.map((each, at) => Math.abs(each - (seen[n]?.[at] ?? Number.NaN)))),
  );

/** Encodes a source. @returns the file of each rung, by the rung's number of lines. */
async function encodeRungs(path: string, name: string): Promise<Map<number, string>> {
  const source = await harness.addSource(path, name);
  const opened = openedOf(await harness.open(source, { qualities: OPTIMIZED_QUALITIES }));
  const indexes = await harness.finish(source, opened);
  const files = new Map<number, string>();
  for (const { id, height } of opened.plan.rungs) {
    const { init, segments } = indexes.get(id) as SegmentIndex;
    const parts = [await harness.store.read(init.object, init)];
    for (const segment of segments) parts.push(await harness.store.read(segment.object, segment));
    const file = join(harness.folder, `${name}-${id}.mp4`);
    await writeFile(file, Buffer.concat(parts));
    files.set(height, file);
  }
  return files;
}

/** Returns the colours in the middle of each bar, as Chromium draws a frame of the file on a canvas. */
async function readPaintedColours(page: Page, file: string): Promise<number[][]> {
  const base64 = (await readFile(file)).toString("base64");
  return page.evaluate(
    async ({ data, count }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
      await new Promise((resolve, reject) => {
        video.onerror = () => reject(new Error(video.error?.message));
        video.requestVideoFrameCallback(resolve);
        video.onloadeddata = () => {
          video.currentTime = 0.5;
        };
      });
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("No canvas");
      context.drawImage(video, 0, 0);
      URL.revokeObjectURL(video.src);
      return Array.from({ length: count }, (_, n) => [
        ...context
          .getImageData(((n + 0.5) * canvas.width) / count, canvas.height / 2, 1, 1)
          .data.subarray(0, 3),
      ]);
    },
    { data: base64, count: BAR_COLOURS.length },
  );
}

const X264_HD = [...barsArgs(1280, 720, yuvFilter("bt709")), ...X264_ARGS];
const sourceCases: Record<string, { name: string; args: string[] }> = {
  "HD without tags": {
    name: "untagged.mkv",
    args: [...barsArgs(1920, 1080, yuvFilter("bt709")), ...X264_ARGS],
  },
  "HD without tags, copied": { name: "untagged.mp4", args: X264_HD },
  "SD without tags": { name: "sd.mkv", args: [...barsArgs(640, 480, yuvFilter("bt601")), ...X264_ARGS] },
  "HD that is tagged BT.601": {
    name: "601.mkv",
    args: [...barsArgs(1280, 720, yuvFilter("bt601")), ...X264_ARGS, ...tagArgs("smpte170m")],
  },
  "HD that is tagged BT.601, copied": {
    name: "601.mp4",
    args: [...barsArgs(1280, 720, yuvFilter("bt601")), ...X264_ARGS, ...tagArgs("smpte170m")],
  },
  "SD that is tagged BT.709": {
    name: "709.mkv",
    args: [...barsArgs(640, 360, yuvFilter("bt709")), ...X264_ARGS, ...tagArgs("bt709")],
  },
  "SD whose matrix alone is tagged": {
    name: "matrix.mp4",
    args: [...barsArgs(640, 360, yuvFilter("bt709")), ...X264_ARGS, "-colorspace", "bt709"],
  },
  "HD whose matrix alone is tagged, as programs do that know no other": {
    name: "bt470bg.mp4",
    args: [...barsArgs(1280, 720, yuvFilter("bt601")), ...X264_ARGS, "-colorspace", "bt470bg"],
  },
  "HD that is tagged in its container alone": {
    name: "colr.mp4",
    args: [
      ...barsArgs(1280, 720, yuvFilter("bt601")),
      ...X264_ARGS,
      ...tagArgs("smpte170m"),

      "-bsf:v",
      "h264_metadata=colour_primaries=2:transfer_characteristics=2:matrix_coefficients=2",
    ],
  },
  "ProRes that is tagged in its container alone": {
    name: "prores.mov",
    args: [
      ...barsArgs(640, 360, yuvFilter("bt709").replace("yuv420p", "yuv422p10le")),

      "-c:v",
      "prores_ks",
      ...tagArgs("bt709"),
    ],
  },
  "full range": {
    name: "full.mkv",
    args: [
      ...barsArgs(1280, 720, yuvFilter("bt709", "pc")),
      ...X264_ARGS,
      ...tagArgs("bt709"),
      "-color_range",
      "pc",
    ],
  },
  "full range, copied": {
    name: "full.mp4",
    args: [
      ...barsArgs(1280, 720, yuvFilter("bt709", "pc")),
      ...X264_ARGS,
      ...tagArgs("bt709"),
      "-color_range",
      "pc",
    ],
  },
  "full range whose matrix alone is tagged": {
    name: "full-matrix.mp4",
    args: [
      ...barsArgs(1280, 720, yuvFilter("bt709", "pc")),
      ...X264_ARGS,

      "-colorspace",
      "bt709",
      "-color_range",
      "pc",
    ],
  },
  "full range without another tag": {
    name: "full-alone.mp4",
    args: [...barsArgs(1280, 720, yuvFilter("bt601", "pc")), ...X264_ARGS, "-color_range", "pc"],
  },
  "Motion JPEG": {
    name: "mjpeg.avi",
    args: [
      ...barsArgs(1280, 720, yuvFilter("bt601", "pc").replace("yuv420p", "yuvj420p")),

      "-c:v",
      "mjpeg",
      "-q:v",
      "2",
    ],
  },
  "PNG in QuickTime": { name: "png.mov", args: [...barsArgs(1280, 720, "format=rgb24"), "-c:v", "png"] },
  "QuickTime Animation": {
    name: "qtrle.mov",
    args: [...barsArgs(1280, 720, "format=rgb24"), "-c:v", "qtrle"],
  },
};

describe("Chromium paints every rung in the colours of the source", () => {
  it.each(Object.keys(sourceCases))("%s", async (title) => {
    const { name, args } = sourceCases[title] ?? { name: "", args: [] };
    const rungs = await encodeRungs(await clips.make(name, args), name);
    expect(rungs.size).toBeGreaterThan(0);
    for (const [lines, file] of rungs) {
      const seen = await readPaintedColours(shaderBrowser.page, file);
      expect(largestDifferenceOf(seen, BAR_COLOURS), `${lines} lines: ${seen.join(" ")}`).toBeLessThanOrEqual(
        MAX_DIFFERENCE,
      );
    }
  });
});

it("paints every rung like a perfect file if colours are converted on the CPU", async () => {
  const name = "reference.mkv";
  const args = [...X264_HD, ...tagArgs("bt709"), "-color_range", "tv"];
  const expected = await readPaintedColours(cpuBrowser.page, await clips.make("reference.mp4", args));
  const rungs = await encodeRungs(await clips.make(name, args), name);
  expect(rungs.size).toBeGreaterThan(0);
  for (const [lines, rung] of rungs) {
    const seen = await readPaintedColours(cpuBrowser.page, rung);
    expect(largestDifferenceOf(seen, expected), `${lines} lines: ${seen.join(" ")}`).toBeLessThanOrEqual(
      MAX_DIFFERENCE,
    );
  }
});
