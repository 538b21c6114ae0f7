import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CaptionCue, fillPath, MAX_CAPTIONS_FILE_BYTES, routes } from "@shoal/contract";
import { type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { queueResult } from "../../../testing/queued-jobs.ts";
import { addVideo, findDescriptor } from "../../../testing/video-harness.ts";
import { createExtractionsRepository } from "./captions.repository.ts";

const SRT_FILE =
  "1\n00:00:01,000 --> 00:00:02,000\nБыло <i>поздно</i>\n\n2\n00:00:50,000 --> 00:00:52,000\nКонец\n";
let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
  outsider = await api.addUser(["editor"]);
});
afterAll(() => api.close());

interface CaptionsUpload {
  content?: string | Uint8Array<ArrayBuffer>;
  fields?: Record<string, string>;
  user?: TestUser;
}
async function uploadFile(
  uuid: string,
  { content = SRT_FILE, fields = {}, user = editor }: CaptionsUpload = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ language: "ru", ...fields })) body.set(name, value);
  body.set("file", new Blob([content]), "film.srt");
  const headers = { authorization: `Bearer ${user.credential}` };
  const path = fillPath(routes.uploadCaptions.path, { id: uuid });
  const response = await fetch(api.url + path, { method: "POST", headers, body });
  const answer = (await response.json()) as { uuid: string; code?: string; fields?: object[] };
  return { status: response.status, ...answer };
}

const list = (uuid: string) => editor.call(routes.listCaptions, { params: { id: uuid } });
const buildParams = (id: string, captionsId: string) => ({ params: { id, captionsId } });
const captionCue = (startMs: number, endMs: number, text: string): CaptionCue => ({
  startMs,
  endMs,
  text,
  settings: "",
});
const filesOf = (uuid: string, captionsId: string) =>
  readdir(join(api.folder, "media", "videos", uuid, "captions", captionsId)).catch(() => []);
const readObject = async (name = "") => readFile(join(api.folder, "media", name), "utf8");
const sendResult = (result: JobResult) => queueResult(api.database.db, result);

test("a file in windows-1251 becomes a track that players receive at once", async () => {
  const uuid = await addVideo(api, editor);
  const before = await findDescriptor(api, uuid);
  // In Windows-1251, the Russian letters are one block in alphabetical order.
  const bytes = Uint8Array.from(SRT_FILE, (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? code : code - 0x350;
  });
  const added = await uploadFile(uuid, { content: bytes, fields: { language: "RUS", isDefault: "true" } });
  expect(added).toMatchObject({
    status: 201,
    charset: "windows-1251",
    language: "ru",
    label: "Русский",
    kind: "subtitles",

    isDefault: true,
    origin: "uploaded",
    cueCount: 2,
    revision: 1,
  });
  const { tracks, extraction } = await list(uuid);
  expect([tracks.map((track) => track.uuid), extraction]).toEqual([
    [added.uuid],
    { state: "none", unconvertible: [] },
  ]);
  const descriptor = await findDescriptor(api, uuid);
  expect(descriptor?.revision).toBe((before?.revision ?? 0) + 1);
  expect(descriptor?.captions).toMatchObject([
    { id: added.uuid, version: 1, language: "ru", label: "Русский", kind: "subtitles", isDefault: true },
  ]);
  expect(await readObject(descriptor?.captions[0]?.object)).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nБыло <i>поздно</i>\n\n00:00:50.000 --> 00:00:52.000\nКонец\n",
  );
  const srt = await fetch(
    `${api.url}${fillPath(routes.exportCaptions.path, { id: uuid, captionsId: added.uuid })}?format=srt`,
    { headers: { authorization: `Bearer ${editor.credential}` } },
  );
  expect([srt.headers.get("content-disposition"), await srt.text()]).toEqual([
    'attachment; filename="captions-ru.srt"',
    SRT_FILE,
  ]);
});

test("an upload error names the faulty lines of the file and the invalid fields", async () => {
  const uuid = await addVideo(api, editor);
  const wrong = await uploadFile(uuid, { content: "WEBVTT\n\n00:05.000 --> 00:04.000\nA\n\nB\n" });
  expect(wrong).toMatchObject({ status: 400, code: "captions_file_unreadable" });
  expect(wrong.fields).toEqual([
    { path: "lines.3", reason: "must end after it starts" },
    { path: "lines.6", reason: "is not a cue" },
  ]);
  expect((await uploadFile(uuid, { content: "Hello" })).fields).toEqual([
    { path: "file", reason: "contains no captions" },
  ]);
  const fields = { language: "no such", kind: "x", isDefault: "yes", label: " " };
  const faulty = await uploadFile(uuid, { fields });
  expect(faulty.fields?.map((fault) => (fault as { path: string }).path)).toEqual([
    "language",
    "label",
    "kind",
    "isDefault",
  ]);
  expect((await uploadFile(uuid, { content: "a".repeat(MAX_CAPTIONS_FILE_BYTES + 1) })).status).toBe(413);
  expect((await uploadFile(uuid, { user: outsider })).code).toBe("video_not_found");
  expect((await list(uuid)).tracks).toEqual([]);
});

test("a file with a cue without a duration is accepted, and a note names its line", async () => {
  const uuid = await addVideo(api, editor);
  const content = "WEBVTT\n\n00:05.000 --> 00:05.000\nNone\n\n00:06.000 --> 00:07.000\nShown\n";
  const taken = await uploadFile(uuid, { content });
  expect(taken).toMatchObject({ status: 201, cueCount: 1, notes: [{ kind: "no_length", line: 3 }] });
  expect((await uploadFile(uuid, { content: SRT_FILE, fields: { label: "Other" } })) as object).toMatchObject(
    {
      notes: [],
    },
  );
});

test("a language may have several tracks of different names, and one track is the default", async () => {
  const uuid = await addVideo(api, editor);
  const plain = await uploadFile(uuid, { fields: { label: "Plain", isDefault: "true" } });
  expect(await uploadFile(uuid, { fields: { label: "Plain" } })).toMatchObject({
    status: 409,
    code: "captions_label_taken",
    fields: [{ path: "label" }],
  });
  const sdh = await uploadFile(uuid, { fields: { label: "SDH", kind: "sdh", isDefault: "true" } });
  expect((await list(uuid)).tracks.map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ["Plain", false],
    ["SDH", true],
  ]);
  const change = (captionsId: string, body: object) =>
    editor.call(routes.changeCaptions, { ...buildParams(uuid, captionsId), body: body as never });
  const renamed = await change(sdh.uuid, { revision: 1, label: "Sounds", language: "fr", kind: "subtitles" });
  expect(renamed).toMatchObject({ label: "Sounds", language: "fr", isDefault: true, revision: 2 });
  expect(await codeOf(change(sdh.uuid, { revision: 1, label: "Late" }))).toBe("edit_conflict");
  expect(await codeOf(change(sdh.uuid, { revision: 2, label: "Plain", language: "ru" }))).toBe(
    "captions_label_taken",
  );
  expect(await change(plain.uuid, { revision: 1, isDefault: true })).toMatchObject({ isDefault: true });
  expect((await findDescriptor(api, uuid))?.captions.map(({ isDefault }) => isDefault)).toEqual([
    false,
    true,
  ]);
});

test("saved cues need the latest revision, are sorted and cleaned, and old versions are deleted", async () => {
  const uuid = await addVideo(api, editor);
  const { uuid: id } = await uploadFile(uuid);
  const set = (revision: number, cues: CaptionCue[], user = editor) =>
    user.call(routes.setCaptionCues, { ...buildParams(uuid, id), body: { revision, cues } });
  const written = [
    captionCue(3_000, 4_000, "Later"),
    captionCue(1_000, 2_000, "A <font>b</font>\n\n--> c & d"),
  ];
  const saved = await set(1, written);
  expect(saved).toMatchObject({ revision: 2, cueCount: 2 });
  expect(saved.cues.map(({ text }) => text)).toEqual(["A b\n--> c & d", "Later"]);
  expect(await editor.call(routes.getCaptions, buildParams(uuid, id))).toEqual(saved);
  const { object, version } = (await findDescriptor(api, uuid))?.captions[0] ?? {};
  expect([version, await readObject(object)]).toEqual([
    2,
    expect.stringContaining("A b\n--&gt; c &amp; d\n"),
  ]);
  expect(await codeOf(set(1, [captionCue(0, 1, "Mine")]))).toBe("edit_conflict");
  const faulty = await errorOf(
    set(2, [captionCue(5, 5, "x"), captionCue(0, 9, "<span></span>"), captionCue(0, 9, "  ")]),
  );
  expect(faulty.fields?.map(({ path }) => path)).toEqual(["cues.0.endMs", "cues.2.text"]);
  expect((await errorOf(set(2, [captionCue(0, 9, "<span></span>")]))).fields).toEqual([
    { path: "cues.0.text", reason: "has no text" },
  ]);
  expect(await codeOf(set(2, [], outsider))).toBe("video_not_found");
  for (let revision = 2; revision < 8; revision += 1) await set(revision, [captionCue(0, revision, "Again")]);
  expect(await filesOf(uuid, id)).toHaveLength(4);
  await Promise.allSettled([set(8, [captionCue(0, 1, "One")]), set(8, [captionCue(0, 1, "Two")])]);
  expect((await editor.call(routes.getCaptions, buildParams(uuid, id))).revision).toBe(9);
  await editor.call(routes.deleteCaptions, buildParams(uuid, id));
  expect(await codeOf(editor.call(routes.getCaptions, buildParams(uuid, id)))).toBe("captions_not_found");
  expect((await findDescriptor(api, uuid))?.captions).toEqual([]);
  await eventually(async () => expect(await filesOf(uuid, id)).toEqual([]));
});

test("twenty thousand cues can be saved at once", async () => {
  const uuid = await addVideo(api, editor);
  const { uuid: id } = await uploadFile(uuid);
  const cues = Array.from({ length: 20_000 }, (_, n) =>
    captionCue(n * 1_000, n * 1_000 + 900, `Words of cue ${n}, ${"a".repeat(60)}`),
  );
  const saved = await editor.call(routes.setCaptionCues, {
    ...buildParams(uuid, id),
    body: { revision: 1, cues },
  });
  expect(saved.cueCount).toBe(20_000);
});

test("subtitles of the source become tracks once, besides existing ones, and bitmap subtitles are reported", async () => {
  const uuid = await addVideo(api, editor);
  await uploadFile(uuid, { fields: { language: "fr", label: "Français" } });
  expect(await createExtractionsRepository(api.database.db).beginExtraction(uuid)).toBe(true);
  expect((await list(uuid)).extraction.state).toBe("waiting");
  const folder = join(api.folder, "media", "uploads", uuid, "captions");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "2.vtt"), "WEBVTT\n\n00:01.000 --> 00:02.000\nBonjour\n");
  await writeFile(join(folder, "3.vtt"), "WEBVTT\n");
  const subtitle = (streamIndex: number, language: string) => ({
    streamIndex,
    language,
    title: "",
    kind: "forced" as const,
    isDefault: true,
    object: `uploads/${uuid}/captions/${streamIndex}.vtt`,
  });
  const bitmap = {
    streamIndex: 4,
    codec: "dvd_subtitle",
    language: "ger",
    title: "",
    reason: "bitmap" as const,
  };
  const result: JobResult = {
    type: "captions",
    videoUuid: uuid,
    generation: 1,
    unconvertible: [bitmap],
    subtitles: [subtitle(2, "fre"), subtitle(3, "eng")],
  };
  await sendResult(result);
  await eventually(async () => expect((await list(uuid)).extraction.state).toBe("done"));
  const { tracks, extraction } = await list(uuid);
  expect(
    tracks.map(({ label, language, kind, origin, isDefault }) => [label, language, kind, origin, isDefault]),
  ).toEqual([
    ["Français", "fr", "subtitles", "uploaded", false],
    ["Français (2)", "fr", "forced", "extracted", true],
  ]);
  expect(extraction.unconvertible).toMatchObject([{ reason: "bitmap" }, { streamIndex: 3, reason: "empty" }]);
  const extracted = tracks.find(({ origin }) => origin === "extracted");
  const body = { revision: 1, cues: [captionCue(0, 1_000, "Edited")] };
  await editor.call(routes.setCaptionCues, { ...buildParams(uuid, extracted?.uuid ?? ""), body });
  // A restart requests no extraction, and a late repeat for another generation changes nothing.
  expect(await createExtractionsRepository(api.database.db).beginExtraction(uuid)).toBe(false);
  await sendResult({ ...result, generation: 7 });
  await sendResult({
    type: "failed",
    videoUuid: uuid,
    generation: 1,
    job: "extract-captions",
    fault: { errorType: "encoding_failed", detail: "" },
  });
  const left = () =>
    sql`SELECT 1 FROM queue.job WHERE name = ${RESULT_QUEUE} AND state < 'completed'`.execute(
      api.database.db,
    );
  await eventually(async () => expect((await left()).rows).toEqual([]));
  const after = await list(uuid);
  expect(after.extraction.state).toBe("done");
  expect(after.tracks.map(({ revision }) => revision)).toEqual([1, 2]);
});

test("extracted files are removed from the store only if the source has subtitles", async () => {
  const purgesOf = async (subtitles: Extract<JobResult, { type: "captions" }>["subtitles"]) => {
    const uuid = await addVideo(api, editor);
    await createExtractionsRepository(api.database.db).beginExtraction(uuid);
    for (const { object } of subtitles) {
      const file = join(api.folder, "media", object);
      await mkdir(join(file, ".."), { recursive: true });
      await writeFile(file, "WEBVTT\n\n00:01.000 --> 00:02.000\nBonjour\n");
    }
    await sendResult({ type: "captions", videoUuid: uuid, generation: 1, subtitles, unconvertible: [] });
    await eventually(async () => expect((await list(uuid)).extraction.state).toBe("done"));
    const { rows } = await sql`SELECT 1 FROM queue.job WHERE name = 'purge-media'
      AND data::text LIKE ${`%uploads/${uuid}/captions/%`}`.execute(api.database.db);
    return rows.length;
  };
  const object = `uploads/${crypto.randomUUID()}/captions/2.vtt`;
  const subtitle = {
    streamIndex: 2,
    language: "fre",
    title: "",
    kind: "subtitles" as const,
    isDefault: true,
  };
  expect(await purgesOf([{ ...subtitle, object }])).toBe(1);
  expect(await purgesOf([])).toBe(0);
});

test("chapters of the source become those of the video, unless it has chapters already", async () => {
  const extractions = createExtractionsRepository(api.database.db);
  const chapters = [
    { start: 0, title: "Début" },
    { start: 4.5, title: "Suite" },
    { start: 1_000_000, title: "Beyond the end" },
  ];
  const find = async (written: typeof chapters) => {
    const uuid = await addVideo(api, editor);
    await api.database.db.updateTable("videos").set({ duration_sec: 60 }).where("uuid", "=", uuid).execute();
    if (written.length > 0)
      await editor.call(routes.setChapters, {
        params: { id: uuid },
        body: { chapters: written },
      });
    await extractions.beginExtraction(uuid);
    await sendResult({
      type: "captions",
      videoUuid: uuid,
      generation: 1,
      subtitles: [],
      unconvertible: [],
      chapters,
    });
    await eventually(async () => expect((await list(uuid)).extraction.state).toBe("done"));
    const descriptor = await findDescriptor(api, uuid);
    const shown = descriptor?.chapters.map(({ startSec, title }) => ({ start: startSec, title }));
    return [(await editor.call(routes.getVideo, { params: { id: uuid } })).chapters, shown];
  };
  const taken = chapters.slice(0, 2);
  expect(await find([])).toEqual([taken, taken]);
  const own = [{ start: 2, title: "Mine" }];
  expect(await find(own)).toEqual([own, own]);
});

test("unreadable subtitles of a source do not affect its video, and a restart tries again", async () => {
  const uuid = await addVideo(api, editor);
  const extractions = createExtractionsRepository(api.database.db);
  await extractions.beginExtraction(uuid);
  const fault = { errorType: "encoding_failed" as const, detail: "" };
  await sendResult({ type: "failed", videoUuid: uuid, generation: 1, job: "extract-captions", fault });
  await eventually(async () => expect((await list(uuid)).extraction.state).toBe("failed"));
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    encodingStatus: "encoded",
  });
  expect(await extractions.beginExtraction(uuid)).toBe(true);
});
