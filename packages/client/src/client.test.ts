import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ClientOptions, createClient, FileUnreadableError, fromStream, ShoalError } from "./index.ts";
import { fromPath } from "./node.ts";
import { VideoFailedError } from "./wait-until-playable.ts";

type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } catch {
    return undefined;
  }
}

/** Starts a server that answers the calls of one test, and creates a client for it. */
async function setUp(answer: RequestHandler, options: Omit<ClientOptions, "url" | "key"> = {}) {
  const calls: { line: string; headers: IncomingMessage["headers"]; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    // The body is undefined if the caller disconnected before it was complete.
    if (body === undefined) return;
    calls.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    await answer(request, response, body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { calls, shoal: createClient({ url, key: "shoal_u_s", ...options }) };
}

const respondWithJson = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );

test("a call sends its path, query, body and key, with JSON for query values that are not text", async () => {
  const { calls, shoal } = await setUp(
    (_, response) => void respondWithJson(response, { _embedded: [], _size: 0 }),
  );
  await shoal.listVideos({ query: { search: "a b", sort: { title: -1 } } });
  await shoal.updateVideo({ params: { id: "x/y" }, body: { title: "Sea" } });
  expect(calls.map(({ line }) => line)).toEqual([
    "GET /api/videos?search=a+b&sort=%7B%22title%22%3A-1%7D",
    "PUT /api/videos/x%2Fy",
  ]);
  expect(calls.map(({ headers }) => headers.authorization)).toEqual(["Bearer shoal_u_s", "Bearer shoal_u_s"]);
  expect(JSON.parse(String(calls[1]?.body))).toEqual({ title: "Sea" });
});

test("a refusal rejects with its code, the wrong field and the request id", async () => {
  const fields = [{ path: "title", reason: "too long" }];
  const { calls, shoal } = await setUp(
    (_, response) =>
      void respondWithJson(response, { code: "bad_request", message: "No", fields }, 400, {
        "x-request-id": "r-7",
      }),
  );
  const error = await catchError(shoal.createVideo({ body: { title: "" } }));
  expect(error).toBeInstanceOf(ShoalError);
  expect(error).toMatchObject({ code: "bad_request", status: 400, field: "title", fields, requestId: "r-7" });
  expect(calls).toHaveLength(1);
});

test("temporary refusals are retried, and a creation keeps its idempotency key", async () => {
  let refusals = 2;
  const { calls, shoal } = await setUp((request, response) => {
    if (refusals-- > 0)
      respondWithJson(response, { code: "too_many_requests", message: "Later" }, 429, { "retry-after": "0" });
    else respondWithJson(response, { uuid: "v", title: "Sea" }, 201);
    expect(request.method).toBe("POST");
  });
  expect(await shoal.createVideo({ body: { title: "Sea" } })).toEqual({ uuid: "v", title: "Sea" });
  const keys = calls.map(({ headers }) => headers["idempotency-key"]);
  expect(calls).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a call whose response was lost is repeated if that is safe, and a change is not", async () => {
  const { calls, shoal } = await setUp((request) => void request.socket.destroy(), { retries: 1 });
  const codes = await Promise.all(
    [
      shoal.getVideo({ params: { id: "a" } }),
      shoal.createVideo({ body: { title: "Sea" } }),
      shoal.updateVideo({ params: { id: "a" }, body: {} }),
    ].map(async (call) => (await catchError(call)) as ShoalError),
  );
  expect(codes.map(({ code, status }) => [code, status])).toEqual(Array(3).fill(["unavailable", 0]));
  const lines = calls.map(({ line }) => line).sort();
  expect(lines).toEqual([
    "GET /api/videos/a",
    "GET /api/videos/a",
    "POST /api/videos",
    "POST /api/videos",
    "PUT /api/videos/a",
  ]);
});

test("a call ends with the reason of its signal, and at its timeout", async () => {
  const { shoal } = await setUp(() => undefined, { retries: 0, timeoutMs: 50 });
  const stop = new AbortController();
  const call = catchError(
    shoal.getVideo({ params: { id: "a" } }, { signal: stop.signal, timeoutMs: 60_000 }),
  );
  stop.abort(new Error("enough"));
  expect(await call).toMatchObject({ message: "enough" });
  expect(await catchError(shoal.getVideo({ params: { id: "a" } }))).toMatchObject({ code: "unavailable" });
});

test("all() reads every page of a list", async () => {
  const { calls, shoal } = await setUp((request, response) => {
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page"));
    const _embedded = page === 1 ? [{ uuid: "a" }, { uuid: "b" }] : [{ uuid: "c" }];
    respondWithJson(response, { _embedded, _size: 3 });
  });
  const uuids: string[] = [];
  for await (const { uuid } of shoal.all("listVideos", { query: { pagesize: 2 } })) uuids.push(uuid);
  expect(uuids).toEqual(["a", "b", "c"]);
  expect(calls.map(({ line }) => line)).toEqual([
    "GET /api/videos?pagesize=2&page=1",
    "GET /api/videos?pagesize=2&page=2",
  ]);
});

test("waitUntilPlayable returns a playable video and rejects with the reason of a failed one", async () => {
  const states = [{ playable: false }, { playable: true, title: "Sea" }];
  const playing = await setUp((_, response) => void respondWithJson(response, states.shift()));
  expect(await playing.shoal.waitUntilPlayable("v")).toMatchObject({ title: "Sea" });
  const failing = await setUp(
    (_, response) =>
      void respondWithJson(response, { uuid: "v", playable: false, error: true, errorType: "not_a_video" }),
  );
  const error = await catchError(failing.shoal.waitUntilPlayable("v"));
  expect(error).toBeInstanceOf(VideoFailedError);
  expect(error).toMatchObject({ uuid: "v", errorType: "not_a_video" });
});

/** Simulates an api that accepts every chunk of an upload. */
function acceptChunks(received: [number, number][] = []) {
  const chunks = new Map<number, Buffer>();
  const announced: Record<string, unknown>[] = [];
  const answer: RequestHandler = async (request, response, body) => {
    const path = new URL(request.url ?? "", "http://x").pathname;
    const number = /^\/api\/videos\/v\/(\d+)$/.exec(path)?.[1];
    if (path === "/api/uploads") {
      const state = {
        uuid: "v",
        status: "uploading",
        size: null,
        chunkSize: 5e6,
        chunkCount: null,
        received,
      };
      respondWithJson(response, received.length > 0 ? [state] : []);
    } else if (path === "/api/videos") {
      announced.push(JSON.parse(String(body)));
      respondWithJson(response, { uuid: "v", title: "" }, 201);
    } else if (number !== undefined) {
      const form = await new Response(new Uint8Array(body), {
        headers: { "content-type": request.headers["content-type"] ?? "" },
      }).formData();
      const bytes = Buffer.from(await (form.get("video") as Blob).arrayBuffer());
      if (form.get("checksum") !== createHash("sha256").update(bytes).digest("hex"))
        respondWithJson(response, { code: "chunk_checksum_mismatch", message: "" }, 400);
      else {
        chunks.set(Number(number), bytes);
        respondWithJson(response, { received: chunks.size, chunkCount: 3, isComplete: form.has("end") });
      }
    } else respondWithJson(response, {});
  };
  const whole = () => Buffer.concat([...chunks].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  return { answer, announced, chunks, whole };
}

/** A file of 12 MB: three chunks. */
const FILM_BYTES = Buffer.alloc(12_000_000, "0123456789abcdef!");

async function createFilmFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-client-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "film.mp4"), FILM_BYTES);
  return join(folder, "film.mp4");
}

test("a local file is uploaded completely with its fields, and the progress is reported", async () => {
  const { answer, announced, whole } = acceptChunks();
  const { shoal } = await setUp(answer);
  const seen: number[] = [];
  const onProgress = ({ percent }: { percent: number }) => seen.push(percent);
  const upload = shoal.upload(await fromPath(await createFilmFile()), {
    title: "Sea",
    tags: ["x"],
    onProgress,
  });
  expect(await upload.done).toBe("v");
  expect(whole().equals(FILM_BYTES)).toBe(true);
  expect(announced).toMatchObject([
    { title: "Sea", tags: ["x"], originalname: "film.mp4", size: 12_000_000 },
  ]);
  expect(seen.at(-1)).toBe(100);
});

test("a stream of known size is uploaded completely, and resumes an earlier upload", async () => {
  const { answer, chunks } = acceptChunks([[0, 2]]);
  const { shoal } = await setUp(answer);
  const stream = new Blob([FILM_BYTES]).stream();
  const upload = shoal.upload(fromStream(stream, { name: "film.mp4", sizeBytes: FILM_BYTES.length }));
  expect(await upload.done).toBe("v");
  expect([...chunks.keys()]).toEqual([2]);
  expect(chunks.get(2)?.equals(FILM_BYTES.subarray(10_000_000))).toBe(true);
});

test("an upload fails if its stream is shorter than declared or its file changes", async () => {
  const { answer } = acceptChunks();
  const { shoal } = await setUp(answer);
  const short = fromStream(new Blob(["abc"]).stream(), { name: "film.mp4", sizeBytes: FILM_BYTES.length });
  expect(await catchError(shoal.upload(short).done)).toBeInstanceOf(FileUnreadableError);
  const path = await createFilmFile();
  const file = await fromPath(path);
  await utimes(path, 1, 1);
  expect(await catchError(shoal.upload(file).done)).toBeInstanceOf(FileUnreadableError);
});

test("aborting an upload by its signal deletes the video", async () => {
  const stop = new AbortController();
  const { answer } = acceptChunks();
  const { calls, shoal } = await setUp(async (request, response, body) => {
    if (request.url?.startsWith("/api/videos/v/") && request.method === "POST")
      stop.abort(new Error("enough"));
    await answer(request, response, body);
  });
  const upload = shoal.upload(await fromPath(await createFilmFile()), { signal: stop.signal });
  expect(await catchError(upload.done)).toMatchObject({ message: "enough" });
  await upload.cancel();
  await expect.poll(() => calls.map(({ line }) => line)).toContain("DELETE /api/videos/v/uploading");
});

test("chunks and forms are sent as bytes with their type", async () => {
  const { answer } = acceptChunks();
  const { calls, shoal } = await setUp(answer, { fetch: fetchRejectingForms });
  await shoal.upload(await fromPath(await createFilmFile())).done;
  const types = calls
    .filter(({ line }) => line.startsWith("POST /api/videos/v/"))
    .map(({ headers }) => headers["content-type"]);
  expect(types.length).toBeGreaterThan(1);
  for (const type of types) expect(type).toMatch(/^multipart\/form-data; boundary=/);
});

/** Throws if the body is a form: Node reads forms itself, and ends the process if the call is cancelled at the wrong moment. */
const fetchRejectingForms: typeof fetch = (address, init) => {
  expect(init?.body).not.toBeInstanceOf(FormData);
  return fetch(address, init);
};

test("a refused upload rejects with the refusal", async () => {
  const { shoal } = await setUp((request, response) => {
    if (request.method === "GET") respondWithJson(response, []);
    else
      respondWithJson(response, { code: "free_tier_exceeded", message: "Full" }, 403, {
        "x-request-id": "r",
      });
  });
  const error = await catchError(shoal.upload(await fromPath(await createFilmFile())).done);
  expect(error).toMatchObject({ code: "free_tier_exceeded", requestId: "r" });
});
