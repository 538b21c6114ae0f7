import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type BodyOf, fillPath, routes } from "@shoal/contract";
import { JOBS } from "@shoal/contract/jobs";
import { frameRate } from "@shoal/frames";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo, reportResult } from "../../../testing/video-harness.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createCommentPdfs } from "./comment-pdfs.ts";
import type { VersionTimeline } from "./version-timeline.ts";

let api: TestApi;
let owner: TestUser;
let jpegBytes: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
  const args = [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "color=gray:s=320x180",
    "-frames:v",
    "1",
    "-f",
    "mjpeg",
    "-",
  ];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer" });
  jpegBytes = stdout;
});
afterAll(() => api.close());

/** Adds a version at 29.97 drop frame, starting at ten hours. @param tracks the published tracks. */
async function addFilmVersion(
  tracks: object[] = [{ id: "v0", kind: "video", height: 720, indexObject: "index" }],
) {
  const video = await addVideo(api, owner);
  const fps = { num: 30_000, den: 1_001 };
  const info = { durationSec: 100, video: { fps, timecode: "10:00:00;00", width: 1280, height: 720 } };
  await api.database.db
    .updateTable("encodings")
    .set({
      plan: JSON.stringify({ segmentStartsSec: [0, 4], info }),
      tracks: JSON.stringify(tracks),
    })
    .where("video_uuid", "=", video)
    .execute();
  const project = await owner.call(routes.createProject, { body: { name: "Дельфин à Noël", uuid: video } });
  return { id: project.uuid, video };
}

const writeComment = (id: string, wanted: Partial<BodyOf<typeof routes.createComment>>) =>
  owner.call(routes.createComment, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "", ...wanted },
  });

const nameOf = (video: string, frame: number) => `videos/${video}/1/stills/${frame}.jpg`;
async function storeStill(name: string, bytes: Uint8Array = jpegBytes): Promise<void> {
  const path = join(api.folder, "media", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

const requestPdf = (id: string, query: Record<string, string> = {}, user = owner) =>
  fetch(
    `${api.url}${fillPath(routes.exportComments.path, { id, n: "1" })}?${new URLSearchParams({ format: "pdf", ...query })}`,
    { headers: { authorization: `Bearer ${user.credential}` } },
  );

async function readPdf(response: Response) {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { document, text, totalPages };
}

type PdfMatrix = readonly [number, number, number, number, number, number];
const multiplyMatrices = (a: PdfMatrix, b: PdfMatrix): PdfMatrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];
const boxOf = (at: PdfMatrix, [x1, y1, x2, y2]: readonly number[]) => {
  const xs = [x1, x2].map((x = 0) => at[0] * x + at[4]);
  const ys = [y1, y2].map((y = 0) => at[3] * y + at[5]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(Math.round);
};

/**
 * Finds the positions of pictures on the first page, in points from the bottom, and what is drawn after each picture until the
 * next, with its colour.
 */
async function figuresOf(document: Awaited<ReturnType<typeof getDocumentProxy>>) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  let at: PdfMatrix = [1, 0, 0, 1, 0, 0];
  let [stroke, fill] = ["", ""];
  const kept: PdfMatrix[] = [];
  const figures: { box: number[]; drawn: { box: number[]; stroke: string; fill: string }[] }[] = [];
  fnArray.forEach((operator, index) => {
    const args = argsArray[index];
    if (operator === OPS.save) kept.push(at);
    else if (operator === OPS.restore) at = kept.pop() ?? at;
    else if (operator === OPS.transform) at = multiplyMatrices(at, args);
    else if (operator === OPS.setStrokeRGBColor) stroke = args[0];
    else if (operator === OPS.setFillRGBColor) fill = args[0];
    else if (operator === OPS.paintImageXObject) figures.push({ box: boxOf(at, [0, 0, 1, 1]), drawn: [] });
    else if (operator === OPS.constructPath && args[2])
      figures.at(-1)?.drawn.push({ box: boxOf(at, [...args[2]]), stroke, fill });
  });
  return figures;
}

test("each comment has its picture with the drawing over it, its timecode, its author and its replies", async () => {
  const { id, video } = await addFilmVersion();
  const RED = "#ff0000";
  const drawn = await writeComment(id, {
    frame: 1_800,
    endFrame: 1_859,
    text: "Ελληνικά, čeština, 10 % plus clair",
    drawing: {
      shapes: [
        { kind: "rectangle", from: [0.25, 0.5], to: [0.75, 1], color: RED, size: 0.01 },
        {
          kind: "pen",
          points: [
            [0, 0, 0.5],
            [0.1, 0.1, 0.5],
          ],
          color: "#00ff00",
          size: 0.01,
        },
        { kind: "text", at: [0.1, 0.1], text: "Ici", color: RED, size: 0.1 },
        { kind: "pin", at: [0.5, 0.5], color: RED, size: 0.1 },
        { kind: "arrow", from: [0, 0], to: [1, 1], color: RED, size: 0.01 },
        { kind: "ellipse", from: [0, 0], to: [1, 1], color: RED, size: 0.01 },
      ],
    },
  });
  await writeComment(id, { parent: drawn.uuid, text: "Done in the next cut" });
  await writeComment(id, { text: "About all of it", isInternal: true });
  await owner.call(routes.resolveComment, { params: { id: drawn.uuid }, body: { isResolved: true } });
  await storeStill(nameOf(video, 1_800));
  const { document, text, totalPages } = await readPdf(await requestPdf(id, { language: "EN" }));
  expect(totalPages).toBe(1);
  for (const each of [
    "Дельфин à Noël",
    "Version 1",
    "start at 10:00:00;00, 29.97 frames per second, drop frame",
    "Whole version",
    "Team only",
    "10:01:00;02 to 10:01:02;01",
    "Ελληνικά, čeština, 10 % plus clair",
    `Resolved by ${owner.username}`,
    "Done in the next cut",
    "UTC",
  ])
    expect(text).toContain(each);
  const [figure, ...others] = await figuresOf(document);
  expect(others).toEqual([]);
  const [left = 0, bottom = 0, right = 0, top = 0] = figure?.box ?? [];
  expect((right - left) / (top - bottom)).toBeCloseTo(16 / 9, 1);
  const [width, height] = [right - left, top - bottom];
  // The reviewer drew the rectangle in the lower half of the centre.
  const rectangle = figure?.drawn.find(({ stroke }) => stroke === RED)?.box ?? [];
  const wanted = [left + width / 4, bottom, left + (width * 3) / 4, bottom + height / 2];
  expect(rectangle).toHaveLength(4);
  rectangle.forEach((side, index) => {
    expect(Math.abs(side - (wanted[index] ?? 0))).toBeLessThanOrEqual(1);
  });
  const stroke = figure?.drawn.find(({ fill }) => fill === "#00ff00")?.box ?? [];
  expect(stroke).toHaveLength(4);
  expect([Math.abs((stroke[0] ?? 0) - left), Math.abs((stroke[3] ?? 0) - top)].every((off) => off < 4)).toBe(
    true,
  );
  const french = await readPdf(
    await requestPdf(id, { language: "FR", timeZone: "Europe/Paris", isOpenOnly: "true" }),
  );
  expect(french.text).toContain("Toute la version");
  expect(french.text).toContain("29,97 images par seconde");
  expect(french.text).not.toContain("plus clair");
});

test("missing frames are requested once each, and the PDF waits for them", async () => {
  const { id, video } = await addFilmVersion();
  for (const frame of [5, 5, 9]) await writeComment(id, { frame, text: `At ${frame}` });
  const asked = requestPdf(id, { language: "EN" });
  const job = await eventually(async () => {
    const { rows } = await sql<{ data: unknown }>`SELECT data FROM queue.job
      WHERE name = 'make-stills' AND data->>'videoUuid' = ${video}`.execute(api.database.db);
    return JOBS["make-stills"].parse(rows[0]?.data);
  });
  expect(job.stills.map(({ object }) => object)).toEqual([nameOf(video, 5), nameOf(video, 9)]);
  expect(job.stills[0]?.sec).toBeCloseTo((5.5 * 1_001) / 30_000);
  await storeStill(nameOf(video, 5));
  await storeStill(nameOf(video, 9), new Uint8Array());
  await reportResult(api, { type: "stills", videoUuid: video, generation: job.generation });
  const { document, text } = await readPdf(await asked);
  expect(await figuresOf(document)).toHaveLength(2);
  expect(text.match(/No picture: this frame could not be read/g)).toHaveLength(1);
});

test("a client that has many PDFs waiting for frames has to wait before it requests more", async () => {
  const pdfs = createCommentPdfs({
    db: api.database.db,
    // No worker extracts the frames.
    stills: {
      async collect(_wanted, signal) {
        await wait(60_000, undefined, { signal });
        throw new Error("No frames");
      },
    },
  });
  const stopping = new AbortController();
  const write = () =>
    pdfs.write(
      {
        actor: {} as Actor,
        place: { clientUuid: owner.clientUuid, projectUuid: crypto.randomUUID(), number: 1 },
        timeline: { format: { rate: frameRate(25, 1) } } as VersionTimeline,
        rows: [],
        query: {
          language: "EN",
          timeZone: "UTC",
          isOpenOnly: "false",
          hasAnswers: "true",
          hasInternal: "true",
        },
      },
      stopping.signal,
    );
  const waiting = Promise.allSettled(Array.from({ length: 14 }, write));
  await expect(write()).rejects.toBeInstanceOf(TooManyRequestsError);
  stopping.abort();
  for (const { status } of await waiting) expect(status).toBe("rejected");
});

test("a missing picture is replaced by its reason: in the trash, audio only, not encoded", async () => {
  const reasonOf = async ({ id }: { id: string }) => {
    await writeComment(id, { frame: 3, text: "Here" });
    const { text } = await readPdf(await requestPdf(id, { language: "EN" }));
    return /No picture: [^.]*\./.exec(text)?.[0];
  };
  const trashed = await addFilmVersion();
  await api.database.db
    .updateTable("videos")
    .set({ trashed_at: new Date() })
    .where("uuid", "=", trashed.video)
    .execute();
  expect(await reasonOf(trashed)).toBe("No picture: the video is in the trash.");
  const sound = [{ id: "a0", kind: "audio", indexObject: "sound" }];
  expect(await reasonOf(await addFilmVersion(sound))).toBe("No picture: this version has audio only.");
  const early = await addFilmVersion([]);
  await api.database.db
    .updateTable("videos")
    .set({ status: "encoding" })
    .where("uuid", "=", early.video)
    .execute();
  expect(await reasonOf(early)).toBe("No picture: the video is not encoded yet.");
});

test("viewers of the project can export a PDF, and people outside it get 404", async () => {
  const { id } = await addFilmVersion();
  const viewer = await api.addUser(["editor"], { clientOf: owner });
  expect((await requestPdf(id, {}, viewer)).status).toBe(404);
  await owner.call(routes.inviteToProject, {
    params: { id },
    body: { username: viewer.username, role: "viewer" },
  });
  const response = await requestPdf(id, { language: "EN" }, viewer);
  expect(response.headers.get("content-disposition")).toContain("v1.pdf");
  expect((await readPdf(response)).text).toContain("No comments.");
  expect((await requestPdf(id, { timeZone: "Nowhere/Atlantis" }, viewer)).status).toBe(400);
});
