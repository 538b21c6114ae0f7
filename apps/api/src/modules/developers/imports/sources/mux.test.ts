import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  ANSWERED,
  type ApiServer,
  cutConnection,
  refuseCall,
  startApiServer,
} from "../testing/api-server.ts";
import { ItemFailed, type SourcePage, type StoredItem, TryLater } from "./import-source.ts";
import { muxSource } from "./mux.ts";
import { requestTextWith } from "./source-api.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
});

const STREAM_URL = "https://stream.example";
const openSource = () =>
  muxSource(
    { kind: "mux", tokenId: "id", tokenSecret: "s3cret" },
    requestTextWith({ isPrivateAllowed: true, ports: "any" }),
    { api: server.url, stream: STREAM_URL },
  );
async function readAll(cursor: string | null = null): Promise<SourcePage[]> {
  const read: SourcePage[] = [];
  for await (const page of openSource().readPages(cursor)) read.push(page);
  return read;
}
const catchFailure = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => "answered",
    (error: unknown) => error,
  );
const prepareAsset = (): Promise<StoredItem> =>
  openSource().prepare({ item: { url: "https://dashboard.example/a7" } as StoredItem["item"], ref: "a7" });

const muxAsset = (id: string, own: object = {}) => ({
  id,
  status: "ready",
  created_at: "1609869152",
  master_access: "none",
  meta: { title: `Film ${id}` },
  playback_ids: [{ id: `p-${id}`, policy: "public" }],
  tracks: [{ id: "v", type: "video" }],
  ...own,
});
const READY_MASTER = { master: { status: "ready", url: "https://master.example/a7.mp4?sig=1" } };

/** Serves one asset, and its master after it has been requested, or a status that rejects it. */
function serveAsset(own: object, opened: object | number = {}) {
  server.answer = ({ method }, response) => {
    if (method === "GET") return { data: muxAsset("a7", own) };
    return typeof opened === "number"
      ? refuseCall(response, opened)
      : { data: muxAsset("a7", { ...own, ...opened }) };
  };
}

test("assets are listed with cursors, or with page numbers if there are no cursors", async () => {
  const third = muxAsset("c", { status: "preparing", meta: null, passthrough: "Take 3" });
  server.answer = ({ query }) =>
    query.get("cursor") === "next"
      ? { data: [third], next_cursor: null }
      : {
          data: [muxAsset("a"), muxAsset("b", { playback_ids: [{ id: "p", policy: "signed" }] })],
          next_cursor: "next",
        };
  const [first, second] = await readAll();
  expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(
    Array.from({ length: 2 }, () => `Basic ${Buffer.from("id:s3cret").toString("base64")}`),
  );
  expect(first?.items.map(({ key, title, faults }) => [key, title, faults[0]?.reason])).toEqual([
    ["mux:a", "Film a", undefined],
    ["mux:b", "Film b", "requires a token here because playback is signed there"],
  ]);
  expect(second?.items).toMatchObject([
    { line: 3, title: "Take 3", item: undefined, faults: [{ reason: "is not ready there" }] },
  ]);
  expect(await readAll(first?.cursor)).toEqual([second]);
  expect(await readAll(second?.cursor)).toEqual([]);

  const pages = [[muxAsset("a")], [muxAsset("b")], []];
  server.answer = ({ query }) => ({ data: pages[Number(query.get("page")) - 1] });
  expect((await readAll()).flatMap(({ items }) => items.map(({ line }) => line))).toEqual([1, 2]);
});

test("a rate limit and half a page are retried, and an unchanged cursor ends the import", async () => {
  server.answer = (_, response) => refuseCall(response, 429, { "retry-after": "9" });
  expect(await catchFailure(readAll())).toMatchObject({ waitMs: 9_000 });
  server.answer = (_, response) => cutConnection(response, { data: [muxAsset("a")], next_cursor: null });
  expect(await catchFailure(readAll())).toBeInstanceOf(TryLater);
  server.answer = () => ({ data: [muxAsset("a")], next_cursor: "same" });
  expect(await catchFailure(readAll())).toMatchObject({ fault: "source_unreadable" });
});

test("a master is opened when its line is started, and retried until it is ready", async () => {
  serveAsset({}, { master: { status: "preparing" } });
  expect(await catchFailure(prepareAsset())).toBeInstanceOf(TryLater);
  const [, put] = server.calls;
  expect([put?.method, put?.path, put?.body]).toEqual([
    "PUT",
    "/video/v1/assets/a7/master-access",
    '{"master_access":"temporary"}',
  ]);
  serveAsset({ master: { status: "preparing" } });
  expect(await catchFailure(prepareAsset())).toBeInstanceOf(TryLater);
  serveAsset(READY_MASTER);
  server.calls.length = 0;
  expect((await prepareAsset()).item.url).toBe(READY_MASTER.master.url);
  expect(server.calls.map(({ method }) => method)).toEqual(["GET"]);
  // The address has expired, so the master is requested again.
  serveAsset({ master: undefined }, READY_MASTER);
  expect((await prepareAsset()).item.url).toBe(READY_MASTER.master.url);
});

const READY_RENDITIONS = {
  static_renditions: {
    status: "ready",
    files: [
      { name: "audio.m4a", ext: "m4a" },
      { name: "720p.mp4", ext: "mp4", height: 720 },
      { name: "1080p.mp4", ext: "mp4", height: 1080 },
      { name: "2160p.mp4", ext: "mp4", height: 2160, status: "preparing" },
      { name: "../../x.mp4", ext: "mp4", height: 9_000 },
    ],
  },
};

test("the largest static rendition is used if the token may not open a master; without one, the line states this", async () => {
  serveAsset(READY_RENDITIONS, 403);
  expect((await prepareAsset()).item.url).toBe(`${STREAM_URL}/p-a7/1080p.mp4`);
  serveAsset({ ...READY_RENDITIONS, master: { status: "errored" } }, 403);
  expect((await prepareAsset()).item.url).toBe(`${STREAM_URL}/p-a7/1080p.mp4`);
  serveAsset({}, 403);
  expect(await catchFailure(prepareAsset())).toMatchObject({
    message: expect.stringMatching(/^has no file there/),
  });
  // These renditions can only be opened with a signed address.
  serveAsset({ ...READY_RENDITIONS, playback_ids: [{ id: "p", policy: "signed" }] }, 403);
  expect(await catchFailure(prepareAsset())).toBeInstanceOf(ItemFailed);
});

test("public text tracks are imported, and others are reported", async () => {
  const tracks = [
    { id: "t1", type: "text", language_code: "fr", name: "Français", status: "ready" },
    { id: "t2", type: "text", language_code: "en", closed_captions: true, status: "ready" },
    { id: "t3", type: "text", language_code: "de", status: "preparing" },
  ];
  serveAsset({ ...READY_MASTER, tracks });
  expect((await prepareAsset()).item.captions).toMatchObject([
    { url: `${STREAM_URL}/p-a7/text/t1.vtt`, language: "fr", label: "Français", kind: "subtitles" },
    { language: "en", kind: "sdh" },
  ]);
  serveAsset({ ...READY_MASTER, tracks, playback_ids: [{ id: "p", policy: "signed" }] });
  const { item, faults, rules } = await prepareAsset();
  expect([item.captions, rules]).toEqual([[], { streaming: "token" }]);
  expect(faults?.map(({ path }) => path)).toEqual(["streaming", "captions"]);
});

test("an asset that is not playable there is closed here", async () => {
  serveAsset({ ...READY_MASTER, playback_ids: [] });
  expect((await prepareAsset()).rules).toEqual({ streaming: "refused" });
  serveAsset({ ...READY_MASTER, playback_ids: [{ id: "p", policy: "drm" }] });
  expect((await prepareAsset()).rules).toEqual({ streaming: "refused" });
});

test("a deleted or live asset fails alone, and a revoked token stops the import", async () => {
  server.answer = () => undefined;
  expect(await catchFailure(prepareAsset())).toEqual(new ItemFailed("is no longer there"));
  serveAsset({ is_live: true });
  expect(await catchFailure(prepareAsset())).toEqual(new ItemFailed("is a live, which has no file"));
  server.answer = (_, response) => refuseCall(response, 403);
  expect(await catchFailure(prepareAsset())).toEqual(new ItemFailed("cannot be read with these keys"));
  server.answer = (_, response) => refuseCall(response, 401);
  expect(await catchFailure(prepareAsset())).toMatchObject({ fault: "source_refused" });
  expect(await openSource().check()).toEqual([
    { path: "tokenSecret", reason: "is refused, or cannot read videos" },
  ]);
  server.answer = (_, response) => {
    response.end("<html>");
    return ANSWERED;
  };
  expect(await openSource().check()).toEqual([{ path: "tokenId", reason: "returns no list of videos" }]);
});
