import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { mergeOutputs, sdrOf } from "@shoal/media";
import { testPicture } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { type RgbColour, readBarColours, writeTrack } from "../testing/decoded-track.ts";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();

const qualityOf = (width: number, height: number) => ({
  bitrate: 2_000,
  resolution: { width, height },
  FPS: 25,
});

interface RenderedColours {
  size: string;
  tags: string;
  bars: RgbColour[];
}

/** Encodes two rungs, above and below 720 lines if the source allows this, and returns the colours that viewers see in each. */
async function encodeTwoRungs(
  path: string,
  count: number,
  qualities: ReturnType<typeof qualityOf>[],
): Promise<RenderedColours[]> {
  const source = await jobs.harness.addSource(path, `s${Math.random().toString(36).slice(2)}`);
  const opened = openedOf(await jobs.harness.open(source, { qualities }));
  const indexes = await jobs.harness.finish(source, opened);
  return Promise.all(
    opened.plan.rungs.map(async ({ id, width, height }) => {
      const index = indexes.get(id);
      if (!index) throw new Error(`${id} is missing`);
      const file = await writeTrack(jobs.harness, index);
      const { stdout } = await execFileAsync("ffprobe", [
        "-v",
        "error",
        "-of",
        "csv=p=0",
        file,
        "-show_entries",
        "stream=color_range,color_space,color_transfer,color_primaries",
      ]);
      return { size: `${width}x${height}`, tags: stdout.trim(), bars: await readBarColours(file, count) };
    }),
  );
}

/** Returns the largest difference of a colour value, from 0 to 255. */
const worstDifferenceOf = (shown: readonly RgbColour[], expected: readonly RgbColour[]) =>
  Math.max(...expected.flatMap((rgb, bar) => rgb.map((each, n) => Math.abs(each - (shown[bar]?.[n] ?? 0)))));

/** Eight bars with all combinations of dark and light red, green and blue. */
const BAR_COLOURS: RgbColour[] = Array.from({ length: 8 }, (_, n) => [
  n & 1 ? 200 : 40,
  n & 2 ? 200 : 40,
  n & 4 ? 200 : 40,
]);
const barsArgs = (width: number, height: number, filters: string) => {
  const light = (bit: number) => `if(mod(floor(X*8/${width}/${bit}),2),200,40)`;
  const drawn = `geq=r='${light(1)}':g='${light(2)}':b='${light(4)}'`;
  const source = `color=black:size=${width}x${height}:rate=5:duration=1,format=gbrp,${drawn}${filters}`;
  return ["-f", "lavfi", "-i", source];
};
const X264_ARGS = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "4"];
const BOTH_QUALITIES = [qualityOf(640, 360), qualityOf(1280, 720)];
const yuvFilter = (matrix: string, range = "tv") =>
  `,scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_inp,format=yuv420p`;

describe("the colours of all rungs are those of the source, and tagged", () => {
  const bt709 = "tv,bt709,bt709,bt709";
  const cases: Record<string, { name: string; args: string[]; tags: string }> = {
    "HD without tags": {
      name: "untagged.mkv",
      args: [...barsArgs(1280, 720, yuvFilter("bt709")), ...X264_ARGS],
      tags: bt709,
    },
    "SD without tags": {
      name: "sd.mkv",
      args: [...barsArgs(640, 360, yuvFilter("bt601")), ...X264_ARGS],
      tags: "tv,smpte170m,smpte170m,smpte170m",
    },
    "HD that is tagged BT.601": {
      name: "601.mkv",
      args: [...barsArgs(1280, 720, yuvFilter("bt601")), ...X264_ARGS, "-colorspace", "smpte170m"],
      tags: "tv,smpte170m,smpte170m,smpte170m",
    },
    "full range": {
      name: "full.mkv",
      args: [
        ...barsArgs(1280, 720, yuvFilter("bt709", "pc")),
        ...X264_ARGS,
        "-colorspace",
        "bt709",
        "-color_range",
        "pc",
      ],
      tags: bt709,
    },
    "PNG in a MOV file": {
      name: "png.mov",
      args: [...barsArgs(1280, 720, ",format=rgb24"), "-c:v", "png"],
      tags: bt709,
    },
    "QuickTime Animation": {
      name: "qtrle.mov",
      args: [...barsArgs(1280, 720, ",format=rgb24"), "-c:v", "qtrle"],
      tags: bt709,
    },
    "RGB in H.264": {
      name: "rgb.mkv",
      args: [...barsArgs(1280, 720, ",format=rgb24"), "-c:v", "libx264rgb", "-crf", "4"],
      tags: bt709,
    },
    "a rare matrix": {
      name: "240m.mkv",
      args: [...barsArgs(1280, 720, yuvFilter("smpte240m")), ...X264_ARGS, "-colorspace", "smpte240m"],
      tags: bt709,
    },
  };

  it.each(Object.keys(cases))("%s", async (title) => {
    const { name, args, tags } = cases[title] ?? { name: "", args: [], tags: "" };
    const shown = await encodeTwoRungs(await jobs.clips.make(name, args), 8, BOTH_QUALITIES);
    expect(shown.map(({ size }) => size)).toEqual(["640x360", "1280x720"]);
    for (const rung of shown) {
      expect(rung.tags, rung.size).toBe(tags);
      expect(
        worstDifferenceOf(rung.bars, BAR_COLOURS),
        `${rung.size}: ${rung.bars.join(" ")}`,
      ).toBeLessThanOrEqual(3);
    }
  });
});

it("thumbnails have the colours of the video", async () => {
  const path = await jobs.clips.make("thumbnail.mkv", [
    ...barsArgs(1280, 720, yuvFilter("bt709")),
    ...X264_ARGS,
  ]);
  const source = await jobs.harness.addSource(path, "thumbnail");
  const opened = openedOf(await jobs.harness.open(source, { qualities: [qualityOf(640, 360)] }));
  const index = (await jobs.harness.finish(source, opened)).get("v0");
  if (!index) throw new Error("v0 is missing");
  const { version: _version, isEnded: _isEnded, ...lowestRung } = index;
  const { plan } = opened;
  const made = await jobs.harness.run("make-storyboard", {
    ...videoIdentity,
    source,
    plan,
    lowestRung,
    isWhole: true,
  });
  if (made.type !== "storyboard") throw new Error(JSON.stringify(made));
  const seen = await readBarColours(jobs.harness.store.localPath(made.thumbnailObject), 8);
  expect(worstDifferenceOf(seen, BAR_COLOURS), seen.join(" ")).toBeLessThanOrEqual(8);
});

/** Returns the signal for a luminance in cd/m², according to SMPTE ST 2084. */
function pqSignalOf(nits: number): number {
  const power = (nits / 10_000) ** (2610 / 16384);
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** ((2523 / 4096) * 128);
}

/**
 * Returns ffmpeg's arguments for bars of HDR signals from 0 to 1, in BT.2020 with 10 bits. The encoding is lossless, and only the
 * transfer function is tagged.
 */
function hdrBarsArgs(signals: readonly RgbColour[], codec: readonly string[]): string[] {
  const planes = signals.map(([red, green, blue]) => {
    const luma = 0.2627 * red + 0.678 * green + 0.0593 * blue;
    const [cb, cr] = [(blue - luma) / 1.8814, (red - luma) / 1.4746];
    return [64 + 876 * luma, 512 + 896 * cb, 512 + 896 * cr].map(Math.round);
  });
  const byBar = (plane: number, width: number) =>
    planes.reduceRight(
      (rest, values, n) => `if(lt(X,${((n + 1) * width) / planes.length}),${values[plane]},${rest})`,
      "0",
    );
  const drawn = `geq=lum='${byBar(0, 640)}':cb='${byBar(1, 320)}':cr='${byBar(2, 320)}'`;
  return [
    "-f",
    "lavfi",
    "-i",
    `nullsrc=size=640x360:rate=5:duration=1,format=yuv420p10le,${drawn}`,
    ...codec,
  ];
}

const x265Args = (transfer: string) => [
  "-c:v",
  "libx265",
  "-preset",
  "ultrafast",
  "-pix_fmt",
  "yuv420p10le",

  "-x265-params",
  `log-level=none:lossless=1:transfer=${transfer}`,
];

describe("BT.2020 in standard range", () => {
  type Curve = { toLight: (signal: number) => number; toSignal: (light: number) => number };
  /** The transfer function of displays (ITU-R BT.1886), which BT.709 and BT.2020 share. */
  const DISPLAY: Curve = { toLight: (signal) => signal ** 2.4, toSignal: (light) => light ** (1 / 2.4) };
  /** The transfer function of cameras, which BT.709 and BT.2020 also share. */
  const SCENE: Curve = {
    toLight: (signal) => (signal < 0.0812 ? signal / 4.5 : ((signal + 0.0993) / 1.0993) ** (1 / 0.45)),
    toSignal: (light) => (light < 0.018 ? light * 4.5 : 1.0993 * light ** 0.45 - 0.0993),
  };
  /** The matrix from BT.2020 to BT.709, the inverse of ITU-R BT.2087. */
  const MATRIX: [RgbColour, RgbColour, RgbColour] = [
    [1.6605, -0.5876, -0.0728],
    [-0.1246, 1.1329, -0.0083],
    [-0.0182, -0.1006, 1.1187],
  ];
  const convert = (signals: readonly RgbColour[], { toLight, toSignal }: Curve) =>
    signals.map((rgb): RgbColour => {
      const light = rgb.map(toLight);
      const primary = (row: RgbColour) => {
        const sum = row.reduce((total, factor, n) => total + factor * (light[n] ?? 0), 0);
        return 255 * toSignal(Math.min(1, Math.max(0, sum)));
      };
      const [red, green, blue] = MATRIX;
      return [primary(red), primary(green), primary(blue)];
    });
  const signals: RgbColour[] = [
    [0.5, 0.5, 0.5],
    [0.9, 0.9, 0.9],
    [0.6, 0.35, 0.3],
    [0.35, 0.6, 0.3],
    [0.7, 0.7, 0.3],
    [0.3, 0.3, 0.6],
    [0.6, 0.45, 0.5],
    [0.15, 0, 0.75],
  ];

  it("is converted by the light of the display, not of the scene", async () => {
    const tags = ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "bt2020-10"];
    const codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", ...tags];
    const path = await jobs.clips.make("2020.mkv", hdrBarsArgs(signals, codec));
    const [rung] = await encodeTwoRungs(path, signals.length, [qualityOf(640, 360)]);
    expect(rung?.tags).toBe("tv,bt709,bt709,bt709");
    const seen = rung?.bars ?? [];
    const [display, scene] = [convert(signals, DISPLAY), convert(signals, SCENE)];
    expect(worstDifferenceOf(seen, display), seen.join(" ")).toBeLessThanOrEqual(5);
    // ffmpeg's `colorspace` filter converts scene light instead of display light, which gives clearly different values.
    expect(worstDifferenceOf(scene, display)).toBeGreaterThan(15);
  });
});

describe("HDR with only its transfer tagged", () => {
  const nits: RgbColour[] = [
    [203, 203, 203],
    [26, 26, 26],
    [10_000, 10_000, 10_000],
    [10_000, 10_000, 0],
    // This is full-scale yellow from a generator that does not support BT.2020.
    [10_000, 5_200, 0],
    [1_000, 0, 0],
    [0, 0, 500],
    [140, 90, 70],
  ];

  it("PQ is rolled off per channel, keeping white and grey neutral and yellow yellow", async () => {
    const signals = nits.map((each) => each.map(pqSignalOf) as unknown as RgbColour);
    const path = await jobs.clips.make("pq.mkv", hdrBarsArgs(signals, x265Args("smpte2084")));
    const [rung] = await encodeTwoRungs(path, signals.length, [qualityOf(640, 360)]);
    expect(rung?.tags).toBe("tv,bt709,bt709,bt709");
    const seen = rung?.bars ?? [];
    const reference = signals.map(
      (each) => sdrOf(each, "smpte2084").map((n) => n * 255) as unknown as RgbColour,
    );
    expect(worstDifferenceOf(seen, reference), seen.join(" ")).toBeLessThanOrEqual(5);
    // According to ITU-R BT.2390, 203 cd/m² become 158 of 203, and 26 cd/m² are unchanged.
    const known: RgbColour[] = [
      [230, 230, 230],
      [108, 108, 108],
      [255, 255, 255],
      [255, 255, 0],
      [255, 255, 0],
    ];
    expect(worstDifferenceOf(seen, known), seen.join(" ")).toBeLessThanOrEqual(4);
  });

  it("HLG is converted likewise", async () => {
    const signals: RgbColour[] = [
      [0.75, 0.75, 0.75],
      [0.38, 0.38, 0.38],
      [1, 1, 1],
      [1, 1, 0],
    ];
    const path = await jobs.clips.make(
      "hlg.mkv",
      hdrBarsArgs(signals, [...x265Args("arib-std-b67"), "-color_trc", "arib-std-b67"]),
    );
    const [rung] = await encodeTwoRungs(path, signals.length, [qualityOf(640, 360)]);
    const seen = rung?.bars ?? [];
    const [reference, grey, white, yellow] = seen;
    expect(
      worstDifferenceOf([reference, white, yellow] as RgbColour[], [
        [230, 230, 230],
        [255, 255, 255],
        [255, 255, 0],
      ]),
      seen.join(" "),
    ).toBeLessThanOrEqual(4);
    expect(Math.max(...(grey ?? [])) - Math.min(...(grey ?? []))).toBeLessThanOrEqual(2);
  });

  it("Dolby Vision profile 5 is refused with a message", async () => {
    const path = await jobs.clips.make("dv.mp4", [
      ...testPicture({ durationSec: 1 }),
      ...x265Args("smpte2084"),
      "-tag:v",
      "hvc1",
    ]);
    await writeFile(path, withDolbyVision(await readFile(path), 5));
    expect(await jobs.harness.open(await jobs.harness.addSource(path, "dv5"))).toMatchObject({
      type: "failed",
      fault: { errorType: "dolby_vision_5" },
    });
  });
});

/** Appends a Dolby Vision configuration to the only sample entry of an MP4 whose index is at its end. */
function withDolbyVision(mp4: Buffer, profile: number): Buffer {
  const box = Buffer.alloc(32);
  box.writeUInt32BE(box.length, 0);
  box.write("dvcC", 4, "latin1");
  box.set([1, 0, profile << 1, (6 << 3) | 5], 8);
  const sizeAt = (type: string) => mp4.lastIndexOf(type, undefined, "latin1") - 4;
  const parents = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"].map(sizeAt);
  const entryAt = parents.at(-1) ?? 0;
  const end = entryAt + mp4.readUInt32BE(entryAt);
  for (const at of parents) mp4.writeUInt32BE(mp4.readUInt32BE(at) + box.length, at);
  return Buffer.concat([mp4.subarray(0, end), box, mp4.subarray(end)]);
}

// Accurate cuts of a passthrough, as the api plans them. Their edges are encoded, and the middle is copied.
describe("the edges of a cut have the tags and the colours of its middle", () => {
  const GOP = ["-g", "5", "-keyint_min", "5", "-sc_threshold", "0"];
  const cases: Record<string, string[]> = {
    "without tags": [],
    "tagged with the other matrix alone": ["-colorspace", "smpte170m"],
    "tagged with primaries alone": ["-color_primaries", "bt709"],
    "of full range, tagged in part": ["-colorspace", "smpte170m", "-color_range", "pc"],
    "tagged whole": ["-colorspace", "smpte170m", "-color_primaries", "smpte170m", "-color_trc", "smpte170m"],
    "of HDR": ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67"],
  };

  it.each(Object.keys(cases))("%s", async (title) => {
    const tags = cases[title] ?? [];
    const range = tags.includes("pc") ? "pc" : "tv";
    const picture = barsArgs(1280, 720, yuvFilter("bt601", range)).map((each) =>
      each.replace("duration=1", "duration=4"),
    );
    const path = await jobs.clips.make("cut.mp4", [...picture, ...X264_ARGS, ...GOP, ...tags]);
    const source = await jobs.harness.addSource(path, `s${Math.random().toString(36).slice(2)}`);
    const opened = openedOf(await jobs.harness.open(source, { encoding: "passthrough" }));
    const [rung] = opened.plan.rungs;
    const index = rung && (await jobs.harness.finish(source, opened)).get(rung.id);
    if (!rung || !index) throw new Error("No rung");
    expect(rung.mode).toBe("copy");
    await jobs.harness.store.put("indexes/cut.json", Buffer.from(JSON.stringify(index)));
    const result = await jobs.harness.run("cut-video", {
      ...videoIdentity,
      tracks: [{ trackId: rung.id, kind: "video", indexObject: "indexes/cut.json" }],
      inSec: 0.4,
      outSec: 3.4,
      plan: { ...opened.plan, rungs: [{ ...rung, mode: "encode", crf: 4 }] },
      pieceIndex: 0,
      rungIds: [rung.id],
      audioIds: [],
    });
    if (!("outputs" in result)) throw new Error(JSON.stringify(result));
    const made = mergeOutputs(result.outputs).get(rung.id);
    if (!made) throw new Error("No cut");
    const file = await writeTrack(jobs.harness, made);
    const tagsOfPictures = await readFrameTags(file);
    expect(tagsOfPictures).toHaveLength(15);
    expect([...new Set(tagsOfPictures)]).toHaveLength(1);
    const [first = [], ...others] = await readFrameValues(file, 1280, 720);
    expect(others).toHaveLength(14);
    for (const other of others)
      expect(Math.max(...first.map((each, n) => Math.abs(each - (other[n] ?? 0))))).toBeLessThanOrEqual(2);
  });
});

/** Returns the colour tags of each frame. */
async function readFrameTags(file: string): Promise<string[]> {
  const entries = "frame=color_range,color_space,color_primaries,color_transfer";
  const { stdout } = await execFileAsync("ffprobe", [
    "-v",
    "error",
    "-of",
    "json",
    "-show_entries",
    entries,
    file,
  ]);
  const { frames } = JSON.parse(stdout) as { frames: Record<string, unknown>[] };
  // Other output of ffprobe is omitted, such as an encoder's signature.
  return frames.map((frame) =>
    ["color_range", "color_space", "color_primaries", "color_transfer"]
      .map((name) => frame[name] ?? "untold")
      .join(" "),
  );
}

/** Returns for each frame the decoded values in the middle of each of 8 bars: luma, then both chroma values. */
async function readFrameValues(file: string, width: number, height: number): Promise<number[][]> {
  const { stdout } = await execFileAsync("ffmpeg", ["-v", "error", "-i", file, "-f", "rawvideo", "-"], {
    encoding: "buffer",
    maxBuffer: 500_000_000,
  });
  const [luma, chroma] = [width * height, (width * height) / 4];
  const planes = [
    { from: 0, width },
    { from: luma, width: width / 2 },
    { from: luma + chroma, width: width / 2 },
  ];
  return Array.from({ length: stdout.length / (luma + 2 * chroma) }, (_, n) =>
    planes.flatMap(({ from, width: own }) =>
      Array.from(
        { length: 8 },
        (_none, bar) =>
          stdout[
            n * (luma + 2 * chroma) +
              from +
              Math.floor((own * height) / width / 2) * own +
              Math.floor(((bar + 0.5) * own) / 8)
          ] ?? -1,
      ),
    ),
  );
}
