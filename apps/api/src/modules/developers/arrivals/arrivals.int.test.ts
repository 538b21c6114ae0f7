import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { openMediaStore } from "@shoal/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { type ArrivalUploadsDeps, createArrivalUploadsService } from "./arrival-uploads.service.ts";
import { archiveOf } from "./testing/archive-of.ts";
import {
  endOf,
  exportedBy,
  FILM_BYTES,
  fillClient,
  SAMPLE_CUES,
  waitForArrival,
} from "./testing/filled-client.ts";

const CATEGORY = { uuid: "7f1c2b34-0000-4000-8000-000000000001", name: "Sea" };
/** An archive that contains the same category twice. */
const FORGED_ARCHIVE = archiveOf([
  {
    path: "data/categories/00001.ndjson",
    bytes: Buffer.from(`${JSON.stringify(CATEGORY)}\n`.repeat(2)),
  },
]);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
});
afterAll(() => api.close());

test("a client imports what another exported: videos, captions, chapters, and projects with comments and decisions", async () => {
  const { db } = api.database;
  const from = await api.addUser(["manager"]);
  const store = await openMediaStore(api.env.MEDIA_STORE ?? "");
  const { film, locked, drawing } = await fillClient(api, from);
  const url = await exportedBy(api, from);

  const to = await api.addUser(["manager"]);
  const arrival = await waitForArrival(to, url);
  expect(arrival).toMatchObject({
    state: "done",
    fault: null,
    faultPath: null,
    videoCount: 3,
    fileCount: 3,
    arrivedCount: 3,
  });
  expect(arrival.report).toMatchObject({
    taken: { videos: 3, collections: 1, teams: 1, projects: 1, comments: 2, rooms: 1, messages: 2 },
    notTaken: { alreadyHere: 0, withoutFile: 0, people: 1 },
    closedCount: 1,
    hasBakedRules: false,
  });
  expect(arrival.report?.dropped).toEqual({});

  const videos = await db
    .selectFrom("videos")
    .selectAll()
    .where("client_uuid", "=", to.clientUuid)
    .orderBy("title")
    .execute();
  expect(videos).toMatchObject([
    {
      title: "Le port",
      tags: ["sea"],
      chapters: [{ start: 0, title: "Début" }],
      size_bytes: FILM_BYTES.length,
      contiguous_chunks: 2,
    },
    { title: "Locked" },
    { title: "Members" },
  ]);
  const now = videos[0]?.uuid ?? "";
  expect(now).not.toBe(film);
  expect(Buffer.from(await store.read(`uploads/${now}/source`)).equals(FILM_BYTES)).toBe(true);
  const captions = await db
    .selectFrom("captions")
    .select(["video_uuid", "language", "label", "cues"])
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(captions).toEqual([{ video_uuid: now, language: "fr", label: "Français", cues: SAMPLE_CUES }]);
  const rulesOf = async (title: string) => {
    const uuid = videos.find((video) => video.title === title)?.uuid ?? "";
    const { rules } = await to.call(routes.getVideoRules, { params: { id: uuid } });
    return rules;
  };
  expect((await rulesOf("Locked")).streaming).toMatchObject({ value: "refused" });
  expect(await rulesOf("Members")).toMatchObject({
    streaming: { value: "open" },
    authorizedCountries: { value: ["FR"], source: "collection" },
    unauthorizedCountries: { value: ["US"], source: "client" },
  });
  const messages = await db
    .selectFrom("chat_messages")
    .select(["text", "position", "sender_name", "sender_uuid"])
    .where("client_uuid", "=", to.clientUuid)
    .orderBy("position")
    .execute();
  expect(messages).toEqual([
    { text: "Message 4", position: 1, sender_name: from.username, sender_uuid: null },
    { text: "Message 9", position: 2, sender_name: from.username, sender_uuid: null },
  ]);
  const projects = await db
    .selectFrom("projects")
    .select("name")
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(projects).toEqual([{ name: "Spot" }]);
  const comments = await db
    .selectFrom("comments")
    .select(["uuid", "thread_uuid", "text", "drawing", "frame", "seq"])
    .where("client_uuid", "=", to.clientUuid)
    .orderBy("seq")
    .execute();
  expect(comments).toMatchObject([
    { text: "Too dark", drawing, frame: 3, seq: 1 },
    { text: "Yes", drawing: null, thread_uuid: comments[0]?.uuid, seq: 2 },
  ]);
  const decisions = await db
    .selectFrom("approval_decisions")
    .select("decision")
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(decisions).toEqual([{ decision: "approved" }]);
  const news = await db
    .selectFrom("project_events")
    .select("type")
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(news).toEqual([]);
  const codesOf = async (uuid: string) =>
    (
      await fetch(`${api.url}/api/arrivals/${uuid}/codes`, { headers: { authorization: to.credential } })
    ).text();
  const codes = await codesOf(arrival.uuid);
  expect(codes).toContain(`${film},${now},Le port,/embed/${film},`);
  expect(codes).toMatch(new RegExp(`${locked},.*,true`));
});

test("an invalid archive, or one that cannot be read in ranges, is refused and nothing is imported", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/whole") return void response.end("all of it");
    if (request.url === "/forged") return sendRange(request, response, FORGED_ARCHIVE);
    response.writeHead(206, { "content-range": "bytes 0-0/9000" });
    response.end("<".repeat(request.headers.range === "bytes=0-0" ? 1 : 512));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const user = await api.addUser(["manager"]);
  expect(await waitForArrival(user, `http://127.0.0.1:${port}/whole`)).toMatchObject({ fault: "no_ranges" });
  expect(await waitForArrival(user, `http://127.0.0.1:${port}/other`)).toMatchObject({
    fault: "not_an_archive",
  });
  expect(await waitForArrival(user, `http://127.0.0.1:${port}/forged`)).toMatchObject({
    fault: "bad_reference",
    faultPath: `data/categories (${CATEGORY.uuid})`,
    report: null,
  });
  for (const table of ["videos", "categories", "teams"] as const) {
    const rows = await api.database.db
      .selectFrom(table)
      .select("uuid")
      .where("client_uuid", "=", user.clientUuid)
      .execute();
    expect(rows).toEqual([]);
  }
  const editor = await api.addUser(["editor"], { clientOf: user });
  expect(await codeOf(editor.call(routes.createArrival, { body: { url: "https://example.org/a" } }))).toBe(
    "forbidden",
  );
  await new Promise((resolve) => server.close(resolve));
});

test("an archive is uploaded in chunks in any order, imported once complete, and then deleted", async () => {
  const from = await api.addUser(["manager"]);
  await fillClient(api, from);
  const archive = Buffer.from(await (await fetch(await exportedBy(api, from))).arrayBuffer());
  const count = Math.ceil(archive.length / UPLOAD_CHUNK_BYTES);
  expect(count).toBeGreaterThan(1);
  const to = await api.addUser(["manager"]);
  const file = { originalname: "lagoon.tar", size: archive.length, fingerprint: `lagoon|${archive.length}` };
  const upload = await to.call(routes.createArrivalUpload, { body: file });
  const send = async (number: number, bytes = chunkOf(archive, number)) => {
    const body = new FormData();
    body.set("checksum", createHash("sha256").update(bytes).digest("hex"));
    body.set("video", new Blob([new Uint8Array(bytes)]));
    const url = `${api.url}/api/arrivals/${upload.uuid}/chunks/${number}`;
    const answer = await fetch(url, { method: "POST", headers: { authorization: to.credential }, body });
    return (await answer.json()) as { code?: string; isComplete?: boolean };
  };
  for (let number = count - 1; number > 0; number--)
    expect(await send(number)).toMatchObject({ isComplete: false });
  expect(await send(1, Buffer.alloc(chunkOf(archive, 1).length))).toMatchObject({
    code: "chunk_checksum_mismatch",
  });
  expect(await send(0, Buffer.alloc(1))).toMatchObject({ code: "chunk_size_wrong" });
  expect(await send(count)).toMatchObject({ code: "bad_request" });
  // A reloaded page continues the upload.
  expect(await to.call(routes.createArrivalUpload, { body: file })).toMatchObject({
    uuid: upload.uuid,
    received: [[1, count]],
  });
  expect(await codeOf(to.call(routes.createArrivalUpload, { body: { ...file, fingerprint: "b" } }))).toBe(
    "arrivals_too_many",
  );
  expect(await send(0)).toMatchObject({ isComplete: true });
  expect(await endOf(to, upload.uuid)).toMatchObject({
    state: "done",
    fault: null,
    fileName: "lagoon.tar",
    videoCount: 3,
    arrivedCount: 3,
  });
  expect(await send(0)).toMatchObject({ code: "upload_not_open" });

  const { db } = api.database;
  const purged: string[] = [];
  const { sweep } = createArrivalUploadsService({
    db,
    queue: { sendPurge: async (_tx, { prefixes }) => void purged.push(...prefixes) },
  } as ArrivalUploadsDeps);
  const late = await to.call(routes.createArrivalUpload, { body: file });
  await db
    .updateTable("arrivals")
    .set({ chunk_at: new Date(Date.now() - 4 * 86_400_000) })
    .where("uuid", "=", late.uuid)
    .execute();
  await sweep();
  expect(purged).toContain(`arrivals/${late.uuid}/`);
  const kept = await db.selectFrom("arrival_objects").select("arrival_uuid").execute();
  expect(kept).toEqual([]);
  const [given] = await to.call(routes.listArrivals, {});
  expect(given).toMatchObject({ uuid: late.uuid, state: "failed", fault: "not_uploaded" });
});

function sendRange(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []).map(Number);
  response.writeHead(206, { "content-range": `bytes ${from}-${to}/${bytes.length}` });
  response.end(bytes.subarray(from, to + 1));
}

const chunkOf = (archive: Buffer, number: number) =>
  archive.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);
