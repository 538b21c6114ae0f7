import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { VideoErrorType } from "@shoal/contract";
import type { FetchedBytes } from "@shoal/contract/jobs";
import { type FileServer, startFileServer } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { FetchSettings } from "../fetch/fetch-settings.ts";
import {
  createJobHarness,
  type JobHarness,
  LOCAL_FETCHING,
  TEST_URLS,
  videoIdentity,
} from "../testing/job-harness.ts";
import type { JobDeps } from "./job.ts";

/** The bytes of a file slightly larger than two blocks. */
const FILM_BYTES = randomBytes(10_300_000);
const OTHER_FILM_BYTES = randomBytes(FILM_BYTES.length);

let harness: JobHarness;
let server: FileServer;
let sourceNumber = 0;
beforeAll(async () => {
  harness = await createJobHarness();
});
afterAll(() => harness?.dispose());
afterEach(() => server?.close());

let objectName = "";

interface FetchRun {
  path?: string;
  generation?: number;
  fetching?: Partial<FetchSettings>;
  deps?: Partial<JobDeps>;
}

function fetchFilm({ path = "/film.mp4", generation = 1, fetching = {}, deps = {} }: FetchRun = {}) {
  return harness.run(
    "fetch-source",
    {
      ...videoIdentity,
      generation,
      sealedUrl: TEST_URLS.seal(server.url + path, videoIdentity.videoUuid),
      object: objectName,
    },
    { fetching: { ...LOCAL_FETCHING, ...fetching }, ...deps },
  );
}
async function serveFile(...options: Parameters<typeof startFileServer>) {
  sourceNumber += 1;
  objectName = `uploads/film-${sourceNumber}/source`;
  server = await startFileServer(...options);
}
const readStoredFile = () => readFile(harness.store.localPath(objectName));
const WHOLE_FILE_RESULT = { type: "fetched", sizeBytes: FILM_BYTES.length };
const failureWith = (errorType: VideoErrorType) => ({ type: "failed", fault: { errorType } });

it("fetches the whole file, reports progress, and leaves no other files", async () => {
  await serveFile(FILM_BYTES);
  const progress: (FetchedBytes | undefined)[] = [];
  expect(await fetchFilm({ deps: { onProgress: (_, bytes) => progress.push(bytes) } })).toMatchObject(
    WHOLE_FILE_RESULT,
  );
  expect((await readStoredFile()).equals(FILM_BYTES)).toBe(true);
  expect(progress[0]).toEqual({ available: 0, total: null });
  expect(await readdir(dirname(harness.store.localPath(objectName)))).toEqual(["source"]);
});

it("fetches only the rest after the connection broke", async () => {
  await serveFile(FILM_BYTES, { stopAt: 6_000_000 });
  const run = fetchFilm();
  await expect.poll(() => server.sentBytes.length).toBeGreaterThan(0);
  server.file.stopAt = undefined;
  expect(await run).toMatchObject(WHOLE_FILE_RESULT);
  expect((await readStoredFile()).equals(FILM_BYTES)).toBe(true);
  // Data that Node had received but not passed on when the connection broke is fetched again.
  expect(server.ranges.at(-1)).toMatch(/^bytes=(5\d{6}|6000000)-$/);
});

it("starts over at a server without ranges, and compares the bytes already received", async () => {
  await serveFile(FILM_BYTES, { hasRanges: false, headers: {}, stopAt: 6_000_000 });
  const run = fetchFilm();
  await expect.poll(() => server.sentBytes.length).toBeGreaterThan(0);
  server.file.stopAt = undefined;
  expect(await run).toMatchObject(WHOLE_FILE_RESULT);
  expect(server.sentBytes.at(-1)).toBe(FILM_BYTES.length);
  expect((await readStoredFile()).equals(FILM_BYTES)).toBe(true);
});

it("fetches a file of unknown length, and an empty file", async () => {
  await serveFile(FILM_BYTES, { hasLength: false });
  expect(await fetchFilm()).toMatchObject(WHOLE_FILE_RESULT);
  await server.close();
  await serveFile(Buffer.alloc(0));
  expect(await fetchFilm()).toMatchObject({ type: "fetched", sizeBytes: 0 });
  expect(await readStoredFile()).toHaveLength(0);
});

/** Runs a fetch that ends in the middle, as if the worker had stopped. */
async function fetchHalf(): Promise<void> {
  const stopping = new AbortController();
  Object.assign(server.file, { stopAt: 6_000_000, stop: "hold" });
  const onProgress: JobDeps["onProgress"] = (_, bytes) => {
    if ((bytes?.available ?? 0) > 0) stopping.abort(new Error("stopped"));
  };
  await expect(fetchFilm({ deps: { signal: stopping.signal, onProgress } })).rejects.toThrow("stopped");
  server.file.stopAt = undefined;
}

it("another run continues after the durable bytes, also for a new generation", async () => {
  await serveFile(FILM_BYTES);
  await fetchHalf();
  expect(await fetchFilm({ generation: 2 })).toMatchObject(WHOLE_FILE_RESULT);
  expect(server.ranges.at(-1)).toMatch(/^bytes=[56]\d{6}-$/);
  expect((await readStoredFile()).equals(FILM_BYTES)).toBe(true);
});

it.each([
  ["with another validator", { headers: { etag: '"2"' } }],
  ["whose bytes alone tell", { headers: {} }],
])("refuses a film that is another one now, %s, and takes it after a restart", async (_, change) => {
  await serveFile(FILM_BYTES, { headers: "etag" in change.headers ? { etag: '"1"' } : {} });
  await fetchHalf();
  Object.assign(server.file, { ...change, bytes: OTHER_FILM_BYTES });
  expect(await fetchFilm()).toMatchObject(failureWith("url_changed"));
  expect(await fetchFilm({ generation: 2 })).toMatchObject(WHOLE_FILE_RESULT);
  expect((await readStoredFile()).equals(OTHER_FILM_BYTES)).toBe(true);
});

it("a new generation starts over if the file at the URL has changed", async () => {
  await serveFile(FILM_BYTES);
  await fetchHalf();
  Object.assign(server.file, { headers: { etag: '"2"' }, bytes: OTHER_FILM_BYTES });
  const progress: number[] = [];
  const onProgress: JobDeps["onProgress"] = (_, bytes) => progress.push(bytes?.available ?? 0);
  expect(await fetchFilm({ generation: 2, deps: { onProgress } })).toMatchObject(WHOLE_FILE_RESULT);
  // No bytes of the other video were reported.
  expect(progress[0]).toBe(0);
  expect((await readStoredFile()).equals(OTHER_FILM_BYTES)).toBe(true);
});

it.each<[string, VideoErrorType, number, Record<string, string>, string]>([
  ["a page", "url_not_a_video", 200, { "content-type": "text/html; charset=utf-8" }, "<p>Hello"],
  [
    "a page that calls itself a video",
    "url_not_a_video",
    200,
    { "content-type": "video/mp4" },
    "\n<!DOCTYPE HTML>",
  ],
  ["a playlist by its type", "url_playlist", 200, { "content-type": "application/vnd.apple.mpegurl" }, "x"],
  ["a playlist by its bytes", "url_playlist", 200, {}, "#EXTM3U\n#EXT-X-VERSION:3"],
  ["a manifest by its bytes", "url_playlist", 200, {}, '<?xml version="1.0"?>\n<MPD xmlns="urn">'],
  ["nothing there", "url_not_found", 404, {}, ""],
  ["a sign-in", "url_access_denied", 401, {}, ""],
  ["a refusal", "url_failed", 418, {}, ""],
  ["an overload that stays", "url_failed", 503, {}, ""],
  ["a redirect inside", "url_not_allowed", 302, { location: "http://169.254.169.254/latest" }, ""],
  ["a redirect in circles", "url_redirects", 302, { location: "/again" }, ""],
])("reports %s to the owner as %s", async (_, errorType, status, headers, body) => {
  await serveFile(FILM_BYTES);
  server.answer = (_request, response) => void response.writeHead(status, headers).end(body);
  expect(await fetchFilm({ path: "/film?token=s3cret" })).toMatchObject(failureWith(errorType));
  expect(JSON.stringify(await fetchFilm({ path: "/film?token=s3cret" }))).not.toContain("s3cret");
});

it("reports files that are too large, a full disk, stalled servers and forbidden addresses", async () => {
  await serveFile(FILM_BYTES);
  expect(await fetchFilm({ fetching: { maxBytes: 1_000 } })).toMatchObject(failureWith("url_too_large"));
  expect(server.sentBytes).toHaveLength(1);
  server.file.hasLength = false;
  expect(await fetchFilm({ fetching: { maxBytes: 6_000_000 } })).toMatchObject(failureWith("url_too_large"));
  expect(await fetchFilm({ fetching: { lowDiskBytes: 1e18 } })).toMatchObject(failureWith("disk_full"));
  await server.close();
  await serveFile(FILM_BYTES);
  await fetchHalf();
  Object.assign(server.file, { stopAt: 6_000_000, stop: "hold" });
  expect(await fetchFilm({ fetching: { idleTimeoutMs: 20 } })).toMatchObject(failureWith("url_too_slow"));
  expect(await fetchFilm({ fetching: { maxMs: 50 } })).toMatchObject(failureWith("url_too_slow"));
  await server.close();
  expect(await fetchFilm()).toMatchObject(failureWith("url_unreachable"));
  const closed = { isPrivateAllowed: false, ports: "any" as const };
  expect(await fetchFilm({ fetching: { policy: closed } })).toMatchObject(failureWith("url_not_allowed"));
});

it("an earlier run ends when a newer one writes the file", async () => {
  await serveFile(FILM_BYTES, { stopAt: 6_000_000, stop: "hold" });
  const begun = Promise.withResolvers<void>();
  const onProgress: JobDeps["onProgress"] = (_, bytes) => {
    if ((bytes?.available ?? 0) > 0) begun.resolve();
  };
  const first = fetchFilm({ deps: { onProgress }, fetching: { idleTimeoutMs: 60_000 } });
  await begun.promise;
  // The first run stalls, so that it writes a small block while the second run is active. It then notices the second run.
  const hasGivenWay = expect(first).rejects.toThrow("Another run");
  server.file.stopAt = undefined;
  expect(await fetchFilm({ generation: 2 })).toMatchObject(WHOLE_FILE_RESULT);
  await server.close();
  await hasGivenWay;
  expect((await readStoredFile()).equals(FILM_BYTES)).toBe(true);
});
