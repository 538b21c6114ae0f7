import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { signCdnAddress, signCdnFolder } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CdnHarness, fileOf, startCdnHarness } from "../testing/cdn-harness.ts";
import { createClientDescriptor } from "../testing/edge-harness.ts";
import { runtimePathsOf, SLICE_BYTES } from "./nginx-config.ts";

let harness: CdnHarness;
/** The IP addresses that the hosts of origins resolve to. Link-local addresses are always blocked. */
const originAddresses = new Map<string, string>();
const INTERNAL_ADDRESS = "169.254.169.254";
beforeAll(async () => {
  harness = await startCdnHarness({
    policy: {
      isPrivateAllowed: true,
      ports: "any",
      resolve: async (host) => [{ address: originAddresses.get(host) ?? INTERNAL_ADDRESS, family: 4 }],
    },
    bounds: { connectTimeoutMs: 1_000, idleTimeoutMs: 1_000, slowAfterMs: 300, minBytesPerSec: 1_000 },
  });
});
afterAll(() => harness.close());

const fileBytes = randomBytes(100_000);
const countOriginRequests = (path: string) =>
  harness.origin.requests.filter((each) => each.path === path).length;
/** Saves an entry with changes. @returns the changed entry. */
function saveEntry(entry: CdnEntryDescriptor, changes: Partial<CdnEntryDescriptor>): CdnEntryDescriptor {
  const saved = { ...entry, ...changes, revision: entry.revision + 1 };
  harness.edge.api.setCdnEntry(saved);
  return saved;
}

test("nginx accepts the configuration", () => {
  execFileSync("/usr/sbin/nginx", ["-t", "-q", "-c", runtimePathsOf(harness.cdn.dir).config], {
    stdio: "pipe",
  });
});

test.concurrent("a file is fetched from the origin once, then served identically from the cache", async () => {
  const { key } = harness.entry();
  harness.origin.files.set("/hit.mp4", fileOf(harness.origin, fileBytes));
  const first = await harness.get(`/cdn/${key}/hit.mp4`);
  expect([first.status, first.cache, first.headers["content-type"]]).toEqual([200, "MISS", "video/mp4"]);
  expect(first.body.equals(fileBytes)).toBe(true);
  const second = await harness.get(`/cdn/${key}/hit.mp4`);
  expect([second.status, second.cache, second.body.equals(fileBytes)]).toEqual([200, "HIT", true]);
  expect(countOriginRequests("/hit.mp4")).toBe(1);
});

test.concurrent("range, HEAD and conditional requests are answered from the cache, also across slices", async () => {
  const { key } = harness.entry();
  const large = randomBytes(SLICE_BYTES * 2 + 5_000);
  harness.origin.files.set("/large.mp4", fileOf(harness.origin, large));
  const path = `/cdn/${key}/large.mp4`;
  const range = (value: string) => harness.get(path, { headers: { range: value } });
  const seam = await range(`bytes=${SLICE_BYTES - 10}-${SLICE_BYTES + 9}`);
  expect([seam.status, seam.headers["content-range"]]).toEqual([
    206,
    `bytes ${SLICE_BYTES - 10}-${SLICE_BYTES + 9}/${large.length}`,
  ]);
  expect(seam.body.equals(large.subarray(SLICE_BYTES - 10, SLICE_BYTES + 10))).toBe(true);
  const end = await range("bytes=-100");
  expect([end.status, end.body.equals(large.subarray(-100))]).toEqual([206, true]);
  const several = await range("bytes=5000000-5000001,1-2");
  expect([several.status, several.body.equals(large)]).toEqual([200, true]);
  const whole = await harness.get(path);
  expect(whole.body.equals(large)).toBe(true);
  expect((await range("bytes=99000000-")).status).toBe(416);
  const head = await harness.get(path, { method: "HEAD" });
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
    200,
    String(large.length),
    0,
  ]);
  const etag = String(head.headers.etag);
  expect((await harness.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  const stale = { range: "bytes=5000000-5000009", "if-range": '"another"' };
  expect((await harness.get(path, { headers: stale })).body.equals(large)).toBe(true);
  const sent = harness.origin.requests.filter(
    ({ path: asked, headers }) => asked === "/large.mp4" && headers.range,
  );
  expect(new Set(sent.map(({ headers }) => headers.range)).size).toBeGreaterThanOrEqual(3);
});

test.concurrent("players can seek in a file whose origin does not support ranges", async () => {
  const { key } = harness.entry();
  harness.origin.files.set("/whole.mp4", (_, res) => {
    res.writeHead(200, { "content-type": "video/mp4", "content-length": fileBytes.length }).end(fileBytes);
  });
  for (const cache of ["MISS", "HIT"]) {
    const part = await harness.get(`/cdn/${key}/whole.mp4`, { headers: { range: "bytes=50000-50009" } });
    expect([part.status, part.cache, part.headers["content-range"]]).toEqual([
      206,
      cache,
      `bytes 50000-50009/${fileBytes.length}`,
    ]);
    expect(part.body.equals(fileBytes.subarray(50_000, 50_010))).toBe(true);
  }
  expect(countOriginRequests("/whole.mp4")).toBe(1);
  // This origin ignores ranges. A larger file would be fetched again for each piece, and files that are not cached support no
  // ranges.
  harness.origin.files.set("/whole-large.mp4", (_, res) => {
    const body = Buffer.alloc(SLICE_BYTES + 1);
    res.writeHead(200, { "content-type": "video/mp4", "content-length": body.length }).end(body);
  });
  harness.origin.files.set("/whole-private.mp4", (_, res) => {
    const headers = {
      "content-type": "video/mp4",
      "cache-control": "no-store",
      "content-length": fileBytes.length,
    };
    res.writeHead(200, headers).end(fileBytes);
  });
  for (const file of ["whole-large", "whole-private"])
    expect((await harness.get(`/cdn/${key}/${file}.mp4`)).headers["accept-ranges"], file).toBeUndefined();
});

test.concurrent("a purge removes an address, all addresses with a prefix, or everything", async () => {
  harness.origin.files.set("/a/1.ts", fileOf(harness.origin, fileBytes));
  harness.origin.files.set("/a/2.ts", fileOf(harness.origin, fileBytes));
  harness.origin.files.set("/b.ts", fileOf(harness.origin, fileBytes));
  let entry = harness.entry();
  const states = async () => {
    const caches: (string | undefined)[] = [];
    for (const name of ["/a/1.ts", "/a/2.ts", "/b.ts"])
      caches.push((await harness.get(`/cdn/${entry.key}${name}`)).cache);
    return caches.join(" ");
  };
  await states();
  expect(await states()).toBe("HIT HIT HIT");
  entry = saveEntry(entry, { purges: [{ path: "/a/1.ts", isPrefix: false, number: 1 }] });
  await eventually(async () => (await harness.get(`/cdn/${entry.key}/a/1.ts`)).cache === "MISS");
  expect(await states()).toBe("HIT HIT HIT");
  entry = saveEntry(entry, { purges: [...entry.purges, { path: "/a/", isPrefix: true, number: 2 }] });
  await eventually(async () => (await harness.get(`/cdn/${entry.key}/a/2.ts`)).cache === "MISS");
  expect(await states()).toBe("MISS HIT HIT");
  entry = saveEntry(entry, { purges: [], purgedAll: 3 });
  await eventually(async () => (await harness.get(`/cdn/${entry.key}/b.ts`)).cache === "MISS");
  expect(await states()).toBe("MISS MISS HIT");
});

test.concurrent("a response in transit during a purge is not cached for the new generation", async () => {
  const sent = Promise.withResolvers<void>();
  const isOver = new AbortController();
  harness.origin.files.set("/fill.txt", (_, res) => {
    const timer = setInterval(() => {
      res.write("old ".repeat(100));
      sent.resolve();
      if (isOver.signal.aborted) res.end();
    }, 50);
    res.on("close", () => clearInterval(timer));
  });
  const entry = harness.entry();
  const text = async () => (await harness.get(`/cdn/${entry.key}/fill.txt`)).body.toString();
  harness.origin.files.set("/other.txt", (_, res) => void res.end("other"));
  await harness.get(`/cdn/${entry.key}/other.txt`);
  const first = text();
  await sent.promise;
  harness.origin.files.set("/fill.txt", (_, res) => void res.end("new"));
  saveEntry(entry, { purgedAll: 1 });
  await eventually(async () => (await harness.get(`/cdn/${entry.key}/other.txt`)).cache === "MISS");
  expect(await text()).toBe("new");
  isOver.abort();
  expect(await first).toContain("old");
  expect(await text()).toBe("new");
});

test.concurrent("blocked addresses and websites are refused as soon as the rules are saved", async () => {
  harness.origin.files.set("/rules.mp4", fileOf(harness.origin, fileBytes));
  let entry = harness.entry();
  const path = `/cdn/${entry.key}/rules.mp4`;
  const status = async (headers: Record<string, string> = {}) =>
    (await harness.get(path, { headers })).status;
  expect(await status()).toBe(200);
  entry = saveEntry(entry, { rules: { unauthorizedWebsites: ["bad.example.com"] } });
  const fromBad = { referer: "https://www.bad.example.com/page" };
  await eventually(async () => (await status(fromBad)) === 403);
  expect([await status(), await status({ origin: "https://good.example.com" })]).toEqual([200, 200]);
  expect((await harness.get(path, { headers: fromBad })).headers["x-cdn-refused"]).toBe("website");
  // The proxy in front reports the viewer's address, which the rule blocks.
  entry = saveEntry(entry, { rules: { unauthorizedIPs: ["203.0.113.0/24"] } });
  await eventually(async () => (await status({ "x-forwarded-for": "203.0.113.9" })) === 403);
  expect([await status(), await status({ "x-forwarded-for": "198.51.100.4" })]).toEqual([200, 200]);
  harness.edge.api.setClient(
    createClientDescriptor(entry.clientId, { rules: { unauthorizedIPs: ["198.51.100.4"] }, revision: 2 }),
  );
  await eventually(async () => (await status({ "x-forwarded-for": "198.51.100.4" })) === 403);
  saveEntry(entry, { state: "stopped" });
  await eventually(async () => (await status()) === 403);
});

test.concurrent("a signed address opens one file until it expires, and all share one cached copy", async () => {
  harness.origin.files.set("/signed.mp4", fileOf(harness.origin, fileBytes));
  const secrets = ["first secret of the entry", "second secret of the entry"] as const;
  const { key } = harness.entry({ tokenSecrets: [...secrets] });
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const signed = (path: string, at: number, secret: string) =>
    `/cdn/${key}${path}?token=${signCdnAddress({ path, expires: at }, secret)}&expires=${at}`;
  const first = await harness.get(signed("/signed.mp4", expires, secrets[0]));
  expect([first.status, first.cache]).toEqual([200, "MISS"]);
  const second = await harness.get(signed("/signed.mp4", expires + 1, secrets[1]));
  expect([second.status, second.cache]).toEqual([200, "HIT"]);
  expect(
    harness.origin.requests.filter(({ path }) => path.startsWith("/signed")).map(({ path }) => path),
  ).toEqual(["/signed.mp4"]);
  const folder = `/cdn/${key}/~${expires}-0-${signCdnFolder({ folder: "/", expires }, secrets[0])}`;
  const third = await harness.get(`${folder}/signed.mp4`);
  expect([third.status, third.cache]).toEqual([200, "HIT"]);
  const refused = async (path: string) => (await harness.get(path)).headers["x-cdn-refused"];
  expect(await refused(`/cdn/${key}/signed.mp4`)).toBe("token_missing");
  expect(await refused(`${folder.replace("-0-", "-1-")}/a/signed.mp4`)).toBe("token_invalid");
  expect(await refused(signed("/signed.mp4", expires, "another secret"))).toBe("token_invalid");
  expect(await refused(signed("/signed.mp4", expires - 700, secrets[0]))).toBe("token_expired");
  const other = signed("/other.mp4", expires, secrets[0]).replace("other.mp4", "signed.mp4");
  expect(await refused(other)).toBe("token_invalid");
});

test.concurrent("an entry that ignores queries fetches a file once and keeps one copy, with or without signatures", async () => {
  const secret = "secret of the entry";
  harness.origin.files.set("/query.mp4", fileOf(harness.origin, fileBytes));
  harness.origin.files.set("/query-signed.mp4", fileOf(harness.origin, fileBytes));
  const open = harness.entry({ ignoresQuery: true });
  const signed = harness.entry({ ignoresQuery: true, tokenSecrets: [secret] });
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const token = signCdnAddress({ path: "/query-signed.mp4", expires }, secret);
  const caches: (string | undefined)[] = [];
  for (const at of [1, 2, 3]) {
    caches.push((await harness.get(`/cdn/${open.key}/query.mp4?try=${at}`)).cache);
    const path = `/cdn/${signed.key}/query-signed.mp4?try=${at}&token=${token}&expires=${expires}`;
    caches.push((await harness.get(path)).cache);
  }
  expect(caches.join(" ")).toBe("MISS MISS HIT HIT HIT HIT");
  const asked = harness.origin.requests.map(({ path }) => path).filter((path) => path.startsWith("/query"));
  expect(asked.toSorted()).toEqual(["/query-signed.mp4", "/query.mp4"]);
});

test.concurrent("requests stay below the origin's path, and a custom host serves no entry of another key", async () => {
  harness.origin.files.set("/base/in.txt", (_, res) => void res.end("in"));
  harness.origin.files.set("/out.txt", (_, res) => void res.end("out"));
  const entry = harness.entry({
    originUrl: `${harness.origin.url}/base/`,
    hosts: ["media.customer.example"],
  });
  const other = harness.entry();
  expect((await harness.get(`/cdn/${entry.key}/in.txt`)).body.toString()).toBe("in");
  for (const path of ["/../out.txt", "/%2e%2e/out.txt", "/x/..%2f../out.txt", "//out.txt"])
    expect((await harness.get(`/cdn/${entry.key}${path}`)).body.toString()).not.toBe("out");
  const host = { host: "media.customer.example" };
  expect((await harness.get("/in.txt", { headers: host })).body.toString()).toBe("in");
  expect((await harness.get(`/cdn/${other.key}/out.txt`, { headers: host })).status).toBe(404);
  expect((await harness.get("/in.txt", { headers: { host: "unknown.example" } })).status).toBe(404);
  expect((await harness.get("/cdn/000000000000/in.txt")).status).toBe(404);
  expect((await harness.get("/")).status).toBe(404);
  const post = await harness.get(`/cdn/${entry.key}/in.txt`, { method: "POST" });
  expect(post.status).toBe(405);
});

test.concurrent("origins learn nothing about viewers, and their cookies and similar headers are removed", async () => {
  harness.origin.files.set("/cookie.html", (_, res) => {
    res.writeHead(200, {
      "set-cookie": "a=1",
      "service-worker-allowed": "/",
      "clear-site-data": '"*"',
      "content-type": "text/html",
    });
    res.end("<script>1</script>");
  });
  const { key } = harness.entry();
  const headers = { cookie: "session=1", authorization: "Bearer x", "x-forwarded-for": "203.0.113.9" };
  const answer = await harness.get(`/cdn/${key}/cookie.html`, { headers });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers["service-worker-allowed"]).toBeUndefined();
  expect(answer.headers["clear-site-data"]).toBeUndefined();
  expect(answer.headers["content-security-policy"]).toContain("sandbox");
  expect((await harness.get(`/cdn/${key}/cookie.html`)).cache).toBe("HIT");
  const asked = harness.origin.requests.find(({ path }) => path === "/cookie.html");
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual(
    ["accept-encoding", "cdn-loop", "connection", "host", "range", "user-agent", "via"].sort(),
  );
});

test.concurrent("the entry decides which pages may read files by script", async () => {
  harness.origin.files.set("/cors.json", (_, res) => {
    res.writeHead(200, { "access-control-allow-origin": "https://of-the-origin.example" }).end("{}");
  });
  const listed = harness.entry({ corsOrigins: ["https://a.example"] });
  const allowed = async (key: string, origin: string, method = "GET") =>
    (await harness.get(`/cdn/${key}/cors.json`, { method, headers: { origin } })).headers[
      "access-control-allow-origin"
    ];
  expect(await allowed(listed.key, "https://a.example")).toBe("https://a.example");
  expect(await allowed(listed.key, "https://b.example")).toBeUndefined();
  expect(await allowed(listed.key, "https://a.example", "OPTIONS")).toBe("https://a.example");
  expect(await allowed(listed.key, "https://b.example", "OPTIONS")).toBeUndefined();
  expect(await allowed(harness.entry({ corsOrigins: ["*"] }).key, "https://b.example")).toBe("*");
  expect(await allowed(harness.entry().key, "https://b.example")).toBe("https://of-the-origin.example");
});

test.concurrent("an origin that varies by headers has one copy per variant; private responses are not cached", async () => {
  harness.origin.files.set("/vary", (req, res) => {
    res.writeHead(200, { vary: "Accept, User-Agent, Accept-Encoding", "cache-control": "max-age=60" });
    res.end(String(req.headers.accept));
  });
  harness.origin.files.set(
    "/private",
    (_, res) => void res.writeHead(200, { "cache-control": "private" }).end("mine"),
  );
  const { key } = harness.entry();
  const of = async (accept: string) => {
    const { body, cache } = await harness.get(`/cdn/${key}/vary`, { headers: { accept } });
    return `${body.toString()} ${cache}`;
  };
  expect([await of("image/webp"), await of("image/png")]).toEqual(["image/webp MISS", "image/png MISS"]);
  expect([await of("image/webp"), await of("image/png")]).toEqual(["image/webp HIT", "image/png HIT"]);
  await harness.get(`/cdn/${key}/private`);
  expect((await harness.get(`/cdn/${key}/private`)).cache).toBe("MISS");
});

test.concurrent("a failing origin's files are served from stale copies, and others get its error", async () => {
  harness.origin.files.set(
    "/stale.txt",
    (_, res) => void res.writeHead(200, { "cache-control": "max-age=1" }).end("kept"),
  );
  const entry = harness.entry();
  const path = `/cdn/${entry.key}/stale.txt`;
  expect((await harness.get(path)).body.toString()).toBe("kept");
  harness.origin.files.set("/stale.txt", (_, res) => void res.writeHead(500).end("broken"));
  await eventually(async () => (await harness.get(path)).cache === "STALE");
  expect((await harness.get(path)).body.toString()).toBe("kept");
  harness.origin.files.set("/broken.txt", (_, res) => void res.writeHead(500).end("broken"));
  expect((await harness.get(`/cdn/${entry.key}/broken.txt`)).status).toBe(500);
  // While the entry drains, only cached files are served.
  saveEntry(entry, { state: "draining", endsAtMs: Date.now() + 600_000 });
  await eventually(async () => (await harness.get(`/cdn/${entry.key}/broken.txt`)).status === 503);
  expect((await harness.get(path)).body.toString()).toBe("kept");
});

test.concurrent("responses of an origin that truncates, stalls or redirects in circles fail and are not cached", async () => {
  harness.origin.files.set("/short", (_, res) => {
    res.writeHead(200, { "content-length": "1000" });
    res.write("only this", () => res.destroy());
  });
  harness.origin.files.set("/other-range", (_, res) => {
    res.writeHead(206, { "content-range": "bytes 5-14/100", "content-length": "10" }).end("0123456789");
  });
  harness.origin.files.set("/silent", () => {});
  harness.origin.files.set("/drip", (_, res) => {
    res.writeHead(200, { "content-length": "10000" });
    const timer = setInterval(() => res.write("."), 50);
    res.on("close", () => clearInterval(timer));
  });
  const { key } = harness.entry();
  const said = (name: string) =>
    harness.get(`/cdn/${key}${name}`).then(
      ({ status }) => status,
      () => "broken off",
    );
  const answers = await Promise.all(["/short", "/other-range", "/silent", "/drip"].map(said));
  expect(answers).toEqual(["broken off", 502, 504, "broken off"]);
  expect(await said("/short")).toBe("broken off");
  expect(countOriginRequests("/short")).toBe(2);
  const circle = harness.entry();
  saveEntry(circle, { originUrl: `${harness.url}/cdn/${circle.key}` });
  await eventually(async () => (await harness.get(`/cdn/${circle.key}/x`)).status === 508);
});

test.concurrent("neither a redirect nor a changed DNS name leads to an internal address", async () => {
  harness.origin.files.set(
    "/inner",
    (_, res) => void res.writeHead(302, { location: `http://${INTERNAL_ADDRESS}/latest/` }).end(),
  );
  harness.origin.files.set("/moved", (_, res) => void res.writeHead(302, { location: "/target" }).end());
  harness.origin.files.set(
    "/target",
    (_, res) => void res.writeHead(200, { "cache-control": "no-store" }).end("there"),
  );
  const { key } = harness.entry();
  expect((await harness.get(`/cdn/${key}/inner`)).status).toBe(502);
  expect((await harness.get(`/cdn/${key}/moved`)).body.toString()).toBe("there");
  originAddresses.set("changing.example", "127.0.0.1");
  const named = harness.entry({ originUrl: `http://changing.example:${new URL(harness.origin.url).port}` });
  expect((await harness.get(`/cdn/${named.key}/target`)).body.toString()).toBe("there");
  originAddresses.set("changing.example", INTERNAL_ADDRESS);
  expect((await harness.get(`/cdn/${named.key}/target`)).status).toBe(502);
});

test.concurrent("live playlists are cached only while they are fresh, and others as long as the origin says", async () => {
  const live = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n";
  const serve = (text: string) => (_: unknown, res: import("node:http").ServerResponse) => {
    res.writeHead(200, { "content-type": "application/vnd.apple.mpegurl", "content-length": text.length });
    res.end(text);
  };
  harness.origin.files.set("/live.m3u8", serve(live));
  // This playlist is sent without a `Content-Length`, like those that are generated on request.
  harness.origin.files.set("/made.m3u8", (_, res) => void res.writeHead(200).end(live));
  harness.origin.files.set("/film.m3u8", serve(`${live}#EXT-X-ENDLIST\n`));
  const { key } = harness.entry();
  await harness.get(`/cdn/${key}/live.m3u8`);
  await harness.get(`/cdn/${key}/made.m3u8`);
  await harness.get(`/cdn/${key}/film.m3u8`);
  for (const name of ["live", "made"])
    await eventually(async () => (await harness.get(`/cdn/${key}/${name}.m3u8`)).cache === "EXPIRED");
  expect((await harness.get(`/cdn/${key}/film.m3u8`)).cache).toBe("HIT");
});

test.concurrent("an endless body is streamed to its viewer, and fetched only while someone reads it", async () => {
  let isFetched = false;
  harness.origin.files.set("/endless", (_, res) => {
    isFetched = true;
    res.on("close", () => {
      isFetched = false;
    });
    const send = () => {
      while (res.write(Buffer.alloc(65_536)));
    };
    res.on("drain", send).writeHead(200);
    send();
  });
  const watched = await fetch(`${harness.url}/cdn/${harness.entry().key}/endless`);
  const reader = watched.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  expect(isFetched).toBe(true);
  await reader?.cancel();
  await eventually(() => !isFetched);
});

test.concurrent("200 concurrent requests for an uncached file cause one request to the origin", async () => {
  const large = randomBytes(SLICE_BYTES + 100_000);
  const counted = { ...harness.origin, sentBytes: 0 };
  harness.origin.files.set("/crowd.mp4", fileOf(counted, large));
  const { key } = harness.entry();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      harness.get(`/cdn/${key}/crowd.mp4`, { headers: { range: "bytes=0-99" } }),
    ),
  );
  expect(answers.every(({ body }) => body.equals(large.subarray(0, 100)))).toBe(true);
  expect(counted.sentBytes).toBe(SLICE_BYTES);
});

test("nginx restarts with its cache after being killed", async () => {
  harness.origin.files.set("/again.mp4", fileOf(harness.origin, fileBytes));
  const { key } = harness.entry();
  await harness.get(`/cdn/${key}/again.mp4`);
  await harness.stopNginx();
  await harness.startNginx();
  // nginx serves files from its cache only after its cache loader has read the whole folder.
  expect((await harness.get(`/cdn/${key}/again.mp4`)).cache).toBe("HIT");
  expect(countOriginRequests("/again.mp4")).toBe(1);
});
