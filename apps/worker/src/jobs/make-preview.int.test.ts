import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JobResult } from "@shoal/contract/jobs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createJobHarness, type JobHarness } from "../testing/job-harness.ts";

const FILE_UUID = "00000000-0000-4000-8000-0000000000b1";
const PREVIEW_OBJECT = `chat/${FILE_UUID}/preview.webp`;

let harness: JobHarness;
beforeAll(async () => {
  harness = await createJobHarness();
});
afterAll(() => harness?.dispose());

/** Generates a file with ffmpeg. */
async function drawFile(name: string, ...args: string[]): Promise<Buffer> {
  const path = join(harness.folder, name);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args, path]);
  return readFile(path);
}
const filmSource = (filter: string) => ["-f", "lavfi", "-i", filter];

async function makePreviewOf(bytes: Uint8Array, kind: "picture" | "media" | "pdf"): Promise<JobResult> {
  const object = `chat/${FILE_UUID}/file`;
  await harness.store.remove(`chat/${FILE_UUID}/`);
  await harness.store.put(object, bytes);
  const asset = { kind: "chat-file", uuid: FILE_UUID } as const;
  return harness.run("preview-chat-file", {
    asset,
    job: "preview-chat-file",
    object,
    kind,
    preview: PREVIEW_OBJECT,
  });
}
const sizeOfPreview = () =>
  execFileSync("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,width,height",
    "-of",
    "csv=p=0",
    harness.store.localPath(PREVIEW_OBJECT),
  ])
    .toString()
    .trim();

it("a large picture gets a thumbnail of the same shape, and a small one is not enlarged", async () => {
  const large = await drawFile("large.jpg", ...filmSource("testsrc2=s=2000x1000"), "-frames:v", "1");
  expect(await makePreviewOf(large, "picture")).toMatchObject({
    type: "preview",
    asset: { kind: "chat-file", uuid: FILE_UUID },
    kind: "picture",
    width: 2_000,
    height: 1_000,
    durationMs: null,
    waveform: null,
    sizeBytes: expect.any(Number),
  });
  expect(sizeOfPreview()).toBe("webp,640,320");
  const again = await readFile(harness.store.localPath(PREVIEW_OBJECT));
  await makePreviewOf(large, "picture");
  expect(await readFile(harness.store.localPath(PREVIEW_OBJECT))).toEqual(again);
  await makePreviewOf(
    await drawFile("small.png", ...filmSource("color=lime@0.5:s=30x20,format=rgba"), "-frames:v", "1"),
    "picture",
  );
  expect(sizeOfPreview()).toBe("webp,30,20");
});

it("a video gets its duration, and a poster that is not from its dark beginning", async () => {
  const dark = "color=black:s=320x240:r=10:d=1[a];testsrc2=s=320x240:r=10:d=1[b];[a][b]concat[out0]";
  const bytes = await drawFile("film.mp4", ...filmSource(dark), "-c:v", "libx264", "-pix_fmt", "yuv420p");
  expect(await makePreviewOf(bytes, "media")).toMatchObject({
    kind: "video",
    width: 320,
    height: 240,
    durationMs: 2_000,
    waveform: null,
  });
  expect(sizeOfPreview()).toBe("webp,320,240");
  const pixels = execFileSync("ffmpeg", [
    "-v",
    "error",
    "-i",
    harness.store.localPath(PREVIEW_OBJECT),
    "-vf",
    "format=gray",
    "-f",
    "rawvideo",
    "-",
  ]);
  expect(pixels.reduce((sum, value) => sum + value, 0) / pixels.length).toBeGreaterThan(60);
  const black = await drawFile("black.mp4", ...filmSource("color=black:s=64x48:r=10:d=1"), "-c:v", "libx264");
  expect(await makePreviewOf(black, "media")).toMatchObject({ kind: "video", sizeBytes: expect.any(Number) });
  expect(sizeOfPreview()).toBe("webp,64,48");
});

it("audio gets its duration and a waveform, also in a video container and with a cover", async () => {
  const sound = "sine=frequency=440:duration=1,volume=8[a];anullsrc=d=1[b];[a][b]concat=v=0:a=1[out0]";
  for (const name of ["sound.mp3", "sound.wav", "sound.ogg", "sound.m4a", "sound.mp4", "sound.webm"]) {
    const result = await makePreviewOf(await drawFile(name, ...filmSource(sound)), "media");
    if (result.type !== "preview") throw new Error(`${name} ${JSON.stringify(result)}`);
    expect(result, name).toMatchObject({ kind: "audio", width: null, height: null, sizeBytes: 0 });
    expect(Math.abs((result.durationMs ?? 0) - 2_000), name).toBeLessThan(120);
    const values = result.waveform ?? [];
    expect(
      values.slice(2, 8).every((value) => value > 80),
      `${name} ${values}`,
    ).toBe(true);
    expect(
      values.slice(12, 18).every((value) => value < 10),
      `${name} ${values}`,
    ).toBe(true);
  }
  const cover = await drawFile(
    "cover.mp3",
    ...filmSource("sine=duration=1"),
    ...filmSource("testsrc2=s=64x64:d=0.1:r=10"),
    "-map",
    "0:a",
    "-map",
    "1:v",
    "-frames:v",
    "1",
    "-disposition:v",
    "attached_pic",
  );
  expect(await makePreviewOf(cover, "media")).toMatchObject({ kind: "audio" });
});

/** Creates a PDF with pages of these sizes in points. Each page is black on its left half. */
function pdfOf(pages: readonly (readonly [width: number, height: number])[], more = ""): Buffer {
  const kids = pages.map((_, n) => `${3 + 2 * n} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(([width, height], n) => {
      const drawn = `0 0 ${width / 2} ${height} re f`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${4 + 2 * n} 0 R >>`,
        `<< /Length ${drawn.length} >> stream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj ${object} endobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${text}${table}trailer << /Size ${count} /Root 1 0 R ${more}>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

it("a PDF gets a thumbnail of its first page, however large it is", async () => {
  const pages = pdfOf([
    [200, 100],
    [100, 100],
  ]);
  expect(await makePreviewOf(pages, "pdf")).toMatchObject({
    kind: "pdf",
    width: 640,
    height: 320,
    durationMs: null,
  });
  expect(sizeOfPreview()).toBe("webp,640,320");
  expect(await makePreviewOf(pdfOf([[1_000_000, 2_000_000]]), "pdf")).toMatchObject({
    kind: "pdf",
    height: 640,
  });
});

it("recognises a password-protected PDF", async () => {
  const [owner, user] = ["11".repeat(32), "22".repeat(32)];
  const lock = `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner}> /U <${user}> /P -4 >> `;
  expect(await makePreviewOf(pdfOf([[200, 100]], lock), "pdf")).toMatchObject({
    type: "preview",
    kind: "pdf",
    width: null,
    height: null,
    sizeBytes: 0,
  });
});

it("refuses decompression bombs, unsupported files, and files that reference others", async () => {
  const png = await drawFile("whole.png", ...filmSource("testsrc2=s=640x360"), "-frames:v", "1");
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  const playlist = Buffer.from(`#EXTM3U\n#EXTINF:4,\nfile://${join(harness.folder, "film.mp4")}\n`);
  const hostile: [string, Uint8Array, "picture" | "media" | "pdf"][] = [
    ["a picture as a PDF", png, "pdf"],
    ["half a PDF", pdfOf([[200, 100]]).subarray(0, 40), "pdf"],
    ["a PDF of no page", pdfOf([]), "pdf"],
    ["a bomb", bomb, "picture"],
    ["a picture as a film", png, "media"],
    ["text", Buffer.from("hello"), "media"],
    ["a playlist", playlist, "media"],
    ["half a picture", png.subarray(0, 60), "picture"],
  ];
  for (const [what, bytes, kind] of hostile) {
    expect(await makePreviewOf(bytes, kind), what).toMatchObject({
      type: "asset-failed",
      asset: { kind: "chat-file", uuid: FILE_UUID },
      job: "preview-chat-file",
    });
    expect(await harness.store.findSize(PREVIEW_OBJECT), what).toBeUndefined();
  }
  expect(await harness.leftovers()).toEqual([]);
});
