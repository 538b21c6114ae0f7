import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { H264, testPicture } from "@shoal/testkit";
import { beforeAll, expect, it } from "vitest";
import { videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const SRT_TEXT = `1\n00:00:01,000 --> 00:00:02,500\n<i>Où es-tu ?</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nLà &\nlà <3\n`;
const ASS_TEXT = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.50,0:00:02.00,Default,,0,0,0,,{\\pos(1,2)}Where {\\b1}are{\\b0} you?\n`;
const jobs = useJobHarness();
beforeAll(async () => {
  await writeFile(join(jobs.clips.path, "fr.srt"), SRT_TEXT);
  await writeFile(join(jobs.clips.path, "en.ass"), ASS_TEXT);
  await writeFile(join(jobs.clips.path, "pictures.sup"), presentationGraphics());
});

/** An empty Blu-ray subtitle: one composition and its end. */
function presentationGraphics(): Buffer {
  const segment = (type: number, data: number[]) => [
    0x50,
    0x47,
    0,
    1,
    0x5f,
    0x90,
    0,
    0,
    0,
    0,
    type,
    0,
    data.length,
    ...data,
  ];
  const composition = [1, 64, 0, 180, 16, 0, 1, 128, 0, 0, 0];
  return Buffer.from([...segment(0x16, composition), ...segment(0x80, [])]);
}

const inputArgs = (...names: string[]) => names.flatMap((name) => ["-i", join(jobs.clips.path, name)]);
const pictureArgs = testPicture({ durationSec: 5 });

async function extractCaptions(name: string, args: string[]) {
  const source = await jobs.harness.addSource(await jobs.clips.make(name, args), name);
  const run = () =>
    jobs.harness.run("extract-captions", { ...videoIdentity, source, job: "extract-captions" });
  const result = await run();
  if (result.type !== "captions") throw new Error(JSON.stringify(result));
  const texts = await Promise.all(
    result.subtitles.map(async ({ object }) => Buffer.from(await jobs.harness.store.read(object)).toString()),
  );
  return { result, run, texts };
}

it("text streams of a Matroska file become WebVTT with their names, and bitmap subtitles are reported", async () => {
  const { result, run, texts } = await extractCaptions("film.mkv", [
    ...pictureArgs,
    ...inputArgs("fr.srt", "en.ass", "pictures.sup"),

    "-map",
    "0:v",
    "-map",
    "1",
    "-map",
    "2",
    "-map",
    "3",
    ...H264,
    "-c:s:0",
    "srt",
    "-c:s:1",
    "ass",

    "-c:s:2",
    "copy",
    "-metadata:s:s:0",
    "language=fre",
    "-metadata:s:s:0",
    "title=Version française",

    "-metadata:s:s:1",
    "language=eng",
    "-disposition:s:1",
    "forced",
    "-disposition:s:0",
    "default",

    "-metadata:s:s:2",
    "language=ger",
  ]);
  expect(result).toMatchObject({
    subtitles: [
      { streamIndex: 1, language: "fre", title: "Version française", kind: "subtitles", isDefault: true },
      { streamIndex: 2, language: "eng", title: "", kind: "forced", isDefault: false },
    ],
    unconvertible: [{ streamIndex: 3, codec: "hdmv_pgs_subtitle", language: "ger", reason: "bitmap" }],
  });
  expect(texts).toEqual([
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Où es-tu ?</i>\n\n00:00:03.000 --> 00:00:04.000\nLà &amp;\nlà &lt;3\n",
    "WEBVTT\n\n00:00:01.500 --> 00:00:02.000 line:0\nWhere <b>are</b> you?\n",
  ]);
  expect(await run()).toEqual(result);
  expect(Buffer.from(await jobs.harness.store.read(result.subtitles[0]?.object ?? "")).toString()).toBe(
    texts[0],
  );
  expect(await jobs.harness.leftovers()).toEqual([]);
});

it("text streams of an MP4 file become WebVTT, and a file without any has none", async () => {
  const { result, texts } = await extractCaptions("film.mp4", [
    ...pictureArgs,
    ...inputArgs("fr.srt", "fr.srt"),
    "-map",
    "0:v",
    "-map",
    "1",
    "-map",
    "2",
    ...H264,

    "-c:s",
    "mov_text",
    "-metadata:s:s:0",
    "language=fra",
    "-metadata:s:s:1",
    "language=eng",
  ]);
  expect(result).toMatchObject({
    subtitles: [
      { language: "fra", title: "" },
      { language: "eng", title: "" },
    ],
    unconvertible: [],
  });
  expect(texts[1]).toContain("00:00:01.000 --> 00:00:02.500\n<i>Où es-tu ?</i>");
  const bare = await extractCaptions("bare.mp4", [...pictureArgs, ...H264]);
  expect(bare.result).toMatchObject({ subtitles: [], unconvertible: [] });
});

it("an invalid file fails only the job", async () => {
  await writeFile(join(jobs.clips.path, "none.mkv"), "nothing");
  const source = await jobs.harness.addSource(join(jobs.clips.path, "none.mkv"), "none.mkv");
  expect(
    await jobs.harness.run("extract-captions", { ...videoIdentity, source, job: "extract-captions" }),
  ).toMatchObject({
    type: "failed",
    job: "extract-captions",
  });
});

const STYLED_ASS = [
  "[Script Info]",
  "ScriptType: v4.00+",
  "PlayResY: 720",
  "",
  "[V4+ Styles]",

  "Format: Name, Fontname, Fontsize, Italic, Alignment",
  "Style: Default,Arial,20,0,2",

  "Style: Top,Arial,20,-1,8",
  "",
  "[Events]",
  "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
  "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an7\\p1}m 0 0 l 640 0 640 90 0 90{\\p0}",
  "Dialogue: 1,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an8}Above, and {\\p1}m 1 1{\\p0}words",
  "Dialogue: 1,0:00:02.00,0:00:03.00,Top,,0,0,0,,By its style",
  "Dialogue: 1,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\pos(640,680)}Below",
].join("\n");
const PLACED_SRT =
  "1\n00:00:01,234 --> 00:00:02,345\n{\\an8}Above\n\n2\n00:00:03,000 --> 00:00:04,000\nBelow\n";
const PLACED_VTT = "WEBVTT\n\n00:01.000 --> 00:02.000 line:0 align:start\nAbove\n";

it("positions are kept, and drawings are left out", async () => {
  await writeFile(join(jobs.clips.path, "styled.ass"), STYLED_ASS);
  await writeFile(join(jobs.clips.path, "placed.srt"), PLACED_SRT);
  await writeFile(join(jobs.clips.path, "placed.vtt"), PLACED_VTT);
  const { texts } = await extractCaptions("places.mkv", [
    ...pictureArgs,
    ...inputArgs("styled.ass", "placed.srt", "placed.vtt"),
    "-map",
    "0:v",
    "-map",
    "1",

    "-map",
    "2",
    "-map",
    "3",
    ...H264,
    "-c:s:0",
    "ass",
    "-c:s:1",
    "srt",
    "-c:s:2",
    "copy",
  ]);
  expect(texts).toEqual([
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\nAbove, and words\n\n" +
      "00:00:02.000 --> 00:00:03.000 line:0\n<i>By its style</i>\n\n00:00:03.000 --> 00:00:04.000\nBelow\n",
    "WEBVTT\n\n00:00:01.234 --> 00:00:02.345 line:0\nAbove\n\n00:00:03.000 --> 00:00:04.000\nBelow\n",
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0 align:start\nAbove\n",
  ]);
});

const CHAPTER_LIST = [
  ";FFMETADATA1",

  "[CHAPTER]",
  "TIMEBASE=1/1000",
  "START=0",
  "END=1500",
  "title=Début",

  "[CHAPTER]",
  "TIMEBASE=1/1000",
  "START=1500",
  "END=3000",

  "[CHAPTER]",
  "TIMEBASE=1/1000",
  "START=3000",
  "END=5000",
  "title=Fin; et = suite",
].join("\n");

it.each(["chapters.mkv", "chapters.mov", "chapters.mp4"])("the chapters of %s are read", async (name) => {
  // ffmpeg omits chapters without a title when it writes MP4.
  const untitled = name.endsWith("mkv") ? [{ start: 1.5, title: "Chapter 2" }] : [];
  await writeFile(join(jobs.clips.path, "chapters.txt"), CHAPTER_LIST.replace("; et =", "\\; et \\="));
  const { result } = await extractCaptions(name, [
    ...pictureArgs,
    ...inputArgs("chapters.txt"),
    "-map",
    "0:v",
    "-map_metadata",
    "1",
    ...H264,
  ]);
  expect(result.chapters).toEqual([
    { start: 0, title: "Début" },
    ...untitled,
    { start: 3, title: "Fin; et = suite" },
  ]);
});
