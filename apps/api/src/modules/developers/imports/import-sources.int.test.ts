import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError, type ImportSource, type ImportView, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { type ApiServer, startApiServer } from "./testing/api-server.ts";
import { createPeerTubeServer, type PeerTubeServer, peerTubeUuid } from "./testing/peertube-server.ts";

let api: TestApi;
let server: Server;
let peerTube: PeerTubeServer;
let s3Server: TestS3;
let vimeoServer: ApiServer;
beforeAll(async () => {
  vimeoServer = await startApiServer();
  api = await startTestApi({
    FETCH_ALLOW_PRIVATE: "true",
    FETCH_PORTS: "any",
    VIMEO_API_URL: vimeoServer.url,
  });
  s3Server = await startTestS3();
  peerTube = createPeerTubeServer("https://media.example.org/film.mp4");
  server = createServer((request, response) => peerTube.answer(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.close();
  await s3Server.close();
  vimeoServer.close();
  await api.close();
});

const serverUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const channelSource = (number: number): ImportSource => ({
  kind: "peertube",
  channel: `${serverUrl()}/c/films-${number}`,
});
function publishVideos(number: number, count: number) {
  const videos = Array.from({ length: count }, (_, n) => ({
    uuid: peerTubeUuid(number, n),
    name: `Film ${n}`,
  }));
  peerTube.channels.set(`films-${number}`, videos);
  return videos as { uuid: string; name: string; isLive?: boolean }[];
}
const importFromSource = (user: TestUser, body: ImportSource) =>
  user.call(routes.createImportFromSource, { body });
const fetchImport = (user: TestUser, { uuid }: ImportView) =>
  user.call(routes.getImport, { params: { id: uuid } });
async function readSource(user: TestUser, source: ImportSource): Promise<ImportView> {
  const made = await importFromSource(user, source);
  await eventually(async () => expect((await fetchImport(user, made)).state).not.toBe("reading"));
  return fetchImport(user, made);
}
const videosOf = ({ clientUuid }: TestUser) =>
  api.database.db
    .selectFrom("videos")
    .selectAll()
    .where("client_uuid", "=", clientUuid)
    .orderBy("title")
    .execute();
const sealedOf = ({ uuid }: ImportView) =>
  api.database.db
    .selectFrom("imports")
    .select("sealed_source")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();

test.concurrent("videos of a channel are imported with their metadata, and a second import adds only new ones", async () => {
  const user = await api.addUser(["editor"]);
  publishVideos(1, 2);
  const made = await readSource(user, channelSource(1));
  expect(made).toMatchObject({ kind: "peertube", state: "ready", counts: { waiting: 2 } });
  expect(peerTube.requestedPaths.filter((path) => path.includes(peerTubeUuid(1, 0)))).toEqual([]);
  await user.call(routes.startImport, { params: { id: made.uuid } });
  await eventually(async () => expect((await fetchImport(user, made)).counts.fetching).toBe(2));
  expect((await videosOf(user))[0]).toMatchObject({
    title: "Film 0 in full",
    description: "About the sea",
    tags: ["sea"],
    chapters: [{ start: 0, title: "Start" }],
  });

  publishVideos(1, 3);
  const again = await readSource(user, channelSource(1));
  expect(again.counts).toMatchObject({ present: 2, waiting: 1 });
  const { _embedded: rows } = await user.call(routes.listImportRows, {
    params: { id: again.uuid },
    query: { state: "present" },
  });
  expect(rows.map(({ video }) => video)).toEqual((await videosOf(user)).map(({ uuid }) => uuid));
  // Another client has not imported any of the videos.
  expect((await readSource(await api.addUser(["editor"]), channelSource(1))).counts).toMatchObject({
    waiting: 3,
  });
});

test.concurrent("two concurrent imports of a channel create each video once", async () => {
  const user = await api.addUser(["editor"]);
  publishVideos(2, 2);
  const both = [await readSource(user, channelSource(2)), await readSource(user, channelSource(2))];
  for (const { uuid } of both) await user.call(routes.startImport, { params: { id: uuid } });
  await eventually(async () => {
    const counts = (await Promise.all(both.map((made) => fetchImport(user, made)))).map(
      (made) => made.counts,
    );
    expect(counts.reduce((sum, { present }) => sum + present, 0)).toBe(2);
  });
  expect(await videosOf(user)).toHaveLength(2);
});

test.concurrent("a list is read despite a busy server, a pause and a duplicate video, and broken videos are reported", async () => {
  const user = await api.addUser(["editor"]);
  const videos = publishVideos(3, 150);
  videos[3] = { uuid: peerTubeUuid(3, 3), name: "On air", isLive: true };
  videos[4] = { uuid: "no uuid", name: "Broken" };
  videos[120] = { uuid: peerTubeUuid(3, 0), name: "Film 0" };
  const path = "/api/v1/video-channels/films-3/videos";
  // After the first page, the server is busy for an hour.
  peerTube.troubles.set(`${path}?100`, [{ status: 429, headers: { "retry-after": "3600" } }]);
  const made = await importFromSource(user, channelSource(3));
  const params = { id: made.uuid };
  await eventually(async () => expect((await fetchImport(user, made)).counts.waiting).toBe(98));
  expect(await user.call(routes.pauseImport, { params })).toMatchObject({ state: "paused", fault: "user" });
  expect(await user.call(routes.startImport, { params })).toMatchObject({ state: "reading" });
  await eventually(async () => expect((await fetchImport(user, made)).state).toBe("ready"));
  expect((await fetchImport(user, made)).counts).toMatchObject({ waiting: 147, broken: 2 });
  expect(await videosOf(user)).toEqual([]);
  await user.call(routes.cancelImport, { params });
  expect(await sealedOf(made)).toEqual({ sealed_source: null });
});

test.concurrent("a missing channel and an internal server are reported with their field", async () => {
  const user = await api.addUser(["editor"]);
  const fieldsOf = (source: ImportSource) =>
    importFromSource(user, source).then(
      () => [],
      (error: unknown) =>
        error instanceof AppError ? (error.fields ?? []) : [{ path: "", reason: String(error) }],
    );
  expect(await fieldsOf(channelSource(999))).toEqual([
    { path: "channel", reason: "is not an existing channel" },
  ]);
  expect(await fieldsOf({ kind: "peertube", channel: "http://169.254.169.254/c/x" })).toEqual([
    { path: "channel", reason: "cannot be reached from here" },
  ]);
});

test.concurrent("a video that no longer exists at its turn fails alone, and the others continue", async () => {
  const user = await api.addUser(["editor"]);
  const videos = publishVideos(5, 2);
  const made = await readSource(user, channelSource(5));
  videos.shift();
  await user.call(routes.startImport, { params: { id: made.uuid } });
  await eventually(async () =>
    expect((await fetchImport(user, made)).counts).toMatchObject({ failed: 1, fetching: 1 }),
  );
});

test.concurrent("arrived files of a cancelled import do not count towards the limit of another import", async () => {
  const user = await api.addUser(["editor"]);
  publishVideos(6, 4);
  const first = await readSource(user, channelSource(6));
  await user.call(routes.startImport, { params: { id: first.uuid } });
  await eventually(async () => expect((await fetchImport(user, first)).counts.fetching).toBe(4));
  await user.call(routes.cancelImport, { params: { id: first.uuid } });
  const { db } = api.database;
  await db
    .updateTable("videos")
    .set({ size_bytes: 1, chunk_count: 1, contiguous_chunks: 1 })
    .where("client_uuid", "=", user.clientUuid)
    .execute();
  publishVideos(6, 5);
  const second = await readSource(user, channelSource(6));
  await user.call(routes.startImport, { params: { id: second.uuid } });
  await eventually(async () => expect((await fetchImport(user, second)).counts.fetching).toBe(1));
});

test.concurrent("files of a bucket are imported once; its key is encrypted, never returned, and deleted at the end", async () => {
  const user = await api.addUser(["editor"]);
  const put = (key: string) =>
    s3Server.objects.set(key, {
      bytes: Buffer.from("\0\0\0\x20ftypisom\0\0\x02\0", "latin1"),
      etag: `"${key}"`,
      meta: {},
    });
  for (const key of ["a.mp4", "b.mov", "gone.mp4", "a.jpg"]) put(`films/${key}`);
  const { endpoint, bucket, region, credentials } = s3Server;
  const source = { kind: "s3" as const, endpoint, bucket, region, prefix: "films/", ...credentials };
  const made = await readSource(user, source);
  expect(made).toMatchObject({ state: "ready", counts: { waiting: 3 }, ignoredFields: ["*.jpg"] });
  s3Server.objects.delete("films/gone.mp4");
  const params = { id: made.uuid };
  const answers = [made, await user.call(routes.listImportRows, { params, query: {} }), await sealedOf(made)];
  expect(JSON.stringify(answers)).not.toMatch(/test-secret|test-key/);
  await user.call(routes.startImport, { params });
  await eventually(async () =>
    expect((await fetchImport(user, made)).counts).toMatchObject({ fetching: 2, failed: 1 }),
  );
  expect((await videosOf(user)).map(({ title, source_url }) => [title, source_url])).toEqual([
    ["a.mp4", `${endpoint}/${bucket}/films/a.mp4`],
    ["b.mov", `${endpoint}/${bucket}/films/b.mov`],
  ]);
  await api.database.db
    .updateTable("videos")
    .set({ size_bytes: 1, chunk_count: 1, contiguous_chunks: 1 })
    .where("client_uuid", "=", user.clientUuid)
    .execute();
  await eventually(async () => expect((await fetchImport(user, made)).state).toBe("done"));
  expect(await sealedOf(made)).toEqual({ sealed_source: null });
  put("films/c.mp4");
  expect((await readSource(user, source)).counts).toMatchObject({ present: 2, waiting: 1 });
});

test.concurrent("a video that is private at its source is closed to viewers from its creation, and its line states this", async () => {
  const user = await api.addUser(["editor"]);
  const video = (id: number, view: string) => ({
    uri: `/videos/${id}`,
    name: `Film ${id}`,
    status: "available",
    privacy: { view, embed: "public" },
    download: [{ quality: "source", link: `https://media.example.org/${id}.mp4` }],
  });
  // PostgreSQL cannot store this title, which must not stop the list.
  const odd = { ...video(3, "anybody"), name: "A\0B", link: "nowhere" };
  const videos = [video(1, "nobody"), video(2, "anybody"), odd];
  vimeoServer.answer = ({ path }) => {
    if (path === "/oauth/verify") return { scope: "public private video_files" };
    if (path === "/me/videos") return { paging: { next: null }, data: videos };
    return videos.find(({ uri }) => uri === path);
  };
  const made = await readSource(user, { kind: "vimeo", accessToken: "t0ken" });
  expect(made).toMatchObject({
    kind: "vimeo",
    name: "Vimeo",
    state: "ready",
    counts: { waiting: 2, broken: 1 },
  });
  const params = { id: made.uuid };
  await user.call(routes.startImport, { params });
  await eventually(async () => expect((await fetchImport(user, made)).counts.fetching).toBe(2));
  const rules = await api.database.db
    .selectFrom("video_rules")
    .innerJoin("videos", "videos.uuid", "video_rules.video_uuid")
    .select(["videos.title", "video_rules.rules"])
    .where("videos.client_uuid", "=", user.clientUuid)
    .execute();
  expect(rules).toEqual([{ title: "Film 1", rules: { streaming: "refused" } }]);
  const { _embedded: rows } = await user.call(routes.listImportRows, { params, query: {} });
  expect(rows.map(({ title, faults }) => [title, faults.map(({ path }) => path)])).toEqual([
    ["Film 1", ["streaming"]],
    ["Film 2", []],
    ["AB", ["url", "url"]],
  ]);
});
