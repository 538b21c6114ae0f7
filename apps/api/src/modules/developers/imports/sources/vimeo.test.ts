import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type ApiServer,
  cutConnection,
  type ReceivedCall,
  refuseCall,
  startApiServer,
} from "../testing/api-server.ts";
import { ItemFailed, type SourcePage, type StoredItem, TryLater } from "./import-source.ts";
import { requestTextWith } from "./source-api.ts";
import { vimeoSource } from "./vimeo.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
});

const openSource = (isPrivateAllowed = true) =>
  vimeoSource(
    { kind: "vimeo", accessToken: "t0ken" },
    requestTextWith({ isPrivateAllowed, ports: "any" }),
    server.url,
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
const prepareVideo = (ref: string): Promise<StoredItem> =>
  openSource().prepare({ item: { url: "https://vimeo.com/1" } as StoredItem["item"], ref });

const PUBLIC_PRIVACY = { view: "anybody", embed: "public" };
const vimeoVideo = (id: number, own: object = {}) => ({
  uri: `/videos/${id}`,
  name: `Film ${id}`,
  description: null,
  link: `https://vimeo.com/${id}`,
  type: "video",
  status: "available",
  tags: [{ name: "sea", tag: "sea", canonical: "sea" }],
  privacy: PUBLIC_PRIVACY,
  download: [
    { quality: "hd", width: 1920, height: 1080, size: 7, link: `https://v.example/${id}-hd.mp4` },
    { quality: "source", width: 1280, height: 720, size: 9, link: `https://v.example/${id}.mov` },
  ],
  ...own,
});
const createPage = (data: unknown[], next: string | null) => ({ total: 9, page: 1, paging: { next }, data });
/** Creates the answers about one video, by the last segment of their path. */
const answersOf =
  (own: object, parts: Record<string, unknown> = {}) =>
  ({ path }: ReceivedCall) =>
    path === "/videos/7" ? vimeoVideo(7, own) : parts[path.replace("/videos/7/", "")];

test("an account is listed by following each page's link; videos that are private or have no file are reported", async () => {
  server.answer = ({ query }) =>
    query.get("page") === "1"
      ? createPage(
          [
            vimeoVideo(1),
            vimeoVideo(2, { download: undefined }),
            vimeoVideo(3, { privacy: { view: "nobody" } }),
          ],
          "/me/videos?page=2&per_page=100",
        )
      : createPage([vimeoVideo(4, { type: "live", download: [] }), { uri: "/albums/5" }], null);
  const [first, second] = await readAll();
  expect(server.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/me/videos", "bearer t0ken"],
    ["/me/videos", "bearer t0ken"],
  ]);
  expect(
    first?.items.map(({ title, item, faults }) => [title, item !== undefined, faults[0]?.reason]),
  ).toEqual([
    ["Film 1", true, undefined],
    ["Film 2", false, "has no file there: the Vimeo plan or token does not allow downloads"],
    ["Film 3", true, "is blocked here because it is not public there"],
  ]);
  expect(second?.items.map(({ line, faults }) => [line, faults[0]?.reason])).toEqual([
    [4, "is a live, which has no file"],
    [5, "cannot be read"],
  ]);
  expect(await readAll(first?.cursor)).toEqual([second]);
  expect(await readAll(second?.cursor)).toEqual([]);
});

test("a next page on another host is not followed, since the token would be sent there, nor is the same page", async () => {
  for (const next of ["https://elsewhere.example/me/videos?page=2", "//elsewhere.example/me/videos"]) {
    server.calls.length = 0;
    server.answer = () => createPage([vimeoVideo(1)], next);
    expect(await catchFailure(readAll())).toMatchObject({ fault: "source_unreadable" });
    expect(server.calls).toHaveLength(1);
  }
  server.answer = () => createPage([vimeoVideo(1)], "/me/videos?page=2");
  expect(await catchFailure(readAll(JSON.stringify({ next: "/me/videos?page=2", line: 1 })))).toMatchObject({
    fault: "source_unreadable",
  });
});

test("a rate limit and half a page are retried", async () => {
  server.answer = (_, response) =>
    refuseCall(response, 429, { "x-ratelimit-reset": new Date(Date.now() + 60_000).toISOString() });
  const limited = await catchFailure(readAll());
  expect(limited).toBeInstanceOf(TryLater);
  expect((limited as TryLater).waitMs).toBeGreaterThan(50_000);
  server.answer = (_, response) => cutConnection(response, createPage([vimeoVideo(1)], null));
  expect(await catchFailure(readAll())).toBeInstanceOf(TryLater);
});

test("a started line contains a new address of the original, tags, captions and chapters", async () => {
  server.answer = answersOf(
    { description: "About the sea" },
    {
      texttracks: {
        data: [
          {
            link: "https://c.example/1.vtt?sig=1",
            language: "fr",
            name: "Français",
            type: "subtitles",
            active: true,
          },
          {
            link: "https://c.example/2.vtt",
            language: "en-x-autogen",
            name: "English",
            type: "captions",
            active: true,
          },
          {
            link: "https://c.example/3.vtt",
            language: "de",
            name: "Deutsch",
            type: "subtitles",
            active: false,
          },
        ],
      },
      chapters: { data: [{ timecode: 65, title: "Harbour" }] },
    },
  );
  const { item, faults, rules } = await prepareVideo("7");
  expect(item).toMatchObject({
    url: "https://v.example/7.mov",
    title: "Film 7",
    description: "About the sea",
    tags: ["sea"],
    captions: [
      { language: "fr", label: "Français", kind: "subtitles" },
      { language: "en", kind: "sdh" },
    ],
    chapters: [{ start: 65, title: "Harbour" }],
  });
  expect(faults).toEqual([
    { path: "captions", reason: "are left out if they are turned off or are not subtitles" },
  ]);
  expect(rules).toBeUndefined();
});

test("the highest resolution is used if there is no original, and playlists are not used", async () => {
  const files = [
    { quality: "hls", link: "https://v.example/7.m3u8" },
    { quality: "sd", width: 640, height: 360, link: "https://v.example/7-sd.mp4" },
    { quality: "hd", width: 1920, height: 1080, link: "https://v.example/7-hd.mp4" },
  ];
  server.answer = answersOf({ download: null, files });
  expect((await prepareVideo("7")).item.url).toBe("https://v.example/7-hd.mp4");
});

test.each<[object, object | undefined]>([
  [PUBLIC_PRIVACY, undefined],
  [{ view: "unlisted", embed: "public" }, { streaming: "refused" }],
  [{ view: "nobody", embed: "public" }, { streaming: "refused" }],
  [{ view: "password", embed: "public" }, { streaming: "refused" }],
  [{ view: "disable", embed: "public" }, { streaming: "refused" }],
  [{ view: "anybody", embed: "private" }, { streaming: "refused" }],
  [{ view: "nobody", embed: "whitelist" }, { streaming: "refused" }],
  [{ view: "something new" }, { streaming: "refused" }],
  [
    { view: "disable", embed: "whitelist" },
    { authorizedWebsites: ["www.example.org"], unknownWebsites: false },
  ],
])("a video with the privacy %o there gets the rules %o", async (privacy, rules) => {
  server.answer = answersOf(
    { privacy },
    { "privacy/domains": { data: [{ domain: "www.Example.org" }, { domain: "not a host" }] } },
  );
  expect((await prepareVideo("7")).rules).toEqual(rules);
});

test("a video limited to some websites is closed if these are unknown", async () => {
  for (const parts of [{}, { "privacy/domains": { data: [] } }]) {
    server.answer = answersOf({ privacy: { view: "anybody", embed: "whitelist" } }, parts);
    expect((await prepareVideo("7")).rules).toEqual({ streaming: "refused" });
  }
  server.answer = answersOf({ privacy: undefined });
  expect((await prepareVideo("7")).rules).toEqual({ streaming: "refused" });
});

test("a deleted video, or one without a file, fails alone, and a revoked token stops the import", async () => {
  server.answer = () => undefined;
  expect(await catchFailure(prepareVideo("7"))).toEqual(new ItemFailed("is no longer there"));
  server.answer = answersOf({ download: [] });
  expect(await catchFailure(prepareVideo("7"))).toEqual(
    new ItemFailed("has no file there: the Vimeo plan or token does not allow downloads"),
  );
  server.answer = (_, response) => refuseCall(response, 403);
  expect(await catchFailure(prepareVideo("7"))).toEqual(new ItemFailed("cannot be read with these keys"));
  server.answer = (_, response) => refuseCall(response, 401);
  expect(await catchFailure(prepareVideo("7"))).toMatchObject({ fault: "source_refused" });
});

test("each fault of a token is reported", async () => {
  const field = (reason: string) => [{ path: "accessToken", reason }];
  server.answer = ({ path }) =>
    path === "/oauth/verify" ? { scope: "public private video_files" } : createPage([], null);
  expect(await openSource().check()).toEqual([]);
  server.answer = () => ({ scope: "public private" });
  expect(await openSource().check()).toEqual(field("needs the scopes public, private and video_files"));
  server.answer = (_, response) => refuseCall(response, 401);
  expect(await openSource().check()).toEqual(field("is refused"));
  server.calls.length = 0;
  expect(await openSource(false).check()).toEqual(field("cannot be reached from here"));
  expect(server.calls).toEqual([]);
});
