import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PictureFile } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createJobHarness, type JobHarness } from "../testing/job-harness.ts";

const PICTURE_UUID = "00000000-0000-4000-8000-0000000000a1";
const GPS_LOCATION = "48.8584N 2.2945E";

let harness: JobHarness;
beforeAll(async () => {
  harness = await createJobHarness();
});
afterAll(() => harness?.dispose());

/** Generates a file with ffmpeg. */
function drawPicture(name: string, filter: string, args: string[] = []): string {
  const path = join(harness.folder, name);
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-t",
    "0.2",
    "-i",
    filter,
    "-frames:v",
    "1",
    ...args,
    path,
  ]);
  return path;
}

async function makePictureOf(bytes: Uint8Array): Promise<JobResult> {
  const object = `pictures/${PICTURE_UUID}/source/original`;
  await harness.store.put(object, bytes);
  return harness.run("make-picture", { asset: { kind: "picture", uuid: PICTURE_UUID }, object });
}

async function makeFile(path: string) {
  const result = await makePictureOf(await readFile(path));
  if (result.type !== "picture") throw new Error(JSON.stringify(result));
  return result;
}

const pathOf = ({ object }: PictureFile) => harness.store.localPath(object);
const probeFile = (path: string, entries: string) =>
  execFileSync("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "json", path]).toString();
const pixelAt = (path: string, x: number, y: number) => [
  ...execFileSync("ffmpeg", [
    "-v",
    "error",
    "-i",
    path,
    "-vf",
    `format=rgba,crop=1:1:${x}:${y}`,
    "-frames:v",
    "1",

    "-f",
    "rawvideo",
    "-",
  ]),
];
const expectPixel = (path: string, [x, y]: [number, number], wanted: number[]) =>
  pixelAt(path, x, y).forEach((value, index) => {
    expect(Math.abs(value - (wanted[index] ?? 255)), `${path} ${x},${y} ${index}`).toBeLessThan(12);
  });

/** Inserts an EXIF block with a rotation by 90° and a location before the first segment of a JPEG. */
function withExif(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(tag, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(count, 4);
    return Buffer.concat([head, value]);
  };
  const text = Buffer.from(`${GPS_LOCATION}\0`);
  const turned = entry(0x0112, 3, 1, Buffer.from([0, 6, 0, 0]));
  const described = entry(0x010e, 2, text.length, Buffer.from([0, 0, 0, 38]));
  const table = Buffer.concat([Buffer.from([0, 2]), described, turned, Buffer.alloc(4)]);
  const tiff = Buffer.concat([Buffer.from("MM\0*\0\0\0\x08", "latin1"), table, text]);
  const block = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, block, jpeg.subarray(2)]);
}

it("makes upright versions of a photograph in every width and format, without metadata", async () => {
  const left = "color=red:s=1000x500,drawbox=x=500:w=500:h=500:t=fill:color=blue";
  const photo = withExif(await readFile(drawPicture("photo.jpg", left, ["-q:v", "2"])));
  await writeFile(join(harness.folder, "turned.jpg"), photo);
  expect(photo.includes(GPS_LOCATION)).toBe(true);
  const result = await makeFile(join(harness.folder, "turned.jpg"));
  // The photograph is rotated clockwise, so its left side is at the top.
  expect(result).toMatchObject({ width: 500, height: 1000 });
  expect(result.files.map(({ width, height, format }) => `${width}x${height} ${format}`).toSorted()).toEqual(
    ["avif", "webp"].flatMap((format) => [`480x960 ${format}`, `500x1000 ${format}`]).toSorted(),
  );
  for (const file of result.files) {
    const bytes = await readFile(pathOf(file));
    expect(file.sizeBytes).toBe(bytes.length);
    for (const trace of [GPS_LOCATION, "Exif", "EXIF", "XMP", "ICCP", "Lavc", "Lavf"])
      expect(bytes.includes(trace), `${file.object} ${trace}`).toBe(false);
    expect(probeFile(pathOf(file), "format_tags:stream_tags:stream_side_data")).not.toMatch(
      /rotation|48\.8584/,
    );
    expectPixel(pathOf(file), [20, 20], [254, 0, 0, 255]);
    expectPixel(pathOf(file), [20, file.height - 20], [0, 0, 254, 255]);
  }
  const again = await makeFile(join(harness.folder, "turned.jpg"));
  expect(again.files).toEqual(result.files);
});

it("keeps transparency, and accepts all common picture formats", async () => {
  const half = drawPicture("half.png", "color=lime@0.5:s=301x201,format=rgba");
  const transparent = await makeFile(half);
  expect(transparent.files.map(({ format, width }) => [format, width])).toEqual([["webp", 302]]);
  const [file] = transparent.files;
  if (!file) throw new Error("no file");
  expect(pixelAt(pathOf(file), 10, 10)[3]).toBeGreaterThan(110);
  expect(pixelAt(pathOf(file), 10, 10)[3]).toBeLessThan(145);
  const kinds: [string, string[]][] = [
    ["opaque.png", ["-pix_fmt", "rgba"]],
    ["gray.png", ["-pix_fmt", "gray16be"]],
    ["photo.webp", []],
    ["moving.gif", ["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"]],
    ["photo.avif", ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8"]],
  ];
  for (const [name, args] of kinds) {
    const result = await makeFile(drawPicture(name, "color=white:s=64x48", args));
    expect(
      result.files.map(({ format }) => format),
      name,
    ).toEqual(["avif", "webp"]);
    for (const made of result.files) expectPixel(pathOf(made), [8, 8], [255, 255, 255, 255]);
  }
});

it("refuses files that are not pictures, are damaged, or would fill the memory", async () => {
  const png = await readFile(drawPicture("whole.png", "testsrc2=s=640x360"));
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(50_000, 16);
  claimed.writeUInt32BE(50_000, 20);
  const film = drawPicture("film.mp4", "testsrc2=s=64x64", ["-c:v", "libx264"]);
  const hostile: [string, Uint8Array][] = [
    ["text", Buffer.from("hello")],
    ["a page", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ["a playlist", Buffer.from(`#EXTM3U\n#EXTINF:4,\nfile://${film}\n`)],
    ["a film", await readFile(film)],
    ["half a picture", png.subarray(0, 60)],
    ["a bomb", claimed],
  ];
  for (const [what, bytes] of hostile)
    expect(await makePictureOf(bytes), what).toMatchObject({
      type: "asset-failed",
      asset: { kind: "picture", uuid: PICTURE_UUID },
      fault: { errorType: expect.stringMatching(/^(unreadable|too_large)$/) },
    });
  expect(await harness.leftovers()).toEqual([]);
});
