import type { CdnEntryDescriptor, ClientDescriptor } from "@shoal/contract/edge";
import { signCdnAddress, signCdnFolder } from "@shoal/tokens";
import { expect, test } from "vitest";
import { createEntry } from "../testing/cdn-harness.ts";
import { dependsOnVisitor, findCdnRefusal } from "./access.ts";
import { cacheTimeOf } from "./cache-time.ts";
import { formatTarget, parseFolderToken, parseTarget, withoutSignature } from "./cdn-target.ts";
import { generationOf, generationOfAll, hasPathPurges } from "./generation.ts";
import { playlistTtlSecOf } from "./live-playlists.ts";
import { urlAtOrigin, varyOf } from "./origin-fetch.ts";

const targetOf = (raw: string) => parseTarget(raw) ?? { path: "", query: "" };

test.each([
  ["/a/b.ts", "/a/b.ts"],
  ["/a/../b", "/b"],
  ["/../../etc/passwd", "/etc/passwd"],
  ["/a/%2E%2e/b", "/b"],
  ["//host/x", "//host/x"],
  ["/a?x=/../y", "/a?x=/../y"],
  ["/a?", "/a"],
  ["/\u00e9", "/%E9"],
  ["/a b", "/a%20b"],
  ["/a?x=1?y=2", "/a?x=1?y=2"],
])("the target %s is normalised to %s", (raw, canonical) => {
  expect(formatTarget(targetOf(raw))).toBe(canonical);
});

test("an invalid path has no target, and the origin's own path stays in front", () => {
  expect(parseTarget("a")).toBeUndefined();
  expect(parseTarget("")).toBeUndefined();
  expect(urlAtOrigin("https://o.example/base/", targetOf("/../x?y"))).toBe("https://o.example/base/x?y");
  expect(urlAtOrigin("https://o.example", targetOf("//evil.example/x"))).toBe(
    "https://o.example//evil.example/x",
  );
});

test("removing a signature leaves the rest of the address unchanged", () => {
  const plain = withoutSignature(targetOf("/a?b=%20&token=x&c&expires=1&b=2"));
  expect(formatTarget(plain)).toBe("/a?b=%20&c&b=2");
  expect(formatTarget(withoutSignature(targetOf("/a?token=x&expires=1")))).toBe("/a");
});

test("a folder's token opens only files in that folder", () => {
  const expires = 1_900_000_000;
  const entry = createEntry({ tokenSecrets: ["next", "secret"] });
  const visitor = {
    address: "203.0.113.9",
    place: { country: null, isVpn: false } as never,
    origin: undefined,
    referer: undefined,
  };
  const checkTarget = (raw: string, nowMs = 0) =>
    findCdnRefusal({ entry, client: undefined }, visitor, { target: targetOf(raw), nowMs });
  const of = (folder: string, depth: number, signed = signCdnFolder({ folder, expires }, "secret")) =>
    `/~${expires}-${depth}-${signed}`;
  const films = of("/films/42/", 2);
  expect(checkTarget(`${films}/films/42/list.m3u8`)).toBeUndefined();
  expect(checkTarget(`${films}/films/42/hd/1.ts?x=1`)).toBeUndefined();
  expect(checkTarget(`${of("/", 0)}/anything`)).toBeUndefined();
  expect(checkTarget(`${films}/films/42/list.m3u8`, expires * 1_000)).toBe("token_expired");
  for (const astray of [
    "/films/43/1.ts",
    "/films/42",
    "/films/42/../43/1.ts",
    "/films/42/%2e%2e/43/1.ts",
    "/films/42/..%2f43/1.ts",
    "/films/42/..%5C43/1.ts",
    "/films/42/..%252f43/1.ts",
    "/films/42/..;/43/1.ts",
  ])
    expect([astray, checkTarget(`${films}${astray}`)]).toEqual([astray, expect.stringMatching(/^token_/)]);
  // The token's hash covers the depth, so another depth in the address invalidates the token.
  expect(checkTarget(`${films.replace("-2-", "-1-")}/films/42/1.ts`)).toBe("token_invalid");
  // The token of a single address ending in a slash does not grant access to the files below it.
  const page = signCdnAddress({ path: "/films/42/", expires }, "secret");
  expect(checkTarget(`/films/42/?expires=${expires}&token=${page}`)).toBeUndefined();
  expect(checkTarget(`${of("/films/42/", 2, page)}/films/42/1.ts`)).toBe("token_invalid");
  expect(formatTarget(withoutSignature(targetOf(`${films}/films/42/1.ts?a=b`)))).toBe("/films/42/1.ts?a=b");
  expect(parseFolderToken(targetOf("/~a/1.ts"))).toBeUndefined();
});

test("blocked countries and other websites are refused with the reason, by rules of the entry or its client", () => {
  const refusal = (
    { entry = {}, client = {} }: { entry?: CdnEntryDescriptor["rules"]; client?: ClientDescriptor["rules"] },
    visitor: { country?: string | null; origin?: string; referer?: string },
  ) =>
    findCdnRefusal(
      { entry: createEntry({ rules: entry }), client: { rules: client } },
      {
        address: "203.0.113.9",
        place: { country: visitor.country ?? null, isVpn: false } as never,
        origin: visitor.origin,
        referer: visitor.referer,
      },
      { target: targetOf("/a.ts"), nowMs: 0 },
    );
  const noGermans = { unauthorizedCountries: ["DE"] };
  expect(refusal({ entry: noGermans }, { country: "DE" })).toBe("country");
  expect(refusal({ client: noGermans }, { country: "DE" })).toBe("country");
  expect(refusal({ entry: noGermans, client: noGermans }, { country: "FR" })).toBeUndefined();
  const shopOnly = { entry: { authorizedWebsites: ["shop.example.com"] } };
  expect(refusal(shopOnly, { origin: "https://shop.example.com" })).toBeUndefined();
  expect(refusal(shopOnly, { referer: "https://shop.example.com/page?x" })).toBeUndefined();
  expect(refusal(shopOnly, { origin: "https://shop.example.org" })).toBe("website");
  // A request without a referring page counts as coming from another website.
  expect(refusal(shopOnly, {})).toBe("website");
});

test("the generation is the highest number of a purge that matches the path", () => {
  const purged = {
    purgedAll: 2,
    purges: [
      { path: "/a", isPrefix: false, number: 1 },
      { path: "/b/", isPrefix: true, number: 3 },
      { path: "/b/c?x", isPrefix: false, number: 4 },
    ],
  };
  const of = (raw: string) => generationOf(purged, targetOf(raw));
  expect([of("/a"), of("/b/"), of("/b/c"), of("/b/c?x"), of("/bc")]).toEqual([2, 3, 3, 4, 2]);
  expect([hasPathPurges(purged), generationOfAll(purged)]).toEqual([true, 2]);
  const all = { purgedAll: 0, purges: [{ path: "/", isPrefix: true, number: 7 }] };
  expect([hasPathPurges(all), generationOfAll(all)]).toEqual([false, 7]);
});

test.each([
  [{ "cache-control": "max-age=60" }, 60],
  [{ "cache-control": "public, max-age=60, s-maxage=5" }, 5],
  [{ "cache-control": "max-age=60", age: "50" }, 10],
  [{ "cache-control": "private, max-age=60" }, 0],
  [{ "cache-control": "no-store" }, 0],
  [{ "cache-control": 'no-cache="x"' }, 0],
  [{ expires: "Thu, 01 Jan 1970 00:10:00 GMT", date: "Thu, 01 Jan 1970 00:00:00 GMT" }, 600],
  [{ expires: "0" }, 0],
  [{ vary: "*" }, 0],
  [{}, 300],
])("a response with %j is cached for %i s", (headers, sec) => {
  expect(cacheTimeOf({ status: 200, headers }, { defaultSec: 300, nowMs: 0 })).toBe(sec);
});

test("a response that names one page varies by Origin, even if the origin omits Vary", () => {
  const named = { "access-control-allow-origin": "https://a.example" };
  expect(varyOf(named, false)).toBe("Origin");
  expect(varyOf({ ...named, vary: "Accept, Cookie, origin" }, false)).toBe("Accept, origin");
  expect(varyOf({ "access-control-allow-origin": "*", vary: "User-Agent" }, false)).toBe("");
  // If the entry lists the pages that may read, origins do not learn the requesting page.
  expect(varyOf(named, true)).toBe("");
});

test("a 404 is cached briefly, and other errors are not cached", () => {
  const kept = (status: number) => cacheTimeOf({ status, headers: {} }, { defaultSec: 300, nowMs: 0 });
  expect([kept(404), kept(206), kept(500), kept(403), kept(416)]).toEqual([10, 300, 0, 0, 0]);
});

test.each([
  ["#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts", 3],
  ["#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST", undefined],
  ["#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8", undefined],
  ['<MPD type="dynamic" minimumUpdatePeriod="PT4S">', 2],
  ["<?xml version='1.0'?><MPD minimumUpdatePeriod='PT6.5S' type='dynamic'>", 3],
  ['<MPD type="dynamic">', 1],
  ['<MPD type="static">', undefined],
])("the playlist %j is fresh for %s s", (text, sec) => {
  expect(playlistTtlSecOf(text)).toBe(sec);
});

test("responses depend on the visitor only if a rule requires it", () => {
  const depends = (changes: Parameters<typeof createEntry>[0], rules?: ClientDescriptor["rules"]) =>
    dependsOnVisitor({ entry: createEntry(changes), client: rules && { rules } });
  expect(depends({})).toBe(false);
  expect(depends({ corsOrigins: ["*"] })).toBe(false);
  expect(depends({ corsOrigins: ["https://a.example"] })).toBe(true);
  expect(depends({ rules: { unauthorizedCountries: ["DE"] } })).toBe(true);
  expect(depends({}, { unauthorizedIPs: ["203.0.113.1"] })).toBe(true);
  // CDN entries ignore these rules, which apply only to videos.
  expect(depends({}, { streaming: "token", authorizedIPs: ["203.0.113.1"] })).toBe(false);
});
