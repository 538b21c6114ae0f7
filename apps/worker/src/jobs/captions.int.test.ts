import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { H264, testPicture } from "@shoal/testkit";
import { beforeAll, expect, it } from "vitest";
import { identity } from "../testing/job-rig.ts";
import { useJobRig } from "../testing/use-job-rig.ts";

const SRT = `1\n00:00:01,000 --> 00:00:02,500\n<i>Où es-tu ?</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nLà &\nlà <3\n`;
const ASS = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.50,0:00:02.00,Default,,0,0,0,,{\\pos(1,2)}Where {\\b1}are{\\b0} you?\n`;
const jobs = useJobRig();
beforeAll(async () => {
  await writeFile(join(jobs.clips.path, "fr.srt"), SRT);
  await writeFile(join(jobs.clips.path, "en.ass"), ASS);
  await writeFile(join(jobs.clips.path, "pictures.sup"), presentationGraphics());
});

/** A Blu-ray subtitle that shows nothing: one composition and its end. */
function presentationGraphics(): Buffer {
  const segment = (type: number, data: number[]) => [
    ...[0x50, 0x47, 0, 1, 0x5f, 0x90, 0, 0, 0, 0, type, 0, data.length],
    ...data,
  ];
  const composition = [1, 64, 0, 180, 16, 0, 1, 128, 0, 0, 0];
  return Buffer.from([...segment(0x16, composition), ...segment(0x80, [])]);
}

const inputs = (...names: string[]) => names.flatMap((name) => ["-i", join(jobs.clips.path, name)]);
const picture = testPicture({ durationSec: 5 });

async function extract(name: string, args: string[]) {
  const source = await jobs.rig.addSource(await jobs.clips.make(name, args), name);
  const run = () => jobs.rig.run("extract-captions", { ...identity, source, job: "extract-captions" });
  const result = await run();
  if (result.type !== "captions") throw new Error(JSON.stringify(result));
  const texts = await Promise.all(
    result.subtitles.map(async ({ object }) => Buffer.from(await jobs.rig.store.read(object)).toString()),
  );
  return { result, run, texts };
}

it("text streams of a Matroska file become WebVTT with their names, pictures of words are told", async () => {
  const { result, run, texts } = await extract("film.mkv", [
    ...[...picture, ...inputs("fr.srt", "en.ass", "pictures.sup")],
    ...["-map", "0:v", "-map", "1", "-map", "2", "-map", "3", ...H264, "-c:s:0", "srt", "-c:s:1", "ass"],
    ...["-c:s:2", "copy", "-metadata:s:s:0", "language=fre", "-metadata:s:s:0", "title=Version française"],
    ...["-metadata:s:s:1", "language=eng", "-disposition:s:1", "forced", "-disposition:s:0", "default"],
    ...["-metadata:s:s:2", "language=ger"],
  ]);
  expect(result).toMatchObject({
    subtitles: [
      { streamIndex: 1, language: "fre", title: "Version française", kind: "subtitles", isDefault: true },
      { streamIndex: 2, language: "eng", title: "", kind: "forced", isDefault: false },
    ],
    unconvertible: [{ streamIndex: 3, codec: "hdmv_pgs_subtitle", language: "ger", reason: "bitmap" }],
  });
  expect(texts).toEqual([
    "WEBVTT\n\n00:01.000 --> 00:02.500\n<i>Où es-tu ?</i>\n\n00:03.000 --> 00:04.000\nLà &\nlà <3\n",
    "WEBVTT\n\n00:01.500 --> 00:02.000\nWhere <b>are</b> you?\n",
  ]);
  expect(await run()).toEqual(result);
  expect(Buffer.from(await jobs.rig.store.read(result.subtitles[0]?.object ?? "")).toString()).toBe(texts[0]);
  expect(await jobs.rig.leftovers()).toEqual([]);
});

it("those of an MP4 file too, and a file without any has none", async () => {
  const { result, texts } = await extract("film.mp4", [
    ...[...picture, ...inputs("fr.srt", "fr.srt"), "-map", "0:v", "-map", "1", "-map", "2", ...H264],
    ...["-c:s", "mov_text", "-metadata:s:s:0", "language=fra", "-metadata:s:s:1", "language=eng"],
  ]);
  expect(result).toMatchObject({
    subtitles: [
      { language: "fra", title: "" },
      { language: "eng", title: "" },
    ],
    unconvertible: [],
  });
  expect(texts[1]).toContain("00:01.000 --> 00:02.500");
  const bare = await extract("bare.mp4", [...picture, ...H264]);
  expect(bare.result).toMatchObject({ subtitles: [], unconvertible: [] });
});

it("a file that is none is a fault of the job alone", async () => {
  await writeFile(join(jobs.clips.path, "none.mkv"), "nothing");
  const source = await jobs.rig.addSource(join(jobs.clips.path, "none.mkv"), "none.mkv");
  expect(
    await jobs.rig.run("extract-captions", { ...identity, source, job: "extract-captions" }),
  ).toMatchObject({
    type: "failed",
    job: "extract-captions",
  });
});
