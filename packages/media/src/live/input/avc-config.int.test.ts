import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { readAvcConfig } from "./avc-config.ts";

const execFileAsync = promisify(execFile);

/** Returns the configuration that x264 writes before its first frame. */
async function configOf(size: string, rate: string, args: readonly string[]): Promise<Buffer> {
  const source = ["-f", "lavfi", "-i", `testsrc2=s=${size}:r=${rate}`, "-frames:v", "1"];
  const { stdout } = await execFileAsync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-nostdin",
      ...source,
      "-c:v",
      "libx264",
      ...args,
      "-f",
      "flv",
      "-flvflags",
      "no_duration_filesize",
      "-",
    ],
    { encoding: "buffer", maxBuffer: 10_000_000 },
  );
  // The body of the first video tag has five bytes before the configuration.
  for (let at = 13; at < stdout.length; ) {
    const length = stdout.readUIntBE(at + 1, 3);
    if (stdout[at] === 9) return stdout.subarray(at + 16, at + 11 + length);
    at += 15 + length;
  }
  throw new Error("No picture");
}

const YUV420_ARGS = ["-pix_fmt", "yuv420p"];

it.each([
  [
    "720p at 30",
    "1280x720",
    "30",
    YUV420_ARGS,
    { width: 1280, height: 720, fps: { num: 60, den: 2 }, isInterlaced: false },
  ],
  ["1080p, cropped from 1088 lines", "1920x1080", "25", YUV420_ARGS, { width: 1920, height: 1080 }],
  ["29.97", "640x360", "30000/1001", YUV420_ARGS, { fps: { num: 60_000, den: 2_002 } }],
  [
    "interlaced 576i",
    "720x576",
    "25",
    [...YUV420_ARGS, "-flags", "+ildct+ilme", "-x264-params", "tff=1"],
    { height: 576, isInterlaced: true },
  ],
  ["wide pixels", "720x576", "25", [...YUV420_ARGS, "-vf", "setsar=64/45"], { width: 1024, height: 576 }],
  ["an upright phone", "720x1280", "30", YUV420_ARGS, { width: 720, height: 1280 }],
  [
    "4:2:2 with 10 bits of a camera",
    "1280x720",
    "50",
    ["-pix_fmt", "yuv422p10le"],
    { width: 1280, height: 720 },
  ],
  ["4:4:4 of a screen", "1366x768", "30", ["-pix_fmt", "yuv444p"], { width: 1366, height: 768 }],
  ["baseline", "426x240", "15", [...YUV420_ARGS, "-profile:v", "baseline"], { width: 426, height: 240 }],
  [
    "scaling lists",
    "640x360",
    "25",
    [...YUV420_ARGS, "-x264-params", "cqm=jvt"],
    { width: 640, height: 360 },
  ],
] as const)("readAvcConfig reads the size and frame rate of %s", async (_, size, rate, args, expected) => {
  expect(readAvcConfig(await configOf(size, rate, args))).toMatchObject(expected);
});

const colourTagArgs = (matrix: string, range = "tv") => [
  ...YUV420_ARGS,
  "-colorspace",
  matrix,
  "-color_primaries",
  matrix,
  "-color_trc",
  matrix,

  "-color_range",
  range,
];
it.each([
  ["HD without a tag", "1280x720", YUV420_ARGS, { matrix: "bt709", range: "tv" }],
  ["SD without a tag", "640x360", YUV420_ARGS, { matrix: "smpte170m", range: "tv" }],
  [
    "HD that is tagged BT.601",
    "1280x720",
    colourTagArgs("smpte170m"),
    { matrix: "smpte170m", primaries: "smpte170m" },
  ],
  ["SD that is tagged BT.709", "640x360", colourTagArgs("bt709"), { matrix: "bt709", transfer: "bt709" }],
  ["full range", "1280x720", colourTagArgs("bt709", "pc"), { matrix: "bt709", range: "pc" }],
])("readAvcConfig decides the colours of %s", async (_, size, args, colours) => {
  expect(readAvcConfig(await configOf(size, "25", args))).toMatchObject({
    colours,
    fps: { num: 50, den: 2 },
  });
});

const USUAL_COLOURS = { matrix: "smpte170m", primaries: "smpte170m", range: "tv" };
it.each([
  ["all tags", colourTagArgs("bt709", "pc"), { matrix: "bt709", primaries: "bt709", range: "pc" }],
  ["no tag", YUV420_ARGS, USUAL_COLOURS],
  ["a matrix alone, which Chromium leaves aside", [...YUV420_ARGS, "-colorspace", "bt709"], USUAL_COLOURS],
  [
    "full range and a matrix, of which it leaves both aside",
    [...YUV420_ARGS, "-colorspace", "bt709", "-color_range", "pc"],
    USUAL_COLOURS,
  ],
  [
    "full range alone, which it takes for JPEG's",
    [...YUV420_ARGS, "-color_range", "pc"],
    { matrix: "smpte170m", primaries: "bt709", range: "pc" },
  ],
])("readAvcConfig finds the colours that browsers show for %s", async (_, args, browserColours) => {
  expect(readAvcConfig(await configOf("640x360", "25", args))).toMatchObject({ browserColours });
});

it("readAvcConfig returns undefined for empty data, and never throws for corrupted data", async () => {
  expect(readAvcConfig(Buffer.alloc(0))).toBeUndefined();
  const real = await configOf("1280x720", "30", YUV420_ARGS);
  const changed = fc.tuple(fc.nat(real.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(changed, { maxLength: 8 }), fc.nat(real.length), (changes, length) => {
      const bytes = Buffer.from(real);
      for (const [at, byte] of changes) bytes[at] = byte;
      const picture = readAvcConfig(bytes.subarray(0, length));
      if (picture) expect(picture.width * picture.height).toBeLessThanOrEqual(16_384 ** 2);
    }),
  );
});
