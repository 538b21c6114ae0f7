import type { CachedKind, CachingReport } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { CACHE_ADVICE, explainCaching, kindOf, type OriginAnswer } from "./caching.ts";

const NOW_MS = Date.UTC(2030, 0, 1);
const HTTP_DATE = new Date(NOW_MS).toUTCString();
const createResponse = (
  headers: OriginAnswer["headers"],
  path = "/a.mp4",
  more: Partial<OriginAnswer> = {},
) => explainCaching({ status: 200, headers, path, nowMs: NOW_MS, ...more });
const codesOf = ({ findings }: CachingReport) => findings.map(({ code }) => code);

const LIVE_PLAYLIST = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n";
test.each<[string, string | undefined, string | undefined, CachedKind]>([
  ["/live.m3u8", "application/vnd.apple.mpegurl", LIVE_PLAYLIST, "livePlaylist"],
  ["/vod.m3u8", "text/plain", `${LIVE_PLAYLIST}#EXT-X-ENDLIST\n`, "playlist"],
  ["/main.m3u8", "audio/mpegurl", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n1.m3u8\n", "playlist"],
  ["/live.mpd", "application/dash+xml", '<?xml version="1.0"?><MPD a="b" type="dynamic">', "livePlaylist"],
  ["/vod.mpd", undefined, '<MPD type="static">', "playlist"],
  ["/1.ts", "text/vnd.trolltech.linguist", undefined, "segment"],
  ["/1.m4s?x=/a.html", undefined, undefined, "segment"],
  ["/a.mp4", "video/mp4", undefined, "video"],
  ["/file", "audio/mpeg", undefined, "video"],
  ["/a.png", undefined, undefined, "image"],
  ["/a", "text/css; charset=utf-8", undefined, "script"],
  ["/", undefined, undefined, "page"],
  ["/page.php", "text/html", undefined, "page"],
  ["/api", "application/json", undefined, "data"],
  ["/a.bin", "application/octet-stream", undefined, "other"],
])("kindOf classifies %s with content type %s", (path, type, text, kind) => {
  expect(kindOf({ path, headers: { "content-type": type }, ...(text === undefined ? {} : { text }) })).toBe(
    kind,
  );
});

test.each<[string, OriginAnswer["headers"], Pick<CachingReport, "freshSec" | "freshBy">]>([
  ["public, max-age=600", {}, { freshSec: 600, freshBy: "max-age" }],
  ["max-age=600, s-maxage=60", {}, { freshSec: 60, freshBy: "s-maxage" }],
  ['MAX-AGE = "30"', {}, { freshSec: 30, freshBy: "max-age" }],
  ["max-age=600, no-cache", {}, { freshSec: 0, freshBy: "max-age" }],
  ["private, max-age=600", {}, { freshSec: 0, freshBy: "never" }],
  ["no-store", { expires: HTTP_DATE }, { freshSec: 0, freshBy: "never" }],
  ["max-age=600", { vary: "*" }, { freshSec: 0, freshBy: "never" }],
  [
    "max-age=-1",
    { expires: new Date(NOW_MS + 5_000).toUTCString(), date: HTTP_DATE },
    { freshSec: 5, freshBy: "expires" },
  ],
  ["public", { expires: "0" }, { freshSec: 0, freshBy: "expires" }],
  ["public", {}, { freshSec: null, freshBy: "default" }],
])(
  "explainCaching reads the lifetime from Cache-Control %s with the headers %o",
  (cacheControl, headers, freshness) => {
    expect(createResponse({ "cache-control": cacheControl, ...headers })).toMatchObject(freshness);
  },
);

test.each<[string, OriginAnswer["headers"], string, string[]]>([
  ["a file without any header", {}, "/a.mp4", ["noTime", "noValidator", "noRanges"]],
  [
    "a video with recommended headers",
    { "cache-control": "max-age=604800", etag: '"1"', "accept-ranges": "bytes" },
    "/a.mp4",
    ["fits", "hasValidator", "hasRanges"],
  ],
  ["a page that must not be stored", { "cache-control": "no-store" }, "/", ["notStored", "noValidator"]],
  [
    "a page for a single user",
    { "cache-control": "private", "set-cookie": "a=1" },
    "/",
    ["private", "noValidator", "setsCookie"],
  ],
  [
    "a picture that is always revalidated",
    { "cache-control": "no-cache", etag: '"1"' },
    "/a.png",
    ["asksEachTime", "hasValidator"],
  ],
  [
    "a segment with a short lifetime",
    { "cache-control": "s-maxage=5" },
    "/1.ts",
    ["sharedTime", "tooShort", "noValidator"],
  ],
  [
    "a page with a lifetime of a year",
    { "cache-control": "max-age=31536000", vary: "Accept-Encoding, User-Agent" },
    "/",
    ["tooLong", "noValidator", "varies"],
  ],
  [
    "a picture that varies only by encoding",
    { "cache-control": "max-age=86400", vary: "accept-encoding", "last-modified": HTTP_DATE },
    "/a.png",
    ["fits", "hasValidator"],
  ],
])("explainCaching explains the headers of %s", (_, headers, path, codes) => {
  expect(codesOf(createResponse(headers, path))).toEqual(codes);
});

test("a live playlist may be revalidated each time, and must not be cached longer than it is current", () => {
  const live = (cacheControl: string) =>
    codesOf(createResponse({ "cache-control": cacheControl, etag: "1" }, "/a.m3u8", { text: LIVE_PLAYLIST }));
  expect(live("no-cache")).toEqual(["fits", "hasValidator"]);
  expect(live("max-age=1")).toEqual(["fits", "hasValidator"]);
  expect(live("max-age=60")).toEqual(["tooLong", "hasValidator"]);
});

test("an error response is reported before anything else", () => {
  expect(createResponse({}, "/a.png", { status: 404 }).findings[0]).toEqual({
    code: "failed",
    isGood: false,
    sent: "404",
  });
});

test("the advice for each kind passes its own check", () => {
  for (const kind of Object.keys(CACHE_ADVICE) as CachedKind[]) {
    const path = PATH_OF_KIND[kind];
    const { cacheControl } = CACHE_ADVICE[kind];
    const headers = { "cache-control": cacheControl, etag: '"1"', "accept-ranges": "bytes" };
    const report = createResponse(headers, path, kind === "livePlaylist" ? { text: LIVE_PLAYLIST } : {});
    expect([report.kind, report.findings.filter(({ isGood }) => !isGood)]).toEqual([kind, []]);
  }
});
const PATH_OF_KIND: Record<CachedKind, string> = {
  livePlaylist: "/a.m3u8",
  playlist: "/a.m3u8",
  segment: "/1.ts",
  video: "/a.mp4",
  image: "/a.png",
  script: "/a.js",
  page: "/",
  data: "/a.json",
  other: "/a.bin",
};

test("any origin response gets an explanation", () => {
  const text = fc.option(fc.string({ maxLength: 60 }), { nil: undefined });
  const headers = fc.record({
    "cache-control": text,
    expires: text,
    vary: text,
    date: text,
    "content-type": text,
  });
  fc.assert(
    fc.property(headers, fc.string(), fc.integer({ min: 100, max: 599 }), (sent, path, status) => {
      const { freshSec, findings, advice } = createResponse(sent, path, { status });
      expect(freshSec === null || (freshSec >= 0 && Number.isFinite(freshSec))).toBe(true);
      expect(findings.length).toBeGreaterThan(0);
      expect(advice[0]?.name).toBe("Cache-Control");
    }),
  );
});
