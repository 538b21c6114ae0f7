import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LiveStream, LiveWindow } from "@shoal/media";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TestFeed } from "../../../../packages/media/src/live/fixtures.ts";
import { createMetrics } from "../platform/metrics.ts";
import { descriptorOf } from "../testing/edge-harness.ts";
import { LiveServer } from "./live-server.ts";
import { PendingRequests } from "./pending-requests.ts";

const video = descriptorOf();
let testFeed: TestFeed;
let stream: { window: LiveWindow } & LiveStream;
let publishNext: () => void;
let pendingRequests: PendingRequests;
let server: Server;
let base: string;
/** The bytes that were counted, with the session that received them. */
const sentBytes: [string, number][] = [];

beforeEach(async () => {
  // Parts last half a second, and segments last two seconds.
  testFeed = new TestFeed().segments(2);
  const listeners = new Set<() => void>();
  publishNext = () => [...listeners].map((listener) => listener());
  stream = {
    window: testFeed.window,
    read: async ({ length }) => Buffer.alloc(length),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  pendingRequests = new PendingRequests();
  const live = new LiveServer({
    publicUrl: "http://edge.example.org",
    source: { find: () => stream },
    access: {
      uuidOf: () => video.uuid,
      claimsOf: () => ({ ...video, mediaId: video.uuid, sessionId: "s", expiresAtMs: 0 }),
      open: async () => video,
      openAtOnce: () => video,
    },
    served: {
      counterOf: ({ sessionId }) => ({
        add: (bytes) => void sentBytes.push([sessionId, bytes]),
        refund: () => undefined,
      }),
    },
    metrics: createMetrics(),
    learn: () => undefined,
    again: () => undefined,
    held: pendingRequests,
    onError: (_error, _req, res) => void res.writeHead(404).end(),
  });
  server = createServer((req, res) => void live.handle(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m/token/${video.uuid}/1`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const fetchStatus = async (path: string) => (await fetch(`${base}/${path}`)).status;

it("a request for the next segment's first part is held once the growing segment has its full length", async () => {
  testFeed.step().step().step();
  expect(await fetchStatus("v0/3.0.m4s")).toBe(404);
  testFeed.step();
  const answer = fetchStatus("v0/3.0.m4s");
  await eventually(() => pendingRequests.count === 1);
  testFeed.endSegment();
  publishNext();
  expect(pendingRequests.count).toBe(1);
  testFeed.step();
  publishNext();
  expect(await answer).toBe(200);
});

it("sent bytes of segments and parts are counted for the session, also after a held request", async () => {
  testFeed.step().step().step().step();
  sentBytes.length = 0;
  const lengths: number[] = [];
  for (const path of ["v0/init.m4s", "v0/0.m4s"]) {
    const response = await fetch(`${base}/${path}`);
    lengths.push((await response.arrayBuffer()).byteLength);
  }
  const answer = fetch(`${base}/v0/3.0.m4s`);
  await eventually(() => pendingRequests.count === 1);
  testFeed.endSegment();
  testFeed.step();
  publishNext();
  lengths.push((await (await answer).arrayBuffer()).byteLength);
  await eventually(() => expect(sentBytes).toEqual(lengths.map((length) => ["s", length])));
  const head = await fetch(`${base}/v0/0.m4s`, { method: "HEAD" });
  expect([head.status, sentBytes.length]).toEqual([200, 3]);
});

it("held requests are answered after a reconnection has replaced the window", async () => {
  const answers = ["v0/2.0.m4s", "v0/index.m3u8?_HLS_msn=2&_HLS_part=0"].map(fetchStatus);
  await eventually(() => pendingRequests.count === 2);
  stream.window = new TestFeed().segments(2).step().window;
  publishNext();
  expect(await Promise.all(answers)).toEqual([200, 200]);
});

it("held requests for a part are answered with the whole part, a range, 304 or HEAD", async () => {
  const ask = (headers: Record<string, string>, method = "GET") =>
    fetch(`${base}/v0/2.0.m4s`, { headers, method });
  const answers = [
    ask({}),
    ask({ range: "bytes=0-9" }),
    ask({ "if-none-match": '"v0/2.0"' }),
    ask({}, "HEAD"),
  ];
  await eventually(() => pendingRequests.count === 4);
  testFeed.step();
  publishNext();
  const [whole, range, known, head] = await Promise.all(answers);
  expect([whole, range, known, head].map((answer) => answer?.status)).toEqual([200, 206, 304, 200]);
  expect((await whole?.arrayBuffer())?.byteLength).toBe(100);
  expect((await range?.arrayBuffer())?.byteLength).toBe(10);
  expect([whole, head].map((answer) => answer?.headers.get("content-length"))).toEqual(["100", "100"]);
  expect([whole, range].map((answer) => answer?.headers.get("etag"))).toEqual(['"v0/2.0"', '"v0/2.0"']);
  expect(whole?.headers.get("cache-control")).toBe(range?.headers.get("cache-control"));
});

it("a request for another part of a segment that seemed full is held", async () => {
  testFeed.step().step().step().step(0.3);
  const answer = fetchStatus("v0/2.4.m4s");
  await eventually(() => pendingRequests.count === 1);
  testFeed.step(0.2);
  publishNext();
  expect(await answer).toBe(200);
});

it("a playlist has the same content in every encoding", async () => {
  const read = async (accepted: string) => {
    const response = await fetch(`${base}/v0/index.m3u8`, { headers: { "accept-encoding": accepted } });
    return { encoding: response.headers.get("content-encoding"), text: await response.text() };
  };
  const { text } = await read("identity");
  expect(text).toContain("#EXT-X-PRELOAD-HINT");
  for (const encoding of ["br", "gzip"]) expect(await read(encoding)).toEqual({ encoding, text });
});
