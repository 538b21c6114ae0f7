import { type CommentImport, fillPath, routes } from "@shoal/contract";
import { frameRate } from "@shoal/frames";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
});
afterAll(() => api.close());

interface VideoSource {
  fps: { num: number; den: number };
  timecode?: string;
}
const SOURCE_AT_25_FPS: VideoSource = { fps: frameRate(25), timecode: "10:00:00:00" };
const DURATION_SEC = 100;

async function addFilmProject({ fps, timecode }: VideoSource): Promise<string> {
  const video = await addVideo(api, owner);
  const info = { durationSec: DURATION_SEC, video: { fps, timecode, width: 640, height: 360 } };
  await api.database.db
    .updateTable("encodings")
    .set({ plan: JSON.stringify({ segmentStartsSec: [0, 4], info }) })
    .where("video_uuid", "=", video)
    .execute();
  const project = await owner.call(routes.createProject, { body: { name: "Film: 1/2", uuid: video } });
  return project.uuid;
}

const writeComment = (id: string, wanted: object) =>
  owner.call(routes.createComment, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Look", ...wanted },
  });
const list = async (id: string) =>
  (await owner.call(routes.listComments, { params: { id, n: 1 }, query: {} })).comments;

const buildHeaders = (user: TestUser) => ({ authorization: `Bearer ${user.credential}` });
async function fetchExport(id: string, query: Record<string, string>) {
  const path = fillPath(routes.exportComments.path, { id, n: "1" });
  const response = await fetch(`${api.url}${path}?${new URLSearchParams(query)}`, {
    headers: buildHeaders(owner),
  });
  expect(response.status).toBe(200);
  return { text: await response.text(), name: response.headers.get("content-disposition") };
}
async function sendFile(
  id: string,
  text: string,
  name: string,
  { isCheck = false, isInternal = false, user = owner } = {},
) {
  const route = isCheck ? routes.checkCommentImport : routes.importComments;
  const body = new FormData();
  if (isInternal) body.set("isInternal", "true");
  body.set("file", new File([text], name));
  const response = await fetch(`${api.url}${fillPath(route.path, { id, n: "1" })}`, {
    method: "POST",
    headers: buildHeaders(user),
    body,
  });
  return { status: response.status, answer: (await response.json()) as CommentImport };
}

const VIDEO_SOURCES: [string, VideoSource][] = [
  ["23.976 fps", { fps: { num: 24_000, den: 1_001 }, timecode: "01:00:00:00" }],
  ["25 fps", SOURCE_AT_25_FPS],
  ["29.97 fps drop frame", { fps: { num: 30_000, den: 1_001 }, timecode: "00:59:58;00" }],
  ["59.94 fps drop frame", { fps: { num: 60_000, den: 1_001 }, timecode: "09:59:59;00" }],
];
const EXPORT_FILES = [
  ["resolve-edl", "a.edl"],
  ["locator-edl", "a.EDL"],
  ["otio", "a.otio"],
  ["csv", "a.csv"],
] as const;

test.each(VIDEO_SOURCES)(
  "exported comments at %s are imported unchanged in each format",
  async (_, source) => {
    const from = await addFilmProject(source);
    const first = await writeComment(from, { frame: 61, endFrame: 130, text: "Été | à 10 %\nligne 🎬" });
    await writeComment(from, { parent: first.uuid, text: "=answer" });
    await writeComment(from, { frame: 1_799, text: "one frame", isInternal: true });
    await writeComment(from, { text: "about all of it" });
    await owner.call(routes.resolveComment, { params: { id: first.uuid }, body: { isResolved: true } });
    const written = await list(from);
    for (const [format, name] of EXPORT_FILES) {
      const { text } = await fetchExport(from, { format });
      // In the project where they were written, all comments are recognised by their mark.
      expect((await sendFile(from, text, name)).answer).toMatchObject({ newCount: 0, existingCount: 4 });
      const to = await addFilmProject(source);
      const check = await sendFile(to, text, name, { isCheck: true });
      expect(check).toMatchObject({
        status: 200,
        answer: { newCount: 4, existingCount: 0, refusedCount: 0 },
      });
      expect(await list(to)).toEqual([]);
      expect((await sendFile(to, text, name)).answer.newCount).toBe(4);
      const brought = await list(to);
      const kept = (comments: typeof written) =>
        comments.map(({ frame, endFrame, text: words, isInternal, resolvedAt, parent }) => ({
          frame,
          endFrame,
          words,
          isInternal,
          isResolved: resolvedAt !== null,
          isAnswer: parent !== null,
        }));
      expect(kept(brought)).toEqual(kept(written));
      expect(brought[0]).toMatchObject({
        author: { name: owner.username },
        importedBy: owner.username,
        isMine: false,
      });
      expect((await sendFile(to, text, name)).answer).toMatchObject({ newCount: 0, existingCount: 4 });
      expect(await list(to)).toHaveLength(4);
    }
  },
);

test("comments imported as internal never join a thread that guests see", async () => {
  const from = await addFilmProject(SOURCE_AT_25_FPS);
  const first = await writeComment(from, { frame: 61, text: "for everyone" });
  await writeComment(from, { parent: first.uuid, text: "not for guests" });
  const to = await addFilmProject(SOURCE_AT_25_FPS);
  await sendFile(to, (await fetchExport(from, { format: "csv", hasAnswers: "false" })).text, "a.csv");
  await sendFile(to, (await fetchExport(from, { format: "csv" })).text, "a.csv", { isInternal: true });
  expect(await list(to)).toMatchObject([
    { text: "for everyone", isInternal: false },
    { text: "not for guests", isInternal: true, parent: null, frame: 61 },
  ]);
});

test("an export contains the requested comments, and is named after the project and version", async () => {
  const id = await addFilmProject(SOURCE_AT_25_FPS);
  const done = await writeComment(id, { frame: 1, text: "done" });
  const open = await writeComment(id, { frame: 2, text: "open" });
  await writeComment(id, { frame: 3, text: "secret", isInternal: true });
  await writeComment(id, { parent: open.uuid, text: "answer" });
  await owner.call(routes.resolveComment, { params: { id: done.uuid }, body: { isResolved: true } });
  const { text, name } = await fetchExport(id, {
    format: "csv",
    isOpenOnly: "true",
    hasAnswers: "false",
    hasInternal: "false",
  });
  expect(text.split("\r\n").slice(1)).toEqual([expect.stringContaining("open"), ""]);
  expect(text).toContain("10:00:00:02");
  expect(name).toBe("attachment; filename=\"Film_ 1_2 v1.csv\"; filename*=UTF-8''Film_%201_2%20v1.csv");
  for (const format of ["fcpxml", "premiere-xml", "avid"])
    expect((await fetchExport(id, { format })).text).toContain("answer");
});

const LOCATOR_LINES = [
  "TITLE: Cut",
  "FCM: NON-DROP FRAME",
  "001  AX       V     C        10:00:00:00 10:01:40:00 10:00:00:00 10:01:40:00",
  "* LOC: 10:00:01:00 RED     Good",
  "* LOC: 10:00:01:25 RED     No such frame",
  "* LOC: 10:05:00:00 RED     After the end",
  "* LOC: 10:00:02:00 RED     ",
].join("\n");

test("refused lines have a reason, and the other lines are imported", async () => {
  const id = await addFilmProject(SOURCE_AT_25_FPS);
  const { answer } = await sendFile(id, LOCATOR_LINES, "cut.edl");
  expect(answer).toMatchObject({ newCount: 1, refusedCount: 3 });
  expect(answer.rows).toMatchObject([
    { line: 5, state: "refused", reason: "frames-above-rate" },
    { line: 6, state: "refused", reason: "after-end" },
    { line: 7, state: "refused", reason: "no-text" },
    { line: 4, state: "new", timecode: "10:00:01:00", text: "Good" },
  ]);
});

test.each([
  [
    "a file with another frame rate",
    '{"OTIO_SCHEMA":"Timeline.1","tracks":{"markers":[{"marked_range":{"start_time":{"value":1,"rate":24},"duration":{"value":1,"rate":24}}}]}}',
    "a.otio",
  ],
  ["drop-frame timecodes for a video without drop frame", LOCATOR_LINES.replace("NON-DROP", "DROP"), "a.edl"],
  ["a broken file", "{", "a.otio"],
  ["an empty file", "", "a.edl"],
  ["a name without a known extension", LOCATOR_LINES, "a.txt"],
  ["more than 10,000 events", `In,Comment\n${"10:00:00:01,x\n".repeat(10_001)}`, "a.csv"],
])("an import is refused with a reason for %s", async (_, text, name) => {
  const id = await addFilmProject(SOURCE_AT_25_FPS);
  const { status, answer } = await sendFile(id, text, name);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ fields: [{ path: "file", reason: expect.stringMatching(/\S/) }] });
});

test("viewers cannot import comments, and people outside the project get 404", async () => {
  const id = await addFilmProject(SOURCE_AT_25_FPS);
  const viewer = await api.addUser(["editor"], { clientOf: owner });
  expect((await sendFile(id, LOCATOR_LINES, "a.edl", { user: viewer })).status).toBe(404);
  await owner.call(routes.inviteToProject, {
    params: { id },
    body: { username: viewer.username, role: "viewer" },
  });
  expect((await sendFile(id, LOCATOR_LINES, "a.edl", { user: viewer })).status).toBe(403);
  expect((await sendFile(id, LOCATOR_LINES, "a.edl", { user: viewer, isCheck: true })).status).toBe(403);
});

test("a page of long comments is shorter than its limit, and the next page continues after it", async () => {
  const id = await addFilmProject(SOURCE_AT_25_FPS);
  const rows = Array.from({ length: 70 }, (_, frame) => `${frame},${"x".repeat(4_990)}`);
  expect((await sendFile(id, ["Frame,Comment", ...rows].join("\n"), "a.csv")).answer.newCount).toBe(70);
  const frames: (number | null)[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = cursor ? { cursor } : {};
    const page = await owner.call(routes.listComments, { params: { id, n: 1 }, query });
    frames.push(...page.comments.map(({ frame }) => frame));
    sizes.push(page.comments.length);
    cursor = page.next;
  }
  expect(frames).toEqual(rows.map((_, frame) => frame));
  expect(sizes).toEqual([60, 10]);
  const changes = (since: number) =>
    owner.call(routes.listCommentChanges, { params: { id }, query: { since } });
  const first = await changes(0);
  const second = await changes(first.seq);
  expect([first, second].map(({ comments, hasMore }) => [comments.length, hasMore])).toEqual([
    [60, true],
    [10, false],
  ]);
});
